#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// Finds out what would have had a popup shown that was not: one thing is changed at a time, and the session replayed.
///
/// A change that is tried costs one replay; one that is found is gone on with in every way that the recording leaves open, for its grade.
struct ChangeSearch {
  /// A session with more events than this is not replayed again and again.
  static let longestSession = 50_000
  /// How many popups that were ahead are tried.
  static let mostPopups = 12
  /// How many of the moments at which its page went are tried, the last first.
  static let mostVisits = 4
  /// By how many ms a page stays longer: the first of these that is enough, then less as long as that is.
  static let stays: [Int64] = [500, 1000, 2000, 5000, 10_000, 20_000, 60_000]
  /// How exact that length is, in ms.
  static let resolution: Int64 = 100

  private let session: Session
  private let life: PopupLife
  private let policy: PolicyEntry
  private let options: EvaluationOptions
  private let words: EventDescriber
  private let evaluator: any PolicyEvaluator
  private(set) var changes: [Explanation.Change] = []
  private(set) var triedCount = 0
  /// Why nothing was tried; empty where it was.
  private(set) var untried = ""

  /// Searches.
  ///
  /// - Parameters:
  ///   - life: The popup's life in the run that is asked about.
  ///   - session: The recording or scenario that the run is made of.
  ///   - run: That run.
  ///   - policy: Its policy.
  init(for life: PopupLife, in session: Session, run: Session, under policy: PolicyEntry, _ options: EvaluationOptions)
  {
    self.session = session
    self.life = life
    self.policy = policy
    self.options = options
    words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
    evaluator = policy.makeEvaluator()
    guard !life.spec.isNone else { return }
    guard session.events.count <= Self.longestSession else {
      untried = "a session of \(counted(session.events.count, "event")) is not replayed again and again; slice it first"
      return
    }
    guard first(in: session, under: evaluator) == nil else {
      untried = "a replay of \(policy.name) shows it, other than this run"
      return
    }
    tryCondition()
    tryPopupsAhead(run)
    tryLongerStays()
    tryKeys()
  }

  /// When a replay shows the popup first; nil for never, and for a run that goes beyond a limit.
  private func first(in session: Session, under evaluator: any PolicyEvaluator) -> Ticks? {
    var evaluator = evaluator
    let run = try? evaluator.record(session, options: options.replay)
    return run?.events.first { $0.kind == .popupShown && $0.popup == life.popup }?.time
  }

  private mutating func shownAt(with change: SessionChange) -> Ticks? {
    triedCount += 1
    return first(in: change.applied(to: session), under: evaluator)
  }

  /// Adds a change with which a replay shows the popup.
  private mutating func add(
    _ kind: Explanation.Change.Kind, _ text: String, at time: Ticks, in changed: Session,
    under evaluator: any PolicyEvaluator
  ) {
    var change = Explanation.Change(kind: kind, text, shownAt: words.time(time))
    defer { changes.append(change) }
    guard !session.isScenario else { return }
    var evaluator = evaluator
    let verdict = evaluator.evaluate(changed, against: Reference(), options: options) { _ in false }
    guard let outcome = verdict.outcomes.first(where: { $0.popup == life.popup }) else { return }
    // What did not happen is never exact.
    change.grade = max(.derived, outcome.grades.shown)
    guard change.grade != .derived, let first = outcome.firstPresentation else { return }
    change.firstShown = Explanation.Change.FirstShown(
      earliest: words.time(first.earliest), latest: first.latest < .distantFuture ? words.time(first.latest) : nil,
      held: ComparedFinding.Held(in: first.count, of: first.runs))
  }

  private mutating func tryCondition() {
    let isFalse = session.events.contains {
      $0.popup == life.popup && $0.kind == .popupCondition && !$0.flags.contains(.holds)
    }
    guard !words.spec(life.spec).condition || isFalse else { return }
    let change = SessionChange.holding(life.popup)
    guard let time = shownAt(with: change) else { return }
    add(
      .condition, "its condition had held from the start", at: time, in: change.applied(to: session), under: evaluator)
  }

  private mutating func tryPopupsAhead(_ run: Session) {
    var ahead: [PopupID] = []
    // What was in the way last matters most, then what was for longest.
    for obstacle in [life.lastObstacle].compactMap({ $0 }) + life.waits.sorted(by: Self.isLonger).map(\.obstacle)
    where !obstacle.popup.isNone && !ahead.contains(obstacle.popup) {
      ahead.append(obstacle.popup)
    }
    for popup in ahead.prefix(Self.mostPopups) {
      let change = SessionChange.without(popup)
      guard let time = shownAt(with: change) else { continue }
      add(
        .popupAhead, "\(words.popup(popup)) had not been submitted", at: time, in: change.applied(to: session),
        under: evaluator)
      return
    }
  }

  private static func isLonger(_ lhs: PopupLife.Wait, _ rhs: PopupLife.Wait) -> Bool { lhs.length > rhs.length }

  private mutating func tryLongerStays() {
    var seen: [Int32] = []
    var wasOffItsPage = false
    for moment in life.moments {
      let isOffItsPage = moment.obstacles.first.map { $0.kind == .page || $0.kind == .parked } ?? false
      if isOffItsPage, !wasOffItsPage, moment.root.kind.isPageEvent, let index = place(of: moment.root) {
        seen.append(Int32(index))
      }
      wasOffItsPage = isOffItsPage
    }
    // The last time it was on its page is when least has to be different.
    for index in seen.suffix(Self.mostVisits).reversed() {
      guard let length = shortestStay(before: Int(index)) else { continue }
      let page = words.page(session.events[Int(index)].page)
      let stay = Milliseconds(length.stay, of: session.header.tick).grouped
      add(
        .pageLonger, "what was there when \(page) came or went had stayed \(stay) ms longer", at: length.shownAt,
        in: SessionChange.later(from: Int(index), by: length.stay).applied(to: session), under: evaluator)
      return
    }
  }

  /// The index, in the recording, of a stimulus of the run.
  private func place(of root: Event) -> Int? {
    session.events.firstIndex { $0.kind == root.kind && $0.page == root.page && $0.time == root.time }
  }

  private mutating func shortestStay(before index: Int) -> (stay: Ticks, shownAt: Ticks)? {
    let tick = session.header.tick
    var (tooShort, found): (Int64, (Int64, Ticks)?) = (0, nil)
    for stay in Self.stays {
      if let time = shownAt(with: .later(from: index, by: tick.ticks(ceilingMilliseconds: stay))) {
        found = (stay, time)
        break
      }
      tooShort = stay
    }
    guard var (enough, shownAt) = found else { return nil }
    while enough - tooShort > Self.resolution {
      let middle = (enough + tooShort) / 2 / Self.resolution * Self.resolution
      guard middle > tooShort, middle < enough else { break }
      if let time = self.shownAt(with: .later(from: index, by: tick.ticks(ceilingMilliseconds: middle))) {
        (enough, shownAt) = (middle, time)
      } else {
        tooShort = middle
      }
    }
    return (tick.ticks(ceilingMilliseconds: enough), shownAt)
  }

  private mutating func tryKeys() {
    guard let configuration = try? PolicyConfiguration(text: policy.configuration) else { return }
    for key in PolicyConfiguration.Key.allCases {
      var values: [String] = [configuration.value(of: key)]
      for version in PolicyConfiguration.versions {
        let value = version.configuration.value(of: key)
        guard !values.contains(value), let variant = configuration.putting([key], backTo: version.configuration) else {
          continue
        }
        values.append(value)
        let evaluator: any PolicyEvaluator = SpecializedEvaluator(policy: StandardPolicy(variant))
        triedCount += 1
        guard let time = first(in: session, under: evaluator) else { continue }
        add(
          .policyKey, "the policy had \(key.rawValue): \(value) (it has \(values[0]))", at: time, in: session,
          under: evaluator)
        break
      }
    }
  }
}

extension EventKind {
  /// Whether it is about a page's coming and going.
  fileprivate var isPageEvent: Bool {
    switch self {
    case .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved: true
    default: false
    }
  }
}
#endif

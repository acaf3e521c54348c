#if Tool
import PopAudit
import PopDocument
import PopReplay
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

extension ExplainCommand {
  struct Explainer {
    /// The policy that is compared with; nil where the recording alone is explained.
    let candidate: PolicyEntry?
    let setting: ReplaySetting

    struct Run {
      var session: Session
      var policy: PolicyEntry?
      var name: String
      var isRecorded: Bool
      /// Whether it ends where events of the recording are missing: nothing is told of what comes behind.
      var endsAtHole = false

      var heeded: HeededObstacles {
        let text = policy?.configuration ?? session.header.configuration
        return (try? PolicyConfiguration(text: text)).map { HeededObstacles($0) } ?? .all
      }
    }

    /// The run of a session that is told of first: what was recorded, or for a scenario what the candidate makes of it.
    func firstRun(of origin: SessionOrigin) throws(CommandFailure) -> Run {
      let header = origin.session.header
      guard origin.session.isScenario else {
        let name = header.policy.isEmpty ? "a policy that its header does not name" : header.policy
        let policy = setting.policies.recorded(header.policy, header.configuration)
        var run = Run(session: origin.session, policy: policy, name: name, isRecorded: true)
        if !run.session.gaps.isEmpty {
          // Where it has a hole that cannot be filled, what comes before it is known.
          var checker = setting.makeIdentityChecker()
          run.session = checker.check(origin.session).judgedPart(of: origin.session)
          run.endsAtHole = run.session.log.events.last?.sequence != origin.session.log.events.last?.sequence
        }
        return run
      }
      guard let candidate else {
        throw .usage(
          "\(PathText.shown(origin.input)) is a scenario, which has no run of its own to explain; name a policy to run it with: --policy v6"
        )
      }
      return try run(of: origin.session, from: origin.input, under: candidate)
    }

    func runs(of origin: SessionOrigin) throws(CommandFailure) -> [Run] {
      let first = try firstRun(of: origin)
      guard first.isRecorded, let candidate else { return [first] }
      var second = try run(of: first.session, from: origin.input, under: candidate)
      second.endsAtHole = first.endsAtHole
      return [first, second]
    }

    private func run(of session: Session, from input: String, under policy: PolicyEntry) throws(CommandFailure) -> Run {
      var runner = policy.makeRunner()
      runner.options.replay = setting.evaluation(session.header.tick).replay
      do {
        return Run(session: try runner.record(session), policy: policy, name: policy.name, isRecorded: false)
      } catch {
        throw CommandFailure(error, input: input)
      }
    }

    func explain(_ popup: PopupID, of origin: SessionOrigin, _ runs: [Run]) -> Explanation {
      let session = origin.session
      let histories = runs.map { PopupHistory.read([popup], in: $0.session, heeding: $0.heeded)[0] }
      let tellers = zip(histories, runs).map { Explanation.Storyteller($0, in: $1.session, endsAtHole: $1.endsAtHole) }
      let words = session.words
      var explanation = Explanation(
        trace: origin.input, session: origin.label, popup: session.catalog.number(of: popup),
        name: words.name(of: popup),
        attributes: tellers.map(\.attributes).first { !$0.isEmpty } ?? "")
      explanation.stories = zip(tellers, runs).map { $0.story(policy: $1.name, isRecorded: $1.isRecorded) }
      let verdict = verdict(on: session)
      if runs.count == 2 {
        explanation.parting = RunParting.first(between: runs[0].session, and: runs[1].session)
        explanation.stories[1].grade = verdict.outcomes.first { $0.popup == popup }?.grades.worst
      }
      for (history, run) in zip(histories, runs) where !history.wasShown && !history.spec.isNone {
        if run.endsAtHole, history.outcome?.end.isOver != true {
          explanation.untried = "nothing was tried: what became of it behind the hole in the recording is not known"
        } else if verdict.identity.isJudgeable {
          search(history, verdict.identity.judgedPart(of: session), run, &explanation)
        } else {
          explanation.untried = Self.unreliable(runs[0].name, verdict.identity)
        }
        break
      }
      return explanation
    }

    private static func unreliable(_ policy: String, _ identity: SessionIdentity) -> String {
      "nothing was tried: \(policy) does not give this recording back (\(identity.word.rawValue)), so that no replay of it can be "
        + "relied on; see poptrace verify"
    }

    /// What a judge says of the candidate on a session; without one, whether the recording gives itself back.
    private func verdict(on session: Session) -> SessionVerdict {
      var checker = setting.makeIdentityChecker()
      guard !session.isScenario, let candidate else {
        return SessionVerdict(identity: checker.check(session), hasReference: false, isLossy: false)
      }
      var judge = PolicyJudge([candidate.makeRunner()], checker: checker)
      judge.begin(session, options: evaluation(session))
      return judge.verdict(on: session) { _ in false }
    }

    private func evaluation(_ session: Session) -> EvaluationOptions {
      var evaluation = setting.evaluation(session.header.tick)
      evaluation.listsAllOutcomes = true
      return evaluation
    }

    private func search(_ history: PopupHistory, _ session: Session, _ run: Run, _ explanation: inout Explanation) {
      guard let policy = run.policy else {
        explanation.untried =
          "what would have had it shown cannot be tried: the policy \"\(run.name)\" is not known here"
        return
      }
      let search = ChangeSearch(for: history, in: session, run: run.session, under: policy, evaluation(session))
      explanation.changes = search.changes
      explanation.triedCount = search.triedCount
      explanation.untried = search.untried
      explanation.changedPolicy = run.name
    }
  }
}

enum RunParting {
  static func first(between recorded: Session, and candidate: Session) -> Explanation.Parting? {
    let left = recorded.events.filter { isCompared($0) }
    let right = candidate.events.filter { isCompared($0) }
    for index in 0..<max(left.count, right.count) {
      let (own, other) = (index < left.count ? left[index] : nil, index < right.count ? right[index] : nil)
      if let own, let other, areSame(own, other) { continue }
      return Explanation.Parting(
        recorded: own.map { line($0, of: recorded) }, candidate: other.map { line($0, of: candidate) })
    }
    return nil
  }

  /// What a policy does to popups; what it does about timers, callbacks and trimmings follows from that.
  private static func isCompared(_ event: Event) -> Bool {
    switch event.kind {
    case .popupQueued, .popupShown, .popupHidden, .popupParked, .popupRestored, .popupDropped: true
    default: false
    }
  }

  private static func areSame(_ lhs: Event, _ rhs: Event) -> Bool {
    lhs.kind == rhs.kind && lhs.popup == rhs.popup && lhs.page == rhs.page && lhs.time == rhs.time
      && lhs.reason == rhs.reason && lhs.generation == rhs.generation
  }

  private static func line(_ event: Event, of run: Session) -> Explanation.Line {
    let words = run.words
    return Explanation.Line(
      time: words.time(event.time), event: event.sequence,
      event.kind.wireName + " " + words.detail(of: event, in: run.log))
  }
}

/// Finds out what would have had a popup shown that was not: one thing is changed at a time, and the session replayed.
///
/// A change that is tried costs one replay; one that is found is gone on with in every way that the recording leaves open, for its grade.
struct ChangeSearch {
  /// A session with more events than this is not replayed again and again.
  static let longestSession = 50_000
  static let mostPopups = 12
  /// How many of the moments at which its page went are tried, the last first.
  static let mostVisits = 4
  /// By how many ms a page stays longer: the first of these that is enough, then less as long as that is.
  static let stays: [Int64] = [500, 1000, 2000, 5000, 10_000, 20_000, 60_000]
  static let resolution: Int64 = 100

  private let session: Session
  private let history: PopupHistory
  private let policy: PolicyEntry
  private let options: EvaluationOptions
  private let words: EventDescriber
  private let runner: any SessionRunner
  private(set) var changes: [Explanation.Change] = []
  private(set) var triedCount = 0
  private(set) var untried = ""

  init(
    for history: PopupHistory, in session: Session, run: Session, under policy: PolicyEntry,
    _ options: EvaluationOptions
  ) {
    self.session = session
    self.history = history
    self.policy = policy
    self.options = options
    words = run.words
    runner = policy.makeRunner()
    guard !history.spec.isNone else { return }
    guard session.events.count <= Self.longestSession else {
      untried = "a session of \(counted(session.events.count, "event")) is not replayed again and again; slice it first"
      return
    }
    guard first(in: session, under: runner) == nil else {
      untried = "a replay of \(policy.name) shows it, other than this run"
      return
    }
    tryCondition()
    tryPopupsAhead(run)
    tryLongerStays()
    tryKeys()
  }

  /// When a replay shows the popup first; nil for never, and for a run that goes beyond a limit.
  private func first(in session: Session, under runner: any SessionRunner) -> Ticks? {
    var runner = runner
    runner.options = options
    let run = try? runner.record(session)
    return run?.events.first { $0.kind == .popupShown && $0.popup == history.popup }?.time
  }

  private mutating func shownAt(in changed: Session) -> Ticks? {
    triedCount += 1
    return first(in: changed, under: runner)
  }

  private mutating func add(
    _ kind: Explanation.Change.Kind, _ text: String, at time: Ticks, in changed: Session,
    under runner: any SessionRunner
  ) {
    var change = Explanation.Change(kind: kind, text, shownAt: words.time(time))
    defer { changes.append(change) }
    guard !session.isScenario else { return }
    var runner = runner
    runner.options = options
    let verdict = runner.evaluate(changed, against: Reference()) { _ in false }
    guard let outcome = verdict.outcomes.first(where: { $0.popup == history.popup }) else { return }
    // What did not happen is never exact.
    change.grade = max(.derived, outcome.grades.shown)
    guard change.grade != .derived, let first = outcome.firstPresentation else { return }
    change.firstShown = Explanation.Change.FirstShown(
      earliest: words.time(first.earliest), latest: first.latest < .distantFuture ? words.time(first.latest) : nil,
      held: ComparedFinding.Held(in: first.count, of: first.runs))
  }

  /// Tries a change, and adds it where a replay shows the popup with it, which it returns.
  private mutating func tries(_ changed: Session, _ kind: Explanation.Change.Kind, _ text: String) -> Bool {
    guard let time = shownAt(in: changed) else { return false }
    add(kind, text, at: time, in: changed, under: runner)
    return true
  }

  private mutating func tryCondition() {
    let isFalse = session.events.contains {
      $0.popup == history.popup && $0.kind == .popupCondition && !$0.flags.contains(.holds)
    }
    guard !words.spec(history.spec).condition || isFalse else { return }
    _ = tries(session.holding(history.popup), .condition, "its condition had held from the start")
  }

  private mutating func tryPopupsAhead(_ run: Session) {
    var ahead: [PopupID] = []
    // What was in the way last matters most, then what was for longest.
    let waits = history.waits.sorted { $0.length > $1.length }
    for obstacle in [history.lastObstacle].compactMap({ $0 }) + waits.map(\.obstacle)
    where !obstacle.popup.isNone && !ahead.contains(obstacle.popup) {
      ahead.append(obstacle.popup)
    }
    for popup in ahead.prefix(Self.mostPopups) {
      if tries(session.without(popup), .popupAhead, "\(words.popup(popup)) had not been submitted") { return }
    }
  }

  private mutating func tryLongerStays() {
    var seen: [Int] = []
    var wasOffItsPage = false
    for moment in history.moments {
      let isOffItsPage = moment.obstacles.first.map { $0.kind == .page || $0.kind == .parked } ?? false
      if isOffItsPage, !wasOffItsPage, moment.root.kind.isAboutPage, moment.root.kind != .pageLoaded,
        let index = number(of: moment.root)
      {
        seen.append(index)
      }
      wasOffItsPage = isOffItsPage
    }
    // The last time it was on its page is when least has to be different.
    for index in seen.suffix(Self.mostVisits).reversed() {
      guard let length = shortestStay(before: index) else { continue }
      let page = words.page(session.events[index].page)
      let stay = Milliseconds(length.stay, of: session.header.tick).grouped
      add(
        .pageLonger, "what was there when \(page) came or went had stayed \(stay) ms longer", at: length.shownAt,
        in: session.later(from: index, by: length.stay), under: runner)
      return
    }
  }

  private func number(of root: Event) -> Int? {
    session.events.firstIndex { $0.kind == root.kind && $0.page == root.page && $0.time == root.time }
  }

  private mutating func shortestStay(before index: Int) -> (stay: Ticks, shownAt: Ticks)? {
    let tick = session.header.tick
    var (tooShort, found): (Int64, (Int64, Ticks)?) = (0, nil)
    for stay in Self.stays {
      if let time = shownAt(in: session.later(from: index, by: tick.ticks(ceilingMilliseconds: stay))) {
        found = (stay, time)
        break
      }
      tooShort = stay
    }
    guard var (enough, shownAt) = found else { return nil }
    while enough - tooShort > Self.resolution {
      let middle = (enough + tooShort) / 2 / Self.resolution * Self.resolution
      guard middle > tooShort, middle < enough else { break }
      if let time = self.shownAt(in: session.later(from: index, by: tick.ticks(ceilingMilliseconds: middle))) {
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
        let runner = Evaluator(candidate: StandardPolicy(variant))
        triedCount += 1
        guard let time = first(in: session, under: runner) else { continue }
        add(
          .policyKey, "the policy had \(key.rawValue): \(value) (it has \(values[0]))", at: time, in: session,
          under: runner)
        break
      }
    }
  }
}
#endif

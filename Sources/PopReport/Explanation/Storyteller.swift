package import PopAudit
import PopDocument
package import PopTrace
import PopupScheduling

/// Tells what became of a popup in one run.
package struct Storyteller {
  let run: Session
  let words: EventDescriber
  let obstacles: ObstacleWords
  let life: PopupLife
  /// Whether what became of it is not known, for events are missing.
  let isOpen: Bool

  /// Takes a run and a life in it.
  ///
  /// - Parameter endsAtHole: Whether the run ends where events of the recording are missing.
  package init(_ life: PopupLife, in run: Session, endsAtHole: Bool = false) {
    self.run = run
    self.life = life
    isOpen = endsAtHole && life.outcome?.end.isOver != true
    words = EventDescriber(log: run.log, catalog: run.catalog, tick: run.header.tick)
    obstacles = ObstacleWords(words)
  }

  package func story(policy: String, isRecorded: Bool) -> Explanation.Story {
    var story = Explanation.Story(
      policy: policy, isRecorded: isRecorded, outcome: outcome, wasShown: life.wasShown)
    story.lines = prelude + life.moments.map { line(of: $0) } + ending
    story.why = why
    if !isOpen { story.reason = ObstacleWords.reason(of: life.ending) }
    return story
  }

  /// What it asks for: `campaign, level 8, condition false`.
  package var attributes: String {
    guard !life.spec.isNone else { return "" }
    let spec = words.spec(life.spec)
    var parts = [spec.kind.wireName]
    if spec.level != 0 { parts.append("level \(spec.level)") }
    parts.append(spec.isBound ? "for " + boundTo(spec) : "any page")
    if spec.keepAlive { parts.append("keepAlive") }
    if !spec.condition { parts.append("condition false") }
    if !spec.chain.isNone { parts.append("chain \(words.text(spec.chain))") }
    if !spec.key.isNone { parts.append("key \(words.text(spec.key))") }
    return parts.joined(separator: ", ")
  }

  /// Where it may be shown: its pages, its instance, or both.
  func boundTo(_ spec: PopupSpec) -> String {
    var parts: [String] = []
    if !spec.pages.isNone { parts.append(words.texts(spec.pages)) }
    if !spec.instance.isNone { parts.append("\(words.page(spec.instance)) only") }
    return parts.joined(separator: " on ")
  }

  /// Where what is known of it ends.
  var atEnd: String { isOpen ? "where the recording has a hole" : "at the end" }

  /// The event of the run with a number.
  func event(_ sequence: Int32) -> Event? {
    run.log.events.index(ofSequence: sequence).map { run.log.events[$0] }
  }

  /// `56.0 s`, or `350 ms` where that says more.
  func seconds(_ length: Ticks) -> String { Duration.text(words.time(length)) }
}

/// Lengths for people.
private enum Duration {
  static func text(_ length: Milliseconds) -> String {
    let microseconds = length.microseconds
    guard microseconds >= 1_000_000 else { return "\(length.grouped) ms" }
    let tenths = (microseconds + 50_000) / 100_000
    return "\(grouping(tenths / 10)).\(tenths % 10) s"
  }
}

/// What it came to.
extension Storyteller {
  /// What became of it, without its name: `never came: dropped, expired`.
  var outcome: String {
    guard let outcome = life.outcome, !life.spec.isNone else {
      return isOpen ? "had not been submitted \(atEnd)" : "was never submitted"
    }
    guard let first = outcome.shown.first else {
      if isOpen { return "had not come \(atEnd)" }
      return outcome.end.isOver ? "never came: dropped, \(outcome.end.reason.wireName)" : "never came"
    }
    let wait =
      outcome.waited.map { $0 > .zero ? "after \(seconds($0))" : "at once" } ?? "at \(words.time(first.from).grouped)"
    let times = outcome.shown.count == 1 ? "" : ", \(outcome.shown.count) times in all"
    let place = first.page.isNone ? "" : " on \(words.page(first.page))"
    return "came \(wait)\(place)\(times), and \(end(of: outcome))"
  }

  private func end(of outcome: RunOutcome) -> String {
    switch outcome.end.state {
    case .visible: "was still up \(atEnd)"
    case .waiting, .loading: "waited again \(atEnd)"
    case .parked: "was kept for its page \(atEnd)"
    case .ended: Self.ended(outcome.end.reason)
    case .dropped: "was then dropped: \(outcome.end.reason.wireName)"
    }
  }

  private static func ended(_ reason: Reason) -> String {
    switch reason {
    case .dismissed: "was dismissed"
    case .pageLeft: "went with its page"
    case .preempted: "made way for a more urgent one"
    case .signedOut: "went with the sign-out"
    case .withdrawn: "was withdrawn"
    case .auto: "went by itself"
    case .viewLost: "lost its view"
    default: "was hidden: \(reason.wireName)"
    }
  }
}

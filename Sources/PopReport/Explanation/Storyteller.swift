package import PopAudit
import PopDocument
package import PopTrace
import PopupScheduling

extension Explanation {
  package struct Storyteller {
    let run: Session
    let words: EventDescriber
    let history: PopupHistory
    /// Whether what became of it is not known, for events are missing.
    let isOpen: Bool

    package init(_ history: PopupHistory, in run: Session, endsAtHole: Bool = false) {
      self.run = run
      self.history = history
      isOpen = endsAtHole && history.outcome?.end.isOver != true
      words = run.words
    }
  }
}

extension Explanation.Storyteller {
  package func story(policy: String, isRecorded: Bool) -> Explanation.Story {
    var story = Explanation.Story(policy: policy, isRecorded: isRecorded, outcome: outcome, wasShown: history.wasShown)
    story.lines = prelude + history.moments.map { line(of: $0) } + ending
    story.why = why
    if !isOpen { story.reason = history.ending.reason }
    return story
  }

  package var attributes: String {
    guard !history.spec.isNone else { return "" }
    let spec = words.spec(history.spec)
    var parts = [spec.kind.wireName]
    if spec.level != 0 { parts.append("level \(spec.level)") }
    parts.append(spec.isBound ? "for " + boundTo(spec) : "any page")
    if spec.keepAlive { parts.append("keepAlive") }
    if !spec.condition { parts.append("condition false") }
    if !spec.chain.isNone { parts.append("chain \(words.text(spec.chain))") }
    if !spec.key.isNone { parts.append("key \(words.text(spec.key))") }
    return parts.joined(separator: ", ")
  }

  func boundTo(_ spec: PopupSpec) -> String {
    var parts: [String] = []
    if !spec.pages.isNone { parts.append(words.texts(spec.pages)) }
    if !spec.instance.isNone { parts.append("\(words.page(spec.instance)) only") }
    return parts.joined(separator: " on ")
  }

  var atEnd: String { isOpen ? "where the recording has a hole" : "at the end" }

  func event(_ sequence: Int32) -> Event? { run.log.events.index(ofSequence: sequence).map { run.log.events[$0] } }

  /// `56.0 s`, or `350 ms` where that says more.
  func seconds(_ length: Ticks) -> String {
    let length = words.time(length)
    guard length.microseconds >= 1_000_000 else { return "\(length.grouped) ms" }
    let tenths = (length.microseconds + 50_000) / 100_000
    return "\(grouping(tenths / 10)).\(tenths % 10) s"
  }
}

extension Explanation.Storyteller {
  /// What became of it, without its name: `never came: dropped, expired`.
  var outcome: String {
    guard let outcome = history.outcome, !history.spec.isNone else {
      return isOpen ? "had not been submitted \(atEnd)" : "was never submitted"
    }
    guard let first = outcome.shown.first else {
      if isOpen { return "had not come \(atEnd)" }
      return outcome.end.isOver ? "never came: dropped, \(outcome.end.reason.wireName)" : "never came"
    }
    let wait =
      outcome.waited.map { $0 > .zero ? "after \(seconds($0))" : "at once" } ?? "at \(words.time(first.from).grouped)"
    let times = outcome.shown.count == 1 ? "" : ", \(outcome.shown.count) times in all"
    let page = first.page.isNone ? "" : " on \(words.page(first.page))"
    return "came \(wait)\(page)\(times), and \(end(of: outcome))"
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

extension Explanation.Storyteller {
  var why: [String] { reasons + (isOpen ? ["What became of it behind the hole is not known."] : []) }

  private var reasons: [String] {
    if history.spec.isNone { return isOpen ? [] : ["This run has no submission of it."] }
    let summary = waitSummary
    switch history.ending {
    case .shown:
      let waited = summary.isEmpty ? "Nothing was in its way." : "It waited \(summary)."
      guard let end = history.outcome?.end, end.state == .dropped else { return [waited] }
      return [waited, Self.dropped(end.reason)]
    case .notSubmitted: return ["This run has no submission of it."]
    case .waiting:
      return [lastWords].compactMap { $0 } + (summary.isEmpty ? [] : ["It waited \(summary)."])
    case .dropped(let reason, _):
      return [Self.dropped(reason)] + (summary.isEmpty ? [] : ["Before that it waited \(summary)."])
    }
  }

  private var lastWords: String? {
    guard let obstacle = history.lastObstacle else {
      return "Nothing that is known was in its way \(atEnd)" + (isOpen ? "." : ": its policy has a reason of its own.")
    }
    guard obstacle.kind == .slot else {
      let (noun, reason) = obstacle.kind.told
      return isOpen ? "It waited for \(noun) \(atEnd)." : "At the end it waited for \(noun): \(reason)."
    }
    let holder = words.popup(obstacle.popup)
    let isDismissed = run.log.events.contains {
      $0.popup == obstacle.popup && ($0.kind == .popupDismissed || $0.kind == .popupWithdrawn)
    }
    return isDismissed || isOpen ? "\(holder) was still up \(atEnd)." : "\(holder) was never dismissed."
  }

  /// `50.3 s: 48.0 s for the slot (Discard changes? #2), 2.3 s for its page`; empty where it did not wait.
  private var waitSummary: String {
    var kinds: [(kind: Obstacle.Kind, length: Ticks, holders: [PopupID])] = []
    for wait in history.waits where wait.length > .zero {
      let index = kinds.firstIndex { $0.kind == wait.obstacle.kind } ?? kinds.count
      if index == kinds.count { kinds.append((wait.obstacle.kind, .zero, [])) }
      kinds[index].length += wait.length
      if !wait.obstacle.popup.isNone { kinds[index].holders.append(wait.obstacle.popup) }
    }
    guard !kinds.isEmpty else { return "" }
    let total = kinds.reduce(Ticks.zero) { $0 + $1.length }
    let parts = kinds.map { entry in
      seconds(entry.length) + " for " + entry.kind.told.noun
        + Self.holders(entry.holders.map { words.popup($0) })
    }
    return kinds.count == 1 ? parts[0] : "\(seconds(total)): " + parts.joined(separator: ", ")
  }

  private static func holders(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(3).joined(separator: ", ")
    return " (\(shown)" + (names.count > 3 ? " and \(names.count - 3) more)" : ")")
  }

  private static func dropped(_ reason: Reason) -> String {
    switch reason {
    case .expired: "It expired before it could be shown."
    case .duplicate: "Another popup with its key was there."
    case .barred: "Its turn came while its condition did not hold, and it does not wait for that."
    case .pageRemoved: "The page it belongs to was removed."
    case .pageLeft: "The page it belongs to was left."
    case .signedOut: "The user signed out."
    case .withdrawn: "The app withdrew it."
    case .contentFailed: "Its content failed."
    case .viewLost: "Its view was taken away."
    case .preempted: "A more urgent one came."
    default: "It was dropped: \(reason.wireName)."
    }
  }

  /// `slot, held by Discard changes? #2`: what a popup waits for, after *waits:*.
  func wait(for obstacle: Obstacle) -> String {
    switch obstacle.kind {
    case .parked: "page, \(words.page(obstacle.page)), for which it is kept"
    case .page: "page, none that it may be shown on is current"
    case .content: "content, which is not there yet"
    case .condition: "condition, which does not hold"
    case .scrolling: "gate, the user scrolls"
    case .background: "gate, the app is in the background"
    case .typing: "gate, the user types"
    case .suspended: "gate, its scheduler is suspended"
    case .turn: "chain, \(words.popup(obstacle.popup)) comes before it"
    case .chain: "chain, another one goes on" + (obstacle.popup.isNone ? "" : " with \(words.popup(obstacle.popup))")
    case .slot: "slot, held by \(words.popup(obstacle.popup))"
    case .transition: "page, none is current yet"
    }
  }
}

extension PopupEnding {
  /// `the slot is held to the end`: what a popup that was not shown has in common with others; empty for one that was.
  package var reason: String {
    switch self {
    case .shown: ""
    case .notSubmitted: "it is not submitted"
    case .waiting(let kind):
      kind.map { $0.told.atTheEnd } ?? "nothing that is known is in its way, and its policy does not show it"
    case .dropped(let reason, let kind):
      "it is dropped (\(reason.wireName))" + (kind.map { " while it waits: \($0.told.noun)" } ?? "")
    }
  }
}

extension Obstacle.Kind {
  /// What was waited for, in a word, and how that was at the end: `the slot`, `the slot is held to the end`.
  fileprivate var told: (noun: String, atTheEnd: String) {
    switch self {
    case .parked: ("the page it is kept for", "the page it is kept for does not come back")
    case .page: ("its page", "its page is not current at the end")
    case .content: ("its content", "its content does not come")
    case .condition: ("its condition", "its condition does not hold at the end")
    case .scrolling: ("the end of scrolling", "the user scrolls at the end")
    case .background: ("the app to come back", "the app is in the background at the end")
    case .typing: ("the end of typing", "the user types at the end")
    case .suspended: ("its scheduler to be resumed", "its scheduler is suspended to the end")
    case .turn: ("its turn in its chain", "an earlier member of its chain is not over at the end")
    case .chain: ("another chain", "another chain goes on to the end")
    case .slot: ("the slot", "the slot is held to the end")
    case .transition: ("a page", "no page is current at the end")
    }
  }
}

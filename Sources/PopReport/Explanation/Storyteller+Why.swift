import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

/// Why it came to that, in full sentences.
extension Storyteller {
  /// The sentences, the one that says most first.
  var why: [String] { reasons + (isOpen ? ["What became of it behind the hole is not known."] : []) }

  private var reasons: [String] {
    if isOpen, life.spec.isNone { return [] }
    if life.spec.isNone { return ["This run has no submission of it."] }
    let summary = waitSummary
    switch life.ending {
    case .shown:
      let waited = summary.isEmpty ? "Nothing was in its way." : "It waited \(summary)."
      guard let end = life.outcome?.end, end.state == .dropped else { return [waited] }
      return [waited, Self.dropped(end.reason)]
    case .notSubmitted: return ["This run has no submission of it."]
    case .waiting:
      return [lastWords].compactMap { $0 } + (summary.isEmpty ? [] : ["It waited \(summary)."])
    case .dropped(let reason, _):
      return [Self.dropped(reason)] + (summary.isEmpty ? [] : ["Before that it waited \(summary)."])
    }
  }

  private var lastWords: String? {
    guard let obstacle = life.lastObstacle else {
      return "Nothing that is known was in its way \(atEnd)" + (isOpen ? "." : ": its policy has a reason of its own.")
    }
    guard obstacle.kind == .slot else {
      if isOpen { return "It waited for \(ObstacleWords.noun(obstacle.kind)) \(atEnd)." }
      return
        "At the end it waited for \(ObstacleWords.noun(obstacle.kind)): \(ObstacleWords.reason(of: .waiting(obstacle.kind)))."
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
    for wait in life.waits where wait.length > .zero {
      let place = kinds.firstIndex { $0.kind == wait.obstacle.kind } ?? kinds.count
      if place == kinds.count { kinds.append((wait.obstacle.kind, .zero, [])) }
      kinds[place].length += wait.length
      if !wait.obstacle.popup.isNone { kinds[place].holders.append(wait.obstacle.popup) }
    }
    guard !kinds.isEmpty else { return "" }
    let total = kinds.reduce(Ticks.zero) { $0 + $1.length }
    let parts = kinds.map { entry in
      seconds(entry.length) + " for " + ObstacleWords.noun(entry.kind)
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
}

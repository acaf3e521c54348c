import PopAudit
import PopTrace
import PopupScheduling

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

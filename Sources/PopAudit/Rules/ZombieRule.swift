import PopupScheduling

/// `zombie`: a popup that was over is shown again.
struct ZombieRule {
  /// A popup is about to be shown; true where the rule speaks.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    let popup = state.popups[event.popup.index]
    guard !popup.isUp, !popup.flags.isDisjoint(with: [.dead, .dismissed]) else { return false }
    let isDismissed = popup.flags.contains(.dismissed)
    let last = isDismissed ? popup.dismissal : popup.death
    let how = isDismissed ? "had been dismissed" : "was over"
    findings.append(
      Finding(
        .zombie, popup: event.popup, page: event.page, time: state.now,
        witness: witness(popup.submitted, last, popup.death, event.sequence),
        because: "\(state.text(popup: event.popup.index)) \(how) (event \(last)) and was shown again, as presentation "
          + "\(event.generation)"))
    return true
  }
}

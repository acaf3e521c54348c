import PopupScheduling

/// `zombie`: a popup that was over is shown again.
struct ZombieRule {
  /// A popup is about to be shown; true where the rule speaks.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    let place = event.popup.index
    guard !state.popups[place].isUp, !state.popups[place].flags.isDisjoint(with: [.dead, .dismissed]) else {
      return false
    }
    let isDismissed = state.popups[place].flags.contains(.dismissed)
    let last = isDismissed ? state.popups[place].dismissal : state.popups[place].death
    let how = isDismissed ? "had been dismissed" : "was over"
    findings.append(
      Finding(
        .zombie, popup: event.popup, page: event.page, time: state.now,
        witness: witness(state.popups[place].submitted, last, state.popups[place].death, event.sequence),
        because: "\(state.text(popup: event.popup.index)) \(how) (event \(last)) and was shown again, as presentation "
          + "\(event.generation)"))
    return true
  }
}

import PopupScheduling

/// `shown-after-withdrawal`: code took the popup back, and it is shown.
///
/// Of this rule, after-sign-out and zombie only the first speaks of a presentation, in this order.
struct ShownAfterWithdrawalRule {
  /// A popup is about to be shown; true where the rule speaks.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    let place = event.popup.index
    guard state.popups[place].flags.contains(.withdrawn) else { return false }
    findings.append(
      Finding(
        .shownAfterWithdrawal, popup: event.popup, page: event.page, time: state.now,
        witness: witness(state.popups[place].submitted, state.popups[place].withdrawal, event.sequence),
        because: "\(state.text(popup: event.popup.index)) was shown although code had taken it back (event "
          + "\(state.popups[place].withdrawal)) before"))
    return true
  }
}

import PopupScheduling

/// `expired-shown`: a popup is shown anew when its time is over.
struct ExpiredShownRule: AuditRule {
  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .popupShown, !event.popup.isNone else { return }
    let place = event.popup.index
    guard state.popups[place].isKnown, !state.popups[place].isSystem, state.now >= state.popups[place].expiresAt else {
      return
    }
    let late = state.now - state.popups[place].expiresAt
    findings.append(
      Finding(
        .expiredShown, popup: event.popup, page: event.page, time: state.now,
        witness: [state.popups[place].submitted, event.sequence],
        because: "\(state.text(popup: place)), submitted \(state.text(at: state.popups[place].submittedAt)), was shown "
          + (late > .zero ? "\(state.text(late)) after it expired" : "at the moment it expired")))
  }
}

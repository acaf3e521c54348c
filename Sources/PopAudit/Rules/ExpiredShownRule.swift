import PopupScheduling

/// `expired-shown`: a popup is shown anew when its time is over.
struct ExpiredShownRule: AuditRule {
  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .popupShown, !event.popup.isNone else { return }
    let place = event.popup.index
    let popup = state.popups[place]
    guard popup.isKnown, state.now >= popup.expiresAt else { return }
    let late = state.now - popup.expiresAt
    findings.append(
      Finding(
        .expiredShown, popup: event.popup, page: event.page, time: state.now,
        witness: [popup.submitted, event.sequence],
        because: "\(state.text(popup: place)), submitted \(state.text(at: popup.submittedAt)), was shown "
          + (late > .zero ? "\(state.text(late)) after it expired" : "at the moment it expired")))
  }
}

import PopupScheduling

/// `expired-shown`: a popup is shown anew when its time is over.
struct ExpiredShownRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.expiredShown] }
  static var watchedBefore: AuditSignals { .popupShown }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown, state.now >= state.popups[state.event.popup.index].expiresAt else { return }
    report(state, &output)
  }

  @inline(never)
  private func report(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard !state.popups[index].isSystem else { return }
    let late = state.now - state.popups[index].expiresAt
    output.report(
      .expiredShown, state, witness: [state.popups[index].submitted, state.event.sequence],
      "\(state.text(popup: index)), submitted \(state.text(at: state.popups[index].submittedAt)), was shown "
        + (late > .zero ? "\(state.text(late)) after it expired" : "at the moment it expired"))
  }
}

extension Rule {
  public static let expiredShown = Rule(
    number: 27, id: "expired-shown", severity: .error,
    userWords: "was shown after its time was over",
    definition: """
      A popup was shown at or after the end of its time, counted from its submission. What is up already may \
      outlive it.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"today only","expires":1000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1500,"event":"idle"}
      {"t":1500,"event":"popup.shown","popup":1,"page":1,"generation":1}
      expired-shown: popup 1 was shown 400 ms after it had expired
      """)
}

import PopupScheduling

/// `shown-after-withdrawal`: code took the popup back, and it is shown.
///
/// Only the first of this rule, after-sign-out and zombie reports a presentation, in this order.
struct ShownAfterWithdrawalRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.shownAfterWithdrawal] }
  static var watchedBefore: AuditSignals { .popupShown }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown, state.popups[state.event.popup.index].flags.contains(.withdrawn) else { return }
    report(state, &output)
  }

  @inline(never)
  private func report(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard output.noteReportOfBeginning(index, state.event.sequence) else { return }
    output.report(
      .shownAfterWithdrawal, state,
      witness: witness(state.popups[index].submitted, state.popups[index].withdrawal, state.event.sequence),
      "\(state.text(popup: state.event.popup.index)) was shown although code had taken it back (event "
        + "\(state.popups[index].withdrawal)) before")
  }
}

extension Rule {
  public static let shownAfterWithdrawal = Rule(
    number: 10, id: "shown-after-withdrawal", severity: .error,
    userWords: "came up although the app had taken it back",
    definition: """
      A popup was shown after code had taken it back: withdrawn, or dismissed by code while it was waiting. Toasts \
      are no exception.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"reconnecting"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      shown-after-withdrawal: popup 1 was withdrawn and shown all the same
      """)
}

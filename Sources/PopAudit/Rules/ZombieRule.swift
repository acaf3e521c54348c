import PopupScheduling

/// `zombie`: a popup that was over is shown again.
struct ZombieRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.zombie] }
  static var watchedBefore: AuditSignals { .popupShown }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown, !state.popups[state.event.popup.index].flags.isDisjoint(with: [.dead, .dismissed]) else {
      return
    }
    report(state, &output)
  }

  @inline(never)
  private func report(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard !state.popups[index].isUp, output.noteReportOfBeginning(index, state.event.sequence) else { return }
    let isDismissed = state.popups[index].flags.contains(.dismissed)
    let last = isDismissed ? state.popups[index].dismissal : state.popups[index].death
    let how = isDismissed ? "had been dismissed" : "was over"
    output.report(
      .zombie, state,
      witness: witness(state.popups[index].submitted, last, state.popups[index].death, state.event.sequence),
      "\(state.text(popup: state.event.popup.index)) \(how) (event \(last)) and was shown again, as presentation "
        + "\(state.event.generation)")
  }
}

extension Rule {
  public static let zombie = Rule(
    number: 9, id: "zombie", severity: .error,
    userWords: "came back after the user had dismissed it",
    definition: """
      A popup that was over is shown again: the user had dismissed it, or it had been dropped, had timed out, had \
      lost its view, had been cleared by a sign-out, or had been hidden with its page and not parked.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      zombie: popup 1 was dismissed and came back
      """)
}

import PopupScheduling

/// `starvation`: ten later popups were shown while this one could have been.
struct StarvationRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.starvation] }
  mutating func passedOver(
    _ entry: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    for index in entry.older where overtaken.isPassedOver(index, by: entry, state) {
      let position = overtaken.popup(index)
      if state.popups[position].passedOver == AuditState.mostPassedOver { report(position, entry, state, &output) }
    }
  }

  private func report(
    _ index: Int, _ entry: OvertakenPopups.Overtaking, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    let other = Int(entry.presentation.popup)
    output.report(
      .starvation, popup: PopupID(index), other: PopupID(other), page: state.popups[other].shownPage, time: state.now,
      witness: witness(state.popups[index].submitted, entry.presentation.shownSequence),
      because:
        "\(AuditState.mostPassedOver) popups submitted after \(state.text(popup: index)) were shown while it could have been, the "
        + "last of them \(state.text(popup: other)), \(state.text(state.now - state.popups[index].submittedAt)) after "
        + "its submission")
  }
}

extension Rule {
  public static let starvation = Rule(
    number: 15, id: "starvation", severity: .info,
    userWords: "was passed over ten times",
    definition: """
      A popup could have been shown, and ten popups that were submitted after it were shown in its place. Each of \
      them may have been more urgent; together they keep it away for ever.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"tips","level":9}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"news"}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      {"t":250,"event":"popup.dismissed","popup":2,"by":"button"}
      {"t":250,"event":"popup.hidden","popup":2,"reason":"dismissed","generation":1}
      {"t":300,"event":"popup.submitted","popup":3,"name":"news"}
      {"t":300,"event":"popup.shown","popup":3,"page":1,"generation":1}
      {"t":350,"event":"popup.dismissed","popup":3,"by":"button"}
      {"t":350,"event":"popup.hidden","popup":3,"reason":"dismissed","generation":1}
      {"t":400,"event":"popup.submitted","popup":4,"name":"news"}
      {"t":400,"event":"popup.shown","popup":4,"page":1,"generation":1}
      {"t":450,"event":"popup.dismissed","popup":4,"by":"button"}
      {"t":450,"event":"popup.hidden","popup":4,"reason":"dismissed","generation":1}
      {"t":500,"event":"popup.submitted","popup":5,"name":"news"}
      {"t":500,"event":"popup.shown","popup":5,"page":1,"generation":1}
      {"t":550,"event":"popup.dismissed","popup":5,"by":"button"}
      {"t":550,"event":"popup.hidden","popup":5,"reason":"dismissed","generation":1}
      {"t":600,"event":"popup.submitted","popup":6,"name":"news"}
      {"t":600,"event":"popup.shown","popup":6,"page":1,"generation":1}
      {"t":650,"event":"popup.dismissed","popup":6,"by":"button"}
      {"t":650,"event":"popup.hidden","popup":6,"reason":"dismissed","generation":1}
      {"t":700,"event":"popup.submitted","popup":7,"name":"news"}
      {"t":700,"event":"popup.shown","popup":7,"page":1,"generation":1}
      {"t":750,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":750,"event":"popup.hidden","popup":7,"reason":"dismissed","generation":1}
      {"t":800,"event":"popup.submitted","popup":8,"name":"news"}
      {"t":800,"event":"popup.shown","popup":8,"page":1,"generation":1}
      {"t":850,"event":"popup.dismissed","popup":8,"by":"button"}
      {"t":850,"event":"popup.hidden","popup":8,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.submitted","popup":9,"name":"news"}
      {"t":900,"event":"popup.shown","popup":9,"page":1,"generation":1}
      {"t":950,"event":"popup.dismissed","popup":9,"by":"button"}
      {"t":950,"event":"popup.hidden","popup":9,"reason":"dismissed","generation":1}
      {"t":1000,"event":"popup.submitted","popup":10,"name":"news"}
      {"t":1000,"event":"popup.shown","popup":10,"page":1,"generation":1}
      {"t":1050,"event":"popup.dismissed","popup":10,"by":"button"}
      {"t":1050,"event":"popup.hidden","popup":10,"reason":"dismissed","generation":1}
      {"t":1100,"event":"popup.submitted","popup":11,"name":"news"}
      {"t":1100,"event":"popup.shown","popup":11,"page":1,"generation":1}
      {"t":1150,"event":"popup.dismissed","popup":11,"by":"button"}
      {"t":1150,"event":"popup.hidden","popup":11,"reason":"dismissed","generation":1}
      starvation: popup 1 was passed over by popups 2 to 11
      """)
}

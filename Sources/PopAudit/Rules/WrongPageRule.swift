import PopupScheduling

/// `wrong-page`: a popup is up on a page that is not one of its own.
struct WrongPageRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.wrongPage] }
  mutating func stands(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    let current = state.scenes[Int(state.popups[index].scene)].current
    if !state.classesMatch(index, current) {
      guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return true }
      report(
        index, current, state, &output,
        "\(state.text(popup: index)) may be shown on \(state.text(pagesOf: index)) and is up on \(state.text(page: current))"
      )
      return true
    }
    guard !state.popups[index].isExempt, state.popups[index].shownSequence >= state.turn.start,
      !state.popups[index].shownPage.isNone,
      !state.isInLineage(state.popups[index].shownPage, of: current)
    else { return false }
    guard output.noteReportOnPage(state.popups[index].shownSequence, current) else { return true }
    report(
      index, current, state, &output,
      "\(state.text(popup: index)) was shown for \(state.text(page: state.popups[index].shownPage)) while \(state.text(page: current)) "
        + "is the current page")
    return true
  }

  private func report(
    _ index: Int, _ current: PageID, _ state: borrowing AuditState, _ output: inout RuleOutput, _ because: String
  ) {
    output.report(
      .wrongPage, popup: PopupID(index), page: current, time: state.now,
      witness: witness(state.popups[index].shownSequence, state.pages[current.index].changed), because: because)
  }
}

extension Rule {
  public static let wrongPage = Rule(
    number: 2, id: "wrong-page", severity: .error,
    userWords: "came up on a page it does not belong to",
    definition: """
      A popup is up on a page it was not meant for: none of the classes in its `pages` is the class (or, unless it \
      asked for exact classes, a superclass) of the page the user is on or of a page that contains it; or it was \
      shown for a page other than the current one. While one page gives way to another nothing is judged, so a \
      popup may be taken away at any moment of the transition.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"cart hint","pages":["Cart"]}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      wrong-page: popup 1 belongs on Cart and is up on Home
      """)
}

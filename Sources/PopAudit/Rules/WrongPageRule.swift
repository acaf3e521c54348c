import PopupScheduling

/// `wrong-page`: a popup is up on a page that is not one of its own.
struct WrongPageRule {
  /// Judges an UP popup on its scene's current page; true where the rule's condition is met.
  func judge(
    _ place: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) -> Bool {
    let current = state.scenes[Int(state.popups[place].scene)].current
    if !state.classesMatch(place, current) {
      guard spoken.insert(state.popups[place].shown, current) else { return true }
      report(
        place, current, state, &findings,
        "\(state.text(popup: place)) may be shown on \(state.text(pagesOf: place)) and is up on \(state.text(page: current))"
      )
      return true
    }
    guard !state.popups[place].isExempt, state.popups[place].shown >= state.step.start,
      !state.popups[place].shownPage.isNone,
      !state.isInLineage(state.popups[place].shownPage, of: current), !isUnknown(state.popups[place].shownPage, state)
    else { return false }
    guard spoken.insert(state.popups[place].shown, current) else { return true }
    report(
      place, current, state, &findings,
      "\(state.text(popup: place)) was shown for \(state.text(page: state.popups[place].shownPage)) while \(state.text(page: current)) "
        + "is the current page")
    return true
  }

  /// After a hole, a page that nothing was heard of may be anywhere.
  private func isUnknown(_ page: PageID, _ state: borrowing AuditState) -> Bool {
    state.hasHole && !state.pages[page.index].flags.contains(.appeared)
  }

  private func report(
    _ place: Int, _ current: PageID, _ state: borrowing AuditState, _ findings: inout [Finding], _ because: String
  ) {
    findings.append(
      Finding(
        .wrongPage, popup: PopupID(place), page: current, time: state.now,
        witness: witness(state.popups[place].shown, state.pages[current.index].changed), because: because))
  }
}

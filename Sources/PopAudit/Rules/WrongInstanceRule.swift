import PopupScheduling

/// `wrong-instance`: a popup is up on another instance than its own, or was hidden as if its own had been left.
struct WrongInstanceRule {
  /// Judges an UP popup on its scene's current page; true where the rule's condition is met.
  func judge(
    _ place: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) -> Bool {
    let current = state.scenes[Int(state.popups[place].scene)].current
    guard !state.popups[place].instance.isNone, !state.isInLineage(state.popups[place].instance, of: current) else {
      return false
    }
    guard spoken.insert(state.popups[place].shown, current) else { return true }
    findings.append(
      Finding(
        .wrongInstance, popup: PopupID(place), page: current, time: state.now,
        witness: witness(state.popups[place].shown, state.pages[current.index].changed),
        because:
          "\(state.text(popup: place)) belongs to \(state.text(page: state.popups[place].instance)) and is up on "
          + state.text(page: current)))
    return true
  }

  /// A popup is about to be hidden as page-left.
  func hidden(
    _ event: Event, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let place = event.popup.index
    guard state.popups[place].isKnown, state.popups[place].isUp, state.popups[place].flags.contains(.bound) else {
      return
    }
    let scene = Int(state.popups[place].scene)
    let current = state.scenes[scene].current
    guard !current.isNone, state.scenes[scene].isSettled else { return }
    let isThere =
      state.popups[place].shownPage.isNone
      ? state.matches(event.popup.index, current) : state.isInLineage(state.popups[place].shownPage, of: current)
    guard isThere, spoken.insert(state.popups[place].shown, current) else { return }
    findings.append(
      Finding(
        .wrongInstance, popup: event.popup, page: current, time: state.now,
        witness: witness(state.pages[current.index].changed, state.popups[place].shown, event.sequence),
        because:
          "\(state.text(popup: event.popup.index)) was hidden as page-left while its \(state.text(page: current)) "
          + "is the current page and no page is moving"))
  }
}

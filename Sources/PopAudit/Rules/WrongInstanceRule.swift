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
    let shownPage = state.popups[place].shownPage
    // Where its pages were changed while it was up, it may have left a page that the user is still on.
    guard shownPage.isNone || state.isInLineage(shownPage, of: current), state.matches(place, current),
      spoken.insert(state.popups[place].shown, current)
    else { return }
    findings.append(
      Finding(
        .wrongInstance, popup: event.popup, page: current, time: state.now,
        witness: witness(state.pages[current.index].changed, state.popups[place].shown, event.sequence),
        because:
          "\(state.text(popup: event.popup.index)) was hidden as page-left while its \(state.text(page: current)) "
          + "is the current page and no page is moving"))
  }

  /// A BOUND popup was hidden as page-left in this step and is not parked; true where only other pages than its own are leaving.
  func left(
    _ place: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) -> Bool {
    let popup = state.popups[place]
    let scene = Int(popup.scene)
    guard !popup.isUp, !state.scenes[scene].isSettled else { return false }
    // The page that will be current when they are gone.
    let staying = state.topPage(of: scene)
    guard !staying.isNone else { return false }
    let isNamed = !popup.shownPage.isNone
    guard isNamed ? state.isInLineage(popup.shownPage, of: staying) : state.matches(place, staying) else {
      return false
    }
    let moving = state.scenes[scene].moving
    for index in moving.indices {
      let page = state.pageLists[moving, index]
      let flags = state.pages[page.index].flags
      if flags.contains(.covering) { return false }
      // Where it was shown without a page, any that it MATCHES may be the one that was left.
      if isNamed ? state.isInLineage(page, of: popup.shownPage) : state.matches(place, page) { return false }
    }
    let own = isNamed ? popup.shownPage : staying
    guard spoken.insert(popup.shown, staying), !moving.isEmpty else { return true }
    let other = state.pageLists[moving, 0]
    findings.append(
      Finding(
        .wrongInstance, popup: PopupID(place), page: staying, time: state.now,
        witness: witness(popup.shown, state.pages[other.index].changed, popup.hidden),
        because:
          "\(state.text(popup: place)) was hidden as page-left and not parked while \(state.text(page: other)) moves and "
          + "its \(state.text(page: own)) stays"))
    return true
  }
}

import PopupScheduling

/// `during-transition`: a presentation begins while a page is on its way in or out.
struct DuringTransitionRule {
  /// Judges a presentation that began in this step and is still UP.
  func judge(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let scene = Int(state.popups[place].scene)
    guard !state.popups[place].isExempt, !state.isShownBySystem(place), !state.scenes[scene].isSettled
    else { return }
    let page = state.pageLists[state.scenes[scene].moving, 0]
    let way = state.pages[page.index].flags.contains(.coming) ? "appearing" : "disappearing"
    findings.append(
      Finding(
        .duringTransition, popup: PopupID(place), page: page, time: state.now,
        witness: witness(state.pages[page.index].changed, state.popups[place].shown),
        because: "\(state.text(popup: place)) was shown while \(state.text(page: page)) is \(way)"))
  }
}

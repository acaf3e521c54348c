import PopupScheduling

/// `after-sign-out`: a popup of somebody who is no longer signed in is shown, or stays up.
struct AfterSignOutRule {
  /// A popup is about to be shown; true where the rule speaks.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    let place = event.popup.index
    guard state.popups[place].epoch != state.epoch, !state.popups[place].isSystem else { return false }
    findings.append(
      Finding(
        .afterSignOut, popup: event.popup, page: event.page, time: state.now,
        witness: witness(state.popups[place].submitted, state.epochBegan, event.sequence),
        because:
          "\(state.text(popup: event.popup.index)) was submitted \(state.text(at: state.popups[place].submittedAt)) for the user "
          + "before and was shown after the change of user (event \(state.epochBegan))"))
    return true
  }

  /// The step in which the user changed is over.
  func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for scene in 0..<state.sceneCount {
      let visible = state.scenes[scene].visible
      for index in visible.indices {
        let popup = state.numberLists[visible, index]
        let place = Int(popup)
        let it = state.popups[place]
        guard it.isKnown, it.isUp, !it.isExempt, !it.isSystem, it.epoch != state.epoch, it.spokenOf != it.shown else {
          continue
        }
        state.popups[place].spokenOf = it.shown
        findings.append(
          Finding(
            .afterSignOut, popup: PopupID(popup), page: it.shownPage, time: state.now,
            witness: witness(it.shown, state.step.epochChange),
            because: "\(state.text(popup: place)) belongs to the user before and is still up after the change of user "
              + "(event \(state.step.epochChange))"))
      }
    }
  }
}

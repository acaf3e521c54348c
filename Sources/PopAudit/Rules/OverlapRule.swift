import PopupScheduling

/// `overlap`: a presentation begins while another popup of its scene is still on screen.
struct OverlapRule: AuditRule {
  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for index in state.step.presentations.indices {
      let presentation = state.step.presentations[index]
      let popup = Int(presentation.popup)
      guard state.isUpSince(presentation), !state.popups[popup].isExempt, !state.popups[popup].isSystem else {
        continue
      }
      let first = firstVisible(in: Int(state.popups[popup].scene), state)
      guard first >= 0, first != popup else { continue }
      report(presentation, over: first, state, &findings)
    }
  }

  /// The VISIBLE popup of a scene, exempt ones left out, whose presentation began first; negative where there is none.
  private func firstVisible(in scene: Int, _ state: borrowing AuditState) -> Int {
    let visible = state.scenes[scene].visible
    for index in visible.indices {
      let popup = Int(state.numberLists[visible, index])
      if !state.popups[popup].isExempt { return popup }
    }
    return -1
  }

  private func report(
    _ presentation: AuditStep.Presentation, over first: Int, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let popup = Int(presentation.popup)
    let other = state.popups[first]
    let length = state.text(state.now - other.shownAt)
    let exit = other.isUp ? "is up" : "is still leaving the screen (hidden \(state.text(at: other.hiddenAt)))"
    findings.append(
      Finding(
        .overlap, popup: PopupID(presentation.popup), other: PopupID(first), page: state.popups[popup].shownPage,
        time: state.now,
        witness: other.isUp ? [other.shown, presentation.shown] : [other.shown, other.hidden, presentation.shown],
        because:
          "\(state.text(popup: popup)) was shown while \(state.text(popup: first)), shown \(length) earlier, \(exit)"
      ))
  }
}

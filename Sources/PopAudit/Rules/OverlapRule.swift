import PopupScheduling

/// `overlap`: a presentation begins while another popup of its scene is still on screen.
struct OverlapRule: AuditRule {
  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for presentation in state.step.presentations {
      let popup = Int(presentation.popup)
      guard state.isUpSince(presentation), !state.popups[popup].isExempt, !state.popups[popup].isSystem else {
        continue
      }
      let visible = state.scenes[Int(state.popups[popup].scene)].visible
      let first = visible.first { !state.popups[Int($0)].isExempt }
      guard let first, first != presentation.popup else { continue }
      report(presentation, over: Int(first), state, &findings)
    }
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

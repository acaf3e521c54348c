import PopupScheduling

/// `stale-keepalive`: a popup that was kept for one page comes back on another.
struct StaleKeepaliveRule {
  /// Judges a presentation that began in this step and is still UP.
  func judge(
    _ place: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let popup = state.popups[place]
    guard popup.flags.contains(.cameFromParking), !popup.parkedPage.isNone else { return }
    let current = state.scenes[Int(popup.scene)].current
    let removed = state.pages[popup.parkedPage.index].isRemoved
    guard removed || (!current.isNone && !state.isInLineage(popup.parkedPage, of: current)) else { return }
    guard spoken.insert(popup.shown, current) else { return }
    let fate = removed ? "which was removed" : "and came back on \(state.text(page: current))"
    let removal = removed ? state.pages[popup.parkedPage.index].removal : -1
    findings.append(
      Finding(
        .staleKeepalive, popup: PopupID(place), page: current.isNone ? popup.parkedPage : current, time: state.now,
        witness: witness(popup.parked, removal, popup.shown),
        because: "\(state.text(popup: place)) was kept for \(state.text(page: popup.parkedPage)), \(fate)"))
  }
}

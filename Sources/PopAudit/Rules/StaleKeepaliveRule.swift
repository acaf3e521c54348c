import PopupScheduling

/// `stale-keepalive`: a popup that was kept for one page comes back on another.
struct StaleKeepaliveRule {
  /// Judges a presentation that began in this step and is still UP.
  func judge(
    _ place: Int, _ spoken: inout SpokenPresentations, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    guard state.popups[place].flags.contains(.cameFromParking), !state.popups[place].parkedPage.isNone else { return }
    let current = state.scenes[Int(state.popups[place].scene)].current
    let removed = state.pages[state.popups[place].parkedPage.index].isRemoved
    guard removed || (!current.isNone && !state.isInLineage(state.popups[place].parkedPage, of: current)) else {
      return
    }
    guard spoken.insert(state.popups[place].shown, current) else { return }
    let fate = removed ? "which was removed" : "and came back on \(state.text(page: current))"
    let removal = removed ? state.pages[state.popups[place].parkedPage.index].removal : -1
    findings.append(
      Finding(
        .staleKeepalive, popup: PopupID(place), page: current.isNone ? state.popups[place].parkedPage : current,
        time: state.now,
        witness: witness(state.popups[place].parked, removal, state.popups[place].shown),
        because: "\(state.text(popup: place)) was kept for \(state.text(page: state.popups[place].parkedPage)), \(fate)"
      ))
  }
}

import PopupScheduling

/// `stale-completion`: the end of an animation of an earlier presentation is taken for the end of the latest one's.
struct StaleCompletionRule: AuditRule {
  /// The root stimulus, where it is such a completion and has done no harm yet; its sequence number is negative otherwise.
  private var stale = Event(.idle)

  mutating func begin(_ state: borrowing AuditState) { stale.sequence = -1 }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    let place = event.popup.index
    if event.kind == .animationFinished {
      guard state.step.hasRoot, state.step.start == event.sequence else { return }
      stale = event
      if !state.popups[place].isKnown || event.generation == state.popups[place].generation { stale.sequence = -1 }
      return
    }
    guard stale.sequence >= 0, state.step.start == stale.sequence, stale.popup == event.popup else { return }
    let root = stale
    stale.sequence = -1
    findings.append(
      Finding(
        .staleCompletion, popup: event.popup, page: state.popups[place].shownPage, time: state.now,
        witness: [state.popups[place].shown, root.sequence, event.sequence].sorted(),
        because: "the \(root.phase.wireName) animation of presentation \(root.generation) of "
          + "\(state.text(popup: event.popup.index)) finished, and \(event.kind.wireName) met presentation "
          + "\(state.popups[place].generation)"))
  }
}

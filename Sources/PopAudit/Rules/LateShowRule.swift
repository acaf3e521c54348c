import PopupScheduling

/// `late-show`: the slot was free and somebody could have been shown for more than a second.
struct LateShowRule {
  /// A popup is about to be shown.
  func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    let line = Int(state.popups[place].line)
    let since: Ticks
    if state.popups[place].isExempt {
      since = state.popups[place].idleSince
    } else {
      // Only the first popup that comes ends the wait.
      guard state.lines[line].shownInStep < 0 else { return }
      since = state.lines[line].idleSince
    }
    guard since >= .zero else { return }
    let wait = state.now - since
    guard wait > state.second, wait < state.threeSeconds else { return }
    findings.append(
      Finding(
        .lateShow, popup: event.popup, page: event.page, time: state.now,
        witness: witness(state.popups[place].submitted, event.sequence),
        because: "\(state.text(popup: place)) was shown \(state.text(wait)) after its line became idle "
          + state.text(at: since)))
  }
}

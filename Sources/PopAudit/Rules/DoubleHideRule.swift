import PopupScheduling

/// `double-hide`: a presentation that was hidden already is hidden once more.
struct DoubleHideRule: AuditRule {
  /// By popup: the `popup.shown` of the presentation that was hidden last, and the `popup.hidden` that did it.
  private var hidden: [Pair] = []

  private struct Pair {
    var shown: Int32 = -1
    var hidden: Int32 = -1
  }

  mutating func begin(_ state: borrowing AuditState) {
    hidden.removeAll(keepingCapacity: true)
    hidden.append(contentsOf: repeatElement(Pair(), count: state.popups.count))
  }

  /// After `popup.view-lost` a popup is not up, but its one `popup.hidden` is still to come.
  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .popupHidden, !event.popup.isNone else { return }
    let place = event.popup.index
    guard state.popups[place].isKnown, !state.popups[place].flags.contains(.uncertain), state.popups[place].shown >= 0
    else { return }
    if !state.popups[place].isUp, hidden[place].shown == state.popups[place].shown {
      let isLeaving = state.popups[place].flags.contains(.leaving)
      let before = state.text(state.now - state.popups[place].hiddenAt)
      findings.append(
        Finding(
          .doubleHide, popup: event.popup, page: state.popups[place].shownPage, time: state.now,
          witness: [state.popups[place].shown, hidden[place].hidden, event.sequence],
          because: "\(state.text(popup: place)) was hidden (\(event.reason.wireName)), but was hidden \(before) before "
            + "(\(state.popups[place].hiddenReason.wireName)) and \(isLeaving ? "is leaving the screen" : "is gone")"))
      return
    }
    hidden[place] = Pair(shown: state.popups[place].shown, hidden: event.sequence)
  }
}

import PopupScheduling

/// `priority-inversion`: somebody more urgent was passed over.
struct PriorityInversionRule {
  /// Judges a presentation with the first of its rivals; true where the rule speaks.
  func judge(_ entry: Rivals.Entry, _ first: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    guard state.popups[first].level < entry.level else { return false }
    let place = Int(entry.presentation.popup)
    let rival = state.popups[first]
    findings.append(
      Finding(
        .priorityInversion, popup: PopupID(place), other: PopupID(first), page: state.popups[place].shownPage,
        time: state.now, witness: witness(rival.submitted, state.popups[place].submitted, entry.presentation.shown),
        because:
          "\(state.text(popup: place)) (level \(entry.level)) was shown while \(state.text(popupWithLevel: first)) "
          + "could have been, waiting for \(state.text(state.now - rival.submittedAt))"))
    return true
  }
}

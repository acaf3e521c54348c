import PopupScheduling

/// `gate-bypass`: a popup is shown while something holds it back.
struct GateBypassRule: AuditRule {
  private struct Suspect {
    var presentation: AuditStep.Presentation
    /// The event that closed the gate.
    var closed: Int32
    var gate: String
  }

  private var suspects: [Suspect] = []

  mutating func begin(_ state: borrowing AuditState) { suspects.removeAll(keepingCapacity: true) }

  /// A popup is about to be shown.
  mutating func shown(_ event: Event, _ state: borrowing AuditState) {
    let place = event.popup.index
    let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
    if !state.popups[place].flags.contains(.allowed) {
      let closed = state.popups[place].conditionSequence
      suspects.append(Suspect(presentation: presentation, closed: closed, gate: "its condition was false"))
    } else if let gate = state.closedGate(for: place) {
      switch gate {
      case .scrolling(let sequence):
        suspects.append(Suspect(presentation: presentation, closed: sequence, gate: "the user was scrolling"))
      case .typing(let sequence):
        suspects.append(Suspect(presentation: presentation, closed: sequence, gate: "the user was typing"))
      case .background(let sequence):
        suspects.append(Suspect(presentation: presentation, closed: sequence, gate: "the app was in the background"))
      case .suspended(let sequence):
        suspects.append(Suspect(presentation: presentation, closed: sequence, gate: "its scheduler was suspended"))
      }
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for suspect in suspects where state.isUpSince(suspect.presentation) {
      let place = Int(suspect.presentation.popup)
      findings.append(
        Finding(
          .gateBypass, popup: PopupID(place), page: state.popups[place].shownPage, time: state.now,
          witness: witness(suspect.closed, suspect.presentation.shown),
          because: "\(state.text(popup: place)), of kind \(state.popups[place].kind.wireName), was shown while "
            + "\(suspect.gate) (event \(suspect.closed))"))
    }
    if !suspects.isEmpty { suspects.removeAll(keepingCapacity: true) }
  }
}

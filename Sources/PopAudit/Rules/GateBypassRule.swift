import PopupScheduling

/// `gate-bypass`: a popup is shown while something holds it back.
struct GateBypassRule: ~Copyable, AuditRule {
  static var signalsBefore: AuditSignals { .popupShown }
  static var signalsAtEnd: AuditSignals { .popupShown }

  private struct Suspect {
    var presentation: AuditStep.Presentation
    /// The event that closed the gate.
    var closed: Int32
    var gate: String
  }

  private var suspects: [Suspect] = []

  mutating func begin(_ state: borrowing AuditState) {
    if !suspects.isEmpty { suspects.removeAll(keepingCapacity: true) }
  }

  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let place = state.event.popup.index
    let presentation = AuditStep.Presentation(popup: state.event.popup.rawValue, shown: state.event.sequence)
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

  mutating func endOfStep(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !suspects.isEmpty else { return }
    for suspect in suspects where state.isUpSince(suspect.presentation) {
      let place = Int(suspect.presentation.popup)
      output.findings.append(
        Finding(
          .gateBypass, popup: PopupID(place), page: state.popups[place].shownPage, time: state.now,
          witness: witness(suspect.closed, suspect.presentation.shown),
          because: "\(state.text(popup: place)), of kind \(state.popups[place].kind.wireName), was shown while "
            + "\(suspect.gate) (event \(suspect.closed))"))
    }
    suspects.removeAll(keepingCapacity: true)
  }
}

extension GateBypassRule {
  static let documentation = RuleDocumentation(
    severity: .error,
    definition: """
      A popup was shown while something held it back: the user was scrolling, the app was in the background, its \
      scheduler was suspended, its own condition was false, or the user was typing and it is of a kind that can \
      wait (campaign, message, guide, splash, permission). For a toast and for the operating system's popups only \
      the condition counts. What is up when a gate closes may stay.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"scroll.began"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      gate-bypass: popup 1 was shown while the user was scrolling
      """)
}

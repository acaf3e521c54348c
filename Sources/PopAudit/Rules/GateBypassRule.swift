import PopupScheduling

/// `gate-bypass`: a popup is shown while something holds it back.
struct GateBypassRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.gateBypass] }
  static var watchedBefore: AuditSignals { .popupShown }
  static var watchedAtEnd: AuditSignals { .popupShown }
  static var stage: TurnStage { .heldBack }

  // Not private, as in ``TimerTable/Entry``.
  struct Suspect {
    var presentation: AuditTurn.Presentation
    var gate: ClosedGate
  }

  private var suspects = OwnedArray<Suspect>()

  mutating func begin(_ state: borrowing AuditState) { suspects.removeAll() }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let index = state.event.popup.index
    let presentation = AuditTurn.Presentation(popup: state.event.popup.rawValue, shownSequence: state.event.sequence)
    if !state.popups[index].flags.contains(.allowed) {
      suspects.append(Suspect(presentation: presentation, gate: .condition(state.popups[index].conditionSequence)))
    } else if let gate = state.closedGate(for: index) {
      suspects.append(Suspect(presentation: presentation, gate: gate))
    }
  }

  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !suspects.isEmpty { judgeSuspects(state, &output) }
  }

  @inline(never)
  private mutating func judgeSuspects(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in suspects.indices where state.isUpSince(suspects[index].presentation) {
      let suspect = suspects[index]
      let position = Int(suspect.presentation.popup)
      let closed = suspect.gate.closed
      output.report(
        .gateBypass, popup: PopupID(position), page: state.popups[position].shownPage, time: state.now,
        witness: witness(closed, suspect.presentation.shownSequence),
        because: state.sentence(
          state.text(popup: position), ", of kind ", state.popups[position].kind.wireName, ", was shown while ",
          words(suspect.gate), " (event ", String(closed), ")"))
    }
    suspects.removeAll()
  }

  private func words(_ gate: ClosedGate) -> String {
    switch gate {
    case .scrolling: "the user was scrolling"
    case .typing: "the user was typing"
    case .background: "the app was in the background"
    case .suspended: "its scheduler was suspended"
    case .condition: "its condition was false"
    }
  }
}

extension Rule {
  public static let gateBypass = Rule(
    number: 17, id: "gate-bypass", severity: .error,
    userWords: "came up while the user was scrolling or typing, or when it should not",
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

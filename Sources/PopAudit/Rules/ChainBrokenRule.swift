import PopupScheduling

/// `chain-broken`: a stranger is shown in the middle of a chain, or a member before its turn.
struct ChainBrokenRule: AuditRule {
  private struct Suspect {
    var presentation: AuditStep.Presentation
    var chain: Int32
    var next: Int32
  }

  private var suspects: [Suspect] = []

  mutating func begin(_ state: borrowing AuditState) { suspects.removeAll(keepingCapacity: true) }

  /// A popup that is not exempt is about to be shown.
  mutating func shown(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    let holding = state.holdingChain(inLineOf: place)
    if holding >= 0 {
      let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
      suspects.append(Suspect(presentation: presentation, chain: holding, next: state.chains[Int(holding)].first))
    }
    if state.popups[place].chain >= 0, state.popups[place].isLive { judgeTurn(event, state, &findings) }
  }

  private func judgeTurn(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    var member = state.chains[Int(state.popups[event.popup.index].chain)].first
    while member >= 0, member != event.popup.rawValue {
      let earlier = state.popups[Int(member)]
      if earlier.isWaiting, !earlier.flags.contains(.uncertain) {
        let name = state.catalog.names.text(state.chains[Int(state.popups[event.popup.index].chain)].name)
        findings.append(
          Finding(
            .chainBroken, popup: event.popup, other: PopupID(member), page: event.page, time: state.now,
            witness: witness(earlier.submitted, state.popups[event.popup.index].submitted, event.sequence),
            because:
              "\(state.text(popup: event.popup.index)) was shown before \(state.text(popup: Int(member))), which "
              + "comes first in chain \"\(name)\" and still waits"))
        return
      }
      member = earlier.chainNext
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    for suspect in suspects where state.isUpSince(suspect.presentation) {
      let place = Int(suspect.presentation.popup)
      let chain = state.chains[Int(suspect.chain)]
      let next = Int(suspect.next)
      findings.append(
        Finding(
          .chainBroken, popup: PopupID(place), other: PopupID(next), page: state.popups[place].shownPage,
          time: state.now,
          witness: witness(chain.opened, state.popups[next].submitted, suspect.presentation.shown),
          because:
            "\(state.text(popup: place)) was shown in the middle of chain \"\(state.catalog.names.text(chain.name))\", "
            + "whose next member \(state.text(popup: next)) belongs on the current page"))
    }
    if !suspects.isEmpty { suspects.removeAll(keepingCapacity: true) }
  }
}

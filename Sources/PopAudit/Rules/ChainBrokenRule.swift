import PopupScheduling

/// `chain-broken`: a popup of no chain or of another is shown in the middle of a chain, or a member too early.
struct ChainBrokenRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.chainBroken] }
  static var watchedBefore: AuditSignals { .popupShown }
  static var watchedAtEnd: AuditSignals { .popupShown }
  static var stage: TurnStage { .heldBack }

  // Not private, as in ``TimerTable/Entry``.
  struct Suspect {
    var presentation: AuditTurn.Presentation
    var chain: Int32
    var next: Int32
  }

  private var suspects = OwnedArray<Suspect>()

  mutating func begin(_ state: borrowing AuditState) { suspects.removeAll() }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.takesSlot, mayConcern(state.event.popup.index, state) { judgeShown(state, &output) }
  }

  @inline(never)
  private mutating func judgeShown(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    let holding = state.holdingChain(inQueueOf: index)
    if holding >= 0 {
      let presentation = AuditTurn.Presentation(popup: state.event.popup.rawValue, shownSequence: state.event.sequence)
      suspects.append(Suspect(presentation: presentation, chain: holding, next: state.chains[Int(holding)].first))
    }
    if state.popups[index].chain >= 0, state.popups[index].isLive { judgeTurn(state, &output) }
  }

  /// Whether a chain has anything to do with a popup that is about to be shown.
  @inline(__always)
  private func mayConcern(_ index: Int, _ state: borrowing AuditState) -> Bool {
    state.popups[index].chain >= 0 || !state.queues[Int(state.popups[index].queue)].holders.isEmpty
  }

  private func judgeTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    var member = state.chains[Int(state.popups[state.event.popup.index].chain)].first
    while member >= 0, member != state.event.popup.rawValue {
      let earlier = state.popups[Int(member)]
      if earlier.isWaiting {
        let name = state.catalog.names.text(state.chains[Int(state.popups[state.event.popup.index].chain)].name)
        output.report(
          .chainBroken, popup: state.event.popup, other: PopupID(member), page: state.event.page, time: state.now,
          witness: witness(earlier.submitted, state.popups[state.event.popup.index].submitted, state.event.sequence),
          because:
            "\(state.text(popup: state.event.popup.index)) was shown before \(state.text(popup: Int(member))), which "
            + "comes first in chain \"\(name)\" and still waits")
        return
      }
      member = earlier.chainNext
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
      let chain = state.chains[Int(suspect.chain)]
      let next = Int(suspect.next)
      output.report(
        .chainBroken, popup: PopupID(position), other: PopupID(next), page: state.popups[position].shownPage,
        time: state.now,
        witness: witness(chain.opened, state.popups[next].submitted, suspect.presentation.shownSequence),
        because:
          "\(state.text(popup: position)) was shown in the middle of chain \"\(state.catalog.names.text(chain.name))\", "
          + "whose next member \(state.text(popup: next)) belongs on the current page")
    }
    suspects.removeAll()
  }
}

extension Rule {
  public static let chainBroken = Rule(
    number: 21, id: "chain-broken", severity: .error,
    userWords: "came up in the middle of a sequence, or out of turn",
    definition: """
      Somebody else came between two members of a chain whose next member could have followed on the current page; \
      or a member was shown while an earlier one of the same round still waited. Withdrawing a member shortens a \
      chain and does not break it, nor does what the operating system shows at once.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"welcome 1","chain":"welcome"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"welcome 2","chain":"welcome"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"chain"}
      {"t":300,"event":"popup.submitted","popup":3,"name":"call","level":-1}
      {"t":300,"event":"popup.queued","popup":3,"reason":"chain"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.shown","popup":3,"page":1,"generation":1}
      chain-broken: popup 3 came between popups 1 and 2 of chain "welcome"
      """)
}

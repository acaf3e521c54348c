import PopupScheduling

extension Rule {
  public static let overlap = Rule(
    number: 1, id: "overlap", severity: .error,
    userWords: "was on screen together with another popup",
    definition: """
      Two popups of one scene are on screen at once. A popup counts as on screen from its popup.shown until its \
      exit animation is over (or a second after it should have been), whichever scheduler it belongs to. Toasts \
      (kind hud) may lie over anything, and the operating system's own popups may come over what is up, but \
      nothing may come over them.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":300,"event":"popup.submitted","popup":2,"name":"new version"}
      {"t":300,"event":"popup.shown","popup":2,"page":1,"generation":1}
      overlap: popup 2 was shown while popup 1 was up
      """)

  enum Overlap {
    static func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for index in state.presentations.indices {
        let presentation = state.presentations[index]
        let popup = Int(presentation.popup)
        guard state.isUpSince(presentation), !state.popups[popup].isExempt, !state.popups[popup].isSystem else {
          continue
        }
        // Exempt ones left out, the first in the scene is the one whose presentation began first.
        let scene = Int(state.popups[popup].scene)
        let position = state.scenes[scene].visible.indices.first {
          !state.popups[state.visible($0, in: scene)].isExempt
        }
        guard let position, state.visible(position, in: scene) != popup else { continue }
        report(presentation, over: state.visible(position, in: scene), state, &output)
      }
    }

    @inline(never)
    private static func report(
      _ presentation: AuditTurn.Presentation, over first: Int, _ state: borrowing AuditState,
      _ output: inout RuleOutput
    ) {
      let popup = Int(presentation.popup)
      let other = state.popups[first]
      let exit = other.isUp ? "is up" : "is still leaving the screen (hidden \(state.text(at: other.hiddenAt)))"
      output.report(
        .overlap, state, popup, with: first,
        other.isUp
          ? [other.shownSequence, presentation.shownSequence]
          : [other.shownSequence, other.hiddenSequence, presentation.shownSequence],
        "\(state.text(popup: popup)) was shown while \(state.text(popup: first)), shown "
          + "\(state.text(state.now - other.shownAt)) earlier, \(exit)")
    }
  }

  public static let gateBypass = Rule(
    number: 17, id: "gate-bypass", severity: .error,
    userWords: "came up while the user was scrolling or typing, or when it should not",
    definition: """
      A popup was shown while something held it back: the user was scrolling, the app was in the background, its \
      scheduler was suspended, its own condition was false, or the user was typing and it is of a kind that can \
      wait (campaign, message, guide, splash, permission). For a toast and for the operating system's popups only \
      the condition counts. What is up when a gate closes may stay.
      """,
    story: """
      {"t":100,"event":"scroll.began"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      gate-bypass: popup 1 was shown while the user was scrolling
      """)

  enum GateBypass {
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      let isAllowed = popup.flags.contains(.allowed)
      let condition = Obstacle(kind: .condition, event: popup.conditionSequence)
      guard let gate = isAllowed ? state.closedGate(for: state.subject) : condition else { return }
      output.suspects.append(Suspect(presentation: state.presentation, obstacle: gate))
    }

    static func judge(_ suspect: Suspect, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let (position, gate) = (Int(suspect.presentation.popup), suspect.obstacle)
      output.report(
        .gateBypass, state, position, witness(gate.event, suspect.presentation.shownSequence),
        state.sentence(
          state.text(popup: position), ", of kind ", state.popups[position].kind.wireName, ", was shown while ",
          words(gate.kind), " (event ", String(gate.event), ")"))
    }

    private static func words(_ gate: Obstacle.Kind) -> String {
      switch gate {
      case .scrolling: "the user was scrolling"
      case .typing: "the user was typing"
      case .background: "the app was in the background"
      case .suspended: "its scheduler was suspended"
      case .condition: "its condition was false"
      case .parked, .page, .content, .turn, .chain, .slot, .transition: ""
      }
    }
  }

  public static let chainBroken = Rule(
    number: 21, id: "chain-broken", severity: .error,
    userWords: "came up in the middle of a sequence, or out of turn",
    definition: """
      Somebody else came between two members of a chain whose next member could have followed on the current page; \
      or a member was shown while an earlier one of the same round still waited. Withdrawing a member shortens a \
      chain and does not break it, nor does what the operating system shows at once.
      """,
    story: """
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

  /// A presentation that began while something held it back: a gate, or a chain.
  struct Suspect {
    var presentation: AuditTurn.Presentation
    var obstacle: Obstacle
  }

  enum ChainBroken {
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.takesSlot else { return }
      let mayBeHeld = !state.openChains.isEmpty || state.isIndexed
      if mayBeHeld || state.popups[state.subject].chain >= 0 { judgeShown(state, &output) }
    }

    @inline(never)
    private static func judgeShown(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      if let chain = state.holdingChain(for: state.subject) {
        output.suspects.append(Suspect(presentation: state.presentation, obstacle: chain))
      }
      if state.popups[state.subject].chain >= 0, state.popups[state.subject].isLive { judgeTurn(state, &output) }
    }

    private static func judgeTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let chain = Int(state.popups[state.subject].chain)
      var member = state.chainMembers.first(of: chain)
      while member >= 0, member != state.subject {
        let earlier = state.popups[member]
        if earlier.isWaiting {
          return output.report(
            .chainBroken, state, state.subject, with: member, on: state.event.page,
            witness(earlier.submitted, state.popups[state.subject].submitted, state.event.sequence),
            "\(state.text(popup: state.subject)) was shown before \(state.text(popup: member)), which "
              + "comes first in chain \"\(state.catalog.names.text(state.chains[chain].name))\" and still waits")
        }
        member = state.chainMembers.next(after: member)
      }
    }

    static func judge(_ suspect: Suspect, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let (popup, next) = (Int(suspect.presentation.popup), suspect.obstacle.popup.index)
      let chain = state.chains[Int(state.popups[next].chain)]
      output.report(
        .chainBroken, state, popup, with: next,
        witness(suspect.obstacle.event, state.popups[next].submitted, suspect.presentation.shownSequence),
        "\(state.text(popup: popup)) was shown in the middle of chain \"\(state.catalog.names.text(chain.name))\", "
          + "whose next member \(state.text(popup: next)) belongs on the current page")
    }
  }
}

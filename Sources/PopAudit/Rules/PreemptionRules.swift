import PopupScheduling

extension Rule {
  public static let preemptLost = Rule(
    number: 18, id: "preempt-lost", severity: .warning,
    userWords: "made way for a more urgent one, and was not treated as it asked",
    definition: """
      A popup that was up had to make way for a more urgent one, and did not get what it asked for: one that is to \
      be queued again was not, one that is to be dropped was not, or one that is to stay was hidden at all.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","level":5,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"call","level":0}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      preempt-lost: popup 1 was preempted and not queued again
      """)

  enum PreemptLost {
    struct Preempted {
      var popup: Int32
      var hiddenSequence: Int32
      /// It was put back in the queue, or shown.
      var isBack = false
      var isDropped = false
      /// It ended for another reason that holds.
      var isOver = false
    }

    /// Only what hides or drops a popup as preempted concerns one that was not preempted in this turn.
    @inline(__always)
    static func before(isTakenAway: Bool = false, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      if !output.preempted.isEmpty || (isTakenAway && state.hasReason(.preempted)) { note(state, &output) }
    }

    @inline(never)
    private static func note(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown else { return }
      let index = state.subject
      if state.event.kind == .popupHidden {
        // A suspension that hides puts what is up back to the front, whatever it is (QueueOrder, *Suspension and clearing*).
        guard state.event.reason == .preempted, state.popups[index].isUp, !state.isPutBackBySuspension(index) else {
          return
        }
        output.preempted.append(Preempted(popup: state.event.popup.rawValue, hiddenSequence: state.event.sequence))
        return
      }
      // Where it stands among those preempted in this turn, the last time.
      var entry = output.preempted.count - 1
      while entry >= 0, output.preempted[entry].popup != state.event.popup.rawValue { entry -= 1 }
      guard entry >= 0 else {
        guard state.event.kind == .popupDropped, state.event.reason == .preempted else { return }
        return output.report(
          .preemptLost, state, index, on: state.currentPage(for: index), [state.event.sequence],
          "\(state.text(popup: index)) was dropped (preempted) without having been hidden for another one")
      }
      switch state.event.kind {
      case .popupDropped where state.event.reason == .preempted: output.preempted[entry].isDropped = true
      case .popupDropped: if state.premiseHolds { output.preempted[entry].isOver = true }
      case .popupWithdrawn: output.preempted[entry].isOver = true
      default: output.preempted[entry].isBack = true
      }
    }

    static func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for index in output.preempted.indices { judge(output.preempted[index], state, &output) }
      output.preempted.removeAll()
    }

    private static func judge(_ entry: Preempted, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let index = Int(entry.popup)
      let wish = state.spec(of: index).onHigher
      let why: String
      switch wish {
      case .stay: why = "it must not be preempted at all"
      case .requeue:
        if entry.isBack || entry.isOver { return }
        why = entry.isDropped ? "it was dropped in place of being queued again" : "it was not queued again"
      case .drop:
        if entry.isDropped || entry.isOver { return }
        why = "it was not dropped"
      }
      output.report(
        .preemptLost, state, index, [state.popups[index].shownSequence, entry.hiddenSequence],
        "\(state.text(popup: index)) (onHigher \(wish.wireName)) was hidden (preempted), and \(why)")
    }
  }

  public static let preemptBlank = Rule(
    number: 19, id: "preempt-blank", severity: .warning,
    userWords: "was taken away for another one that did not come",
    definition: """
      A popup was hidden to make way for a more urgent one, and then nobody came: the next one shown was the same \
      popup again, or came more than a second later. It is excused where the page, a gate or the user changed in \
      between, where any other popup was altered, and where one that could have been shown in its place was taken \
      back, dropped or barred. Toasts make way for nobody, and none is judged.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","level":5,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"call","level":0,"pages":["Cart"]}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"page"}
      {"t":700,"event":"idle"}
      {"t":700,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      preempt-blank: popup 1 made way for nobody and came back
      """)

  struct PreemptBlank: ~Copyable {
    /// The popup of a queue that made way last, until another one of the queue is shown.
    struct Pending {
      var popup: Int32 = -1
      var hiddenSequence: Int32 = -1
      /// When it was gone from the screen; negative before.
      var goneAt = Ticks(-1)
      /// The kinds of popups that a gate held when it was hidden, a bit for each.
      var held: UInt32 = 0
      /// The chain that held the queue then; negative for none.
      var holding: Int32 = -1
    }

    /// By queue.
    var pending = OwnedArray<Pending>()
    /// The queues of which one is pending.
    var active = OwnedArray<Int32>()

    @inline(never)
    mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      switch state.event.kind {
      case .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
        guard !state.event.page.isNone else { return }
        let scene = state.pages[state.event.page.index].scene
        forget { queue, _ in state.queues[queue].scene == scene }
      case .scrollBegan, .editBegan:
        let scene = state.knownScene(numbered: state.event.scene)
        forget { queue, _ in state.queues[queue].scene == scene }
      case .schedulerSuspended:
        let suspended = Int(state.knownQueue(of: state.event.schedulerID))
        forget { queue, _ in queue == suspended }
      case .appBackground, .appSignedOut: forget { _, _ in true }
      // An event about the popup that made way does not explain why the slot stays empty.
      case .popupChanged: forget { _, popup in popup != state.event.popup.rawValue }
      case .popupWithdrawn, .popupDropped: excuse(state)
      case .appSignedIn: if state.isSignedIn, state.user != state.event.name { forget { _, _ in true } }
      case .popupDismissed:
        guard !state.event.popup.isNone else { return }
        if state.popups[state.subject].isUp {
          forget { _, popup in popup != state.event.popup.rawValue }
        } else if state.event.act == .code {
          excuse(state)
        }
      case .popupCondition: if !state.event.flags.contains(.holds) { excuse(state) }
      case .popupShown: show(state, &output)
      default: break
      }
    }

    mutating func endOfSession(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for queue in pending.indices where pending[queue].popup >= 0 {
        settleGone(queue, state)
        guard pending[queue].goneAt >= .zero else { continue }
        report(pending[queue], state, &output, [], "nothing came in its place to the end")
      }
    }

    @inline(never)
    mutating func hide(_ state: borrowing AuditState) {
      let popup = state.popups[state.subject]
      // A suspension that hides popups also closes their gate.
      guard popup.isKnown, !popup.isExempt, popup.hiddenSequence == state.event.sequence,
        !state.isPutBackBySuspension(state.subject)
      else { return }
      let queue = Int(popup.queue)
      while pending.count <= queue { pending.append(Pending()) }
      if pending[queue].popup < 0 { active.append(popup.queue) }
      pending[queue] = Pending(
        popup: state.event.popup.rawValue, hiddenSequence: state.event.sequence,
        held: state.heldKinds(ofQueue: queue), holding: state.holdingChain(ofQueue: queue))
      noteGone(state.event.popup.rawValue, at: state.now, state)
    }

    private mutating func show(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.event.popup.isNone else { return }
      let popup = state.popups[state.subject]
      let queue = Int(popup.queue)
      guard popup.isKnown, !popup.isExempt, queue < pending.count, pending[queue].popup >= 0 else { return }
      settleGone(queue, state)
      let entry = pending[queue]
      forget { other, _ in other == queue }
      if entry.popup == state.event.popup.rawValue {
        report(entry, state, &output, [state.event.sequence], "the next to be shown was itself")
      } else if entry.goneAt >= .zero, state.now - entry.goneAt > state.second {
        let blank = state.text(state.now - entry.goneAt)
        report(
          entry, state, &output, [state.event.sequence],
          "\(state.text(popup: state.subject)) came \(blank) after it was gone")
      }
    }

    private func report(
      _ entry: Pending, _ state: borrowing AuditState, _ output: inout RuleOutput, _ witness: [Int32], _ why: String
    ) {
      let index = Int(entry.popup)
      output.report(
        .preemptBlank, state, index, [entry.hiddenSequence] + witness,
        "\(state.text(popup: index)) was hidden (preempted), and \(why)")
    }

    /// The exit animation of a popup is over, or its time.
    mutating func noteGone(_ popup: Int32, at time: Ticks, _ state: borrowing AuditState) {
      guard !active.isEmpty, popup >= 0 else { return }
      let queue = Int(state.popups[Int(popup)].queue)
      guard queue < pending.count, pending[queue].popup == popup, pending[queue].goneAt < .zero,
        !state.popups[Int(popup)].flags.contains(.leaving)
      else { return }
      pending[queue].goneAt = time
    }

    /// Notes when a popup was gone whose grace ran out between the events of one turn: the rule is not called then.
    private mutating func settleGone(_ queue: Int, _ state: borrowing AuditState) {
      noteGone(pending[queue].popup, at: state.popups[Int(pending[queue].popup)].leavesBy, state)
    }

    /// A popup can no longer be shown: that explains why the slot stays empty if it could have been when the other one made way.
    private mutating func excuse(_ state: borrowing AuditState) {
      guard !state.event.popup.isNone else { return }
      let popup = state.popups[state.subject]
      // Where events are missing, it is not known what it was.
      guard popup.isKnown, !popup.flags.contains(.uncertain) else {
        if state.hasGap { forget { _, _ in true } }
        return
      }
      let queue = Int(popup.queue)
      guard queue < pending.count, pending[queue].popup >= 0, pending[queue].popup != state.event.popup.rawValue,
        state.wasEligible(
          state.subject, at: pending[queue].hiddenSequence, held: pending[queue].held,
          holding: pending[queue].holding)
      else { return }
      forget { other, _ in other == queue }
    }

    /// Forgets the popups that made way of which something is so, told of the queue and the popup.
    private mutating func forget(where isOver: (_ queue: Int, _ popup: Int32) -> Bool) {
      var kept = 0
      for index in active.indices {
        let queue = Int(active[index])
        if isOver(queue, pending[queue].popup) {
          pending[queue] = Pending()
        } else {
          active[kept] = active[index]
          kept += 1
        }
      }
      active.removeLast(active.count - kept)
    }
  }
}

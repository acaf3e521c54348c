import PopupScheduling

/// `preempt-blank`: a popup makes way, and nothing comes in its place.
struct PreemptBlankRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.preemptBlank] }
  static var watchedBefore: AuditSignals {
    .popupShown | .popupDropped | .popupWithdrawn | .pageWillDisappear | .pageRemoved | .pageWillAppear | .pageDidAppear
      | .pageDidDisappear | .scrollBegan | .editBegan | .schedulerSuspended | .appBackground | .appSignedOut
      | .appSignedIn | .popupChanged | .popupDismissed | .popupCondition
  }
  static var watchedAfter: AuditSignals { .popupHidden | .animationFinished }
  static var deadlines: Deadline.Kinds { .exitGrace }

  /// The popup of a queue that made way last, until another one of the queue is shown.
  // Not private, as in ``TimerTable/Entry``.
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
  private var pending = OwnedArray<Pending>()
  /// The queues of which one is pending.
  private var active = OwnedArray<Int32>()

  mutating func begin(_ state: borrowing AuditState) {
    pending.removeAll()
    active.removeAll()
  }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !active.isEmpty { look(state, &output) }
  }

  @inline(never)
  private mutating func look(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      guard !state.event.page.isNone else { return }
      forget(scene: Int(state.pages[state.event.page.index].scene), state)
    case .scrollBegan, .editBegan:
      let scene = state.knownScene(numbered: state.event.scene)
      forget(scene: Int(scene), state)
    case .schedulerSuspended:
      let queue = state.knownQueue(of: state.event.schedulerID)
      if queue >= 0, Int(queue) < pending.count { forget(queue: Int(queue)) }
    case .appBackground, .appSignedOut: forgetAll()
    // An event about the popup that made way does not explain why the slot stays empty.
    case .popupChanged: forget(but: state.event.popup.rawValue)
    case .popupWithdrawn, .popupDropped: excuse(state)
    case .appSignedIn: if state.isSignedIn, state.user != state.event.name { forgetAll() }
    case .popupDismissed:
      guard !state.event.popup.isNone else { return }
      if state.popups[state.event.popup.index].isUp {
        forget(but: state.event.popup.rawValue)
      } else if state.event.act == .code {
        excuse(state)
      }
    case .popupCondition: if !state.event.flags.contains(.holds) { excuse(state) }
    case .popupShown: show(state, &output)
    default: break
    }
  }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.popup.isNone else { return }
    switch state.event.kind {
    case .popupHidden: if state.hasReason(.preempted) { hide(state) }
    case .animationFinished: if !active.isEmpty { noteGone(state.event.popup.rawValue, at: state.now, state) }
    default: break
    }
  }

  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !active.isEmpty { noteGone(deadline.subject, at: deadline.time, state) }
  }

  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard isFinished else { return }
    for queue in pending.indices where pending[queue].popup >= 0 {
      settleGone(queue, state)
      guard pending[queue].goneAt >= .zero else { continue }
      report(pending[queue], state, &output, witness: [], "nothing came in its place to the end")
    }
  }

  @inline(never)
  private mutating func hide(_ state: borrowing AuditState) {
    guard state.popups[state.event.popup.index].isKnown, !state.popups[state.event.popup.index].isExempt,
      state.popups[state.event.popup.index].hiddenSequence == state.event.sequence
    else { return }
    // A suspension that hides popups also closes their gate.
    if state.isPutBackBySuspension(state.event.popup.index) { return }
    let queue = Int(state.popups[state.event.popup.index].queue)
    while pending.count <= queue { pending.append(Pending()) }
    if pending[queue].popup < 0 { active.append(Int32(truncatingIfNeeded: queue)) }
    pending[queue] = Pending(
      popup: state.event.popup.rawValue, hiddenSequence: state.event.sequence, held: state.heldKinds(ofQueue: queue),
      holding: state.holdingChain(ofQueue: queue))
    noteGone(state.event.popup.rawValue, at: state.now, state)
  }

  private mutating func show(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.popup.isNone else { return }
    let index = state.event.popup.index
    let queue = Int(state.popups[index].queue)
    guard state.popups[index].isKnown, !state.popups[index].isExempt, queue < pending.count, pending[queue].popup >= 0
    else { return }
    settleGone(queue, state)
    let entry = pending[queue]
    forget(queue: queue)
    if entry.popup == state.event.popup.rawValue {
      report(entry, state, &output, witness: [state.event.sequence], "the next to be shown was itself")
    } else if entry.goneAt >= .zero, state.now - entry.goneAt > state.second {
      let blank = state.text(state.now - entry.goneAt)
      report(
        entry, state, &output, witness: [state.event.sequence],
        "\(state.text(popup: state.event.popup.index)) came \(blank) after it was gone")
    }
  }

  private func report(
    _ entry: Pending, _ state: borrowing AuditState, _ output: inout RuleOutput, witness: [Int32], _ why: String
  ) {
    let index = Int(entry.popup)
    output.report(
      .preemptBlank, popup: PopupID(entry.popup), page: state.popups[index].shownPage, time: state.now,
      witness: [entry.hiddenSequence] + witness,
      because: "\(state.text(popup: index)) was hidden (preempted), and \(why)")
  }

  private mutating func noteGone(_ popup: Int32, at time: Ticks, _ state: borrowing AuditState) {
    let queue = Int(state.popups[Int(popup)].queue)
    guard queue < pending.count, pending[queue].popup == popup, pending[queue].goneAt < .zero,
      !state.popups[Int(popup)].flags.contains(.leaving)
    else { return }
    pending[queue].goneAt = time
  }

  /// Notes when a popup was gone whose grace ran out between the events of one turn: the rule is not called then.
  private mutating func settleGone(_ queue: Int, _ state: borrowing AuditState) {
    let index = Int(pending[queue].popup)
    guard pending[queue].goneAt < .zero, !state.popups[index].flags.contains(.leaving) else { return }
    pending[queue].goneAt = state.popups[index].leavesBy
  }

  /// A popup can no longer be shown: that explains why the slot stays empty if it could have been when the other one made way.
  private mutating func excuse(_ state: borrowing AuditState) {
    guard !state.event.popup.isNone else { return }
    let popup = state.popups[state.event.popup.index]
    // Where events are missing, it is not known what it was.
    guard popup.isKnown, !popup.flags.contains(.uncertain) else {
      if state.hasGap { forgetAll() }
      return
    }
    let queue = Int(popup.queue)
    guard queue < pending.count, pending[queue].popup >= 0, pending[queue].popup != state.event.popup.rawValue,
      state.wasEligible(
        state.event.popup.index, at: pending[queue].hiddenSequence, held: pending[queue].held,
        holding: pending[queue].holding)
    else { return }
    forget(queue: queue)
  }

  private mutating func forgetAll() {
    for index in active.indices { pending[Int(active[index])] = Pending() }
    active.removeAll()
  }

  /// Forgets all popups that made way, except one.
  private mutating func forget(but popup: Int32) {
    var kept = 0
    for index in active.indices {
      let queue = active[index]
      if pending[Int(queue)].popup != popup {
        pending[Int(queue)] = Pending()
      } else {
        active[kept] = queue
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
  }

  private mutating func forget(scene: Int, _ state: borrowing AuditState) {
    var kept = 0
    for index in active.indices {
      let queue = active[index]
      if Int(state.queues[Int(queue)].scene) == scene {
        pending[Int(queue)] = Pending()
      } else {
        active[kept] = queue
        kept += 1
      }
    }
    active.removeLast(active.count - kept)
  }

  private mutating func forget(queue: Int) {
    guard pending[queue].popup >= 0 else { return }
    pending[queue] = Pending()
    var index = 0
    while Int(active[index]) != queue { index += 1 }
    active.remove(at: index)
  }
}

extension Rule {
  public static let preemptBlank = Rule(
    number: 19, id: "preempt-blank", severity: .warning,
    userWords: "was taken away for another one that did not come",
    definition: """
      A popup was hidden to make way for a more urgent one, and then nobody came: the next one shown was the same \
      popup again, or came more than a second later. It is excused where the page, a gate or the user changed in \
      between, where any other popup was altered, and where one that could have been shown in its place was taken \
      back, dropped or barred. Toasts make way for nobody, and none is judged.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
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
}

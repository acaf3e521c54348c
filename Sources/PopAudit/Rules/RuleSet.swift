import PopupScheduling

extension Rule {
  /// All rules, in the order of their numbers.
  public static let allCases: [Rule] = [
    .overlap, .wrongPage, .wrongInstance, .duringTransition, .lostPopup, .lostKeepalive, .staleKeepalive, .duplicate,
    .zombie, .shownAfterWithdrawal, .afterSignOut, .priorityInversion, .fifoViolation, .stuckQueue, .starvation, .leak,
    .gateBypass, .preemptLost, .preemptBlank, .flicker, .chainBroken, .inputLock, .cover, .keyboard, .callback,
    .staleCompletion, .expiredShown, .contentNotReady, .slotHeld, .lateShow, .doubleHide, .fault, .appMisuse, .traceGap,
  ]
}

/// What the rules remember, and which are asked at the end of a turn. Where several find something at once, this order is that of the findings.
struct RuleSet: ~Copyable, Replaceable {
  var lostPopup = Rule.LostPopup()
  var staleKeepalive = Rule.StaleKeepalive()
  var appMisuse = Rule.AppMisuse()
  var preemptBlank = Rule.PreemptBlank()
  var staleCompletion = Rule.StaleCompletion()
  var cover = Rule.Cover()
  var keyboard = Rule.Keyboard()
  var inputLock = Rule.InputLock()
  var callback = Rule.Callback()
  var leak = Rule.Leak()

  mutating func copy(from other: borrowing RuleSet) {
    lostPopup.departures.copy(from: other.lostPopup.departures)
    lostPopup.fromPage.copy(from: other.lostPopup.fromPage)
    staleKeepalive.withoutPage.copy(from: other.staleKeepalive.withoutPage)
    appMisuse.phases.copy(from: other.appMisuse.phases)
    appMisuse.isRemoved.copy(from: other.appMisuse.isRemoved)
    appMisuse.appeared.copy(from: other.appMisuse.appeared)
    preemptBlank.pending.copy(from: other.preemptBlank.pending)
    preemptBlank.active.copy(from: other.preemptBlank.active)
    staleCompletion.stale = other.staleCompletion.stale
    cover.stacks.copy(from: other.cover.stacks)
    cover.layers.copy(from: other.cover.layers)
    cover.ofScene.copy(from: other.cover.ofScene)
    cover.ofPopup.copy(from: other.cover.ofPopup)
    cover.touched.copy(from: other.cover.touched)
    cover.postponed.copy(from: other.cover.postponed)
    keyboard.keyboards.copy(from: other.keyboard.keyboards)
    keyboard.touched.copy(from: other.keyboard.touched)
    inputLock.touched.copy(from: other.inputLock.touched)
    inputLock.running = other.inputLock.running
    callback.withheld.copy(from: other.callback.withheld)
    (callback.shownName, callback.closedName) = (other.callback.shownName, other.callback.closedName)
    callback.isPolicyCalling = other.callback.isPolicyCalling
    leak.suspects.copy(from: other.leak.suspects)
    leak.removed.copy(from: other.leak.removed)
  }

  /// Popups that were hidden as page-left and not parked, and pages that came back.
  mutating func judgeLeaving(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.leftPopups.indices {
      let popup = Int(state.leftPopups[index])
      guard state.popups[popup].parked < state.popups[popup].hiddenSequence,
        !Rule.LostKeepalive.left(popup, state, &output), !Rule.WrongInstance.left(popup, state, &output)
      else { continue }
      lostPopup.left(popup, state, &output)
    }
    if !lostPopup.departures.isEmpty { lostPopup.endOfTurn(state, &output) }
  }

  /// Presentations that began in the turn and are still UP.
  mutating func judgePresentations(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    Rule.Overlap.endOfTurn(state, &output)
    for index in state.presentations.indices {
      let popup = Int(state.presentations[index].popup)
      guard state.isUpSince(state.presentations[index]), state.popups[popup].isKnown else { continue }
      judgeOnPage(popup, state, &output)
      staleKeepalive.presented(popup, state, &output)
      Rule.DuringTransition.presented(popup, state, &output)
      Rule.Duplicate.presented(popup, state, &output)
    }
  }

  /// Presentations that something held back, once it is known which popups were passed over.
  func judgeHeldBack(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in output.suspects.indices where output.suspects[index].obstacle.kind != .chain {
      let suspect = output.suspects[index]
      if state.isUpSince(suspect.presentation) { Rule.GateBypass.judge(suspect, state, &output) }
    }
    for index in output.suspects.indices where output.suspects[index].obstacle.kind == .chain {
      let suspect = output.suspects[index]
      if state.isUpSince(suspect.presentation) { Rule.ChainBroken.judge(suspect, state, &output) }
    }
    output.suspects.removeAll()
  }

  /// Popups that are UP while another page is current than before, or whose pages were altered.
  mutating func judgePages(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.changedScenes.indices {
      let scene = Int(state.changedScenes[index])
      for position in state.scenes[scene].visible.indices {
        judgeOnPage(state.visible(position, in: scene), state, &output)
      }
    }
    for index in state.altered.indices {
      let popup = Int(state.altered[index])
      if state.scenes[Int(state.popups[popup].scene)].pageEvent >= state.turn.start {
        judgeOnPage(popup, state, &output)
      }
    }
    if !staleKeepalive.withoutPage.isEmpty, !state.changedScenes.isEmpty { staleKeepalive.endOfTurn(state, &output) }
  }

  /// Judges a popup that may be UP on a page it does not belong on.
  @inline(__always)
  private mutating func judgeOnPage(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.popups[popup].isKnown, state.popups[popup].isUp, !state.currentPage(for: popup).isNone,
      !Rule.WrongPage.stands(popup, state, &output), !Rule.WrongInstance.stands(popup, state, &output)
    else { return }
    staleKeepalive.stands(popup, state, &output)
  }

  /// The turn is over, and the state is what it left behind. Queues are not settled yet: they tell what was before the turn.
  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.epochBegan >= state.turn.start { Rule.NotToBegin.endOfTurn(state, &output) }
    if !output.preempted.isEmpty { Rule.PreemptLost.endOfTurn(state, &output) }
    if inputLock.mayBeLeaked(output) { inputLock.endOfTurn(state, &output) }
    if cover.isTouched(state) { cover.judgeTouched(state, &output, mayContinue: true) }
    if keyboard.isTouched(state) { keyboard.endOfTurn(state, &output) }
    if !state.ended.isEmpty { callback.endOfTurn(state, &output) }
    if leak.isAnySuspect(state) { leak.endOfTurn(state, &output) }
  }

  /// A deadline is due, and the state is already what it is from then on.
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch deadline.kind {
    case .expiry: break
    case .exitGrace:
      preemptBlank.noteGone(deadline.subject, at: deadline.time, state)
      keyboard.exitIsOver(deadline, state, &output)
    case .showGrace: inputLock.deadline(deadline, state, &output)
    case .idleQueue: Rule.StuckQueue.deadline(deadline, state, &output)
    case .idleExempt:
      Rule.StuckQueue.deadline(deadline, state, &output)
      Rule.LostKeepalive.deadline(deadline, state, &output)
    case .idleParked: Rule.LostKeepalive.deadline(deadline, state, &output)
    case .overstay, .toldToGo: leak.deadline(deadline, state, &output)
    case .keyboardOwed: keyboard.deadline(deadline, state, &output)
    case .contestedQueue, .contestedPopup: Rule.SlotHeld.deadline(deadline, state, &output)
    }
  }

  /// The session is over. A killed one is not finished, and not judged at its end.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if isFinished {
      Rule.StuckQueue.endOfSession(state, &output)
      Rule.LostKeepalive.endOfSession(state, &output)
    }
    Rule.LostPopup.endOfSession(isFinished: isFinished, state, &output)
    guard isFinished else { return }
    preemptBlank.endOfSession(state, &output)
    cover.judgeTouched(state, &output, mayContinue: false)
    keyboard.endOfSession(state, &output)
    inputLock.endOfSession(state, &output)
  }
}

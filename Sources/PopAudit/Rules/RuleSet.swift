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

/// Which rules are asked about what, and what they remember. Where several find something at once, this order is that of the findings.
struct RuleSet: ~Copyable, Replaceable {
  private var lostPopup = Rule.LostPopup()
  private var staleKeepalive = Rule.StaleKeepalive()
  private var gateBypass = Rule.GateBypass()
  private var chainBroken = Rule.ChainBroken()
  private var appMisuse = Rule.AppMisuse()
  private var preemptLost = Rule.PreemptLost()
  private var preemptBlank = Rule.PreemptBlank()
  private var staleCompletion = Rule.StaleCompletion()
  private var cover = Rule.Cover()
  private var keyboard = Rule.Keyboard()
  private var inputLock = Rule.InputLock()
  private var callback = Rule.Callback()
  private var leak = Rule.Leak()

  mutating func copy(from other: borrowing RuleSet) {
    lostPopup.copy(from: other.lostPopup)
    staleKeepalive.copy(from: other.staleKeepalive)
    gateBypass.copy(from: other.gateBypass)
    chainBroken.copy(from: other.chainBroken)
    appMisuse.copy(from: other.appMisuse)
    preemptLost.copy(from: other.preemptLost)
    preemptBlank.copy(from: other.preemptBlank)
    staleCompletion.copy(from: other.staleCompletion)
    cover.copy(from: other.cover)
    keyboard.copy(from: other.keyboard)
    inputLock.copy(from: other.inputLock)
    callback.copy(from: other.callback)
    leak.copy(from: other.leak)
  }

  mutating func begin(_ state: borrowing AuditState) {
    removeAll()
    appMisuse.begin(state)
  }

  /// ``AuditState/event`` is about to change the state.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let isSuspicious = Rule.TraceGap.maySuspect(state)
    switch state.event.kind {
    case .popupShown: beforeShown(state, &output, isSuspicious)
    case .popupHidden: beforeHidden(state, &output, isSuspicious)
    case .popupDropped:
      Rule.LostKeepalive.drop(state, &output)
      Rule.LostPopup.before(state, &output)
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      preemptLost.before(isTakenAway: true, state, &output)
    case .pageWillDisappear, .pageRemoved:
      Rule.LostKeepalive.leave(state.event.page, state, &output)
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
    case .popupSubmitted, .popupDismissed, .popupCondition, .popupViewLost, .popupChanged, .contentLoaded,
      .animationFinished, .animationLost, .popupTapped, .popupUpdated, .popupWithdrawn, .contentFailed:
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      Rule.AppMisuse.before(state, &output)
      if state.event.kind == .popupWithdrawn { preemptLost.before(state, &output) }
      if state.event.kind == .contentFailed { leak.before(state, &output) }
    case .popupQueued, .popupRestored:
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      preemptLost.before(state, &output)
    default: if isSuspicious { Rule.TraceGap.judge(state, &output) }
    }
    if !preemptBlank.active.isEmpty { preemptBlank.before(state, &output) }
  }

  @inline(never)
  private mutating func beforeShown(_ state: borrowing AuditState, _ output: inout RuleOutput, _ isSuspicious: Bool) {
    let isKnown = state.isPopupKnown
    if isKnown {
      Rule.Duplicate.before(state, &output)
      Rule.NotToBegin.before(state, &output)
      Rule.LateShow.before(state, &output)
      gateBypass.before(state)
      chainBroken.before(state, &output)
    }
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    if isKnown {
      Rule.ExpiredShown.before(state, &output)
      Rule.ContentNotReady.before(state, &output)
    }
    preemptLost.before(state, &output)
  }

  @inline(never)
  private mutating func beforeHidden(_ state: borrowing AuditState, _ output: inout RuleOutput, _ isSuspicious: Bool) {
    Rule.WrongInstance.before(state, &output)
    Rule.LostPopup.before(state, &output)
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    Rule.DoubleHide.before(state, &output)
    preemptLost.before(isTakenAway: true, state, &output)
  }

  /// ``AuditState/event`` has changed the state.
  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .callback: callback.after(state, &output)
    case .pageWillAppear, .pageDidAppear: appMisuse.after(state, &output)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      appMisuse.after(state, &output)
      keyboard.leave(state)
      if state.event.kind == .pageRemoved { leak.noteRemoval(of: state.event.page) }
    case .popupShown:
      Rule.Flicker.shown(state, &output)
      inputLock.after(state, &output)
      leak.watch(state, &output)
      leak.after(state, &output)
    case .popupHidden:
      Rule.Flicker.hidden(state, &output)
      if state.hasReason(.preempted), !state.event.popup.isNone { preemptBlank.hide(state) }
      staleCompletion.after(state, &output)
      inputLock.after(state, &output)
      leak.after(state, &output)
    case .popupParked, .popupRestored, .popupDropped:
      staleCompletion.after(state, &output)
      leak.after(state, &output)
    case .popupViewLost:
      inputLock.after(state, &output)
      leak.after(state, &output)
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .timerSet, .contentRequested, .contentLoaded,
      .contentFailed, .contentCancelled:
      leak.after(state, &output)
    case .animationFinished:
      preemptBlank.noteGone(state.event.popup.rawValue, at: state.now, state)
      staleCompletion.finished(state)
      inputLock.finished(state, &output)
    case .inputLocked: inputLock.change(state, &output)
    case .inputUnlocked:
      staleCompletion.after(state, &output)
      inputLock.change(state, &output)
    case .coverAdded, .coverRemoved: cover.after(state, &output)
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored: keyboard.type(state, &output)
    case .appSignedOut, .appSignedIn: keyboard.changeUser(state)
    case .appForeground: output.resume(state)
    case .fault: Rule.Fault.after(state, &output)
    default: break
    }
  }

  /// Popups that were hidden as page-left and not parked, and pages that came back.
  mutating func judgeLeaving(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.left.indices {
      let popup = Int(state.turn.left[index])
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
    for index in state.turn.presentations.indices {
      let popup = Int(state.turn.presentations[index].popup)
      guard state.isUpSince(state.turn.presentations[index]), state.popups[popup].isKnown else { continue }
      judgeOnPage(popup, state, &output)
      staleKeepalive.presented(popup, state, &output)
      Rule.DuringTransition.presented(popup, state, &output)
      Rule.Duplicate.presented(popup, state, &output)
    }
  }

  /// Presentations that something held back, once it is known which popups were passed over.
  mutating func judgeHeldBack(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !gateBypass.suspects.isEmpty { gateBypass.endOfTurn(state, &output) }
    if !chainBroken.suspects.isEmpty { chainBroken.endOfTurn(state, &output) }
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
    if state.turn.epochChange >= 0 { Rule.NotToBegin.endOfTurn(state, &output) }
    if !preemptLost.preempted.isEmpty { preemptLost.endOfTurn(state, &output) }
    inputLock.endOfTurn(state, &output)
    cover.judgeTouched(state, &output, mayContinue: true)
    if !keyboard.keyboards.isEmpty { keyboard.endOfTurn(state, &output) }
    if !state.turn.ended.isEmpty { callback.endOfTurn(state, &output) }
    leak.endOfTurn(state, &output)
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

import PopupScheduling

// Which rules are asked about which events. Where several find something in one, this order is that of the findings.
extension AuditEngine {
  /// Asks the rules about ``AuditState/event`` before it changes the state, has the state take it in, and asks again.
  @inline(__always)
  mutating func takeIn(_ isSuspicious: Bool) {
    if state.event.kind.isAboutPage { return takePage(isSuspicious) }
    // What is said of a popup, and of none that there is, says nothing.
    guard !state.event.popup.isNone else { return takeRest(isSuspicious) }
    switch state.event.kind {
    case .popupShown: takeShown(isSuspicious)
    case .popupHidden: takeHidden(isSuspicious)
    case .popupQueued, .popupParked, .popupRestored, .popupDropped: takePlace(isSuspicious)
    case .callback: takeCallback(isSuspicious)
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .popupCondition, .popupViewLost, .popupChanged,
      .contentLoaded, .contentFailed, .animationFinished, .animationLost, .popupTapped, .popupUpdated:
      takeNews(isSuspicious)
    default: takeRest(isSuspicious)
    }
  }

  /// Asks those that are asked about every event, and goes on to it.
  @inline(__always)
  private mutating func ask(_ isSuspicious: Bool = false) {
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    if !rules.preemptBlank.active.isEmpty { rules.preemptBlank.before(state, &output) }
    state.sequence = state.event.sequence
    state.time = state.event.time
  }

  private mutating func takePage(_ isSuspicious: Bool) {
    let kind = state.event.kind
    let isLeaving = kind == .pageWillDisappear || kind == .pageRemoved
    if isLeaving { Rule.LostKeepalive.leave(state.event.page, state, &output) }
    ask(isSuspicious)
    guard !state.event.page.isNone else { return }
    state.applyPage()
    if kind != .pageLoaded { rules.appMisuse.after(state, &output) }
    if isLeaving || kind == .pageDidDisappear { rules.keyboard.leave(state) }
    if kind == .pageRemoved { rules.leak.removed.append(state.event.page) }
  }

  private mutating func takeShown(_ isSuspicious: Bool) {
    prepareToShow()
    let popup = state.popups[state.subject]
    if popup.isKnown {
      Rule.Duplicate.before(state, &output)
      Rule.NotToBegin.before(state, &output)
      Rule.LateShow.before(state, &output)
      Rule.GateBypass.before(state, &output)
      Rule.ChainBroken.before(state, &output)
    }
    if isSuspicious || state.event.generation != popup.generation &+ 1 { Rule.TraceGap.judge(state, &output) }
    if popup.isKnown {
      Rule.ExpiredShown.before(state, &output)
      Rule.ContentNotReady.before(state, &output)
    }
    Rule.PreemptLost.before(state, &output)
    ask()
    state.show()
    Rule.Flicker.shown(state, &output)
    rules.inputLock.after(state, &output)
    rules.leak.watch(state, &output)
    rules.leak.after(state, &output)
  }

  private mutating func takeHidden(_ isSuspicious: Bool) {
    Rule.WrongInstance.before(state, &output)
    Rule.LostPopup.before(state, &output)
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    Rule.DoubleHide.before(state, &output)
    Rule.PreemptLost.before(isTakenAway: true, state, &output)
    ask()
    state.hide()
    Rule.Flicker.hidden(state, &output)
    if state.hasReason(.preempted) { rules.preemptBlank.hide(state) }
    rules.staleCompletion.after(state, &output)
    rules.inputLock.after(state, &output)
    rules.leak.after(state, &output)
  }

  /// Where a popup that is not up waits from now on, or that it does so no longer.
  private mutating func takePlace(_ isSuspicious: Bool) {
    let kind = state.event.kind
    if kind == .popupDropped {
      Rule.LostKeepalive.drop(state, &output)
      Rule.LostPopup.before(state, &output)
    }
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    if kind != .popupParked { Rule.PreemptLost.before(isTakenAway: kind == .popupDropped, state, &output) }
    ask()
    switch kind {
    case .popupDropped: state.drop()
    case .popupParked: state.park()
    default: state.requeue()
    }
    guard kind != .popupQueued else { return }
    rules.staleCompletion.after(state, &output)
    rules.leak.after(state, &output)
  }

  /// What a scheduler is told of a popup.
  private mutating func takeNews(_ isSuspicious: Bool) {
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    Rule.AppMisuse.before(state, &output)
    let kind = state.event.kind
    if kind == .popupWithdrawn { Rule.PreemptLost.before(state, &output) }
    if kind == .contentFailed { rules.leak.before(state, &output) }
    ask()
    switch kind {
    case .popupSubmitted: state.submit()
    case .popupWithdrawn: state.withdraw()
    case .popupDismissed: state.dismiss()
    case .contentLoaded, .contentFailed: state.applyContent()
    case .popupViewLost:
      state.loseView()
      rules.inputLock.after(state, &output)
    case .animationFinished:
      state.finishAnimation()
      rules.preemptBlank.noteGone(state.event.popup.rawValue, at: state.now, state)
      rules.staleCompletion.finished(state)
      return rules.inputLock.finished(state, &output)
    case .popupCondition: return state.setCondition()
    case .popupChanged: return state.change()
    default: return
    }
    rules.leak.after(state, &output)
  }

  private mutating func takeCallback(_ isSuspicious: Bool) {
    ask(isSuspicious)
    rules.callback.after(state, &output)
  }

  private mutating func takeRest(_ isSuspicious: Bool) {
    ask(isSuspicious || state.event.kind == .timerFired)
    switch state.event.kind {
    case .timerSet, .timerCancelled, .timerFired:
      state.timers.take(state.event)
      if state.event.kind == .timerSet, !state.event.popup.isNone { rules.leak.after(state, &output) }
    case .contentRequested, .contentCancelled:
      guard !state.event.popup.isNone else { return }
      state.applyContent()
      rules.leak.after(state, &output)
    case .inputLocked: rules.inputLock.change(state, &output)
    case .inputUnlocked:
      rules.staleCompletion.after(state, &output)
      rules.inputLock.change(state, &output)
    case .coverAdded, .coverRemoved:
      state.turn.isEventful = true
      state.makeSceneOfEvent()
      rules.cover.after(state, &output)
    case .scrollBegan, .scrollEnded: state.applyGate()
    case .editBegan, .editEnded:
      state.applyGate()
      rules.keyboard.type(state, &output)
    case .keyboardResigned, .keyboardRestored:
      state.applyKeyboard()
      rules.keyboard.type(state, &output)
    case .appSignedOut, .appSignedIn:
      state.applyUser()
      rules.keyboard.changeUser(state)
    case .appBackground: state.applyBackground()
    case .appForeground:
      state.applyBackground()
      output.resume(state)
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared: state.applySuspension()
    case .backPressed: state.turn.hasBackPress = true
    case .fault:
      state.makeSceneOfEvent()
      Rule.Fault.after(state, &output)
    default: break
    }
  }
}

import PopupScheduling

// Which rules are asked about which events. Where several find something in one, this order is that of the findings.
extension AuditEngine {
  /// ``AuditState/event`` is about to change the state.
  @inline(__always)
  mutating func askBefore() {
    let isSuspicious = Rule.TraceGap.maySuspect(state)
    switch state.event.kind {
    case .popupShown: beforeShown(isSuspicious)
    case .popupHidden: beforeHidden(isSuspicious)
    case .popupDropped:
      Rule.LostKeepalive.drop(state, &output)
      Rule.LostPopup.before(state, &output)
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      Rule.PreemptLost.before(isTakenAway: true, state, &output)
    case .pageWillDisappear, .pageRemoved:
      Rule.LostKeepalive.leave(state.event.page, state, &output)
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
    case .popupSubmitted, .popupDismissed, .popupCondition, .popupViewLost, .popupChanged, .contentLoaded,
      .animationFinished, .animationLost, .popupTapped, .popupUpdated, .popupWithdrawn, .contentFailed:
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      Rule.AppMisuse.before(state, &output)
      if state.event.kind == .popupWithdrawn { Rule.PreemptLost.before(state, &output) }
      if state.event.kind == .contentFailed { rules.leak.before(state, &output) }
    case .popupQueued, .popupRestored:
      if isSuspicious { Rule.TraceGap.judge(state, &output) }
      Rule.PreemptLost.before(state, &output)
    default: if isSuspicious { Rule.TraceGap.judge(state, &output) }
    }
    if !rules.preemptBlank.active.isEmpty { rules.preemptBlank.before(state, &output) }
  }

  @inline(never)
  private mutating func beforeShown(_ isSuspicious: Bool) {
    let isKnown = state.isPopupKnown
    if isKnown {
      Rule.Duplicate.before(state, &output)
      Rule.NotToBegin.before(state, &output)
      Rule.LateShow.before(state, &output)
      Rule.GateBypass.before(state, &output)
      Rule.ChainBroken.before(state, &output)
    }
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    if isKnown {
      Rule.ExpiredShown.before(state, &output)
      Rule.ContentNotReady.before(state, &output)
    }
    Rule.PreemptLost.before(state, &output)
  }

  @inline(never)
  private mutating func beforeHidden(_ isSuspicious: Bool) {
    Rule.WrongInstance.before(state, &output)
    Rule.LostPopup.before(state, &output)
    if isSuspicious { Rule.TraceGap.judge(state, &output) }
    Rule.DoubleHide.before(state, &output)
    Rule.PreemptLost.before(isTakenAway: true, state, &output)
  }

  /// ``AuditState/event`` has changed the state.
  @inline(__always)
  mutating func askAfter() {
    switch state.event.kind {
    case .callback: rules.callback.after(state, &output)
    case .pageWillAppear, .pageDidAppear: rules.appMisuse.after(state, &output)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      rules.appMisuse.after(state, &output)
      rules.keyboard.leave(state)
      if state.event.kind == .pageRemoved { rules.leak.noteRemoval(of: state.event.page) }
    case .popupShown:
      Rule.Flicker.shown(state, &output)
      rules.inputLock.after(state, &output)
      rules.leak.watch(state, &output)
      rules.leak.after(state, &output)
    case .popupHidden:
      Rule.Flicker.hidden(state, &output)
      if state.hasReason(.preempted), !state.event.popup.isNone { rules.preemptBlank.hide(state) }
      rules.staleCompletion.after(state, &output)
      rules.inputLock.after(state, &output)
      rules.leak.after(state, &output)
    case .popupParked, .popupRestored, .popupDropped:
      rules.staleCompletion.after(state, &output)
      rules.leak.after(state, &output)
    case .popupViewLost:
      rules.inputLock.after(state, &output)
      rules.leak.after(state, &output)
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .timerSet, .contentRequested, .contentLoaded,
      .contentFailed, .contentCancelled:
      rules.leak.after(state, &output)
    case .animationFinished:
      rules.preemptBlank.noteGone(state.event.popup.rawValue, at: state.now, state)
      rules.staleCompletion.finished(state)
      rules.inputLock.finished(state, &output)
    case .inputLocked: rules.inputLock.change(state, &output)
    case .inputUnlocked:
      rules.staleCompletion.after(state, &output)
      rules.inputLock.change(state, &output)
    case .coverAdded, .coverRemoved: rules.cover.after(state, &output)
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored: rules.keyboard.type(state, &output)
    case .appSignedOut, .appSignedIn: rules.keyboard.changeUser(state)
    case .appForeground: output.resume(state)
    case .fault: Rule.Fault.after(state, &output)
    default: break
    }
  }
}

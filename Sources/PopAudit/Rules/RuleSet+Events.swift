import PopupScheduling

// Which rules look at which kind of event, in the order in which they find things.
extension RuleSet {
  /// The event is about to change the state.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .popupShown:
      duplicate.before(state, &output)
      shownAfterWithdrawal.before(state, &output)
      afterSignOut.before(state, &output)
      zombie.before(state, &output)
      lateShow.before(state, &output)
      gateBypass.before(state, &output)
      chainBroken.before(state, &output)
      traceGap.before(state, &output)
      expiredShown.before(state, &output)
      contentNotReady.before(state, &output)
      preemptLost.before(state, &output)
      preemptBlank.before(state, &output)
    case .popupHidden:
      wrongInstance.before(state, &output)
      lostPopup.before(state, &output)
      traceGap.before(state, &output)
      doubleHide.before(state, &output)
      preemptLost.before(state, &output)
    case .popupDropped:
      lostKeepalive.before(state, &output)
      lostPopup.before(state, &output)
      traceGap.before(state, &output)
      preemptLost.before(state, &output)
      preemptBlank.before(state, &output)
    case .popupQueued, .popupRestored:
      traceGap.before(state, &output)
      preemptLost.before(state, &output)
    case .popupWithdrawn:
      traceGap.before(state, &output)
      preemptLost.before(state, &output)
      preemptBlank.before(state, &output)
    case .pageWillDisappear, .pageRemoved:
      lostKeepalive.before(state, &output)
      traceGap.before(state, &output)
      preemptBlank.before(state, &output)
    case .pageWillAppear, .pageDidAppear, .pageDidDisappear, .scrollBegan, .editBegan, .schedulerSuspended,
      .appBackground, .appSignedOut, .appSignedIn, .popupChanged, .popupDismissed, .popupCondition:
      traceGap.before(state, &output)
      preemptBlank.before(state, &output)
    case .contentFailed:
      traceGap.before(state, &output)
      leak.before(state, &output)
    default: traceGap.before(state, &output)
    }
  }

  /// The event has changed the state.
  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .pageWillAppear, .pageDidAppear: traceGap.after(state, &output)
    case .pageWillDisappear, .pageDidDisappear:
      traceGap.after(state, &output)
      keyboard.after(state, &output)
    case .pageRemoved:
      traceGap.after(state, &output)
      keyboard.after(state, &output)
      leak.after(state, &output)
    case .popupShown:
      flicker.after(state, &output)
      inputLock.after(state, &output)
      leak.after(state, &output)
    case .popupHidden:
      flicker.after(state, &output)
      preemptBlank.after(state, &output)
      staleCompletion.after(state, &output)
      inputLock.after(state, &output)
      leak.after(state, &output)
    case .popupParked, .popupRestored, .popupDropped:
      staleCompletion.after(state, &output)
      leak.after(state, &output)
    case .popupViewLost:
      inputLock.after(state, &output)
      leak.after(state, &output)
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .timerSet: leak.after(state, &output)
    case .animationFinished:
      preemptBlank.after(state, &output)
      staleCompletion.after(state, &output)
      inputLock.after(state, &output)
    case .contentRequested, .contentLoaded, .contentFailed, .contentCancelled:
      contentNotReady.after(state, &output)
      leak.after(state, &output)
    case .inputLocked: inputLock.after(state, &output)
    case .inputUnlocked:
      staleCompletion.after(state, &output)
      inputLock.after(state, &output)
    case .coverAdded, .coverRemoved: cover.after(state, &output)
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored, .appSignedOut, .appSignedIn:
      keyboard.after(state, &output)
    case .appForeground:
      slotHeld.after(state, &output)
      leak.after(state, &output)
    case .callback: callback.after(state, &output)
    case .fault: fault.after(state, &output)
    default: break
    }
  }
}

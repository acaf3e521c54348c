import PopupScheduling

// What an event concerns.
extension RuleSet {
  /// Calls the rules that look at a kind of event before it changes the state.
  @inline(__always)
  private mutating func before(_ signal: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if DuplicateRule.signalsBefore.meets(signal) { duplicate.before(state, &output) }
    if ShownAfterWithdrawalRule.signalsBefore.meets(signal) { shownAfterWithdrawal.before(state, &output) }
    if AfterSignOutRule.signalsBefore.meets(signal) { afterSignOut.before(state, &output) }
    if ZombieRule.signalsBefore.meets(signal) { zombie.before(state, &output) }
    if LateShowRule.signalsBefore.meets(signal) { lateShow.before(state, &output) }
    if GateBypassRule.signalsBefore.meets(signal) { gateBypass.before(state, &output) }
    if ChainBrokenRule.signalsBefore.meets(signal) { chainBroken.before(state, &output) }
    if WrongInstanceRule.signalsBefore.meets(signal) { wrongInstance.before(state, &output) }
    if LostKeepaliveRule.signalsBefore.meets(signal) { lostKeepalive.before(state, &output) }
    if LostPopupRule.signalsBefore.meets(signal) { lostPopup.before(state, &output) }
    if TraceGapRule.signalsBefore.meets(signal) { traceGap.before(state, &output) }
    if ExpiredShownRule.signalsBefore.meets(signal) { expiredShown.before(state, &output) }
    if ContentNotReadyRule.signalsBefore.meets(signal) { contentNotReady.before(state, &output) }
    if DoubleHideRule.signalsBefore.meets(signal) { doubleHide.before(state, &output) }
    if PreemptLostRule.signalsBefore.meets(signal) { preemptLost.before(state, &output) }
    if LeakRule.signalsBefore.meets(signal) { leak.before(state, &output) }
    if PreemptBlankRule.signalsBefore.meets(signal) { preemptBlank.before(state, &output) }
  }

  /// Calls the rules that look at a kind of event after it has changed the state.
  @inline(__always)
  private mutating func after(_ signal: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if SlotHeldRule.signalsAfter.meets(signal) { slotHeld.after(state, &output) }
    if TraceGapRule.signalsAfter.meets(signal) { traceGap.after(state, &output) }
    if FlickerRule.signalsAfter.meets(signal) { flicker.after(state, &output) }
    if PreemptBlankRule.signalsAfter.meets(signal) { preemptBlank.after(state, &output) }
    if StaleCompletionRule.signalsAfter.meets(signal) { staleCompletion.after(state, &output) }
    if ContentNotReadyRule.signalsAfter.meets(signal) { contentNotReady.after(state, &output) }
    if InputLockRule.signalsAfter.meets(signal) { inputLock.after(state, &output) }
    if CoverRule.signalsAfter.meets(signal) { cover.after(state, &output) }
    if KeyboardRule.signalsAfter.meets(signal) { keyboard.after(state, &output) }
    if LeakRule.signalsAfter.meets(signal) { leak.after(state, &output) }
    if CallbackRule.signalsAfter.meets(signal) { callback.after(state, &output) }
    if FaultRule.signalsAfter.meets(signal) { fault.after(state, &output) }
  }

  /// The event is about to change the state.
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .pageLoaded: before(.pageLoaded, state, &output)
    case .pageWillAppear: before(.pageWillAppear, state, &output)
    case .pageDidAppear: before(.pageDidAppear, state, &output)
    case .pageWillDisappear: before(.pageWillDisappear, state, &output)
    case .pageDidDisappear: before(.pageDidDisappear, state, &output)
    case .pageRemoved: before(.pageRemoved, state, &output)
    case .popupSubmitted: before(.popupSubmitted, state, &output)
    case .popupWithdrawn: before(.popupWithdrawn, state, &output)
    case .popupDismissed: before(.popupDismissed, state, &output)
    case .popupCondition: before(.popupCondition, state, &output)
    case .popupViewLost: before(.popupViewLost, state, &output)
    case .popupChanged: before(.popupChanged, state, &output)
    case .contentLoaded: before(.contentLoaded, state, &output)
    case .contentFailed: before(.contentFailed, state, &output)
    case .animationFinished: before(.animationFinished, state, &output)
    case .appSignedOut: before(.appSignedOut, state, &output)
    case .appSignedIn: before(.appSignedIn, state, &output)
    case .appBackground: before(.appBackground, state, &output)
    case .appForeground: before(.appForeground, state, &output)
    case .scrollBegan: before(.scrollBegan, state, &output)
    case .editBegan: before(.editBegan, state, &output)
    case .editEnded: before(.editEnded, state, &output)
    case .schedulerSuspended: before(.schedulerSuspended, state, &output)
    case .timerFired: before(.timerFired, state, &output)
    case .popupQueued: before(.popupQueued, state, &output)
    case .popupShown: before(.popupShown, state, &output)
    case .popupHidden: before(.popupHidden, state, &output)
    case .popupParked: before(.popupParked, state, &output)
    case .popupRestored: before(.popupRestored, state, &output)
    case .popupDropped: before(.popupDropped, state, &output)
    case .contentRequested: before(.contentRequested, state, &output)
    case .contentCancelled: before(.contentCancelled, state, &output)
    case .inputLocked: before(.inputLocked, state, &output)
    case .inputUnlocked: before(.inputUnlocked, state, &output)
    case .keyboardResigned: before(.keyboardResigned, state, &output)
    case .keyboardRestored: before(.keyboardRestored, state, &output)
    case .coverAdded: before(.coverAdded, state, &output)
    case .coverRemoved: before(.coverRemoved, state, &output)
    case .timerSet: before(.timerSet, state, &output)
    case .callback: before(.callback, state, &output)
    case .fault: before(.fault, state, &output)
    case .popupTapped, .popupUpdated, .animationLost, .scrollEnded, .backPressed, .inputForeignLocked,
      .inputForeignUnlocked, .idle, .schedulerResumed, .schedulerCleared:
      before(.otherStimulus, state, &output)
    case .timerCancelled, .observingBegan, .observingEnded: before(.otherDecision, state, &output)
    }
  }

  /// The event has changed the state.
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    switch state.event.kind {
    case .pageLoaded: after(.pageLoaded, state, &output)
    case .pageWillAppear: after(.pageWillAppear, state, &output)
    case .pageDidAppear: after(.pageDidAppear, state, &output)
    case .pageWillDisappear: after(.pageWillDisappear, state, &output)
    case .pageDidDisappear: after(.pageDidDisappear, state, &output)
    case .pageRemoved: after(.pageRemoved, state, &output)
    case .popupSubmitted: after(.popupSubmitted, state, &output)
    case .popupWithdrawn: after(.popupWithdrawn, state, &output)
    case .popupDismissed: after(.popupDismissed, state, &output)
    case .popupCondition: after(.popupCondition, state, &output)
    case .popupViewLost: after(.popupViewLost, state, &output)
    case .popupChanged: after(.popupChanged, state, &output)
    case .contentLoaded: after(.contentLoaded, state, &output)
    case .contentFailed: after(.contentFailed, state, &output)
    case .animationFinished: after(.animationFinished, state, &output)
    case .appSignedOut: after(.appSignedOut, state, &output)
    case .appSignedIn: after(.appSignedIn, state, &output)
    case .appBackground: after(.appBackground, state, &output)
    case .appForeground: after(.appForeground, state, &output)
    case .scrollBegan: after(.scrollBegan, state, &output)
    case .editBegan: after(.editBegan, state, &output)
    case .editEnded: after(.editEnded, state, &output)
    case .schedulerSuspended: after(.schedulerSuspended, state, &output)
    case .timerFired: after(.timerFired, state, &output)
    case .popupQueued: after(.popupQueued, state, &output)
    case .popupShown: after(.popupShown, state, &output)
    case .popupHidden: after(.popupHidden, state, &output)
    case .popupParked: after(.popupParked, state, &output)
    case .popupRestored: after(.popupRestored, state, &output)
    case .popupDropped: after(.popupDropped, state, &output)
    case .contentRequested: after(.contentRequested, state, &output)
    case .contentCancelled: after(.contentCancelled, state, &output)
    case .inputLocked: after(.inputLocked, state, &output)
    case .inputUnlocked: after(.inputUnlocked, state, &output)
    case .keyboardResigned: after(.keyboardResigned, state, &output)
    case .keyboardRestored: after(.keyboardRestored, state, &output)
    case .coverAdded: after(.coverAdded, state, &output)
    case .coverRemoved: after(.coverRemoved, state, &output)
    case .timerSet: after(.timerSet, state, &output)
    case .callback: after(.callback, state, &output)
    case .fault: after(.fault, state, &output)
    case .popupTapped, .popupUpdated, .animationLost, .scrollEnded, .backPressed, .inputForeignLocked,
      .inputForeignUnlocked, .idle, .schedulerResumed, .schedulerCleared:
      after(.otherStimulus, state, &output)
    case .timerCancelled, .observingBegan, .observingEnded: after(.otherDecision, state, &output)
    }
  }
}

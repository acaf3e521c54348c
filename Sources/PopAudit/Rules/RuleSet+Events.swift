import PopupScheduling

// What is called for an event: the rules that watch it, in the order in which they find things.
extension RuleSet {
  /// The event is about to change the state.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    call(BeforeEvent.self, state, &output)
  }

  /// The event has changed the state.
  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    call(AfterEvent.self, state, &output)
  }
}

/// A moment at which the rules that watch an event are called.
private protocol EventMoment {
  static func call(
    _ event: AuditSignals, _ rules: inout RuleSet, _ state: borrowing AuditState, _ output: inout RuleOutput)
}

private enum BeforeEvent: EventMoment {
  @inline(__always)
  static func call(
    _ event: AuditSignals, _ rules: inout RuleSet, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    if DuplicateRule.watchedBefore.meets(event) { rules.duplicate.before(state, &output) }
    if ShownAfterWithdrawalRule.watchedBefore.meets(event) { rules.shownAfterWithdrawal.before(state, &output) }
    if AfterSignOutRule.watchedBefore.meets(event) { rules.afterSignOut.before(state, &output) }
    if ZombieRule.watchedBefore.meets(event) { rules.zombie.before(state, &output) }
    if LateShowRule.watchedBefore.meets(event) { rules.lateShow.before(state, &output) }
    if GateBypassRule.watchedBefore.meets(event) { rules.gateBypass.before(state, &output) }
    if ChainBrokenRule.watchedBefore.meets(event) { rules.chainBroken.before(state, &output) }
    if WrongInstanceRule.watchedBefore.meets(event) { rules.wrongInstance.before(state, &output) }
    if LostKeepaliveRule.watchedBefore.meets(event) { rules.lostKeepalive.before(state, &output) }
    if LostPopupRule.watchedBefore.meets(event) { rules.lostPopup.before(state, &output) }
    if TraceGapRule.watchedBefore.meets(event) { rules.traceGap.before(state, &output) }
    if DoubleHideRule.watchedBefore.meets(event) { rules.doubleHide.before(state, &output) }
    if ExpiredShownRule.watchedBefore.meets(event) { rules.expiredShown.before(state, &output) }
    if ContentNotReadyRule.watchedBefore.meets(event) { rules.contentNotReady.before(state, &output) }
    if PreemptLostRule.watchedBefore.meets(event) { rules.preemptLost.before(state, &output) }
    if PreemptBlankRule.watchedBefore.meets(event) { rules.preemptBlank.before(state, &output) }
    if LeakRule.watchedBefore.meets(event) { rules.leak.before(state, &output) }
  }
}

private enum AfterEvent: EventMoment {
  @inline(__always)
  static func call(
    _ event: AuditSignals, _ rules: inout RuleSet, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    if TraceGapRule.watchedAfter.meets(event) { rules.traceGap.after(state, &output) }
    if FlickerRule.watchedAfter.meets(event) { rules.flicker.after(state, &output) }
    if PreemptBlankRule.watchedAfter.meets(event) { rules.preemptBlank.after(state, &output) }
    if StaleCompletionRule.watchedAfter.meets(event) { rules.staleCompletion.after(state, &output) }
    if InputLockRule.watchedAfter.meets(event) { rules.inputLock.after(state, &output) }
    if ContentNotReadyRule.watchedAfter.meets(event) { rules.contentNotReady.after(state, &output) }
    if CoverRule.watchedAfter.meets(event) { rules.cover.after(state, &output) }
    if KeyboardRule.watchedAfter.meets(event) { rules.keyboard.after(state, &output) }
    if SlotHeldRule.watchedAfter.meets(event) { rules.slotHeld.after(state, &output) }
    if CallbackRule.watchedAfter.meets(event) { rules.callback.after(state, &output) }
    if FaultRule.watchedAfter.meets(event) { rules.fault.after(state, &output) }
    if LeakRule.watchedAfter.meets(event) { rules.leak.after(state, &output) }
  }
}

extension RuleSet {
  /// Calls the rules that watch the event under way.
  ///
  /// One line for each signal, so that it is a constant where the rules are asked for it: those that do not watch it leave nothing behind.
  @inline(__always)
  private mutating func call<Moment: EventMoment>(
    _ moment: Moment.Type, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    switch state.event.kind {
    case .pageLoaded: moment.call(.pageLoaded, &self, state, &output)
    case .pageWillAppear: moment.call(.pageWillAppear, &self, state, &output)
    case .pageDidAppear: moment.call(.pageDidAppear, &self, state, &output)
    case .pageWillDisappear: moment.call(.pageWillDisappear, &self, state, &output)
    case .pageDidDisappear: moment.call(.pageDidDisappear, &self, state, &output)
    case .pageRemoved: moment.call(.pageRemoved, &self, state, &output)
    case .popupSubmitted: moment.call(.popupSubmitted, &self, state, &output)
    case .popupWithdrawn: moment.call(.popupWithdrawn, &self, state, &output)
    case .popupDismissed: moment.call(.popupDismissed, &self, state, &output)
    case .popupCondition: moment.call(.popupCondition, &self, state, &output)
    case .popupViewLost: moment.call(.popupViewLost, &self, state, &output)
    case .popupChanged: moment.call(.popupChanged, &self, state, &output)
    case .contentLoaded: moment.call(.contentLoaded, &self, state, &output)
    case .contentFailed: moment.call(.contentFailed, &self, state, &output)
    case .animationFinished: moment.call(.animationFinished, &self, state, &output)
    case .appSignedOut: moment.call(.appSignedOut, &self, state, &output)
    case .appSignedIn: moment.call(.appSignedIn, &self, state, &output)
    case .appBackground: moment.call(.appBackground, &self, state, &output)
    case .appForeground: moment.call(.appForeground, &self, state, &output)
    case .scrollBegan: moment.call(.scrollBegan, &self, state, &output)
    case .editBegan: moment.call(.editBegan, &self, state, &output)
    case .editEnded: moment.call(.editEnded, &self, state, &output)
    case .schedulerSuspended: moment.call(.schedulerSuspended, &self, state, &output)
    case .timerFired: moment.call(.timerFired, &self, state, &output)
    case .popupQueued: moment.call(.popupQueued, &self, state, &output)
    case .popupShown: moment.call(.popupShown, &self, state, &output)
    case .popupHidden: moment.call(.popupHidden, &self, state, &output)
    case .popupParked: moment.call(.popupParked, &self, state, &output)
    case .popupRestored: moment.call(.popupRestored, &self, state, &output)
    case .popupDropped: moment.call(.popupDropped, &self, state, &output)
    case .contentRequested: moment.call(.contentRequested, &self, state, &output)
    case .contentCancelled: moment.call(.contentCancelled, &self, state, &output)
    case .inputLocked: moment.call(.inputLocked, &self, state, &output)
    case .inputUnlocked: moment.call(.inputUnlocked, &self, state, &output)
    case .keyboardResigned: moment.call(.keyboardResigned, &self, state, &output)
    case .keyboardRestored: moment.call(.keyboardRestored, &self, state, &output)
    case .coverAdded: moment.call(.coverAdded, &self, state, &output)
    case .coverRemoved: moment.call(.coverRemoved, &self, state, &output)
    case .timerSet: moment.call(.timerSet, &self, state, &output)
    case .callback: moment.call(.callback, &self, state, &output)
    case .fault: moment.call(.fault, &self, state, &output)
    case .popupTapped, .popupUpdated, .animationLost, .scrollEnded, .backPressed, .inputForeignLocked,
      .inputForeignUnlocked, .idle, .schedulerResumed, .schedulerCleared:
      moment.call(.otherStimulus, &self, state, &output)
    case .timerCancelled, .observingBegan, .observingEnded: moment.call(.otherDecision, &self, state, &output)
    }
  }
}

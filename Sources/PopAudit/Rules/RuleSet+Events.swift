import PopupScheduling

// What is called for an event: the rules that watch it, in the order in which they find things. What a rule watches is a constant, so that one
// that does not watch the event costs a test of a bit.
extension RuleSet {
  /// The event is about to change the state.
  @inline(__always)
  mutating func before(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if DuplicateRule.watchedBefore.meets(event) { duplicate.before(state, &output) }
    if ShownAfterWithdrawalRule.watchedBefore.meets(event) { shownAfterWithdrawal.before(state, &output) }
    if AfterSignOutRule.watchedBefore.meets(event) { afterSignOut.before(state, &output) }
    if ZombieRule.watchedBefore.meets(event) { zombie.before(state, &output) }
    if LateShowRule.watchedBefore.meets(event) { lateShow.before(state, &output) }
    if GateBypassRule.watchedBefore.meets(event) { gateBypass.before(state, &output) }
    if ChainBrokenRule.watchedBefore.meets(event) { chainBroken.before(state, &output) }
    if WrongInstanceRule.watchedBefore.meets(event) { wrongInstance.before(state, &output) }
    if LostKeepaliveRule.watchedBefore.meets(event) { lostKeepalive.before(state, &output) }
    if LostPopupRule.watchedBefore.meets(event) { lostPopup.before(state, &output) }
    if TraceGapRule.watchedBefore.meets(event) { traceGap.before(state, &output) }
    if AppMisuseRule.watchedBefore.meets(event) { appMisuse.before(state, &output) }
    if DoubleHideRule.watchedBefore.meets(event) { doubleHide.before(state, &output) }
    if ExpiredShownRule.watchedBefore.meets(event) { expiredShown.before(state, &output) }
    if ContentNotReadyRule.watchedBefore.meets(event) { contentNotReady.before(state, &output) }
    if PreemptLostRule.watchedBefore.meets(event) { preemptLost.before(state, &output) }
    if PreemptBlankRule.watchedBefore.meets(event) { preemptBlank.before(state, &output) }
    if LeakRule.watchedBefore.meets(event) { leak.before(state, &output) }
  }

  /// The event has changed the state.
  @inline(__always)
  mutating func after(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if AppMisuseRule.watchedAfter.meets(event) { appMisuse.after(state, &output) }
    if FlickerRule.watchedAfter.meets(event) { flicker.after(state, &output) }
    if PreemptBlankRule.watchedAfter.meets(event) { preemptBlank.after(state, &output) }
    if StaleCompletionRule.watchedAfter.meets(event) { staleCompletion.after(state, &output) }
    if InputLockRule.watchedAfter.meets(event) { inputLock.after(state, &output) }
    if ContentNotReadyRule.watchedAfter.meets(event) { contentNotReady.after(state, &output) }
    if CoverRule.watchedAfter.meets(event) { cover.after(state, &output) }
    if KeyboardRule.watchedAfter.meets(event) { keyboard.after(state, &output) }
    if SlotHeldRule.watchedAfter.meets(event) { slotHeld.after(state, &output) }
    if CallbackRule.watchedAfter.meets(event) { callback.after(state, &output) }
    if FaultRule.watchedAfter.meets(event) { fault.after(state, &output) }
    if LeakRule.watchedAfter.meets(event) { leak.after(state, &output) }
  }
}

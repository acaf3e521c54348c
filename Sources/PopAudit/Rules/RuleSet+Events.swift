import PopupScheduling

// What an event concerns. The signal is a constant wherever these are called (``AuditEngine/take(as:)``), so that only the calls of the rules
// that look at that kind of event are left when they are compiled.
extension RuleSet {
  /// Calls the rules that look at a kind of event before it changes the state.
  @inline(__always)
  mutating func before(_ signal: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
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
  mutating func after(_ signal: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
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
}

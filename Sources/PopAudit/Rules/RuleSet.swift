import PopupScheduling

/// All rules, and the order in which their hooks are called: where two of them find something in the same event, this order is that of the
/// findings.
///
/// A rule is called for what it watches and for nothing else; where its calls stand in the order of all is said here alone.
struct RuleSet: ~Copyable {
  var overlap = OverlapRule()
  var wrongPage = WrongPageRule()
  var wrongInstance = WrongInstanceRule()
  var duringTransition = DuringTransitionRule()
  var lostPopup = LostPopupRule()
  var lostKeepalive = LostKeepaliveRule()
  var staleKeepalive = StaleKeepaliveRule()
  var duplicate = DuplicateRule()
  var zombie = ZombieRule()
  var shownAfterWithdrawal = ShownAfterWithdrawalRule()
  var afterSignOut = AfterSignOutRule()
  var priorityInversion = PriorityInversionRule()
  var fifoViolation = FIFOViolationRule()
  var stuckQueue = StuckQueueRule()
  var starvation = StarvationRule()
  var leak = LeakRule()
  var gateBypass = GateBypassRule()
  var preemptLost = PreemptLostRule()
  var preemptBlank = PreemptBlankRule()
  var flicker = FlickerRule()
  var chainBroken = ChainBrokenRule()
  var inputLock = InputLockRule()
  var cover = CoverRule()
  var keyboard = KeyboardRule()
  var callback = CallbackRule()
  var staleCompletion = StaleCompletionRule()
  var expiredShown = ExpiredShownRule()
  var contentNotReady = ContentNotReadyRule()
  var slotHeld = SlotHeldRule()
  var lateShow = LateShowRule()
  var doubleHide = DoubleHideRule()
  var fault = FaultRule()
  var traceGap = TraceGapRule()

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin(_ state: borrowing AuditState) {
    chainBroken.begin(state)
    callback.begin(state)
    contentNotReady.begin(state)
    cover.begin(state)
    doubleHide.begin(state)
    flicker.begin(state)
    gateBypass.begin(state)
    inputLock.begin(state)
    keyboard.begin(state)
    leak.begin(state)
    lostKeepalive.begin(state)
    lostPopup.begin(state)
    preemptBlank.begin(state)
    preemptLost.begin(state)
    slotHeld.begin(state)
    staleCompletion.begin(state)
    staleKeepalive.begin(state)
    stuckQueue.begin(state)
    traceGap.begin(state)
  }
}

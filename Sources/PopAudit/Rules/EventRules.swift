import PopupScheduling

/// The rules that follow one sort of event.
struct EventRules: ~Copyable, AuditRule {
  private var callback = CallbackRule()
  private var contentNotReady = ContentNotReadyRule()
  private var cover = CoverRule()
  private var doubleHide = DoubleHideRule()
  private var expiredShown = ExpiredShownRule()
  private var fault = FaultRule()
  private var flicker = FlickerRule()
  private var inputLock = InputLockRule()
  private var keyboard = KeyboardRule()
  private var leak = LeakRule()
  private var preemptBlank = PreemptBlankRule()
  private var preemptLost = PreemptLostRule()
  private var staleCompletion = StaleCompletionRule()
  private var traceGap = TraceGapRule()

  mutating func begin(_ state: borrowing AuditState) {
    callback.begin(state)
    contentNotReady.begin(state)
    cover.begin(state)
    doubleHide.begin(state)
    flicker.begin(state)
    inputLock.begin(state)
    keyboard.begin(state)
    leak.begin(state)
    preemptBlank.begin(state)
    preemptLost.begin(state)
    staleCompletion.begin(state)
    traceGap.begin(state)
  }

  /// The catalog has more names than it had.
  mutating func learn(_ state: borrowing AuditState) { callback.learn(state) }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    traceGap.before(event, &state, &findings)
    switch event.kind {
    case .popupShown:
      expiredShown.before(event, &state, &findings)
      contentNotReady.before(event, &state, &findings)
      preemptLost.before(event, &state, &findings)
    case .popupHidden:
      doubleHide.before(event, &state, &findings)
      preemptLost.before(event, &state, &findings)
    case .popupQueued, .popupRestored, .popupDropped: preemptLost.before(event, &state, &findings)
    case .popupWithdrawn: preemptLost.before(event, &state, &findings)
    case .contentFailed: leak.before(event, &state, &findings)
    default: break
    }
    preemptBlank.before(event, &state, &findings)
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .pageLoaded: break
    case .pageWillAppear, .pageDidAppear: traceGap.after(event, &state, &findings)
    case .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      traceGap.after(event, &state, &findings)
      keyboard.after(event, &state, &findings)
      leak.after(event, &state, &findings)
    case .popupShown:
      flicker.after(event, &state, &findings)
      inputLock.after(event, &state, &findings)
      end(event, &state, &findings)
    case .popupHidden:
      flicker.after(event, &state, &findings)
      preemptBlank.after(event, &state, &findings)
      staleCompletion.after(event, &state, &findings)
      inputLock.after(event, &state, &findings)
      end(event, &state, &findings)
    case .popupParked, .popupRestored, .popupDropped:
      staleCompletion.after(event, &state, &findings)
      end(event, &state, &findings)
    case .popupViewLost:
      inputLock.after(event, &state, &findings)
      end(event, &state, &findings)
    case .popupSubmitted, .popupWithdrawn, .popupDismissed, .timerSet:
      end(event, &state, &findings)
    case .contentRequested, .contentLoaded, .contentFailed, .contentCancelled:
      contentNotReady.after(event, &state, &findings)
      end(event, &state, &findings)
    case .animationFinished:
      staleCompletion.after(event, &state, &findings)
      inputLock.after(event, &state, &findings)
      preemptBlank.after(event, &state, &findings)
    case .inputLocked: inputLock.after(event, &state, &findings)
    case .inputUnlocked:
      staleCompletion.after(event, &state, &findings)
      inputLock.after(event, &state, &findings)
    case .coverAdded, .coverRemoved: cover.after(event, &state, &findings)
    case .editBegan, .editEnded, .keyboardResigned, .keyboardRestored, .appSignedOut, .appSignedIn:
      keyboard.after(event, &state, &findings)
    case .appForeground: leak.after(event, &state, &findings)
    case .callback: callback.after(event, &state, &findings)
    case .fault: fault.after(event, &state, &findings)
    default: break
    }
  }

  /// The rules that look after whatever may have ended.
  @inline(__always)
  private mutating func end(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    leak.after(event, &state, &findings)
    callback.after(event, &state, &findings)
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    preemptLost.endOfStep(&state, &findings)
    inputLock.endOfStep(&state, &findings)
    cover.endOfStep(&state, &findings)
    keyboard.endOfStep(&state, &findings)
    callback.endOfStep(&state, &findings)
    leak.endOfStep(&state, &findings)
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    preemptBlank.deadline(deadline, &state, &findings)
    inputLock.deadline(deadline, &state, &findings)
    keyboard.deadline(deadline, &state, &findings)
    leak.deadline(deadline, &state, &findings)
  }

  mutating func endOfSession(isFinished: Bool, _ state: inout AuditState, _ findings: inout [Finding]) {
    preemptBlank.endOfSession(isFinished: isFinished, &state, &findings)
    cover.endOfSession(isFinished: isFinished, &state, &findings)
    keyboard.endOfSession(isFinished: isFinished, &state, &findings)
    if isFinished { inputLock.endOfSession(state, &findings) }
  }
}

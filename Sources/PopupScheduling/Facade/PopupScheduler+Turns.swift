extension PopupScheduler where Observer: ~Copyable {
  /// Takes a stimulus: now, or right after the decision under way. Its sequence number; negative when it waits for what is under way.
  @discardableResult
  func happen(_ stimulus: PendingStimulus) -> Int32 {
    guard !isEndless else { return refuse(-1) }
    switch bridge.activity {
    case .turn:
      reactionsLeft -= 1
      bridge.inbox.append(stimulus)
    case .observing:
      reactionsLeft -= 1
      postponed.append(stimulus)
      if bridge.closing >= 0, stimulus.event.cause < 0 { postponed[postponed.count - 1].event.cause = bridge.closing }
    case .none:
      begin()
      let sequence = runTurn(stimulus, within: tap)
      catchUp()
      return sequence
    }
    return -1
  }

  /// Whether callbacks have brought each other about so often that no more of what they call is taken.
  var isEndless: Bool { bridge.activity != .none && reactionsLeft <= 0 }

  func begin() {
    guard bridge.activity == .none, !isCatchingUp else { return }
    reactionsLeft = 10_000 + 16 * bridge.requests.count
  }

  /// The tap whose action is being carried out; negative where none is.
  private var tap: Int32 { action >= 0 ? action : CauseLedger.TapContext.current?.tap(of: bridge) ?? -1 }

  // The app's compiler does not see the body and cannot specialise it, so it is specialised here for the policy that nearly all apps have.
  @_specialize(kind:partial,where Policy == StandardPolicy)
  private func runTurn(_ stimulus: PendingStimulus, within tap: Int32) -> Int32 {
    bridge.activity = .turn
    var event = stimulus.event
    bridge.register(&event, stimulus.payload, in: &core.turn.catalog)
    event.cause = ledger.cause(of: event, scene: scene(of: event), within: tap)
    let sequence = core.run(event, at: now, in: bridge)
    for event in core.turn.log.events { ledger.note(event, scene: scene(of: event)) }
    report(core.turn.log, core.turn.catalog)
    bridge.activity = .observing
    closeEnded()
    observer.turnEnded(in: core.turn.catalog)
    tellRefusals()
    core.emptyLog()
    reportedEvents = 0
    bridge.activity = .none
    return sequence
  }

  private func scene(of event: Event) -> UInt16 { event.kind.isAboutPage ? bridge.pageScenes[event.page.index] : 0 }

  func report(_ log: borrowing EventLog, _ catalog: borrowing Catalog) {
    guard reportedEvents < log.events.count else { return }
    let activity = bridge.activity
    bridge.activity = .observing
    Self.report(log, from: reportedEvents, catalog, to: &observer)
    reportedEvents = log.events.count
    bridge.activity = activity
  }

  /// The observer is borrowed once for several events: looking whether it is free costs more than many an observer does.
  private static func report(
    _ log: borrowing EventLog, from first: Int, _ catalog: borrowing Catalog, to observer: inout Observer
  ) {
    guard observer.isListening else { return }
    for event in log.events[first...] { observer.observe(event, in: log, catalog) }
  }

  func catchUp() {
    guard bridge.activity == .none, !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    timersLeft = 10_000 + bridge.timers.count
    repeat {
      while let next = takePostponed() ?? takeDueTimer() { _ = runTurn(next, within: -1) }
      looksAtTimers = false
      setAlarm()
    } while looksAtTimers
  }

  private func takePostponed() -> PendingStimulus? { postponed.isEmpty ? nil : postponed.removeFirst() }

  @discardableResult
  func refuse<Result>(_ result: Result = ()) -> Result {
    refusedCalls += 1
    untoldRefusals += 1
    guard bridge.activity != .observing else { return result }
    begin()
    tellRefusals()
    catchUp()
    return result
  }

  func tellRefusals() {
    guard untoldRefusals > 0 else { return }
    let count = untoldRefusals
    untoldRefusals = 0
    let activity = bridge.activity
    bridge.activity = .observing
    observer.refused(count)
    bridge.activity = activity
  }

  // MARK: Timers, in the order in which they come due (TimeAndTurns, *Equal times*)

  /// The next timer that is due, as what happens then; in the background they wait for the foreground.
  func takeDueTimer() -> PendingStimulus? {
    guard looksAtTimers, !isBackground, timersLeft > 0, let entry = bridge.timers.takeFirst(dueBy: now) else {
      return nil
    }
    timersLeft -= 1
    var event = Event(.timerFired)
    event.timer = entry.timer
    event.schedulerID = entry.scheduler
    return PendingStimulus(event: event)
  }

  func setAlarm() {
    var due = isBackground ? nil : bridge.timers.first?.due
    // A policy that sets one timer upon the other for the same instant is called again when time has gone on.
    if timersLeft == 0, let first = due { due = max(first, now + Ticks(1)) }
    // Time never gets beyond.
    if let first = due, first > clock.tick.latest { due = nil }
    guard due != alarm?.due else { return }
    alarm?.alarm.cancel()
    alarm = nil
    guard let due else { return }
    alarm = (due, clock.wake(at: due) { [weak self] in self?.ring() })
  }

  private func ring() {
    alarm = nil
    looksAtTimers = true
    begin()
    catchUp()
  }

  // MARK: Presenting, decision by decision

  func carryOut(_ decision: Event) {
    let popup = decision.popup
    switch decision.kind {
    case .popupShown:
      guard let presenter, let request = bridge.requests[popup] else { return loseView(popup) }
      presenter.show(popup, request, on: decision.page, generation: decision.generation)
    case .popupHidden: presenter?.hide(popup, because: decision.reason, generation: decision.generation)
    case .contentRequested:
      guard let presenter, let request = bridge.requests[popup] else { return bridge.answer(.contentFailed, of: popup) }
      presenter.requestContent(of: popup, request)
    case .contentCancelled: presenter?.cancelContent(of: popup)
    case .inputLocked, .inputUnlocked:
      presenter?.setInputLocked(bridge.locks[decision.scene, default: 0] > 0, scene: decision.scene)
    case .keyboardResigned, .keyboardRestored:
      presenter?.setKeyboardFolded(
        decision.kind == .keyboardResigned, responder: bridge.responders[decision.name] ?? "")
    case .coverAdded, .coverRemoved:
      presenter?.setCovered(bridge.covers[decision.scene, default: 0] > 0, scene: decision.scene)
    case .callback where decision.reason != .none: close(popup, because: decision.reason)
    default: break
    }
  }

  private func close(_ popup: PopupID, because reason: Reason) {
    guard bridge.forget(popup) else { return }
    presenter?.closed(popup, because: reason)
  }

  /// Of the popups that are over although the policy did not say so: it hid them for good, or dropped them, in this turn.
  func closeEnded() {
    guard !bridge.ended.isEmpty else { return }
    for decision in bridge.takeEnded() {
      bridge.closing = decision.sequence
      close(decision.popup, because: decision.reason)
    }
    bridge.closing = -1
  }

  /// There is no presenter to show a popup: its view is reported as lost, so that it does not count as one that the user sees.
  private func loseView(_ popup: PopupID) {
    // A popup that the operating system shows needs no presenter.
    guard bridge.requests[popup]?.kind != .system else { return }
    unpresentedPopups += 1
    bridge.answer(.popupViewLost, of: popup)
  }
}

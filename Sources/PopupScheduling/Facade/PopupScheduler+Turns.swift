// How stimuli become turns, one after another.

extension PopupScheduler where Observer: ~Copyable {
  /// Takes a stimulus: now, or right after the decision under way.
  ///
  /// - Returns: The sequence number the stimulus got; negative when it waits for what is under way.
  @discardableResult
  func happen(_ stimulus: PendingStimulus) -> Int32 {
    guard !isEndless else {
      refuse()
      return -1
    }
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

  /// The app makes a call, or the clock does: its callbacks may begin to call.
  func begin() {
    guard bridge.activity == .none, !isCatchingUp else { return }
    reactionsLeft = 10_000 + 16 * bridge.requests.count
  }

  /// The tap whose action is being carried out; negative where none is.
  private var tap: Int32 { action >= 0 ? action : TapContext.current?.tap(of: bridge) ?? -1 }

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

  /// Tells the observer of what has happened in the turn and it was not told of before.
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

  /// Has everything happen that had to wait: what the observer brought about, and timers that are due.
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

  /// A call is about something that is not known: it changes nothing, and is counted.
  func refuse() {
    refusedCalls += 1
    untoldRefusals += 1
    guard bridge.activity != .observing else { return }
    begin()
    tellRefusals()
    catchUp()
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
}

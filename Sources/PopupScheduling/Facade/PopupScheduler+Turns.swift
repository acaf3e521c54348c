extension PopupScheduler {
  func begin() {
    guard bridge.activity == .none, !isCatchingUp else { return }
    reactionsLeft = 10_000 + 16 * popups.count
  }

  func runTurn(_ stimulus: PendingStimulus, within tap: Int32) -> Int32 {
    runner.run(stimulus, at: now, within: tap, in: bridge)
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
      popups[popup]?.presented.page = decision.page
      popups[popup]?.presented.generation = decision.generation
      guard let presenter, let presented = popups[popup]?.presented else { return loseView(popup) }
      presenter.show(presented)
    case .popupHidden:
      guard let presented = popups[popup]?.presented else { return }
      presenter?.hide(presented, because: decision.reason)
    case .contentRequested:
      guard let presenter, let presented = popups[popup]?.presented else {
        return bridge.answer(.contentFailed, of: popup)
      }
      presenter.requestContent(of: presented)
    case .contentCancelled:
      guard let presented = popups[popup]?.presented else { return }
      presenter?.cancelContent(of: presented)
    case .inputLocked, .inputUnlocked:
      presenter?.setInputLocked(bridge.locks[decision.scene, default: 0] > 0, scene: decision.scene)
    case .keyboardResigned, .keyboardRestored:
      presenter?.setKeyboardFolded(
        decision.kind == .keyboardResigned, responder: bridge.responders[decision.name] ?? "")
    case .coverAdded, .coverRemoved:
      presenter?.setCovered(bridge.covers[decision.scene, default: 0] > 0, scene: decision.scene)
    case .callback where decision.reason != .none: close(decision)
    default: break
    }
  }

  /// A popup is over: nothing of it is kept, and whoever waits for it is told.
  func close(_ decision: Event) {
    guard let popup = popups.removeValue(forKey: decision.popup) else { return }
    presenter?.closed(popup.presented, because: decision.reason)
    guard let ticket = tickets.removeValue(forKey: decision.popup) else { return }
    var answer = PopupAnswer(popup: decision.popup, reason: decision.reason)
    answer.act = decision.reason == .dismissed ? popup.act : nil
    answer.lastTap = popup.lastTap
    answer.wasShown = popup.presented.generation > 0
    answer.cause = decision.sequence
    answer.scheduler = ObjectIdentifier(bridge)
    ticket.finish(answer)
  }

  /// There is no presenter to show a popup: its view is reported as lost, so that it does not count as one that the user sees.
  private func loseView(_ popup: PopupID) {
    // A popup that the operating system shows needs no presenter.
    guard popups[popup]?.presented.request.kind != .system else { return }
    unpresentedPopups += 1
    bridge.answer(.popupViewLost, of: popup)
  }
}

/// Runs the turns of whatever policy decides: one call a turn, behind which everything knows the policy's type.
@MainActor
protocol TurnRunner: AnyObject {
  var catalog: Catalog { get }
  /// Runs a turn; gives the sequence number of its stimulus.
  func run(_ stimulus: PendingStimulus, at now: Ticks, within tap: Int32, in bridge: PresenterBridge) -> Int32
}

@MainActor
final class PolicyRunner<Policy: SchedulingPolicy>: TurnRunner {
  private var core: Scheduler<Policy>

  init(_ policy: Policy, tick: TickLength, _ schedulers: [SchedulerID]) {
    core = Scheduler(policy: policy, tick: tick, schedulers: schedulers)
  }

  var catalog: Catalog { core.turn.catalog }

  // The app's compiler does not see the body and cannot specialise it, so it is specialised here for the policy that nearly all apps have.
  @_specialize(where Policy == StandardPolicy)
  func run(_ stimulus: PendingStimulus, at now: Ticks, within tap: Int32, in bridge: PresenterBridge) -> Int32 {
    bridge.activity = .turn
    var event = stimulus.event
    bridge.register(&event, stimulus.payload, in: &core.turn.catalog)
    event.cause = bridge.cause(of: event, within: tap)
    let sequence = core.run(event, at: now, in: bridge)
    bridge.endTurn(core.turn.log, core.turn.catalog)
    core.emptyLog()
    return sequence
  }
}

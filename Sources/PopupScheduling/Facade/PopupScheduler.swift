/// The popup scheduler of an app: told what happens, it has its presenter show and hide popups.
///
/// ```swift
/// let scheduler = PopupScheduler(presenter: presenter)
/// scheduler.pageWillAppear(home)
/// let popup = scheduler.submit(PopupRequest("Spring sale", kind: .campaign))
/// ```
///
/// A thin facade over ``Scheduler``, for the main actor: from elsewhere its methods are awaited, or ``enqueue(_:)`` is used. It knows the time
/// and keeps what the app needs to find its popups again; every decision is the policy's. To record what happens, give it an observer
/// that does; one with ``NoObserver`` is compiled as if there were none.
@MainActor
public final class PopupScheduler<Policy: SchedulingPolicy, Observer: EventObserver & ~Copyable> {
  /// Who shows popups.
  public private(set) weak var presenter: (any PopupPresenter)?
  /// Who is told of everything; ``withObserver(_:)`` alters it.
  public private(set) var observer: Observer

  let clock: any PopupClock
  let line: SchedulerLine
  private var core: Scheduler<Policy>
  private let hands = Hands()
  private var ledger = CauseLedger()

  /// Makes a scheduler of a policy of one's own.
  public init(
    policy: Policy, presenter: any PopupPresenter, observer: consuming Observer,
    clock: any PopupClock = ContinuousPopupClock(),
    line: SchedulerLine = SchedulerLine()
  ) {
    self.presenter = presenter
    self.observer = observer
    self.clock = clock
    self.line = line
    core = Scheduler(policy: policy, lines: [line])
    hands.tick = clock.tick
    hands.line = line
    hands.perform = { [unowned self] decision in self.perform(decision) }
  }

  /// What the events refer to, as an observer needs it at the end.
  public var catalog: Catalog { core.turn.catalog }

  /// The time by the scheduler's clock.
  public var now: Ticks { clock.now }

  /// Whether a popup is on screen.
  public func isUp(_ popup: PopupID) -> Bool { hands.upPopups.contains(popup) }

  /// What is on screen, in the order in which it came.
  public var visiblePopups: [PopupID] { hands.upPopups }

  /// Lends the observer to whoever made the scheduler: to ask something of it, or to put another in its place.
  ///
  /// `body` must not call the scheduler, which has no observer to tell while it is lent.
  public func withObserver<Result: ~Copyable, Failure: Error>(
    _ body: (inout Observer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&observer)
  }

  /// Carries out what a tap on a popup asks for: what the app submits in `body`, and the page transition it begins there, is caused by the tap.
  public func perform<Result>(_ action: String, of popup: PopupID, _ body: () throws -> Result) rethrows -> Result {
    var tap = Event(.popupTapped)
    tap.popup = popup
    let sequence = happen(tap, name: action)
    let outer = ledger.action
    ledger.action = sequence
    defer { ledger.action = outer }
    return try body()
  }

  /// Has something happen: now, or right after the decision under way.
  ///
  /// - Returns: The sequence number the stimulus got; negative when it waits for the decision under way.
  @discardableResult
  func happen(_ stimulus: Event, name: String? = nil) -> Int32 {
    var stimulus = stimulus
    stimulus.line = line
    if let name { stimulus.attributes = hands.keep(.name(name)) }
    return happen(prepared: stimulus)
  }

  @discardableResult
  func happen(prepared stimulus: Event) -> Int32 {
    var stimulus = stimulus
    if hands.isBusy {
      if ledger.action >= 0 { stimulus.cause = ledger.action }
      hands.inbox.append(stimulus)
      return -1
    }
    hands.isBusy = true
    hands.register(&stimulus, in: &core.turn.catalog)
    stimulus.cause = ledger.cause(of: stimulus)
    let sequence = core.run(stimulus, at: clock.now, in: hands)
    Self.report(core.turn, to: &observer, &ledger)
    core.emptyLog()
    hands.endTurn()
    return sequence
  }

  /// Tells the observer of a turn. It is borrowed once for all of its events: looking whether it is free costs more than many an observer does.
  private static func report(_ turn: borrowing Turn, to observer: inout Observer, _ ledger: inout CauseLedger) {
    for event in turn.log.events {
      ledger.note(event)
      observer.observe(event, in: turn.log, turn.catalog)
    }
    observer.turnEnded()
  }

  /// The parts of the scheduler that work while a turn is under way.
  var parts: Hands { hands }

  /// Carries out one decision.
  private func perform(_ decision: Event) {
    switch decision.kind {
    case .popupShown:
      guard let request = hands.requests[decision.popup] else { return }
      presenter?.show(decision.popup, request, on: decision.page, generation: decision.generation)
    case .popupHidden: presenter?.hide(decision.popup, because: decision.reason, generation: decision.generation)
    case .contentRequested:
      guard let request = hands.requests[decision.popup] else { return }
      presenter?.requestContent(of: decision.popup, request)
    case .contentCancelled: presenter?.cancelContent(of: decision.popup)
    case .inputLocked, .inputUnlocked: presenter?.setInputLocked(hands.locks > 0)
    case .keyboardResigned, .keyboardRestored:
      presenter?.setKeyboardFolded(decision.kind == .keyboardResigned, responder: hands.responders[decision.name] ?? "")
    case .coverAdded, .coverRemoved: presenter?.setCovered(hands.covers > 0)
    case .timerSet:
      let timer = decision.timer
      clock.wake(at: decision.at) { [weak self] in self?.wake(timer) }
    case .callback where decision.reason != .none:
      presenter?.closed(decision.popup, because: decision.reason)
      hands.forget(decision.popup)
    default: break
    }
  }

  /// A timer is due: it fires, unless it was cancelled; in the background it waits for the foreground (semantics B9).
  private func wake(_ timer: TimerID) {
    guard hands.timers.contains(timer) else { return }
    guard !hands.isBackground else {
      hands.lateTimers.append(timer)
      return
    }
    fire(timer)
  }

  func fire(_ timer: TimerID) {
    guard hands.timers.contains(timer) else { return }
    var event = Event(.timerFired)
    event.timer = timer
    happen(event)
  }
}

extension PopupScheduler where Policy == StandardPolicy, Observer == NoObserver {
  /// Makes a scheduler of the newest standard policy that nobody observes.
  public convenience init(presenter: any PopupPresenter, configuration: PolicyConfiguration = .v6) {
    self.init(policy: StandardPolicy(configuration), presenter: presenter, observer: NoObserver())
  }
}

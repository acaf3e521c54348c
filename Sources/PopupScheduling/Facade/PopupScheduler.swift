/// The popup scheduler of an app: told what happens, it has its presenter show and hide popups.
///
/// ```swift
/// let scheduler = PopupScheduler(presenter: presenter)
/// let home = scheduler.loadPage(PageDescription("HomeViewController"))
/// scheduler.pageWillAppear(home)
/// let popup = scheduler.submit(PopupRequest("Spring sale", kind: .campaign))
/// ```
///
/// From elsewhere than the main actor its methods are awaited, or ``enqueue(_:)`` is used. To record what happens, give it an observer that does;
/// one with ``NoObserver`` is compiled as if there were none. App code that holds an `any` ``PopupCoordinator`` works with either.
///
/// What the presenter asks for while a decision is being carried out is taken in the same turn, caused by that decision. Callbacks that bring
/// each other about without end are refused after 10,000 calls, and 16 more for each popup there is, so that the app's own call returns.
///
/// It needs memory for the popups there are at a time: one that is over leaves two bits, four bytes in an app of several schedulers, and as
/// much where its request named an `object`. A page takes some hundred bytes, and every different text or set of attributes is kept once.
@MainActor
@safe
public final class PopupScheduler<Policy: SchedulingPolicy, Observer: EventObserver & ~Copyable> {
  /// The app's code that shows popups. Held weakly; another one may take over.
  public weak var presenter: (any PopupPresenter)?
  /// The observer, which is told of every event; ``withObserver(_:)`` alters it.
  public internal(set) var observer: Observer {
    _read { yield unsafe observerStorage.pointee }
    _modify { yield unsafe &observerStorage.pointee }
  }
  // Behind a pointer: code that looks into an object by reflection (a test's failed expectation, a logger) copies its fields, and traps on one
  // that cannot be copied.
  private nonisolated(unsafe) let observerStorage: UnsafeMutablePointer<Observer>
  /// How many calls were refused, for what they were or because there was no end of them.
  public internal(set) var refusedCalls = 0
  /// How many popups were to be shown when there was no presenter to show them.
  public internal(set) var unpresentedPopups = 0

  package let clock: any PopupClock
  let schedulers: [SchedulerID]
  let bridge: PresenterBridge
  let enqueued = SubmissionQueue()
  var core: Scheduler<Policy>
  var ledger = CauseLedger()
  /// The tap whose action is being carried out by the code that is running; negative where none is.
  var action: Int32 = -1
  var postponed: [PendingStimulus] = []
  var reportedEvents = 0
  var untoldRefusals = 0
  /// How many calls are still taken from callbacks before the app's own call returns.
  var reactionsLeft = 0
  var isBackground = false
  var alarm: (due: Ticks, alarm: PopupAlarm)?
  var timersLeft = 0
  var looksAtTimers = false
  var isCatchingUp = false

  /// Makes a scheduler of a policy of one's own, with every scheduler of every scene named.
  ///
  /// - Parameters:
  ///   - policy: The policy, of which every scheduler gets a copy.
  ///   - presenter: The app's code that shows popups; the scheduler does not keep it alive.
  ///   - observer: The observer, which is told of every event.
  ///   - clock: The clock of the scheduler.
  ///   - schedulers: The schedulers there are, of all scenes: what belongs to another is refused. None stands for the usual one.
  public init(
    policy: Policy, presenter: any PopupPresenter, observer: consuming Observer,
    clock: any PopupClock = ContinuousPopupClock(), schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.presenter = presenter
    let naming = Naming(alias: observer.alias)
    unsafe observerStorage = .allocate(capacity: 1)
    unsafe observerStorage.initialize(to: observer)
    self.clock = clock
    let schedulers = schedulers.isEmpty ? [SchedulerID()] : Set(schedulers).sorted()
    self.schedulers = schedulers
    let tick = clock.tick
    core = Scheduler(policy: policy, tick: tick, schedulers: schedulers)
    bridge = PresenterBridge(tick: tick, naming: naming)
    bridge.perform = { [unowned self] decision in self.carryOut(decision) }
    bridge.report = { [unowned self] log, catalog in self.report(log, catalog) }
    enqueued.open { [weak self] in self?.takeEnqueued() }
  }

  /// Makes a scheduler of a policy of one's own for several scenes, with one queue each.
  public convenience init(
    policy: Policy, presenter: any PopupPresenter, observer: consuming Observer,
    clock: any PopupClock = ContinuousPopupClock(), scenes: some Sequence<UInt16>
  ) {
    self.init(
      policy: policy, presenter: presenter, observer: observer, clock: clock,
      schedulers: scenes.map { SchedulerID(scene: $0) })
  }

  deinit {
    enqueued.close()
    unsafe observerStorage.deinitialize(count: 1)
    unsafe observerStorage.deallocate()
    if let alarm = alarm?.alarm { Task { @MainActor in alarm.cancel() } }
  }

  package var keptRequests: Int { bridge.requests.count }
  /// What the events refer to, as an observer needs it at the end.
  public var catalog: Catalog { bridge.catalog ?? core.turn.catalog }

  /// Lends the observer, to ask something of it or to replace it; what `body` asks of the scheduler happens right after it.
  public func withObserver<Result: ~Copyable, Failure: Error>(
    _ body: (inout Observer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    let activity = bridge.activity
    bridge.activity = .observing
    defer {
      tellRefusals()
      bridge.activity = activity
      catchUp()
    }
    return try body(&observer)
  }
}

extension PopupScheduler where Policy == StandardPolicy, Observer == NoObserver {
  /// Makes a scheduler with the newest standard policy and without an observer.
  public convenience init(
    presenter: any PopupPresenter, configuration: PolicyConfiguration = .v6, schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    self.init(
      policy: StandardPolicy(configuration), presenter: presenter, observer: NoObserver(), schedulers: schedulers)
  }
}

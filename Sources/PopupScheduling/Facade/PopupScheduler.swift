import PopSystem

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
  let enqueued = PopupTicket.Queue()
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

  /// Makes a scheduler of a policy of one's own, of which every scheduler of every scene gets a copy.
  ///
  /// - `schedulers`: The schedulers there are, of all scenes: what belongs to another is refused. None stands for the usual one.
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
    core = Scheduler(policy: policy, tick: clock.tick, schedulers: schedulers)
    bridge = PresenterBridge(tick: clock.tick, naming: naming)
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

/// What carries out an app's decisions. Apart from the scheduler, which is at work in a turn: what a presenter calls back goes into the inbox.
@MainActor
@safe
final class PresenterBridge {
  enum Activity {
    /// What happens begins a turn.
    case none
    /// What happens is re-entrant.
    case turn
    /// The observer is told, or lent: what happens begins a turn afterwards.
    case observing
  }

  var perform: (@MainActor (Event) -> Void)?
  var report: (@MainActor (borrowing EventLog, borrowing Catalog) -> Void)?
  var activity = Activity.none
  var inbox: [PendingStimulus] = []
  private(set) var requests: [PopupID: PopupRequest] = [:]
  private(set) var upPopups: [PopupID] = []
  /// The decisions of the turn that ended popups which have not been closed.
  private(set) var ended: [Event] = []
  /// The decision that ended the popup which is being closed after its turn; negative at any other time.
  var closing: Int32 = -1
  /// How many locks and covers there are, by scene.
  private(set) var locks: [UInt16: Int] = [:]
  private(set) var covers: [UInt16: Int] = [:]
  var timers = TimerQueue()
  private(set) var responders: [Symbol: String] = [:]
  /// How many popups there are; one with another number is not known.
  private(set) var popupCount: Int32 = 0
  private(set) var pageScenes: [UInt16] = []

  let tick: TickLength
  /// What came with the re-entrant stimuli that were handed over last, and how much of it has been put into the catalog.
  private var payloads: [PendingStimulus.Payload] = []
  private var registered = 0
  private var lentCatalog: UnsafePointer<Catalog>?

  private var naming: Naming

  init(tick: TickLength, naming: Naming = Naming()) {
    self.tick = tick
    self.naming = naming
  }

  func makePopup(_ request: PopupRequest) -> PopupID {
    defer { popupCount += 1 }
    requests[PopupID(popupCount)] = request
    return PopupID(popupCount)
  }

  func makePage(scene: UInt16) -> PageID {
    defer { pageScenes.append(scene) }
    return PageID(pageScenes.count)
  }

  func knows(_ popup: PopupID) -> Bool { popup.rawValue >= 0 && popup.rawValue < popupCount }
  func knows(_ page: PageID) -> Bool { page.rawValue >= 0 && page.index < pageScenes.count }
  /// A popup has ended: nothing will be asked of it again. False where that was known.
  func forget(_ popup: PopupID) -> Bool { requests.removeValue(forKey: popup) != nil }

  func takeEnded() -> [Event] {
    defer { ended.removeAll(keepingCapacity: true) }
    return ended
  }

  func answer(_ kind: EventKind, of popup: PopupID) {
    var event = Event(kind)
    event.popup = popup
    inbox.append(PendingStimulus(event: event))
  }

  /// The catalog as it is while a decision is being carried out; nil at any other time.
  var catalog: Catalog? { unsafe lentCatalog.map { unsafe $0.pointee } }
}

extension PresenterBridge: @MainActor SchedulerEnvironment {
  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    note(decision)
    perform?(decision)
    registered = 0
    payloads.removeAll(keepingCapacity: true)
    for stimulus in inbox {
      reentrant.append(stimulus.event)
      payloads.append(stimulus.payload)
    }
    inbox.removeAll(keepingCapacity: true)
  }

  func carryOut(
    _ decision: Event, reentrant: inout [Event], in log: borrowing EventLog, _ catalog: borrowing Catalog
  ) {
    // The turn changes its catalog before and after this call, and never meanwhile.
    unsafe withUnsafePointer(to: catalog) { pointer in
      unsafe lentCatalog = pointer
      // First the observer: should the app crash while it carries the decision out, the recording has that decision.
      report?(log, catalog)
      carryOut(decision, reentrant: &reentrant)
      unsafe lentCatalog = nil
    }
  }

  private func note(_ decision: Event) {
    switch decision.kind {
    case .popupShown:
      if !upPopups.contains(decision.popup) { upPopups.append(decision.popup) }
      isNotOver(decision.popup)
    case .popupHidden:
      upPopups.removeAll { $0 == decision.popup }
      if decision.reason != .pageLeft, decision.reason != .preempted { ended.append(decision) }
    case .popupDropped: ended.append(decision)
    case .popupQueued, .popupParked, .popupRestored: isNotOver(decision.popup)
    case .callback where decision.reason != .none: isNotOver(decision.popup)
    case .inputLocked: locks[decision.scene, default: 0] += 1
    case .inputUnlocked: locks[decision.scene] = max(0, locks[decision.scene, default: 0] - 1)
    case .coverAdded: covers[decision.scene, default: 0] += 1
    case .coverRemoved: covers[decision.scene] = max(0, covers[decision.scene, default: 0] - 1)
    case .timerSet: timers.insert(decision)
    case .timerCancelled: timers.remove(decision.timer)
    default: break
    }
  }

  private func isNotOver(_ popup: PopupID) { ended.removeAll { $0.popup == popup } }

  func register(_ stimulus: inout Event, in catalog: inout Catalog) {
    register(&stimulus, payloads[registered], in: &catalog)
    registered += 1
  }

  func register(_ stimulus: inout Event, _ payload: PendingStimulus.Payload, in catalog: inout Catalog) {
    while catalog.popupNumbers.count <= stimulus.popup.index {
      catalog.appendPopup(numbered: Int64(catalog.popupNumbers.count))
    }
    while catalog.pageNumbers.count <= stimulus.page.index { addPage(to: &catalog) }
    switch payload {
    case .nothing: break
    case .name(let text):
      stimulus.name = naming.intern(text, stimulus.kind.nameRole, in: &catalog.names)
      if stimulus.kind == .editBegan { responders[stimulus.name] = text }
    case .request(let request):
      let lastPage = max(request.instance.index, request.callerPage.index)
      while catalog.pageNumbers.count <= lastPage { addPage(to: &catalog) }
      stimulus.spec = catalog.intern(request.spec(tick: tick, naming: &naming, names: &catalog.names))
    case .page(let page):
      catalog.pages[stimulus.page.index].classes = naming.intern(page.classes, in: &catalog.names)
      catalog.pages[stimulus.page.index].container = page.container
      catalog.pages[stimulus.page.index].presentation = page.presentation
    case .alteration(let alteration):
      let change = alteration.change(tick: tick, naming: &naming, names: &catalog.names)
      stimulus.attributes = catalog.intern(change).rawValue
    }
  }

  private func addPage(to catalog: inout Catalog) {
    var page = PageSpec()
    page.scene = pageScenes[catalog.pageNumbers.count]
    catalog.appendPage(numbered: Int64(catalog.pageNumbers.count), page)
  }
}

/// Works out which earlier event is the cause of a stimulus, as far as that can be known (<doc:TimeAndTurns#Causes>).
package struct CauseLedger: Sendable {
  /// Of the popups that are not over, and of the last few that are: their animations end later, and the app may speak of them again.
  private var popups: [PopupID: PopupCauses] = [:]
  private var over: [PopupID] = []
  private var nextOver = 0
  private static let mostOver = 256
  private var pages: [PageCauses] = []
  private var transitions: [UInt16: Transition] = [:]

  private struct PopupCauses: Sendable {
    var shown: Int32 = -1
    var hidden: Int32 = -1
    var requested: Int32 = -1
    var generation: Int32 = 0
    var isUp = false
  }

  private struct PageCauses: Sendable {
    /// For a page that a tap led to: its did-appear, which causes everything about it from then on.
    var arrival: Int32 = -1
    /// Whether an appearance of it was caused by a tap.
    var isBehindTap = false
    var isMoving = false
  }

  private struct Transition: Sendable {
    var cause: Int32 = -1
    var moving = 0
  }

  package init() {}

  /// The cause of a stimulus that is about to be taken in a turn of its own; negative where none is known.
  package func cause(of stimulus: Event, scene: UInt16 = 0, within action: Int32 = -1) -> Int32 {
    if stimulus.cause >= 0 { return stimulus.cause }
    let popup = popups[stimulus.popup] ?? PopupCauses()
    switch stimulus.kind {
    case .popupDismissed where stimulus.act.isUsers, .popupTapped, .popupViewLost:
      return popup.isUp ? popup.shown : popup.hidden
    case .animationFinished, .animationLost:
      // A late end of an earlier presentation's entry animation is reported because the hiding cut it short, so the hiding is its cause.
      let isStale = stimulus.generation > 0 && stimulus.generation < popup.generation
      return stimulus.phase == .show && !isStale ? popup.shown : popup.hidden
    case .contentLoaded, .contentFailed:
      return popup.requested
    default:
      if action >= 0 || !stimulus.kind.isAboutPage { return action }
      if let transition = transitions[scene], transition.cause >= 0 { return transition.cause }
      return pages.indices.contains(stimulus.page.index) ? pages[stimulus.page.index].arrival : -1
    }
  }

  package mutating func note(_ event: Event, scene: UInt16 = 0) {
    switch event.kind {
    case .popupShown:
      change(event.popup) {
        $0.shown = event.sequence
        $0.generation = event.generation
        $0.isUp = true
      }
    case .popupHidden:
      change(event.popup) {
        $0.hidden = event.sequence
        $0.isUp = false
      }
      if event.reason != .pageLeft, event.reason != .preempted { noteOver(event.popup) }
    case .popupDropped: noteOver(event.popup)
    case .contentRequested:
      change(event.popup) { $0.requested = event.sequence }
    default:
      if event.kind.isAboutPage, !event.page.isNone { notePage(event, scene) }
    }
  }

  private mutating func notePage(_ event: Event, _ scene: UInt16) {
    let page = event.page.index
    while pages.count <= page { pages.append(PageCauses()) }
    switch event.kind {
    case .pageWillAppear, .pageWillDisappear:
      if event.cause >= 0 {
        transitions[scene, default: Transition()].cause = event.cause
        if event.kind == .pageWillAppear { pages[page].isBehindTap = true }
      }
      move(page, scene, isMoving: true)
    case .pageDidAppear:
      if pages[page].isBehindTap, pages[page].arrival < 0 { pages[page].arrival = event.sequence }
      move(page, scene, isMoving: false)
    case .pageDidDisappear, .pageRemoved: move(page, scene, isMoving: false)
    default: break
    }
  }

  /// A page begins to move, or has moved; when none moves any more, the transition is over.
  private mutating func move(_ page: Int, _ scene: UInt16, isMoving: Bool) {
    guard pages[page].isMoving != isMoving else { return }
    pages[page].isMoving = isMoving
    var transition = transitions[scene] ?? Transition()
    transition.moving += isMoving ? 1 : -1
    transitions[scene] = transition.moving > 0 ? transition : nil
  }

  private mutating func change(_ popup: PopupID, _ body: (inout PopupCauses) -> Void) {
    if !popup.isNone { body(&popups[popup, default: PopupCauses()]) }
  }

  /// A popup is over, and the one for which that is the longest ago is forgotten.
  private mutating func noteOver(_ popup: PopupID) {
    guard popups[popup] != nil else { return }
    guard over.count == Self.mostOver else { return over.append(popup) }
    let oldest = over[nextOver]
    over[nextOver] = popup
    nextOver = (nextOver + 1) % Self.mostOver
    if oldest != popup, popups[oldest]?.isUp == false { popups[oldest] = nil }
  }
}

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

  private func isNotOver(_ popup: PopupID) {
    if !ended.isEmpty { ended.removeAll { $0.popup == popup } }
  }

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
      stimulus.attributes = catalog.intern(alteration.change(tick: tick, naming: &naming, names: &catalog.names))
    }
  }

  private func addPage(to catalog: inout Catalog) {
    var page = PageSpec()
    page.scene = pageScenes[catalog.pageNumbers.count]
    catalog.appendPage(numbered: Int64(catalog.pageNumbers.count), page)
  }
}

/// A stimulus on its way into a turn, with what it says that is not in the catalog yet.
struct PendingStimulus {
  var event: Event
  var payload = Payload.nothing

  enum Payload {
    case nothing
    case name(String)
    case request(PopupRequest)
    case page(PageDescription)
    case alteration(PopupAlteration)
  }
}

/// A tap whose action is being carried out, for as long as that takes, by whatever task.
final class TapContext: Sendable {
  @TaskLocal static var current: TapContext?

  private let scheduler: ObjectIdentifier
  /// The tap's sequence number; negative where it has none, or its action is over.
  @MainActor private var sequence: Int32
  private let outer: TapContext?

  // The scheduler is known by its presenter bridge: it is generic over what cannot be copied, and to ask such an object for its identity needs
  // a newer system than apps support.
  @MainActor
  init(of scheduler: AnyObject, _ sequence: Int32) {
    self.scheduler = ObjectIdentifier(scheduler)
    self.sequence = sequence
    outer = TapContext.current
  }

  /// The action is over: what a task that it left behind does is no longer caused by the tap.
  @MainActor
  func close() { sequence = -1 }

  /// The innermost tap on a popup of a scheduler; negative where there is none.
  @MainActor
  func tap(of scheduler: AnyObject) -> Int32 {
    var context: TapContext? = self
    while let tap = context {
      if tap.scheduler == ObjectIdentifier(scheduler), tap.sequence >= 0 { return tap.sequence }
      context = tap.outer
    }
    return -1
  }
}

/// The timers that are set, in the order in which they come due, then of their popups and numbers (<doc:TimeAndTurns#Equal-times>).
struct TimerQueue {
  struct Entry: Comparable {
    var due: Ticks
    var popup: PopupID
    var timer: TimerID
    var scheduler: SchedulerID

    static func < (lhs: Entry, rhs: Entry) -> Bool {
      (lhs.due, lhs.popup, lhs.timer.rawValue) < (rhs.due, rhs.popup, rhs.timer.rawValue)
    }
  }

  /// The last to come due first, so that the next one is taken off the end.
  private var entries: [Entry] = []
  private var set: [TimerID: Entry] = [:]

  var count: Int { entries.count }
  var first: Entry? { entries.last }

  mutating func insert(_ decision: Event) {
    let entry = Entry(
      due: max(decision.at, decision.time), popup: decision.popup, timer: decision.timer,
      scheduler: decision.schedulerID)
    remove(decision.timer)
    entries.insert(entry, at: index(of: entry))
    set[decision.timer] = entry
  }

  mutating func remove(_ timer: TimerID) {
    guard let entry = set.removeValue(forKey: timer) else { return }
    entries.remove(at: index(of: entry))
  }

  mutating func takeFirst(dueBy now: Ticks) -> Entry? {
    guard let entry = entries.last, entry.due <= now else { return nil }
    entries.removeLast()
    set[entry.timer] = nil
    return entry
  }

  private func index(of entry: Entry) -> Int {
    entries.partitioningIndex { $0 <= entry }
  }
}

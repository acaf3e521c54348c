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

  let observer: (any EventObserver)?
  var ledger = CauseLedger()
  /// Have a decision carried out, and a popup that is over closed.
  var perform: (@MainActor (Event) -> Void)?
  var close: (@MainActor (Event) -> Void)?
  var activity = Activity.none
  var inbox: [PendingStimulus] = []
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

  private var reportedEvents = 0
  private var untoldRefusals = 0

  init(tick: TickLength, _ observer: (any EventObserver)?) {
    self.tick = tick
    self.observer = observer
    naming = Naming(alias: observer?.alias)
  }

  func makePopup() -> PopupID {
    defer { popupCount += 1 }
    return PopupID(popupCount)
  }

  func makePage(scene: UInt16) -> PageID {
    defer { pageScenes.append(scene) }
    return PageID(pageScenes.count)
  }

  func knows(_ popup: PopupID) -> Bool { popup.rawValue >= 0 && popup.rawValue < popupCount }
  func knows(_ page: PageID) -> Bool { page.rawValue >= 0 && page.index < pageScenes.count }

  func cause(of event: Event, within tap: Int32) -> Int32 {
    ledger.cause(of: event, scene: scene(of: event), within: tap)
  }

  private func scene(of event: Event) -> UInt16 { event.kind.isAboutPage ? pageScenes[event.page.index] : 0 }

  /// The turn is over: the rest of it is reported, and popups that ended are closed.
  func endTurn(_ log: borrowing EventLog, _ catalog: borrowing Catalog) {
    for event in log.events { ledger.note(event, scene: scene(of: event)) }
    report(log, catalog)
    activity = .observing
    closeEnded()
    observer?.turnEnded(in: catalog)
    tellRefusals()
    reportedEvents = 0
    activity = .none
  }

  /// Of the popups that are over although the policy did not say so: it hid them for good, or dropped them, in this turn.
  private func closeEnded() {
    guard !ended.isEmpty else { return }
    let decisions = ended
    ended.removeAll(keepingCapacity: true)
    for decision in decisions {
      closing = decision.sequence
      close?(decision)
    }
    closing = -1
  }

  private func report(_ log: borrowing EventLog, _ catalog: borrowing Catalog) {
    guard reportedEvents < log.events.count else { return }
    let activity = activity
    self.activity = .observing
    observer?.observe(from: reportedEvents, in: log, catalog)
    reportedEvents = log.events.count
    self.activity = activity
  }

  func noteRefusal() { untoldRefusals += 1 }

  func tellRefusals() {
    guard untoldRefusals > 0 else { return }
    let count = untoldRefusals
    untoldRefusals = 0
    let activity = activity
    self.activity = .observing
    observer?.refused(count)
    self.activity = activity
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
      report(log, catalog)
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

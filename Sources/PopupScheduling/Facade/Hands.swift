/// What carries out an app's decisions while a turn is under way, and what has to be known then.
///
/// Apart from the scheduler because that one is at work in a turn: what a presenter calls back meanwhile is put into the inbox.
@MainActor
final class Hands {
  var perform: (@MainActor (Event) -> Void)?
  var tick = TickLength.millisecond
  var line = SchedulerLine()
  var isBusy = false
  var isBackground = false
  /// Re-entrant stimuli, in the order in which the presenter made them.
  var inbox: [Event] = []
  /// The requests of all popups that have not ended.
  var requests: [PopupID: PopupRequest] = [:]
  private(set) var upPopups: [PopupID] = []
  private(set) var locks = 0
  private(set) var covers = 0
  /// Timers that are set.
  private(set) var timers: Set<TimerID> = []
  /// Timers that came due in the background, in order.
  var lateTimers: [TimerID] = []
  /// The texts of responders' symbols.
  private(set) var responders: [Symbol: String] = [:]

  private var nextPopup: Int32 = 0
  private var nextPage: Int32 = 0
  private var kept: [Kept] = []

  /// Something that a stimulus refers to and that is not in the catalog yet.
  enum Kept {
    case request(PopupRequest)
    case page(PageDescription)
    case name(String)
    case change(level: Int32?, pages: [String]?, expiresAfterMilliseconds: Int64?)
  }

  /// Takes the next popup's number.
  func makePopup(_ request: PopupRequest) -> PopupID {
    defer { nextPopup += 1 }
    requests[PopupID(nextPopup)] = request
    return PopupID(nextPopup)
  }

  /// Takes the next page's number.
  func makePage() -> PageID {
    defer { nextPage += 1 }
    return PageID(nextPage)
  }

  /// Keeps something until the catalog can be touched: the place to put into an event's `attributes`.
  func keep(_ item: Kept) -> Int32 {
    kept.append(item)
    return Int32(-1 - kept.count)
  }
}

extension Hands {
  /// A turn is over: everything kept for it is in the catalog.
  func endTurn() {
    kept.removeAll(keepingCapacity: true)
    isBusy = false
  }

  /// A popup has ended: nothing will be asked of it again.
  func forget(_ popup: PopupID) { requests[popup] = nil }
}

extension Hands: @MainActor Surroundings {
  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    note(decision)
    perform?(decision)
    reentrant.append(contentsOf: inbox)
    inbox.removeAll(keepingCapacity: true)
  }

  private func note(_ decision: Event) {
    switch decision.kind {
    case .popupShown: upPopups.append(decision.popup)
    case .popupHidden: upPopups.removeAll { $0 == decision.popup }
    case .inputLocked: locks += 1
    case .inputUnlocked: locks = max(0, locks - 1)
    case .coverAdded: covers += 1
    case .coverRemoved: covers = max(0, covers - 1)
    case .timerSet: timers.insert(decision.timer)
    case .timerCancelled: timers.remove(decision.timer)
    default: break
    }
  }

  func register(_ stimulus: inout Event, in catalog: inout Catalog) {
    if stimulus.kind == .timerFired { timers.remove(stimulus.timer) }
    guard stimulus.attributes < -1 else { return }
    let item = kept[Int(-2 - stimulus.attributes)]
    stimulus.attributes = -1
    switch item {
    case .name(let text):
      stimulus.name = catalog.names.intern(text)
      responders[stimulus.name] = text
    case .request(let request):
      while catalog.popupNumbers.count <= stimulus.popup.index {
        _ = catalog.popup(numbered: Int64(catalog.popupNumbers.count))
      }
      stimulus.spec = catalog.intern(request.spec(line: line, tick: tick, names: &catalog.names))
    case .page(let page):
      while catalog.pageNumbers.count <= stimulus.page.index {
        _ = catalog.page(numbered: Int64(catalog.pageNumbers.count))
      }
      catalog.pages[stimulus.page.index].classes = catalog.names.intern(page.classes.map { catalog.names.intern($0) })
      catalog.pages[stimulus.page.index].container = page.container
      catalog.pages[stimulus.page.index].presentation = page.presentation
      catalog.pages[stimulus.page.index].scene = line.scene
    case .change(let level, let pages, let milliseconds):
      var change = PopupChange()
      change.level = level
      if let pages { change.pages = catalog.names.intern(pages.map { catalog.names.intern($0) }) }
      if let milliseconds { change.expires = tick.ticks(ceilingMilliseconds: milliseconds) }
      stimulus.attributes = Int32(catalog.changes.count)
      catalog.changes.append(change)
    }
  }
}

import PopupScheduling

/// The public source of LYWindowScreenView, article 0's scheduler, at its head.
///
/// The current popup is stored; a popup may name several page classes and one controller; the queue is examined when a page did appear and
/// after a dismissal. It presents everything but `custom` pages full screen, so a page under a sheet hears that it is left.
struct LYHead: PublishedCode {
  /// An entry of the two arrays.
  struct Entry: Sendable {
    /// What tells it from other entries of the same view.
    let serial: Int
    let popup: PopupID
    let view: ViewID
    let pages: NameListID
    var level: Int32
    let keepsAlive: Bool
    /// The controller its submission named; held weakly.
    var controller: PageID = .none
    /// The page instance it is kept for; held weakly.
    var identifier: PageID = .none

    /// Whether a page's own class is one of those it names.
    func names(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
      let name = catalog.className(of: page)
      return !name.isNone && catalog.names.list(pages).contains(name)
    }

    /// Whether it names a page's class and another controller.
    func isBoundElsewhere(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
      !controller.isNone && controller != page && names(page, catalog)
    }
  }

  var host = PublishedHost()
  var depth = 0
  var waiting: [Entry] = []
  var kept: [Entry] = []
  var current: Entry?
  var hidesAll = false
  var hearsAppearing = false
  var hearsDisappearing = false
  /// Pages presented as sheets, and the page that each covers and makes disappear.
  var covering: [(sheet: PageID, under: PageID)] = []
  private var nextSerial = 0

  /// The level of everything that was kept alive, in place of its own.
  private static let keptLevel: Int32 = -100

  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    covering.removeAll(keepingCapacity: true)
    current = nil
    hidesAll = false
    hearsAppearing = false
    hearsDisappearing = false
    nextSerial = 0
  }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    let spec = submission.spec
    // A submission without a page class is not taken at all.
    guard !spec.pages.isNone else { return }
    let top = host.top
    if !spec.instance.isNone, top != spec.instance,
      host.isKind(top, ofClass: turn.catalog.className(of: spec.instance), turn.catalog)
    {
      return
    }
    var entry = Entry(
      serial: takeSerial(), popup: popup, view: submission.view, pages: spec.pages, level: spec.level,
      keepsAlive: spec.keepAlive)
    let parent = host.parent(of: top, turn.catalog)
    if current == nil, entry.names(top, turn.catalog) || entry.names(parent, turn.catalog) {
      // Neither the array of those who wait nor the switch that hides everything is looked at, nor the controller.
      addToWindow(entry, on: top, &turn)
    } else {
      entry.controller = spec.instance
      waiting.append(entry)
      turn.queue(popup, current == nil ? .page : .slot)
      observeAppearing(&turn)
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let view = host[popup]?.view else { return }
    if let current, current.view == view {
      host.removeFromSuperview(view, reason, &turn)
      self.current = nil
    } else {
      for entry in waiting.reversed() where entry.view == view { host.drop(entry.popup, .withdrawn, &turn) }
      waiting.removeAll { $0.view == view }
      for entry in kept.reversed() where entry.view == view { host.drop(entry.popup, .withdrawn, &turn) }
      kept.removeAll { $0.view == view }
    }
    if !waiting.isEmpty { showNext(on: host.top, &turn) }
    stopObserving(&turn)
  }

  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    for entry in kept { host.drop(entry.popup, reason, &turn) }
    for entry in waiting { host.drop(entry.popup, reason, &turn) }
    kept.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    if let current { host.removeFromSuperview(current.view, reason, &turn) }
    current = nil
    stopObserving(&turn)
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    switch event.kind {
    // A switch and not a count; nothing is examined when it is turned.
    case .schedulerSuspended: hidesAll = true
    case .schedulerResumed: hidesAll = false
    default: break
    }
  }

  /// Stores a popup as the current one and calls its completion, at every presentation.
  private mutating func addToWindow(_ entry: Entry, on page: PageID, _ turn: inout Turn) {
    host.addSubview(entry.popup, on: page, &turn)
    current = entry
    observeDisappearing(&turn)
    turn.callBack(turn.catalog.names.intern("shown"), entry.popup)
    callOut(&turn)
  }

  private mutating func takeSerial() -> Int {
    nextSerial += 1
    return nextSerial
  }
}

// MARK: - The arrays

extension LYHead {
  /// Any page whose class the current popup names is about to leave: the popup goes, and is kept for that page.
  mutating func leave(_ page: PageID, _ turn: inout Turn) {
    guard hearsDisappearing, let leaving = current, leaving.names(page, turn.catalog) else { return }
    if leaving.keepsAlive {
      var entry = Entry(
        serial: takeSerial(), popup: leaving.popup, view: leaving.view, pages: leaving.pages, level: Self.keptLevel,
        keepsAlive: true)
      entry.identifier = page
      kept.append(entry)
      observeAppearing(&turn)
    }
    host.removeFromSuperview(leaving.view, .pageLeft, &turn)
    if leaving.keepsAlive { turn.park(leaving.popup, for: page) }
    current = nil
    stopObserving(&turn)
  }

  /// Any page is gone from the screen: what is kept for a page that left its stack goes, and what waits for a destroyed controller.
  mutating func purge(_ turn: inout Turn) {
    guard hearsDisappearing else { return }
    for entry in kept.reversed() where !host.isInStack(entry.identifier, turn.catalog) {
      host.drop(entry.popup, .pageRemoved, &turn)
    }
    kept.removeAll { !host.isInStack($0.identifier, turn.catalog) }
    for entry in waiting.reversed() where host.isGone(entry.controller) { host.drop(entry.popup, .pageRemoved, &turn) }
    waiting.removeAll { host.isGone($0.controller) }
    stopObserving(&turn)
  }

  /// Examines the queue for a page.
  mutating func showNext(on page: PageID, _ turn: inout Turn) {
    guard !page.isNone else { return }
    for entry in kept.reversed() where entry.identifier == page {
      turn.restore(entry.popup, on: page)
      waiting.append(entry)
    }
    kept.removeAll { $0.identifier == page }
    guard current == nil, !waiting.isEmpty else { return }
    // Those who name another instance of this class are taken for left-overs of a page that was built anew.
    for entry in waiting.reversed() where entry.isBoundElsewhere(page, turn.catalog) {
      host.drop(entry.popup, .pageRemoved, &turn)
    }
    waiting.removeAll { $0.isBoundElsewhere(page, turn.catalog) }
    stopObserving(&turn)
    let ranked = waiting.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
    waiting = ranked.map(\.element)
    guard !hidesAll, let next = waiting.first(where: { $0.names(page, turn.catalog) }) else { return }
    addToWindow(next, on: page, &turn)
    // Its callback has run; only now the entry leaves the array.
    waiting.removeAll { $0.serial == next.serial }
    stopObserving(&turn)
  }
}

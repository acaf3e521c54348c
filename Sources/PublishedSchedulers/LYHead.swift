import PopupScheduling

/// The public source of LYWindowScreenView, article 0's scheduler, at its head.
///
/// The current popup is stored; a popup may name several page classes and one controller; the queue is examined when a page did appear and
/// after a dismissal. It presents everything but `custom` pages full screen, so a page under a sheet hears that it is left.
private struct LYHead: PageBoundCode {
  var host = PublishedHost()
  var depth = 0
  var waiting: [PublishedEntry] = []
  var kept: [PublishedEntry] = []
  var current: PublishedEntry?
  private var hidesAll = false
  var observation = PageObservation(appearing: "page.did-appear")
  /// Pages presented as sheets, and the page that each covers and makes disappear.
  private var covering: [(sheet: PageID, under: PageID)] = []
  private var nextSerial = 0

  func renewed() -> Self { Self() }

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
    var entry = PublishedEntry(popup, submission, serial: takeSerial())
    let parent = host.parent(of: top, turn.catalog)
    if current == nil,
      host.isNamed(top, in: spec.pages, turn.catalog) || host.isNamed(parent, in: spec.pages, turn.catalog)
    {
      // Neither the array of those who wait nor the switch that hides everything is looked at, nor the controller.
      addToWindow(entry, on: top, &turn)
    } else {
      entry.controller = spec.instance
      waiting.append(entry)
      turn.queue(popup, current == nil ? .page : .slot)
      observation.beginAppearing(&turn)
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let view = host[popup]?.view else { return }
    if let current, current.view == view {
      host.removeFromSuperview(view, reason, &turn)
      self.current = nil
    } else {
      for entry in waiting.take(where: { $0.view == view }).reversed() { host.drop(entry.popup, .withdrawn, &turn) }
      for entry in kept.take(where: { $0.view == view }).reversed() { host.drop(entry.popup, .withdrawn, &turn) }
    }
    if !waiting.isEmpty { showNext(on: host.top, &turn) }
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

  private mutating func takeSerial() -> Int {
    nextSerial += 1
    return nextSerial
  }

  /// Any page whose class the current popup names is about to leave: the popup goes, and is kept for that page.
  private mutating func leave(_ page: PageID, _ turn: inout Turn) {
    guard observation.hearsDisappearing, let leaving = current, host.isNamed(page, in: leaving.pages, turn.catalog)
    else {
      return
    }
    if leaving.keepsAlive {
      kept.append(leaving.kept(for: page, serial: takeSerial()))
      observation.beginAppearing(&turn)
    }
    host.removeFromSuperview(leaving.view, .pageLeft, &turn)
    if leaving.keepsAlive { turn.park(leaving.popup, for: page) }
    current = nil
    stopObserving(&turn)
  }

  /// Any page is gone from the screen: what is kept for a page that left its stack goes, and what waits for a destroyed controller.
  private mutating func purge(_ turn: inout Turn) {
    guard observation.hearsDisappearing else { return }
    let left = kept.take { !host.isInStack($0.page, turn.catalog) }
    for entry in left.reversed() { host.drop(entry.popup, .pageRemoved, &turn) }
    let gone = waiting.take { host.isGone($0.controller) }
    for entry in gone.reversed() { host.drop(entry.popup, .pageRemoved, &turn) }
    stopObserving(&turn)
  }

  private mutating func showNext(on page: PageID, _ turn: inout Turn) {
    guard !page.isNone else { return }
    for entry in kept.take(where: { $0.page == page }).reversed() {
      turn.restore(entry.popup, on: page)
      waiting.append(entry)
    }
    guard current == nil, !waiting.isEmpty else { return }
    // Those who name another instance of this class are taken for left-overs of a page that was built anew.
    let leaving = waiting.map { entry in
      !entry.controller.isNone && entry.controller != page && host.isNamed(page, in: entry.pages, turn.catalog)
    }
    for index in waiting.indices.reversed() where leaving[index] {
      host.drop(waiting.remove(at: index).popup, .pageRemoved, &turn)
    }
    stopObserving(&turn)
    waiting = waiting.sortedStably(by: \.level)
    let next = waiting.first { host.isNamed(page, in: $0.pages, turn.catalog) }
    guard !hidesAll, let next else { return }
    addToWindow(next, on: page, &turn)
    // Its callback has run; only now the entry leaves the array.
    waiting.removeAll { $0.serial == next.serial }
    stopObserving(&turn)
  }

  mutating func hear(page event: Event, _ turn: inout Turn) {
    let page = event.page
    switch event.kind {
    case .pageWillAppear:
      let under = host.below(page)
      guard isSheet(page, turn.catalog), !under.isNone, !covering.contains(where: { $0.sheet == page }) else { return }
      covering.append((page, under))
      leave(under, &turn)
    case .pageDidAppear:
      if let cover = covering.first(where: { $0.sheet == page }), isSheet(page, turn.catalog), !host.isGone(cover.under)
      {
        purge(&turn)
      }
      if observation.hearsAppearing { showNext(on: page, &turn) }
    case .pageWillDisappear: leave(page, &turn)
    case .pageDidDisappear:
      purge(&turn)
      uncover(page, &turn)
    case .pageRemoved: uncover(page, &turn)
    default: break
    }
  }

  /// The page under what was presented full screen, in place of a sheet, appears again.
  private mutating func uncover(_ sheet: PageID, _ turn: inout Turn) {
    guard let index = covering.firstIndex(where: { $0.sheet == sheet }) else { return }
    let under = covering.remove(at: index).under
    if observation.hearsAppearing, !host.isGone(under) { showNext(on: under, &turn) }
  }

  private func isSheet(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    !page.isNone && page.index < catalog.pages.count && catalog.pages[page.index].presentation == .sheet
  }
}

extension PublishedSchedulers {
  static let lyWindowScreenView: [PublishedScheduler] = [
    .init(
      "ly-head", .publicSource, LYHead(),
      "the public source of LYWindowScreenView at its head: several page classes, a controller, a switch that hides everything"
    )
  ]
}

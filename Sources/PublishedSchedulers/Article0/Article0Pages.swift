import PopupScheduling

/// Article 0's page listings: a popup is bound to a page class, waits for it, goes with it, and is kept alive for the page's instance.
///
/// As printed, the current view is not stored here either, so nothing but the waiting array works. Observation follows the article's text
/// (page events are observed only while something waits or is up), which no listing shows in full.
struct Article0Pages: PublishedCode {
  /// What differs from the listings as printed.
  enum Variant: Sendable {
    /// Nothing.
    case printed
    /// Current view, its class, keep-alive and callback are stored wherever a view is added; the loop after a dismissal adds the entries.
    case mended
    /// And the waiting array is sorted by the level as declared: an unsigned type with negative values.
    case sortedUnsigned
  }

  var host = PublishedHost()
  var depth = 0
  private let variant: Variant
  private var waiting: [Article0Entry] = []
  private var kept: [Article0Entry] = []
  private var current: Article0Entry?
  private var hearsAppearing = false
  private var hearsDisappearing = false
  private var nextSerial = 0

  init(_ variant: Variant) { self.variant = variant }

  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    current = nil
    hearsAppearing = false
    hearsDisappearing = false
    nextSerial = 0
  }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    let pageClass = turn.catalog.names.list(submission.spec.pages).first ?? .none
    let entry = Article0Entry(
      serial: nextSerial, popup: popup, view: submission.view, pageClass: pageClass, level: submission.spec.level,
      keepsAlive: submission.spec.keepAlive)
    nextSerial += 1
    if current == nil, host.isMember(host.top, ofClass: pageClass, turn.catalog) {
      addToWindow(entry, on: host.top, &turn)
    } else {
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
      // The index moves on after a removal as well; the kept-alive array is not searched at all.
      var index = 0
      while index < waiting.count {
        if waiting[index].view == view { host.drop(waiting.remove(at: index).popup, .withdrawn, &turn) }
        index += 1
      }
    }
    guard !waiting.isEmpty, current == nil else { return }
    // Pages are not looked at, the loop does not stop after the first one, and no entry leaves the array.
    var index = 0
    while index < waiting.count {
      if variant == .printed {
        host.addSubview(popup, on: host.top, &turn)
        callOut(&turn)
      } else {
        addToWindow(waiting[index], on: host.top, &turn)
      }
      index += 1
    }
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

  mutating func hear(page event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .pageWillAppear where hearsAppearing: showNext(on: event.page, &turn)
    case .pageWillDisappear where hearsDisappearing: leave(event.page, &turn)
    case .pageDidDisappear where hearsDisappearing: purgeKept(&turn)
    default: break
    }
  }

  private mutating func addToWindow(_ entry: Article0Entry, on page: PageID, _ turn: inout Turn) {
    host.addSubview(entry.popup, on: page, &turn)
    // A view hears of its window from within `addSubview:`; with a callback, that is where the app acts.
    guard variant != .printed else {
      callOut(&turn)
      return
    }
    current = entry
    observeDisappearing(&turn)
    turn.callBack(turn.catalog.names.intern("shown"), entry.popup)
    callOut(&turn)
  }
}

// MARK: - Page events

extension Article0Pages {
  /// A page is about to leave: what is up goes if it is bound to the very class of that page.
  private mutating func leave(_ page: PageID, _ turn: inout Turn) {
    guard let leaving = current, host.isMember(page, ofClass: leaving.pageClass, turn.catalog) else { return }
    host.removeFromSuperview(leaving.view, .pageLeft, &turn)
    if leaving.keepsAlive {
      kept.append(leaving.kept(for: page, serial: nextSerial))
      nextSerial += 1
      turn.park(leaving.popup, for: page)
      observeAppearing(&turn)
    }
    current = nil
    stopObserving(&turn)
  }

  /// A page is gone from the screen: what is kept for a page that seems to have left its stack is thrown away.
  private mutating func purgeKept(_ turn: inout Turn) {
    var index = 0
    while index < kept.count {
      if !host.isInStack(kept[index].identifier, turn.catalog) {
        host.drop(kept.remove(at: index).popup, .pageRemoved, &turn)
        stopObserving(&turn)
      }
      index += 1
    }
  }

  /// A page is about to appear: what is kept for it joins those who wait, and the first of them that belongs there is shown.
  private mutating func showNext(on page: PageID, _ turn: inout Turn) {
    var index = 0
    while index < kept.count {
      if kept[index].identifier == page {
        turn.restore(kept[index].popup, on: page)
        waiting.append(kept.remove(at: index))
      }
      index += 1
    }
    guard current == nil else { return }
    if variant == .sortedUnsigned { sortWaiting() }
    guard let next = waiting.first(where: { host.isKind(page, ofClass: $0.pageClass, turn.catalog) }) else { return }
    addToWindow(next, on: page, &turn)
    // The entry leaves the array only now, after its callback.
    waiting.removeAll { $0.serial == next.serial }
  }

  /// By level, as an unsigned number; equals keep their order.
  private mutating func sortWaiting() {
    let ranked = waiting.enumerated().sorted {
      ($0.element.unsignedLevel, $0.offset) < ($1.element.unsignedLevel, $1.offset)
    }
    waiting = ranked.map(\.element)
  }
}

// MARK: - Observation

extension Article0Pages {
  private mutating func observeAppearing(_ turn: inout Turn) {
    guard !hearsAppearing else { return }
    hearsAppearing = true
    turn.observe(.observingBegan, turn.catalog.names.intern("page.will-appear"))
  }

  private mutating func observeDisappearing(_ turn: inout Turn) {
    guard !hearsDisappearing else { return }
    hearsDisappearing = true
    turn.observe(.observingBegan, turn.catalog.names.intern("page.will-disappear"))
  }

  /// Stops listening if there is nothing to listen for.
  private mutating func stopObserving(_ turn: inout Turn) {
    guard waiting.isEmpty, kept.isEmpty, current == nil else { return }
    if hearsAppearing { turn.observe(.observingEnded, turn.catalog.names.intern("page.will-appear")) }
    if hearsDisappearing { turn.observe(.observingEnded, turn.catalog.names.intern("page.will-disappear")) }
    hearsAppearing = false
    hearsDisappearing = false
  }
}

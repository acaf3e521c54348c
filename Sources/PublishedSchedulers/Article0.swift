import PopupScheduling

/// Article 0's first two listings: a waiting array and a current view, no pages.
///
/// No listing stores the current view, so that literally everything is added at once and nothing is ever taken away. ``Mends`` are the
/// lines that people who used the article wrote themselves, one at a time. What a listing leaves undone is left undone here: levels, pages,
/// keep-alive, content and conditions mean nothing to it.
private struct Article0Listings: PublishedCode {
  struct Mends: OptionSet, Sendable {
    let rawValue: UInt8
    /// The current view is stored wherever a view is added.
    static let storesCurrentView = Mends(rawValue: 1)
    /// The loop after a dismissal adds the entry's view and not the dismissed one.
    static let addsTheEntrysView = Mends(rawValue: 2)
    /// The second listing: the loop after a dismissal does not ask whether something is up.
    static let secondListing = Mends(rawValue: 4)
  }

  var host = PublishedHost()
  var depth = 0
  private let mends: Mends
  private var waiting: [PublishedEntry] = []
  private var current: ViewID?

  init(_ mends: Mends) { self.mends = mends }
  func renewed() -> Self { Self(mends) }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    if current == nil {
      addToWindow(popup, submission.view, &turn)
    } else {
      waiting.append(PublishedEntry(popup, submission))
      turn.queue(popup, .slot)
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let view = host[popup]?.view else { return }
    if current == view {
      host.removeFromSuperview(view, reason, &turn)
      current = nil
    } else {
      for entry in waiting.removeSkipping(where: { $0.view == view }) { host.drop(entry.popup, .withdrawn, &turn) }
    }
    guard !waiting.isEmpty, mends.contains(.secondListing) || current == nil else { return }
    // Neither does the loop stop after the first one, nor does an entry ever leave the array.
    var index = 0
    while index < waiting.count {
      let entry = waiting[index]
      let addsEntry = mends.contains(.addsTheEntrysView)
      addToWindow(addsEntry ? entry.popup : popup, addsEntry ? entry.view : view, &turn)
      index += 1
    }
  }

  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    host.dropAll(&waiting, reason, &turn)
    if let current { host.removeFromSuperview(current, reason, &turn) }
    current = nil
  }

  private mutating func addToWindow(_ popup: PopupID, _ view: ViewID, _ turn: inout Turn) {
    host.addSubview(popup, on: host.top, &turn)
    if mends.contains(.storesCurrentView) { current = view }
    // A view hears of its window from within `addSubview:`.
    callOut(&turn)
  }
}

/// Article 0's page listings: a popup is bound to a page class, waits for it, goes with it, and is kept alive for the page's instance.
///
/// As printed, the current view is not stored here either, so nothing but the waiting array works. Observation follows the article's text
/// (page events are observed only while something waits or is up), which no listing shows in full.
private struct Article0Pages: PageBoundCode {
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
  var waiting: [PublishedEntry] = []
  var kept: [PublishedEntry] = []
  var current: PublishedEntry?
  var observation = PageObservation(appearing: "page.will-appear")
  private var nextSerial = 0

  init(_ variant: Variant) { self.variant = variant }
  func renewed() -> Self { Self(variant) }

  private func pageClass(of entry: PublishedEntry, _ catalog: borrowing Catalog) -> Symbol {
    catalog.names.list(entry.pages).first ?? .none
  }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    let entry = PublishedEntry(popup, submission, serial: nextSerial)
    nextSerial += 1
    if current == nil, host.isMember(host.top, ofClass: pageClass(of: entry, turn.catalog), turn.catalog) {
      add(entry, on: host.top, &turn)
    } else {
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
      // The kept-alive array is not searched at all.
      for entry in waiting.removeSkipping(where: { $0.view == view }) { host.drop(entry.popup, .withdrawn, &turn) }
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

  mutating func hear(page event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .pageWillAppear where observation.hearsAppearing: showNext(on: event.page, &turn)
    case .pageWillDisappear where observation.hearsDisappearing: leave(event.page, &turn)
    case .pageDidDisappear where observation.hearsDisappearing: purgeKept(&turn)
    default: break
    }
  }

  private mutating func add(_ entry: PublishedEntry, on page: PageID, _ turn: inout Turn) {
    guard variant == .printed else { return addToWindow(entry, on: page, &turn) }
    host.addSubview(entry.popup, on: page, &turn)
    // A view hears of its window from within `addSubview:`; with a callback, that is where the app acts.
    callOut(&turn)
  }

  /// A page is about to leave: what is up goes if it is bound to the very class of that page.
  private mutating func leave(_ page: PageID, _ turn: inout Turn) {
    guard let leaving = current, host.isMember(page, ofClass: pageClass(of: leaving, turn.catalog), turn.catalog) else {
      return
    }
    host.removeFromSuperview(leaving.view, .pageLeft, &turn)
    if leaving.keepsAlive {
      kept.append(leaving.kept(for: page, serial: nextSerial))
      nextSerial += 1
      turn.park(leaving.popup, for: page)
      observation.beginAppearing(&turn)
    }
    current = nil
    stopObserving(&turn)
  }

  /// A page is gone from the screen: what is kept for a page that seems to have left its stack is thrown away.
  private mutating func purgeKept(_ turn: inout Turn) {
    let gone = kept.removeSkipping { !host.isInStack($0.page, turn.catalog) }
    for entry in gone { host.drop(entry.popup, .pageRemoved, &turn) }
    if !gone.isEmpty { stopObserving(&turn) }
  }

  /// A page is about to appear: what is kept for it joins those who wait, and the first of them that belongs there is shown.
  private mutating func showNext(on page: PageID, _ turn: inout Turn) {
    for entry in kept.removeSkipping(where: { $0.page == page }) {
      turn.restore(entry.popup, on: page)
      waiting.append(entry)
    }
    guard current == nil else { return }
    // The article declares levels as a type that has no negative values.
    if variant == .sortedUnsigned { waiting = waiting.sortedStably { UInt64(bitPattern: Int64($0.level)) } }
    let next = waiting.first { host.isKind(page, ofClass: pageClass(of: $0, turn.catalog), turn.catalog) }
    guard let next else { return }
    add(next, on: page, &turn)
    // The entry leaves the array only now, after its callback.
    waiting.removeAll { $0.serial == next.serial }
  }
}

extension PublishedSchedulers {
  static let article0: [PublishedScheduler] = [
    .init(
      "article-0-printed", .article, Article0Listings([]),
      "article 0, its first listing as printed: no line stores the current view, so nothing ever waits or goes"),
    .init(
      "article-0-second", .article, Article0Listings([.secondListing]),
      "article 0, its second listing as printed: after a dismissal it does not ask whether something is up"),
    .init(
      "article-0-mended-1", .article, Article0Listings([.storesCurrentView]),
      "article 0, its first listing with the current view stored wherever a view is added, nothing else"),
    .init(
      "article-0-mended-2", .article, Article0Listings([.storesCurrentView, .addsTheEntrysView]),
      "article 0, as article-0-mended-1, and the loop after a dismissal adds the waiting entry's view, not the dismissed one"
    ),
    .init(
      "article-0-pages", .article, Article0Pages(.printed),
      "article 0, its page listings as printed: page classes, a kept-alive array, no current view"),
    .init(
      "article-0-pages-mended", .article, Article0Pages(.mended),
      "article 0, its page listings with the current view stored and the dismissal of article-0-mended-2"),
    .init(
      "article-0-unsigned", .article, Article0Pages(.sortedUnsigned),
      "article 0, as article-0-pages-mended, its waiting array sorted by the level as declared, an unsigned type"),
  ]
}

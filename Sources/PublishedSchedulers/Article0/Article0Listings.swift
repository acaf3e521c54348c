import PopupScheduling

/// Article 0's first two listings: a waiting array and a current view, no pages.
///
/// No listing stores the current view, so that literally everything is added at once and nothing is ever taken away. ``Mends`` are the
/// lines that people who used the article wrote themselves, one at a time. What a listing leaves undone is left undone here: levels, pages,
/// keep-alive, content and conditions mean nothing to it.
struct Article0Listings: PublishedCode {
  /// What differs from the first listing.
  struct Mends: OptionSet, Sendable {
    let rawValue: UInt8
    /// The current view is stored wherever a view is added.
    static let storesCurrentView = Mends(rawValue: 1)
    /// The loop after a dismissal adds the entry's view and not the dismissed one.
    static let addsTheEntrysView = Mends(rawValue: 2)
    /// The second listing: the loop after a dismissal does not ask whether something is up.
    static let secondListing = Mends(rawValue: 4)
  }

  /// What waits.
  private struct Entry: Sendable {
    let popup: PopupID
    let view: ViewID
  }

  var host = PublishedHost()
  var depth = 0
  private let mends: Mends
  private var waiting: [Entry] = []
  private var current: ViewID?

  init(_ mends: Mends) { self.mends = mends }

  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    current = nil
  }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    if current == nil {
      addToWindow(Entry(popup: popup, view: submission.view), &turn)
    } else {
      waiting.append(Entry(popup: popup, view: submission.view))
      turn.queue(popup, .slot)
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let view = host[popup]?.view else { return }
    if current == view {
      host.removeFromSuperview(view, reason, &turn)
      current = nil
    } else {
      // The index moves on after a removal as well, so the entry behind a removed one is not looked at.
      var index = 0
      while index < waiting.count {
        if waiting[index].view == view { host.drop(waiting.remove(at: index).popup, .withdrawn, &turn) }
        index += 1
      }
    }
    guard !waiting.isEmpty, mends.contains(.secondListing) || current == nil else { return }
    // Neither does the loop stop after the first one, nor does an entry ever leave the array.
    var index = 0
    while index < waiting.count {
      addToWindow(mends.contains(.addsTheEntrysView) ? waiting[index] : Entry(popup: popup, view: view), &turn)
      index += 1
    }
  }

  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    for entry in waiting { host.drop(entry.popup, reason, &turn) }
    waiting.removeAll(keepingCapacity: true)
    if let current { host.removeFromSuperview(current, reason, &turn) }
    current = nil
  }

  private mutating func addToWindow(_ entry: Entry, _ turn: inout Turn) {
    host.addSubview(entry.popup, on: host.top, &turn)
    if mends.contains(.storesCurrentView) { current = entry.view }
    // A view hears of its window from within `addSubview:`.
    callOut(&turn)
  }
}

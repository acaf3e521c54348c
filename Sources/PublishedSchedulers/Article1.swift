import PopupScheduling

/// Article 1: two queues on top of article 0's idea, and content that is asked for on enqueue.
///
/// Those who wait are found by the class name their protocol names, those who were kept alive by the page instance. `viewDidAppear` asks for
/// the next one, `viewWillDisappear` takes away what is up. Content that has arrived moves its popup to the queue, and nothing more: there is
/// no path for content that fails, and no look at what is in the queue already. The calls believe the page that they are given.
private struct Article1Queues: PublishedCode {
  var host = PublishedHost()
  var depth = 0
  private var queue: [PublishedEntry] = []
  /// Waits for the page instance it was up on.
  private var kept: [PublishedEntry] = []
  private var loading: [PublishedEntry] = []
  private var current: PublishedEntry?

  func renewed() -> Self { Self() }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    let spec = submission.spec
    let entry = PublishedEntry(popup, submission)
    let page = spec.callerPage.isNone ? host.top : spec.callerPage
    if spec.content == .async {
      loading.append(entry)
      turn.queue(popup, .content)
      turn.decide(.contentRequested, popup)
    } else if current == nil, host.isNamed(page, in: entry.pages, turn.catalog) {
      show(entry, on: page, &turn)
    } else {
      queue.append(entry)
      turn.queue(popup, current == nil ? .page : .slot)
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let view = host[popup]?.view else { return }
    if let current, current.view == view {
      host.removeFromSuperview(view, reason, &turn)
      self.current = nil
    } else {
      for entry in queue.take(where: { $0.view == view }) { host.drop(entry.popup, .withdrawn, &turn) }
    }
    showNext(on: page.isNone ? host.top : page, &turn)
  }

  /// What is up and those who wait for their turn; the second queue came later than this paragraph of the article.
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    host.dropAll(&queue, reason, &turn)
    if let current { host.removeFromSuperview(current.view, reason, &turn) }
    current = nil
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    guard event.kind == .contentLoaded, let index = loading.firstIndex(where: { $0.popup == event.popup }) else {
      return
    }
    // Behind those who came while it was loading; who is up, or whether anybody is, is not looked at.
    queue.append(loading.remove(at: index))
    turn.queue(event.popup, current == nil ? .page : .slot)
  }

  mutating func hear(page event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .pageDidAppear: showNext(on: event.page, &turn)
    case .pageWillDisappear: leave(event.page, &turn)
    case .pageDidDisappear:
      let left = kept.take { !host.isInStack($0.page, turn.catalog) }
      for entry in left { host.drop(entry.popup, .pageRemoved, &turn) }
    default: break
    }
  }

  private mutating func leave(_ page: PageID, _ turn: inout Turn) {
    guard let leaving = current, host.isNamed(page, in: leaving.pages, turn.catalog) else { return }
    host.removeFromSuperview(leaving.view, .pageLeft, &turn)
    current = nil
    guard leaving.keepsAlive else { return }
    var entry = leaving
    entry.page = page
    kept.append(entry)
    turn.park(entry.popup, for: page)
  }

  private mutating func showNext(on page: PageID, _ turn: inout Turn) {
    for entry in kept.take(where: { $0.page == page }) {
      turn.restore(entry.popup, on: page)
      queue.append(entry)
    }
    guard current == nil else { return }
    var next: Int?
    for index in queue.indices
    where host.isNamed(page, in: queue[index].pages, turn.catalog)
      && (next.map { queue[index].level < queue[$0].level } ?? true)
    {
      next = index
    }
    if let next { show(queue.remove(at: next), on: page, &turn) }
  }

  private mutating func show(_ entry: PublishedEntry, on page: PageID, _ turn: inout Turn) {
    current = entry
    host.addSubview(entry.popup, on: page, &turn)
  }
}

extension PublishedSchedulers {
  static let article1: [PublishedScheduler] = [
    .init(
      "article-1", .article, Article1Queues(),
      "article 1 as described: waiting by class, kept alive by instance, content asked for on enqueue")
  ]
}

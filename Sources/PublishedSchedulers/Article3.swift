import PopupScheduling

/// FGPopupScheduler as article 3 describes it: a list in strategy order, and a hit test that shows the first popup whose condition holds.
///
/// The hit test is triggered by adding, by an idle run loop and by a call; it begins at the list's first element without looking whether there
/// is one. A semaphore guards the list, also while a condition is asked. There are no pages, and nothing makes way for anything.
private struct Article3: PublishedCode {
  var host = PublishedHost()
  var depth = 0
  private let strategy: ListStrategy
  private var list: [ListElement] = []
  private var shown: ViewID?
  private var isSuspended = false
  private var holdsSemaphore = false
  /// The conditions that have changed since submission.
  private var conditions: [PopupID: Bool] = [:]
  private var nextSerial = 0

  init(_ strategy: ListStrategy) { self.strategy = strategy }

  func renewed() -> Self { Self(strategy) }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    waitForSemaphore(popup, &turn)
    let element = ListElement(serial: nextSerial, popup: popup, submission)
    nextSerial += 1
    list.insert(element, at: strategy.index(of: element, in: list))
    trigger(&turn)
    guard list.contains(where: { $0.serial == element.serial }) else { return }
    turn.queue(popup, shown != nil ? .slot : isSuspended ? .gate : .condition)
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    waitForSemaphore(popup, &turn)
    guard let submission = host[popup] else { return }
    guard host.isUp(submission.view) else {
      guard let index = list.firstIndex(where: { $0.view == submission.view }) else { return }
      return turn.drop(list.remove(at: index).popup, .withdrawn)
    }
    host.removeFromSuperview(submission.view, reason, &turn)
    if !submission.tellsLater, shown == submission.view { shown = nil }
  }

  /// Empties the list; what is up stays, and signing out is nothing to it.
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    guard reason == .withdrawn else { return }
    for element in list { turn.drop(element.popup, .withdrawn) }
    list.removeAll(keepingCapacity: true)
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .idle: trigger(&turn)
    case .schedulerSuspended: isSuspended = true
    case .schedulerResumed: isSuspended = false
    case .popupCondition: conditions[event.popup] = event.flags.contains(.holds)
    case .animationFinished where event.phase == .hide:
      if let view = host[event.popup]?.view, view == shown, !host.isUp(view) { shown = nil }
    default: break
    }
  }

  /// Shows the first popup that the hit test finds, unless one is up already.
  private mutating func trigger(_ turn: inout Turn) {
    guard !isSuspended, shown == nil, !holdsSemaphore, let element = hitTest(&turn) else { return }
    list.removeAll { $0.serial == element.serial }
    shown = element.view
    host.addSubview(element.popup, on: host.top, &turn)
    callOut(&turn)
  }

  private mutating func hitTest(_ turn: inout Turn) -> ListElement? {
    guard !list.isEmpty else {
      turn.fault("the first element of an empty list is read")
      return nil
    }
    holdsSemaphore = true
    defer { holdsSemaphore = false }
    var index = 0
    while index < list.count {
      let element = list[index]
      turn.callBack(turn.catalog.names.intern("condition"), element.popup)
      guard callOut(&turn) else { return nil }
      if conditions[element.popup] ?? host[element.popup]?.spec.condition ?? true { return element }
      index += 1
    }
    return nil
  }

  /// The list is guarded by a semaphore: a call from within a condition waits for itself.
  private func waitForSemaphore(_ popup: PopupID, _ turn: inout Turn) {
    guard holdsSemaphore else { return }
    turn.fault("deadlock: the semaphore is held by the hit test whose condition makes this call", popup)
  }
}

extension PublishedSchedulers {
  /// Article 3: FGPopupScheduler as described.
  static let article3: [PublishedScheduler] = [
    PublishedScheduler(
      name: "article-3-fifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, first in, first out; its hit test reads an empty list"
    ) { Article3(.fifo) },
    PublishedScheduler(
      name: "article-3-lifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, last in, first out"
    ) { Article3(.lifo) },
    PublishedScheduler(
      name: "article-3-priority", origin: .article,
      summary: "article 3, FGPopupScheduler as described, the more urgent first, equals first in, first out"
    ) { Article3(.priority) },
    PublishedScheduler(
      name: "article-3-priority-lifo", origin: .article,
      summary: "article 3, FGPopupScheduler as described, the more urgent first, equals last in, first out"
    ) { Article3(.priorityLIFO) },
  ]
}

import PopupScheduling

/// FGPopupScheduler 0.6.0: what is shown stays in the list until its dismissal is noticed, and a more urgent one may push it out.
///
/// A dismissal is noticed where the popup's object is associated with the list; noticing it erases *all* elements of that object and the
/// association. Taking a shown popup off the list frees the slot and leaves its view where it is; clearing the list dismisses it.
private struct FGPopupScheduler: PublishedCode {
  var host = PublishedHost()
  var depth = 0
  private let strategy: ListStrategy
  private var list: [ListElement] = []
  private var shown: ListElement?
  private var isSuspended = false
  private var observes = false
  private var associated: Set<ViewID> = []
  private var conditions: [PopupID: Bool] = [:]
  private var nextSerial = 0

  init(_ strategy: ListStrategy) { self.strategy = strategy }
  func renewed() -> Self { Self(strategy) }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    guard strategy != .fifoAndLIFO else { return }
    let element = ListElement(serial: nextSerial, popup: popup, submission)
    nextSerial += 1
    associated.insert(submission.view)
    list.insert(element, at: strategy.index(of: element, in: list))
    observe(&turn)
    pushOutShown(for: element, &turn)
    hitTest(&turn)
    if list.contains(where: { $0.serial == element.serial }), shown?.serial != element.serial {
      turn.queue(popup, shown != nil ? .slot : isSuspended ? .gate : .condition)
    }
  }

  /// What is shown makes way for a more urgent element, if it is so inclined; neither suspension nor the newcomer's condition is asked.
  private mutating func pushOutShown(for element: ListElement, _ turn: inout Turn) {
    guard let loser = shown, loser.onHigher != .stay, isPushedOut(loser, by: element) else { return }
    dismiss(loser, .preempted, &turn)
    guard loser.onHigher == .requeue, element.priority > loser.priority else {
      return turn.drop(loser.popup, .preempted)
    }
    var again = loser
    again.serial = nextSerial
    nextSerial += 1
    associated.insert(again.view)
    list.insert(again, at: strategy.index(of: again, in: list))
    turn.queue(again.popup, .preempted)
    // It is added like any newcomer, and where it is still on its way out it may be one to itself.
    if let leaving = shown, isPushedOut(leaving, by: again) { dismiss(leaving, .preempted, &turn) }
  }

  private func isPushedOut(_ loser: ListElement, by element: ListElement) -> Bool {
    switch strategy {
    case .priority: element.priority > loser.priority
    case .priorityLIFO: element.priority >= loser.priority
    case .fifo, .lifo, .fifoAndLIFO: false
    }
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let submission = host[popup] else { return }
    if reason == .dismissed, host.isUp(submission.view) {
      host.removeFromSuperview(submission.view, reason, &turn)
      if !submission.tellsLater { noticeDismissal(of: submission.view, &turn) }
      return
    }
    // Taking it off the list: the view, if it is up, stays up.
    let waits = list.contains { $0.popup == popup } && shown?.popup != popup
    erase(submission.view, &turn)
    if waits { turn.drop(popup, .withdrawn) }
  }

  /// Empties the list and dismisses what is shown; signing out is nothing to it.
  mutating func removeAll(_ reason: Reason, _ turn: inout Turn) {
    guard reason == .withdrawn else { return }
    for element in list where element.serial != shown?.serial { turn.drop(element.popup, .withdrawn) }
    list.removeAll(keepingCapacity: true)
    if let shown { dismiss(shown, .withdrawn, &turn) }
    observe(&turn)
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .idle where !list.isEmpty: hitTest(&turn)
    case .schedulerSuspended: isSuspended = true
    case .schedulerResumed:
      isSuspended = false
      hitTest(&turn)
    case .popupCondition: conditions[event.popup] = event.flags.contains(.holds)
    case .animationFinished where event.phase == .hide:
      guard let submission = host[event.popup], submission.tellsLater, !host.isUp(submission.view) else { return }
      noticeDismissal(of: submission.view, &turn)
    default: break
    }
  }

  /// The scheduler takes what is shown away: plainly where it can, which is noticed at once; else once more for every newcomer until the end
  /// of the exit animation is noticed.
  private mutating func dismiss(_ element: ListElement, _ reason: Reason, _ turn: inout Turn) {
    if host.isUp(element.view) {
      host.removeFromSuperview(element.view, reason, &turn)
    } else {
      host.hideAgain(element.popup, reason, &turn)
    }
    guard let submission = host[element.popup] else { return }
    if submission.spec.dismissal != .animated || !submission.tellsLater { noticeDismissal(of: element.view, &turn) }
  }

  private mutating func noticeDismissal(of view: ViewID, _ turn: inout Turn) {
    guard associated.contains(view) else { return }
    erase(view, &turn)
  }

  /// All elements of an object leave the list, from all its submissions, and the list forgets the object.
  private mutating func erase(_ view: ViewID, _ turn: inout Turn) {
    list.removeAll { $0.view == view }
    associated.remove(view)
    if shown?.view == view { shown = nil }
    observe(&turn)
  }

  /// Shows the first element whose condition holds; one that is not patient is erased when its condition does not.
  private mutating func hitTest(_ turn: inout Turn) {
    guard !isSuspended, shown == nil else { return }
    var index = 0
    while index < list.count {
      let element = list[index]
      turn.callBack(turn.catalog.names.intern("condition"), element.popup)
      guard callOut(&turn) else { return }
      if conditions[element.popup] ?? host[element.popup]?.spec.condition ?? true {
        shown = element
        host.addSubview(element.popup, on: host.top, &turn)
        callOut(&turn)
        return
      }
      if element.isDiscardedWhenBarred {
        list.removeAll { $0.serial == element.serial }
        turn.drop(element.popup, .barred)
      } else {
        index += 1
      }
    }
    observe(&turn)
  }

  /// One run-loop observer, in the common modes, serves every scheduler that is not empty.
  private mutating func observe(_ turn: inout Turn) {
    guard observes == list.isEmpty else { return }
    observes = !list.isEmpty
    turn.observe(observes ? .observingBegan : .observingEnded, turn.catalog.names.intern("idle"))
  }
}

extension PublishedSchedulers {
  static let fgPopupScheduler: [PublishedScheduler] = [
    .init(
      "fg-0.6-fifo", .publicSource, FGPopupScheduler(.fifo),
      "the public source of FGPopupScheduler 0.6.0, first in, first out"),
    .init(
      "fg-0.6-lifo", .publicSource, FGPopupScheduler(.lifo),
      "the public source of FGPopupScheduler 0.6.0, last in, first out"),
    .init(
      "fg-0.6-priority", .publicSource, FGPopupScheduler(.priority),
      "the public source of FGPopupScheduler 0.6.0, the more urgent first, equals first in, first out"),
    .init(
      "fg-0.6-priority-lifo", .publicSource, FGPopupScheduler(.priorityLIFO),
      "the public source of FGPopupScheduler 0.6.0, the more urgent first, equals last in, first out"),
    .init(
      "fg-0.6-fifo-lifo", .publicSource, FGPopupScheduler(.fifoAndLIFO),
      "the public source of FGPopupScheduler 0.6.0 with both order bits: it has no list, and every submission vanishes"),
  ]
}

enum ListStrategy: Sendable {
  case fifo
  case lifo
  /// The more urgent first, equals first in, first out.
  case priority
  /// The more urgent first, equals last in, first out.
  case priorityLIFO
  /// Both order bits at once: the published code then makes no list at all.
  case fifoAndLIFO

  func index(of element: ListElement, in list: [ListElement]) -> Int {
    switch self {
    case .fifo, .fifoAndLIFO: list.count
    case .lifo: 0
    case .priority: list.firstIndex { $0.priority < element.priority } ?? list.count
    case .priorityLIFO: list.firstIndex { $0.priority <= element.priority } ?? list.count
    }
  }
}

struct ListElement: Hashable, Sendable {
  /// Tells it from other elements of the same popup.
  var serial: Int
  let popup: PopupID
  let view: ViewID
  /// The published code's own number: the larger, the more urgent.
  var priority: Int64
  var isDiscardedWhenBarred: Bool
  var onHigher: OnHigher

  /// Levels, of which the smaller is the more urgent, are negated here; in a wider type, where each has a negative of its own.
  init(serial: Int, popup: PopupID, _ submission: PublishedHost.Submission) {
    self.serial = serial
    self.popup = popup
    view = submission.view
    priority = -Int64(submission.spec.level)
    isDiscardedWhenBarred = submission.spec.whenBarred == .drop
    onHigher = submission.spec.onHigher
  }
}

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
  static let article3: [PublishedScheduler] = [
    .init(
      "article-3-fifo", .article, Article3(.fifo),
      "article 3, FGPopupScheduler as described, first in, first out; its hit test reads an empty list"),
    .init(
      "article-3-lifo", .article, Article3(.lifo),
      "article 3, FGPopupScheduler as described, last in, first out"),
    .init(
      "article-3-priority", .article, Article3(.priority),
      "article 3, FGPopupScheduler as described, the more urgent first, equals first in, first out"),
    .init(
      "article-3-priority-lifo", .article, Article3(.priorityLIFO),
      "article 3, FGPopupScheduler as described, the more urgent first, equals last in, first out"),
  ]
}

import PopupScheduling

/// Article 2's AlertManager: an array sorted by a number, asked once a second and at every submission.
///
/// Every submission multiplies the alert's priority by a hundred and adds a counter that is meant to keep equals in order. HUDs are not its
/// business: they show and hide themselves. There is no way to take an alert back or to empty it, and signing out is nothing to it.
private struct Article2: PublishedCode {
  enum Variant: Sendable {
    /// Nothing: `value ?? -1 + 1` is `value ?? 0`, so the counter never counts.
    case printed
    /// The counter counts, nothing else.
    case mended
    /// As printed, with alerts that are values: `didHide` is set on a copy.
    case valueTypes
  }

  private struct Entry: Sendable {
    var popup: PopupID
    var view: ViewID
    /// The priority of the copy, where alerts are values; an object's is in `priorities`.
    var ownPriority: Int
  }

  var host = PublishedHost()
  var depth = 0
  private let variant: Variant
  private var alerts: [Entry] = []
  private var isShow = false
  /// How many of each priority were added, by the priority they came with.
  private var added: [Int: Int] = [:]
  /// The rewritten priority of every alert that was submitted.
  private var priorities: [ViewID: Int] = [:]
  /// The alerts whose `didHide` has been set by the manager.
  private var handled: Set<ViewID> = []
  private var timer = TimerID.none
  private var isScrolling = false
  private var isOverdue = false

  init(_ variant: Variant) { self.variant = variant }
  func renewed() -> Self { Self(variant) }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    guard submission.spec.kind != .hud else { return host.addSubview(popup, on: host.top, &turn) }
    let came = priorities[submission.view] ?? Int(submission.spec.level)
    let value = added[came]
    let counter = variant == .mended ? (value ?? -1) + 1 : value ?? 0
    added[came] = counter
    let (hundredfold, isTooLarge) = came.multipliedReportingOverflow(by: 100)
    guard !isTooLarge else {
      return turn.fault("arithmetic overflow: the priority has been multiplied by a hundred at every submission", popup)
    }
    priorities[submission.view] = hundredfold &+ counter
    alerts.insert(Entry(popup: popup, view: submission.view, ownPriority: hundredfold &+ counter), at: 0)
    // A new alert stands at the front before it is sorted, and the standard library keeps equals in order.
    alerts = alerts.sortedStably { priority(of: $0) }
    timeRepeat(&turn)
    if alerts.contains(where: { $0.popup == popup }) { turn.queue(popup, .slot) }
  }

  private func priority(of entry: Entry) -> Int {
    variant == .valueTypes ? entry.ownPriority : priorities[entry.view] ?? entry.ownPriority
  }

  /// Shows the first alert if none is up, as far as the manager knows.
  private mutating func timeRepeat(_ turn: inout Turn) {
    guard let alert = alerts.first, !isShow else { return }
    host.addSubview(alert.popup, on: host.top, &turn)
    guard callOut(&turn) else { return }
    // Only now is the alert told whom to call when it hides, and only now does it leave the array.
    if variant != .valueTypes { handled.insert(alert.view) }
    isShow = true
    if !alerts.isEmpty { alerts.removeFirst() }
  }

  /// An alert hides itself; the manager has no such call.
  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let submission = host[popup], host.isUp(submission.view) else { return }
    host.removeFromSuperview(submission.view, reason, &turn)
    if !submission.tellsLater { didHide(popup, &turn) }
  }

  /// Calls `didHide`: the manager's, which put its own in the place of the business's, or else the business.
  private mutating func didHide(_ popup: PopupID, _ turn: inout Turn) {
    guard let submission = host[popup], submission.spec.kind != .hud else { return }
    if handled.contains(submission.view) {
      isShow = false
      armTimer(&turn)
    } else {
      turn.callBack(turn.catalog.names.intern("closed"), popup, submission.hiddenReason)
      callOut(&turn)
    }
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .animationFinished where event.phase == .hide:
      guard let submission = host[event.popup], submission.tellsLater, !submission.isUp else { return }
      didHide(event.popup, &turn)
    case .timerFired where event.timer == timer:
      timer = .none
      // A timer of the default run-loop mode is silent while the user scrolls, and fires once when that is over.
      if isScrolling { isOverdue = true } else { timeRepeat(&turn) }
    case .scrollBegan: isScrolling = true
    case .scrollEnded:
      isScrolling = false
      guard isOverdue else { return }
      isOverdue = false
      timeRepeat(&turn)
    default: break
    }
  }

  /// The timer ticks every second since launch; only a tick that can show something is worth an event.
  private mutating func armTimer(_ turn: inout Turn) {
    guard timer.isNone, !isOverdue, !alerts.isEmpty, !isShow else { return }
    let second = turn.tick.ticks(ceilingMilliseconds: 1000).rawValue
    let next = (turn.now.rawValue / second + 1) * second
    timer = turn.setTimer(at: Ticks(next), for: .none, .poll)
  }
}

extension PublishedSchedulers {
  static let article2: [PublishedScheduler] = [
    .init(
      "article-2-printed", .article, Article2(.printed),
      "article 2, the AlertManager as printed: its counter never counts, so equals come last in, first out"),
    .init(
      "article-2-mended", .article, Article2(.mended),
      "article 2, the AlertManager with the counter's precedence mended, nothing else"),
    .init(
      "article-2-struct", .article, Article2(.valueTypes),
      "article 2, the AlertManager with alerts that are values: didHide is set on a copy"),
  ]
}

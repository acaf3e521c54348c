import PopupScheduling

/// Which popups wait in a session under way, and since when each waits although it could be shown: the audit's `stuck-queue` and
/// `lost-keepalive`, as far as they are beyond doubt.
///
/// Only a few are looked at, and none that belongs to a chain or a user, whose attributes were altered, or that waits while a gate is closed.
struct OnlineQueue: Sendable {
  /// A popup that has not ended.
  private struct Popup: Sendable {
    var spec: PopupSpec
    var isUp = false
    var isQueued = false
    /// The page it is parked for.
    var parkedPage = PageID.none
    var isReady: Bool
    var holds: Bool
    var expiresAt: Ticks
    /// Whether the audit may know of a reason why it cannot come.
    var isDoubtful: Bool
    /// How many sign-ins, sign-outs and clearings of everything came before its submission.
    var epoch: Int
    /// Since when it could have been on screen without a break; negative where it could not.
    var since = Ticks(-1)
    var isWaiting: Bool { isQueued || !parkedPage.isNone }
  }

  private struct Suspension: Hashable, Sendable {
    var line: SchedulerID
    var kind: PopupKind?
  }

  /// How many of the waiting popups are looked at.
  private static let looked = 32

  private let patience: Ticks
  private var popups: [PopupID: Popup] = [:]
  /// The first few of the waiting popups.
  private var queue: [PopupID] = []
  /// The popups that left the screen in this turn.
  private var hidden: [PopupID] = []
  private var suspensions: [Suspension: Int] = [:]
  private var isInBackground = false
  private var epoch = 0
  /// How many popups that have not ended belong to a chain.
  private var chained = 0

  init(tick: TickLength) { patience = tick.ticks(ceilingMilliseconds: 3000) }

  /// Whether a popup could have been shown for too long by now and was not; true once for each popup.
  mutating func isOverdue(at time: Ticks) -> Bool {
    var isFound = false
    for popup in queue {
      guard let since = popups[popup]?.since, since >= .zero, time >= since + patience,
        let expiresAt = popups[popup]?.expiresAt, expiresAt > since + patience
      else { continue }
      popups[popup]?.isDoubtful = true
      popups[popup]?.since = Ticks(-1)
      isFound = true
    }
    return isFound
  }

  /// Takes an event.
  mutating func take(_ event: Event, _ catalog: borrowing Catalog) {
    let popup = event.popup
    switch event.kind {
    case .popupSubmitted: submit(event, catalog)
    case .popupQueued, .popupRestored: wait(popup, for: .none)
    case .popupParked: wait(popup, for: event.page)
    case .popupShown:
      popups[popup]?.isUp = true
      leaveQueue(popup)
    case .popupHidden:
      popups[popup]?.isUp = false
      leaveQueue(popup)
      hidden.append(popup)
    case .contentLoaded: popups[popup]?.isReady = true
    case .popupCondition: popups[popup]?.holds = event.flags.contains(.holds)
    case .popupDropped: end(popup)
    // Which popups these end, or make ready, is left to the audit.
    case .popupWithdrawn, .popupDismissed, .popupViewLost, .popupChanged, .contentFailed:
      popups[popup]?.isDoubtful = true
    case .appSignedIn, .appSignedOut, .schedulerCleared: epoch += 1
    case .appBackground: isInBackground = true
    case .appForeground: isInBackground = false
    case .schedulerSuspended: suspensions[Suspension(line: event.schedulerID, kind: event.popupKind), default: 0] += 1
    case .schedulerResumed: resume(Suspension(line: event.schedulerID, kind: event.popupKind))
    default: break
    }
  }

  private mutating func submit(_ event: Event, _ catalog: borrowing Catalog) {
    guard event.attributes >= 0 else { return }
    let spec = catalog.spec(event.spec)
    if !spec.chain.isNone { chained += 1 }
    popups[event.popup] = Popup(
      spec: spec, isReady: spec.content == .ready, holds: spec.condition,
      expiresAt: spec.expires < .zero ? .distantFuture : event.time + spec.expires,
      isDoubtful: !spec.chain.isNone || !spec.user.isNone || spec.kind == .hud || spec.kind == .system,
      epoch: epoch)
  }

  private mutating func wait(_ popup: PopupID, for page: PageID) {
    guard popups[popup] != nil else { return }
    popups[popup]?.isQueued = page.isNone
    popups[popup]?.parkedPage = page
    if queue.count < Self.looked, !queue.contains(popup) { queue.append(popup) }
  }

  private mutating func leaveQueue(_ popup: PopupID) {
    popups[popup]?.isQueued = false
    popups[popup]?.parkedPage = .none
    popups[popup]?.since = Ticks(-1)
    queue.removeAll { $0 == popup }
  }

  private mutating func end(_ popup: PopupID) {
    leaveQueue(popup)
    guard let ended = popups.removeValue(forKey: popup) else { return }
    if !ended.spec.chain.isNone { chained -= 1 }
  }

  private mutating func resume(_ suspension: Suspension) {
    guard let count = suspensions[suspension] else { return }
    suspensions[suspension] = count > 1 ? count - 1 : nil
  }

  /// Finds out which waiting popups could be on screen, at the end of a turn.
  ///
  /// - Parameters:
  ///   - screens: The pages and gates of every scene.
  ///   - visible: What is on screen or leaving it.
  mutating func look(
    at time: Ticks, _ screens: LastingState, _ visible: [OnlineWatch.Presentation], _ catalog: borrowing Catalog
  ) {
    for popup in hidden {
      // What was neither put back nor parked has ended.
      if let known = popups[popup], !known.isUp, !known.isWaiting { end(popup) }
    }
    hidden.removeAll(keepingCapacity: true)
    let isOpen = chained == 0 && !isInBackground && suspensions.isEmpty
    for popup in queue {
      guard let known = popups[popup] else { continue }
      let couldCome = isOpen && time < known.expiresAt && couldCome(known, screens, visible, catalog)
      if !couldCome {
        popups[popup]?.since = Ticks(-1)
      } else if known.since < .zero {
        popups[popup]?.since = time
      }
    }
  }

  private func couldCome(
    _ popup: Popup, _ screens: LastingState, _ visible: [OnlineWatch.Presentation], _ catalog: borrowing Catalog
  ) -> Bool {
    guard popup.isReady, popup.holds, !popup.isDoubtful, popup.epoch == epoch, !popup.isUp,
      !visible.contains(where: { $0.spec.scene == popup.spec.scene && !$0.isExempt }),
      let scene = screens.scenes.first(where: { $0.number == popup.spec.scene }), scene.pages.isSettled,
      !scene.scrolling.isClosed, !scene.typing.isClosed, !scene.pages.match(popup.spec, catalog).isNone
    else { return false }
    return popup.isQueued || scene.pages.isInLineage(popup.parkedPage)
  }
}

@testable import PopupScheduling

/// A second opinion: the standard policy once more, by looking at everybody each time.
///
/// It has no queues, lanes, groups, counters or lists of its own to be wrong in, only what is known of each popup; of the pages it knows what
/// ``ScenePages`` says. What it decides is what the rulebook says, and what the standard policy has to decide, event by event.
struct PlainPolicy: SchedulingPolicy {
  let mind: PlainMind

  init(_ configuration: PolicyConfiguration) { mind = PlainMind(configuration) }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) { mind.take(stimulus, &turn) }
  mutating func settle(_ turn: inout Turn) { mind.settle(&turn) }
  mutating func conclude(_ turn: inout Turn) { mind.conclude(&turn) }
  mutating func reset() { preconditionFailure("every session has a mind of its own") }
}

/// What a plain policy knows of one popup.
final class PlainPopup {
  enum Stage { case undecided, loading, waiting, parked, up, ended }

  let popup: PopupID
  var spec: PopupSpec
  let order: Int
  /// Where it stands among its equals.
  let rank: Int
  let isExempt: Bool
  /// The chain it is a member of; none where chains do not count, or not for it.
  let chain: Symbol
  var stage = Stage.undecided
  var isLeaving = false
  var holds: Bool
  var hasNoContent = false
  var isLocking = false
  var isCutShort = false
  var isCovered = false
  var losesShow = false
  var losesHide = false
  var generation: Int32 = 0
  /// Which presentation of all it is up by.
  var showing = 0
  let submittedAt: Ticks
  var shownAt = Ticks.zero
  var hiddenAt = Ticks.zero
  /// The foreground time for which it was visible, and at which it was shown last.
  var visibleBefore = Ticks.zero
  var shownClock = Ticks.zero
  /// The beginnings of its presentations since a leaving of its page ended one.
  var shows: [Ticks] = []
  var home = PageID.none
  var anchor = PageID.none
  var expiryTimer = TimerID.none
  var autoTimer = TimerID.none
  var graceTimer = TimerID.none
  var preemptionTimer = TimerID.none

  init(_ popup: PopupID, _ spec: PopupSpec, order: Int, at now: Ticks, _ configuration: PolicyConfiguration) {
    self.popup = popup
    self.spec = spec
    self.order = order
    isExempt = configuration.exempt.contains(spec.kind)
    let isFirstOfEquals =
      switch configuration.order {
      case .fifo: spec.next
      case .lifo: true
      case .priority: spec.next || configuration.ties == .lifo
      }
    rank = isFirstOfEquals ? -1 - order : order
    chain = configuration.chains && !isExempt && spec.kind != .system ? spec.chain : .none
    holds = spec.condition
    submittedAt = now
  }

  var isLive: Bool { stage != .ended }
  var isUp: Bool { stage == .up }
  var isSystem: Bool { spec.kind == .system }
  var isBound: Bool { !isSystem && (!spec.pages.isNone || !spec.instance.isNone || !home.isNone) }
  var deadline: Ticks { spec.expires < .zero ? .distantFuture : submittedAt + spec.expires }
}

/// What a plain policy knows, and what it makes of it.
final class PlainMind: @unchecked Sendable {
  let configuration: PolicyConfiguration
  /// Everybody there ever was, in order of submission.
  var all: [PlainPopup] = []
  var byID: [PopupID: PlainPopup] = [:]
  /// Those on screen, in the order in which they came.
  var up: [PlainPopup] = []
  var presentations = 0
  var pages = ScenePages()
  /// Whether pages of a popup that is up were changed since the last event of a page.
  var hasChangedPages = false
  /// Whether this is a moment to look who is next.
  var needsChoice = false
  var keys: [Symbol: PlainPopup] = [:]
  var timers: [TimerID: PlainPopup] = [:]
  /// The chains of which a member was shown and that have not ended, in the order in which they were opened.
  var open: [Symbol] = []
  /// Those submitted in this turn.
  var fresh: [PlainPopup] = []
  var knowsUser = false
  var user: Symbol?

  // What holds popups back.
  var scrollingOn: PageID?
  var typingOn: PageID?
  var isTypingFolded = false
  var suspensions = 0
  var suspensionsByKind: [PopupKind: Int] = [:]
  var backgroundSince: Ticks?
  var backgroundTotal = Ticks.zero

  // The keyboard.
  var isKeyboardUp = false
  var responder = Symbol.none
  var keyboardPage = PageID.none
  /// From where it was taken, and is to be brought back.
  var folded: (responder: Symbol, page: PageID)?
  var foldedResponder = Symbol.none
  var resigned: Int32 = -1
  var restored: Int32 = -1
  var lastFolder = PopupID.none

  init(_ configuration: PolicyConfiguration) { self.configuration = configuration }

  // MARK: Looking

  var live: [PlainPopup] { all.filter(\.isLive) }
  /// Those that fill the slot, exit animations counted.
  var occupants: [PlainPopup] { all.filter { ($0.isUp || $0.isLeaving) && !$0.isExempt } }
  func needsSlot(_ popup: PlainPopup) -> Bool { configuration.slots > 0 && !popup.isExempt }

  func isExpired(_ popup: PlainPopup, _ now: Ticks) -> Bool { configuration.expiry && now >= popup.deadline }

  func isBarred(_ popup: PlainPopup) -> Bool { configuration.gates.contains(.condition) && !popup.holds }

  func reasonNotToWait(_ popup: PlainPopup, _ now: Ticks) -> Reason? {
    isExpired(popup, now) ? .expired : popup.hasNoContent ? .contentFailed : nil
  }

  func foregroundClock(_ now: Ticks) -> Ticks { (backgroundSince ?? now) - backgroundTotal }

  func visibleTime(_ popup: PlainPopup, _ now: Ticks) -> Ticks {
    popup.visibleBefore + (foregroundClock(now) - popup.shownClock)
  }

  /// Whether a popup may be shown on the page that is current.
  func matches(_ popup: PlainPopup, _ catalog: Catalog) -> Bool {
    guard !pages.current.isNone else { return false }
    guard configuration.pages == .bound else { return true }
    return [popup.home, popup.spec.instance].allSatisfy { $0.isNone || pages.isInLineage($0) }
      && (popup.spec.pages.isNone || pages.isInLineage(anyOf: popup.spec.pages, popup.spec.matching, catalog))
  }

  // MARK: Taking

  func take(_ event: Event, _ turn: inout Turn) {
    let popup = byID[event.popup]
    switch event.kind {
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      takePage(event, &turn)
    case .popupSubmitted: submit(event, &turn)
    case .popupWithdrawn: withdraw(popup, &turn)
    case .popupDismissed: dismiss(popup, event, &turn)
    case .popupViewLost: if let popup { loseView(popup, &turn) }
    case .popupCondition:
      popup?.holds = event.flags.contains(.holds)
      if popup != nil { needsChoice = true }
    case .popupChanged: if let popup, popup.isLive, !popup.isSystem { change(popup, event, &turn) }
    case .contentLoaded, .contentFailed:
      if let popup, configuration.content == .request, popup.spec.content == .async { takeContent(popup, event, &turn) }
    case .animationFinished: if let popup { finishAnimation(popup, event, &turn) }
    case .animationLost: if let popup, configuration.chrome { loseAnimation(popup, event, &turn) }
    case .appSignedOut, .appSignedIn: takeUser(event, &turn)
    case .appBackground, .appForeground, .scrollBegan, .scrollEnded, .schedulerResumed: takeGate(event)
    case .editBegan: beginEditing(event)
    case .editEnded: endEditing(event, turn)
    case .schedulerSuspended: suspend(event, &turn)
    case .schedulerCleared:
      for popup in live where !popup.isSystem && (event.popupKind ?? popup.spec.kind) == popup.spec.kind {
        end(popup, .withdrawn, &turn)
      }
    case .timerFired: if let popup = timers.removeValue(forKey: event.timer) { fire(event.timer, popup, &turn) }
    default: break
    }
  }

  private func submit(_ event: Event, _ turn: inout Turn) {
    guard event.attributes >= 0, event.spec.index < turn.catalog.specs.count, !event.popup.isNone,
      byID[event.popup] == nil
    else { return }
    let spec = turn.catalog.spec(event.spec)
    let popup = PlainPopup(event.popup, spec, order: all.count, at: turn.now, configuration)
    all.append(popup)
    byID[event.popup] = popup
    needsChoice = true
    if popup.isSystem { return bringUp(popup, over: [], &turn) }
    if configuration.keys, !spec.key.isNone, keys[spec.key] != nil { return drop(popup, .duplicate, &turn) }
    if configuration.signOut == .clear, knowsUser, !spec.user.isNone, spec.user != user {
      return drop(popup, .signedOut, &turn)
    }
    if configuration.leaving == .park, pages.isRemoved(spec.instance) { return drop(popup, .pageRemoved, &turn) }
    if isExpired(popup, turn.now) { return drop(popup, .expired, &turn) }
    if configuration.keys, !spec.key.isNone { keys[spec.key] = popup }
    fresh.append(popup)
    setExpiryTimer(popup, &turn)
    if spec.content == .async, configuration.content == .request {
      popup.stage = .loading
      turn.decide(.contentRequested, popup.popup)
    } else {
      popup.stage = .waiting
    }
  }

  private func change(_ popup: PlainPopup, _ event: Event, _ turn: inout Turn) {
    guard event.attributes >= 0, Int(event.attributes) < turn.catalog.changes.count else { return }
    let change = turn.catalog.changes[Int(event.attributes)]
    popup.spec.level = change.level ?? popup.spec.level
    popup.spec.expires = change.expires ?? popup.spec.expires
    if let pages = change.pages {
      popup.spec.pages = pages
      if popup.isUp {
        hasChangedPages = true
        bindAnew(popup, turn.catalog)
      }
    }
    needsChoice = true
    guard change.expires != nil else { return }
    cancel(\.expiryTimer, popup, &turn)
    if !popup.isUp, isExpired(popup, turn.now) { drop(popup, .expired, &turn) } else { setExpiryTimer(popup, &turn) }
  }

  private func takeContent(_ popup: PlainPopup, _ event: Event, _ turn: inout Turn) {
    popup.hasNoContent = event.kind == .contentFailed
    switch (popup.stage, popup.hasNoContent) {
    case (.loading, false):
      popup.stage = .waiting
      needsChoice = true
    case (.loading, true), (.waiting, true), (.parked, true): drop(popup, .contentFailed, &turn)
    default: break
    }
  }

  private func takeUser(_ event: Event, _ turn: inout Turn) {
    let name = event.kind == .appSignedIn ? event.name : nil
    let isAnother = user != nil && user != name
    knowsUser = true
    user = name
    guard configuration.signOut == .clear else { return }
    for popup in live where !popup.isSystem {
      if name == nil || isAnother || (!popup.spec.user.isNone && popup.spec.user != name) {
        end(popup, .signedOut, &turn)
      }
    }
  }

  // MARK: Ending

  func end(_ popup: PlainPopup, _ reason: Reason, _ turn: inout Turn) {
    if popup.isUp { close(popup, reason, &turn) } else { drop(popup, reason, &turn) }
  }

  func drop(_ popup: PlainPopup, _ reason: Reason, _ turn: inout Turn) {
    let isLoading = popup.stage == .loading
    turn.drop(popup.popup, reason)
    if isLoading, reason != .contentFailed { turn.decide(.contentCancelled, popup.popup) }
    cancel(\.expiryTimer, popup, &turn)
    finish(popup, reason, &turn)
  }

  func close(_ popup: PlainPopup, _ reason: Reason, _ turn: inout Turn) {
    takeOff(popup, reason, ends: true, over: [], &turn)
    finish(popup, reason, &turn)
  }

  private func finish(_ popup: PlainPopup, _ reason: Reason, _ turn: inout Turn) {
    popup.stage = .ended
    needsChoice = true
    if keys[popup.spec.key] === popup { keys[popup.spec.key] = nil }
    turn.callBack(turn.catalog.names.intern("closed"), popup.popup, reason)
  }

  private func withdraw(_ popup: PlainPopup?, _ turn: inout Turn) {
    guard let popup else { return }
    if popup.isLive, !popup.isSystem { end(popup, .withdrawn, &turn) }
    guard popup.spec.object >= 0 else { return }
    for other in live where other.spec.object == popup.spec.object && !other.isSystem { end(other, .withdrawn, &turn) }
  }

  private func dismiss(_ popup: PlainPopup?, _ event: Event, _ turn: inout Turn) {
    guard let popup else { return }
    if popup.isUp { return close(popup, .dismissed, &turn) }
    guard event.act == .code else { return }
    let shown = up.filter { $0.spec.object >= 0 && $0.spec.object == popup.spec.object && !$0.isSystem }
    if let first = shown.min(by: { $0.showing < $1.showing }) {
      close(first, .dismissed, &turn)
    } else {
      withdraw(popup, &turn)
    }
  }

  private func loseView(_ popup: PlainPopup, _ turn: inout Turn) {
    if popup.isLive { end(popup, .viewLost, &turn) }
    guard popup.isLeaving else { return }
    cancel(\.graceTimer, popup, &turn)
    leaveScreen(popup, &turn)
  }

  // MARK: Time

  func set(
    _ timer: ReferenceWritableKeyPath<PlainPopup, TimerID>, at due: Ticks, _ purpose: TimerPurpose,
    _ popup: PlainPopup, _ turn: inout Turn
  ) {
    let number = turn.setTimer(at: due, for: popup.popup, purpose)
    popup[keyPath: timer] = number
    timers[number] = popup
  }

  func cancel(_ timer: ReferenceWritableKeyPath<PlainPopup, TimerID>, _ popup: PlainPopup, _ turn: inout Turn) {
    let number = popup[keyPath: timer]
    guard !number.isNone else { return }
    turn.cancelTimer(number, for: popup.popup)
    timers[number] = nil
    popup[keyPath: timer] = .none
  }

  private func setExpiryTimer(_ popup: PlainPopup, _ turn: inout Turn) {
    guard configuration.expiry, popup.spec.expires >= .zero else { return }
    set(\.expiryTimer, at: popup.deadline, .expiry, popup, &turn)
  }

  func setAutoTimer(_ popup: PlainPopup, _ turn: inout Turn) {
    let limit = popup.spec.autoDismiss
    guard configuration.autoDismiss, limit >= .zero, !popup.isSystem else { return }
    let rest = max(.zero, limit - visibleTime(popup, turn.now))
    set(\.autoTimer, at: turn.now + rest, .autoDismiss, popup, &turn)
  }

  private func fire(_ timer: TimerID, _ popup: PlainPopup, _ turn: inout Turn) {
    if timer == popup.expiryTimer {
      popup.expiryTimer = .none
      guard isExpired(popup, turn.now) else { return setExpiryTimer(popup, &turn) }
      if !popup.isUp { drop(popup, .expired, &turn) }
    } else if timer == popup.autoTimer {
      popup.autoTimer = .none
      guard visibleTime(popup, turn.now) >= popup.spec.autoDismiss else { return setAutoTimer(popup, &turn) }
      close(popup, .auto, &turn)
    } else if timer == popup.graceTimer {
      popup.graceTimer = .none
      unlock(popup, &turn)
      if popup.isLeaving { leaveScreen(popup, &turn) }
    } else {
      popup.preemptionTimer = .none
      needsChoice = true
    }
  }
}

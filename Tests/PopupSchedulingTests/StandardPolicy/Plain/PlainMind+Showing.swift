@testable import PopupScheduling

// Coming on screen, going off it, animations, and pages that come and go.

extension PlainMind {
  func bringUp(_ popup: PlainPopup, over: [PopupID], _ turn: inout Turn) {
    let hasChrome = configuration.chrome && !popup.isExempt
    presentations += 1
    popup.stage = .up
    popup.generation += 1
    popup.showing = presentations
    popup.shownAt = turn.now
    popup.shownClock = foregroundClock(turn.now)
    popup.shows.append(turn.now)
    up.append(popup)
    if configuration.leaving != .ignore, !popup.isSystem {
      popup.anchor = pages.match(popup.spec, turn.catalog)
      if configuration.leaving == .park, popup.spec.keepAlive, popup.home.isNone { popup.home = popup.anchor }
    }
    if !popup.chain.isNone, !open.contains(popup.chain) { open.append(popup.chain) }
    if hasChrome {
      foldKeyboard(for: popup, &turn)
      popup.isCovered = true
      turn.decide(.coverAdded, popup.popup)
    }
    turn.show(popup.popup, on: pages.current, generation: popup.generation, over: over)
    if hasChrome, popup.spec.showLength > .zero {
      popup.isLocking = true
      turn.decide(.inputLocked, popup.popup)
      if popup.losesShow { setGraceTimer(popup, .show, &turn) }
    }
    setAutoTimer(popup, &turn)
    if popup.generation == 1 { turn.callBack(turn.catalog.names.intern("shown"), popup.popup) }
  }

  func takeOff(_ popup: PlainPopup, _ reason: Reason, ends: Bool, over: [PopupID], _ turn: inout Turn) {
    popup.stage = .undecided
    popup.visibleBefore = visibleTime(popup, turn.now)
    popup.hiddenAt = turn.now
    if reason == .pageLeft { popup.shows = [] }
    up.removeAll { $0 === popup }
    turn.hide(popup.popup, reason, generation: popup.generation, over: over)
    if popup.isLocking { popup.isCutShort = true }
    unlock(popup, &turn)
    cancel(\.autoTimer, popup, &turn)
    if ends { cancel(\.expiryTimer, popup, &turn) }
    cancel(\.preemptionTimer, popup, &turn)
    if popup.spec.hideLength > .zero, reason != .viewLost {
      popup.isLeaving = true
      if popup.losesHide { setGraceTimer(popup, .hide, &turn) }
    } else {
      leaveScreen(popup, &turn)
    }
  }

  func unlock(_ popup: PlainPopup, _ turn: inout Turn) {
    guard popup.isLocking else { return }
    popup.isLocking = false
    turn.decide(.inputUnlocked, popup.popup)
    cancel(\.graceTimer, popup, &turn)
  }

  func leaveScreen(_ popup: PlainPopup, _ turn: inout Turn) {
    popup.isLeaving = false
    needsChoice = true
    guard popup.isCovered else { return }
    popup.isCovered = false
    turn.decide(.coverRemoved, popup.popup)
  }

  // MARK: Animations

  func setGraceTimer(_ popup: PlainPopup, _ phase: AnimationPhase, _ turn: inout Turn) {
    cancel(\.graceTimer, popup, &turn)
    let end = phase == .show ? popup.shownAt + popup.spec.showLength : popup.hiddenAt + popup.spec.hideLength
    set(\.graceTimer, at: max(turn.now, end + turn.tick.ticks(ceilingMilliseconds: 1000)), .other, popup, &turn)
  }

  func finishAnimation(_ popup: PlainPopup, _ event: Event, _ turn: inout Turn) {
    guard event.generation == popup.generation else { return mistake(popup, event, &turn) }
    if event.phase == .show { return unlock(popup, &turn) }
    guard popup.isLeaving else { return }
    cancel(\.graceTimer, popup, &turn)
    leaveScreen(popup, &turn)
  }

  func loseAnimation(_ popup: PlainPopup, _ event: Event, _ turn: inout Turn) {
    let isOfAny = event.generation <= 0
    if isOfAny, event.phase == .show { popup.losesShow = true }
    if isOfAny, event.phase == .hide { popup.losesHide = true }
    let isUnderWay = event.phase == .show ? popup.isLocking : popup.isLeaving
    if isUnderWay, isOfAny || event.generation == popup.generation {
      setGraceTimer(popup, event.phase, &turn)
    } else {
      mistake(popup, event, &turn)
    }
  }

  /// What is said of another presentation than the latest.
  private func mistake(_ popup: PlainPopup, _ event: Event, _ turn: inout Turn) {
    guard configuration.chrome, popup.graceTimer.isNone else { return }
    if event.phase == .hide {
      if popup.isLeaving { setGraceTimer(popup, .hide, &turn) }
    } else if popup.isCutShort, event.generation < popup.generation {
      popup.isCutShort = false
    } else if popup.isLocking {
      setGraceTimer(popup, .show, &turn)
    }
  }

  // MARK: Pages

  func takePage(_ event: Event, _ turn: inout Turn) {
    let epoch = pages.epoch
    if !event.page.isNone {
      pages.take(event.kind, event.page, turn.catalog.pages)
    }
    let hasNewPages = hasChangedPages
    hasChangedPages = false
    guard event.kind != .pageLoaded || hasNewPages else { return }
    needsChoice = true
    let isGone = event.kind == .pageDidDisappear || event.kind == .pageRemoved
    if isGone { endGates(with: event.page) }
    settleGates()
    guard configuration.leaving != .ignore else { return }
    let hasMoved = pages.epoch != epoch
    if hasMoved || hasNewPages { leavePages(&turn) }
    guard configuration.leaving == .park else { return }
    if isGone { dropThoseOf(event.page, event.kind, &turn) }
    if hasMoved { restoreParked(&turn) }
  }

  func bindAnew(_ popup: PlainPopup, _ catalog: Catalog) {
    guard configuration.leaving != .ignore else { return }
    let page = pages.match(popup.spec, catalog)
    if !page.isNone {
      popup.anchor = page
    } else if popup.anchor.isNone || pages.isRemoved(popup.anchor), !pages.current.isNone {
      popup.anchor = pages.current
    }
  }

  private func leavePages(_ turn: inout Turn) {
    for popup in up where hasLeft(popup, turn.catalog) {
      if configuration.leaving == .hide { close(popup, .pageLeft, &turn) } else { leave(popup, &turn) }
    }
    for popup in all where popup.stage == .waiting && !popup.home.isNone && !matches(popup, turn.catalog) {
      park(popup, &turn)
    }
  }

  private func hasLeft(_ popup: PlainPopup, _ catalog: Catalog) -> Bool {
    guard popup.isBound else { return false }
    if matches(popup, catalog) {
      // Where its page is gone another instance will do.
      if !pages.isInLineage(popup.anchor), !pages.isOnScreen(popup.anchor) {
        popup.anchor = pages.match(popup.spec, catalog)
      }
      return false
    }
    if !pages.current.isNone || !popup.home.isNone { return true }
    return !popup.anchor.isNone && !pages.isRemoved(popup.anchor)
  }

  private func leave(_ popup: PlainPopup, _ turn: inout Turn) {
    takeOff(popup, .pageLeft, ends: false, over: [], &turn)
    if popup.home.isNone, !pages.isRemoved(popup.anchor) {
      popup.home = popup.anchor.isNone ? pages.current : popup.anchor
    }
    if let reason = reasonNotToWait(popup, turn.now) {
      drop(popup, reason, &turn)
    } else if popup.home.isNone {
      drop(popup, .pageRemoved, &turn)
    } else {
      park(popup, &turn)
    }
  }

  private func park(_ popup: PlainPopup, _ turn: inout Turn) {
    popup.stage = .parked
    turn.park(popup.popup, for: popup.home)
  }

  private func dropThoseOf(_ page: PageID, _ kind: EventKind, _ turn: inout Turn) {
    guard !page.isNone else { return }
    for popup in live where !popup.isUp {
      let isKept = popup.home == page && (popup.stage == .parked || popup.stage == .waiting)
      if kind == .pageRemoved {
        if isKept || popup.spec.instance == page { drop(popup, .pageRemoved, &turn) }
      } else if isKept, popup.stage == .parked, !popup.spec.keepAlive {
        drop(popup, .pageLeft, &turn)
      }
    }
  }

  private func restoreParked(_ turn: inout Turn) {
    for popup in all where popup.stage == .parked && matches(popup, turn.catalog) {
      if let reason = reasonNotToWait(popup, turn.now) {
        drop(popup, reason, &turn)
      } else {
        turn.restore(popup.popup, on: popup.home)
        popup.stage = .waiting
      }
    }
  }
}

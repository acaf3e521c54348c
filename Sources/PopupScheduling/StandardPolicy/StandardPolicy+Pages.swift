// Pages come and go (semantics D).

extension StandardPolicy {
  /// An event of a page's life.
  mutating func takePage(_ stimulus: Event, _ turn: inout Turn) {
    let epoch = pages.epoch
    pages.take(stimulus, turn.catalog)
    guard stimulus.kind != .pageLoaded else { return }
    needsChoice = true
    let isGone = stimulus.kind == .pageDidDisappear || stimulus.kind == .pageRemoved
    if isGone {
      gates.end(with: stimulus.page, pages)
      keyboard.end(with: stimulus.page, pages)
    }
    guard configuration.leaving != .ignore else { return }
    if pages.epoch != epoch { leavePages(&turn) }
    if isGone, configuration.leaving == .park { dropThoseOf(stimulus.page, stimulus.kind, &turn) }
    if pages.epoch != epoch, parkedCount > 0 { restoreParked(&turn) }
  }

  /// Binds a popup that is shown to its page: for good where it is kept alive, else as long as it stays up.
  mutating func bindToPage(_ place: Int, _ catalog: borrowing Catalog) {
    states[place].anchor = pages.match(states[place].spec, catalog)
    guard states[place].spec.keepAlive, states[place].home.isNone else { return }
    states[place].home = states[place].anchor
    states[place].matchEpoch = -1
  }

  /// Hides what is up and no longer belongs on the current page, and parks it again that waits to come back (semantics D36).
  private mutating func leavePages(_ turn: inout Turn) {
    var index = 0
    while index < up.count {
      let place = up[index].index
      if hasLeft(place, turn.catalog) { leave(place, &turn) } else { index += 1 }
    }
    guard homedCount > 0 else { return }
    for popup in live where states[popup.index].stage == .waiting && !states[popup.index].home.isNone {
      guard !matches(popup.index, turn.catalog) else { continue }
      dequeue(popup.index)
      park(popup.index, &turn)
    }
  }

  private mutating func hasLeft(_ place: Int, _ catalog: borrowing Catalog) -> Bool {
    guard !states[place].isSystem, states[place].spec.isBound || !states[place].home.isNone else { return false }
    guard matches(place, catalog) else { return true }
    // Its page is gone, but another instance will do.
    let anchor = states[place].anchor
    if !pages.isInLineage(anchor), !pages.isOnScreen(anchor) {
      states[place].anchor = pages.match(states[place].spec, catalog)
    }
    return false
  }

  private mutating func leave(_ place: Int, _ turn: inout Turn) {
    guard configuration.leaving == .park else {
      close(place, .pageLeft, &turn)
      return
    }
    takeOff(place, .pageLeft, ends: false, &turn)
    if let reason = reasonNotToWait(place, at: turn.now) {
      drop(place, reason, &turn)
    } else {
      if states[place].home.isNone {
        states[place].home = states[place].anchor
        states[place].matchEpoch = -1
      }
      park(place, &turn)
    }
  }

  private mutating func park(_ place: Int, _ turn: inout Turn) {
    states[place].stage = .parked
    parkedCount += 1
    turn.park(PopupID(place), for: states[place].home)
  }

  /// Drops what cannot come back now that a page did disappear or was removed (semantics D36, D38).
  private mutating func dropThoseOf(_ page: PageID, _ kind: EventKind, _ turn: inout Turn) {
    var index = 0
    while index < live.count {
      let place = live[index].index
      let isDropped =
        if kind == .pageRemoved {
          !states[place].isUp && (states[place].home == page || states[place].spec.instance == page)
        } else {
          states[place].stage == .parked && states[place].home == page && !states[place].spec.keepAlive
        }
      if isDropped {
        drop(place, kind == .pageRemoved ? .pageRemoved : .pageLeft, &turn)
      } else {
        index += 1
      }
    }
  }

  /// Puts what is parked for the page that is current again back in the queue.
  private mutating func restoreParked(_ turn: inout Turn) {
    guard pages.isSettled, !pages.current.isNone else { return }
    var index = 0
    while index < live.count {
      let place = live[index].index
      index += 1
      guard states[place].stage == .parked, matches(place, turn.catalog) else { continue }
      if let reason = reasonNotToWait(place, at: turn.now) {
        drop(place, reason, &turn)
        index -= 1
      } else {
        parkedCount -= 1
        turn.restore(PopupID(place), on: states[place].home)
        enqueue(place)
      }
    }
  }
}

// Pages come and go (PagesAndPopups).

extension PolicyState {
  /// An event of a page's life.
  mutating func takePage(_ stimulus: Event, _ turn: inout Turn) {
    let epoch = pages.epoch
    if !stimulus.page.isNone {
      if !pages.knows(stimulus.page) { pages.learn(stimulus.page, turn.catalog) }
      pages.take(stimulus.kind, stimulus.page)
    }
    let hasNewPages = hasChangedPages
    hasChangedPages = false
    guard stimulus.kind != .pageLoaded || hasNewPages else { return }
    needsChoice = true
    let isGone = stimulus.kind == .pageDidDisappear || stimulus.kind == .pageRemoved
    if isGone {
      gates.end(with: stimulus.page, pages)
      keyboard.end(with: stimulus.page, pages)
    }
    gates.settle(on: pages.current)
    keyboard.settle(on: pages.current)
    guard configuration.leaving != .ignore else { return }
    if pages.epoch != epoch || hasNewPages { leavePages(&turn) }
    if isGone, configuration.leaving == .park { dropThoseOf(stimulus.page, stimulus.kind, &turn) }
    if pages.epoch != epoch, !parked.isEmpty { restoreParked(&turn) }
  }

  /// Binds a popup that is shown to its page: for good where it is kept alive, else as long as it stays up.
  mutating func bindToPage(_ place: Int, _ catalog: borrowing Catalog) {
    guard !states[place].isSystem else { return }
    states[place].anchor = pages.match(states[place].spec, catalog)
    guard configuration.leaving == .park, states[place].spec.keepAlive, states[place].home.isNone else { return }
    states[place].home = states[place].anchor
  }

  /// Binds a popup whose pages were changed while it is up to the page it is on now, and to none that was removed
  /// (<doc:PagesAndPopups#Changed-popups>).
  mutating func bindAnew(_ place: Int, _ catalog: borrowing Catalog) {
    guard configuration.leaving != .ignore, !states[place].isSystem else { return }
    let page = pages.match(states[place].spec, catalog)
    if !page.isNone {
      states[place].anchor = page
    } else if !pages.current.isNone {
      states[place].anchor = pages.current
    }
  }

  /// Hides what is up and no longer belongs on the current page, and parks it again that waits to come back
  /// (<doc:PagesAndPopups#Leaving-a-page>).
  private mutating func leavePages(_ turn: inout Turn) {
    var next = boundUp > 0 ? up.first() : -1
    while next >= 0 {
      let place = next
      next = up.next(after: place)
      if hasLeft(place, turn.catalog) { leave(place, &turn) }
    }
    guard returning.count > 0 else { return }
    picked.removeAll()
    next = returning.first()
    while next >= 0 {
      if !matches(next, turn.catalog) { picked.append(Int32(next)) }
      next = returning.next(after: next)
    }
    picked.sort()
    for index in picked.indices {
      let place = Int(picked[index])
      dequeue(place)
      park(place, &turn)
    }
  }

  private mutating func hasLeft(_ place: Int, _ catalog: borrowing Catalog) -> Bool {
    guard states[place].isBound else { return false }
    let anchor = states[place].anchor
    guard matches(place, catalog) else {
      // Who was shown on no page, or on one that was removed, has none to leave before there is another.
      return !pages.current.isNone || !states[place].home.isNone || !(anchor.isNone || pages.isRemoved(anchor))
    }
    // Its page is gone, but another instance will do.
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
    if states[place].home.isNone, !pages.isRemoved(states[place].anchor) {
      states[place].home = states[place].anchor.isNone ? pages.current : states[place].anchor
    }
    if let reason = reasonNotToWait(place, at: turn.now) {
      drop(place, reason, &turn)
    } else if states[place].home.isNone {
      // The page it was shown on was removed under it, and no other has become its own.
      drop(place, .pageRemoved, &turn)
    } else {
      park(place, &turn)
    }
  }

  private mutating func park(_ place: Int, _ turn: inout Turn) {
    states[place].stage = .parked
    parked.append(place)
    kept.append(place, to: states[place].home.index)
    if states[place].chain >= 0 { chains.noteChange() }
    turn.park(states[place].popup, for: states[place].home)
  }

  /// Drops what cannot come back now that a page did disappear or was removed (<doc:PagesAndPopups#Leaving-a-page>,
  /// <doc:PagesAndPopups#Changed-popups>).
  private mutating func dropThoseOf(_ page: PageID, _ kind: EventKind, _ turn: inout Turn) {
    guard !page.isNone else { return }
    picked.removeAll()
    var next = kept.first(of: page.index)
    while next >= 0 {
      if kind == .pageRemoved || (states[next].stage == .parked && !states[next].spec.keepAlive) {
        picked.append(Int32(next))
      }
      next = kept.next(after: next)
    }
    next = kind == .pageRemoved ? ofInstance.first(of: page.index) : -1
    while next >= 0 {
      if !states[next].isUp, states[next].home != page { picked.append(Int32(next)) }
      next = ofInstance.next(after: next)
    }
    picked.sort()
    for index in picked.indices {
      drop(Int(picked[index]), kind == .pageRemoved ? .pageRemoved : .pageLeft, &turn)
    }
  }

  /// Puts what is parked for the page that is current again back in the queue.
  private mutating func restoreParked(_ turn: inout Turn) {
    guard !pages.current.isNone else { return }
    picked.removeAll()
    // By page or by popup, whichever are fewer.
    var page = parked.count > pages.depth ? pages.current : .none
    var next = page.isNone ? parked.first() : -1
    while next >= 0 {
      if matches(next, turn.catalog) { picked.append(Int32(next)) }
      next = parked.next(after: next)
    }
    while !page.isNone {
      next = kept.first(of: page.index)
      while next >= 0 {
        if states[next].stage == .parked, matches(next, turn.catalog) { picked.append(Int32(next)) }
        next = kept.next(after: next)
      }
      page = pages.container(of: page)
    }
    picked.sort()
    for index in picked.indices {
      let place = Int(picked[index])
      if let reason = reasonNotToWait(place, at: turn.now) {
        drop(place, reason, &turn)
      } else {
        parked.remove(place)
        kept.remove(place)
        if states[place].chain >= 0 { chains.noteChange() }
        turn.restore(states[place].popup, on: states[place].home)
        enqueue(place)
      }
    }
  }
}

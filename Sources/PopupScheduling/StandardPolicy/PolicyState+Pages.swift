extension PolicyState {
  mutating func takePage(_ stimulus: Event, _ turn: inout Turn) {
    let epoch = pages.epoch
    if !stimulus.page.isNone { pages.take(stimulus.kind, stimulus.page, turn.catalog.pages) }
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
    if pages.epoch != epoch || hasNewPages, boundUp > 0 || returning.count > 0 { leavePages(&turn) }
    if isGone, !stimulus.page.isNone, configuration.leaving == .park, kept.count + ofInstance.count > 0 {
      dropThoseOf(stimulus.page, stimulus.kind, &turn)
    }
    if pages.epoch != epoch, !parked.isEmpty, !pages.current.isNone { restoreParked(&turn) }
  }

  /// Binds a popup that is shown to its page: for good where it is kept alive, else as long as it stays up.
  mutating func bindToPage(_ index: Int, _ turn: borrowing Turn) {
    guard !states[index].isSystem else { return }
    let isOfClass = !states[index].spec.pages.isNone
    states[index].anchor =
      isOfClass ? pages.match(states[index].spec, turn.catalog) : pages.match(states[index].spec.instance)
    guard configuration.leaving == .park, states[index].spec.keepAlive, states[index].home.isNone else { return }
    states[index].home = states[index].anchor
  }

  /// Binds a popup whose pages were changed while it is up (<doc:PagesAndPopups#Changed-popups>). Where the current page is none of its own,
  /// it stays with the one it was shown on, unless that one was removed or there was none.
  mutating func bindAnew(_ index: Int, _ catalog: borrowing Catalog) {
    guard configuration.leaving != .ignore, !states[index].isSystem else { return }
    let page = pages.match(states[index].spec, catalog)
    if !page.isNone {
      states[index].anchor = page
    } else if !pages.current.isNone, states[index].anchor.isNone || pages.isRemoved(states[index].anchor) {
      states[index].anchor = pages.current
    }
  }

  /// Hides what no longer belongs on the current page, and parks again what waits to come back (<doc:PagesAndPopups#Leaving-a-page>).
  private mutating func leavePages(_ turn: inout Turn) {
    var position = 0
    while boundUp > 0, position < up.count {
      let index = Int(up[position])
      if hasLeft(index, turn) { leave(index, &turn) } else { position += 1 }
    }
    guard returning.count > 0 else { return }
    picked.removeAll()
    pick(from: returning.first(), turn, { $0.returning.next(after: $1) }, where: { !$0.matches($1, $2) })
    Self.sort(&picked, states)
    for position in picked.indices {
      let index = Int(picked[position])
      dequeue(index)
      park(index, &turn)
    }
  }

  /// Picks out of a list, of which the first is given, what something is to be done to.
  @inline(__always)
  private mutating func pick(
    from first: Int, _ turn: borrowing Turn, _ next: (borrowing PolicyState, Int) -> Int,
    where isWanted: (borrowing PolicyState, Int, borrowing Turn) -> Bool
  ) {
    var index = first
    while index >= 0 {
      if isWanted(self, index, turn) { picked.append(Int32(index)) }
      index = next(self, index)
    }
  }

  private mutating func hasLeft(_ index: Int, _ turn: borrowing Turn) -> Bool {
    guard states[index].isBound else { return false }
    let anchor = states[index].anchor
    guard matches(index, turn) else {
      // A popup that was shown on no page, or on one that was removed, has no page to leave before another one is current.
      return !pages.current.isNone || !states[index].home.isNone || !(anchor.isNone || pages.isRemoved(anchor))
    }
    // Its page is gone, but another instance will do.
    if !pages.isInLineage(anchor), !pages.isOnScreen(anchor) {
      states[index].anchor = pages.match(states[index].spec, turn.catalog)
    }
    return false
  }

  private mutating func leave(_ index: Int, _ turn: inout Turn) {
    guard configuration.leaving == .park else { return close(index, .pageLeft, &turn) }
    takeOff(index, .pageLeft, ends: false, &turn)
    if states[index].home.isNone, !pages.isRemoved(states[index].anchor) {
      states[index].home = states[index].anchor.isNone ? pages.current : states[index].anchor
    }
    if let reason = reasonNotToWait(index, at: turn.now) {
      drop(index, reason, &turn)
    } else if states[index].home.isNone {
      // The page it was shown on was removed under it, and no other has become its own.
      drop(index, .pageRemoved, &turn)
    } else {
      park(index, &turn)
    }
  }

  private mutating func park(_ index: Int, _ turn: inout Turn) {
    states[index].stage = .parked
    parked.append(index)
    kept.append(index, to: states[index].home.index)
    if states[index].chain >= 0 { chains.noteChange() }
    turn.park(states[index].popup, for: states[index].home)
  }

  /// Drops what cannot come back now that a page did disappear or was removed (<doc:PagesAndPopups#Leaving-a-page>).
  private mutating func dropThoseOf(_ page: PageID, _ kind: EventKind, _ turn: inout Turn) {
    picked.removeAll()
    let isRemoved = kind == .pageRemoved
    pick(from: kept.first(of: page.index), turn, { $0.kept.next(after: $1) }) { policy, index, _ in
      isRemoved || (policy.states[index].stage == .parked && !policy.states[index].spec.keepAlive)
    }
    pick(from: isRemoved ? ofInstance.first(of: page.index) : -1, turn, { $0.ofInstance.next(after: $1) }) {
      policy, index, _ in
      !policy.states[index].isUp && policy.states[index].home != page
    }
    Self.sort(&picked, states)
    for position in picked.indices {
      drop(Int(picked[position]), isRemoved ? .pageRemoved : .pageLeft, &turn)
    }
  }

  private mutating func restoreParked(_ turn: inout Turn) {
    picked.removeAll()
    // By page or by popup, whichever are fewer.
    var page = parked.count > pages.depth ? pages.current : .none
    pick(from: page.isNone ? parked.first() : -1, turn, { $0.parked.next(after: $1) }, where: { $0.matches($1, $2) })
    while !page.isNone {
      pick(from: kept.first(of: page.index), turn, { $0.kept.next(after: $1) }) {
        $0.states[$1].stage == .parked && $0.matches($1, $2)
      }
      page = pages.container(of: page)
    }
    Self.sort(&picked, states)
    for position in picked.indices {
      let index = Int(picked[position])
      if let reason = reasonNotToWait(index, at: turn.now) {
        drop(index, reason, &turn)
      } else {
        parked.remove(index)
        kept.remove(index)
        if states[index].chain >= 0 { chains.noteChange() }
        turn.restore(states[index].popup, on: states[index].home)
        enqueue(index, turn)
      }
    }
  }
}

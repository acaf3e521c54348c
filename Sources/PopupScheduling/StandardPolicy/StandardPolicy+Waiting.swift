// Standing in a queue, and what keeps a popup there.

extension StandardPolicy {
  /// Puts a popup in its place, whatever it did before (semantics C21).
  mutating func enqueue(_ place: Int) {
    states[place].stage = .waiting
    if !states[place].home.isNone { homedCount += 1 }
    if needsSlot(place) { queue.insert(entry(of: place)) } else { slotless.insert(entry(of: place)) }
    needsChoice = true
  }

  /// Takes a waiting popup out of its queue.
  mutating func dequeue(_ place: Int) {
    if !states[place].home.isNone { homedCount -= 1 }
    let entry = entry(of: place)
    if needsSlot(place) {
      queue.remove(level: entry.level, rank: entry.rank, entry.popup)
    } else {
      slotless.remove(level: entry.level, rank: entry.rank, entry.popup)
    }
  }

  private func entry(of place: Int) -> WaitingQueue.Entry {
    let level = configuration.order == .priority ? states[place].spec.level : 0
    return WaitingQueue.Entry(level: level, rank: states[place].rank, popup: PopupID(place))
  }

  /// Whether a popup has to wait for the slot: exempt ones do not, and the operating system asks nobody (semantics C28, C29).
  func needsSlot(_ place: Int) -> Bool {
    configuration.slots > 0 && !states[place].isExempt && !states[place].isSystem
  }

  /// What keeps a waiting popup from being shown, slot and expiry aside; ``Reason/none`` where nothing does (semantics C20).
  mutating func obstacle(
    of place: Int, _ catalog: borrowing Catalog, ignoringCondition: Bool = false
  ) -> Reason {
    if !pagesAllow(place, catalog) { return .page }
    if states[place].stage == .loading { return .content }
    if !ignoringCondition, !states[place].holds, configuration.gates.contains(.condition) { return .condition }
    let isHeldByOthers = !states[place].isExempt && !states[place].isSystem
    if isHeldByOthers, gates.isClosed(for: states[place].spec.kind, configuration.gates, pages) { return .gate }
    if configuration.chains {
      let chain = states[place].spec.chain
      if !chain.isNone, chains.next(of: chain) != PopupID(place) { return .chain }
      if isHeldByOthers, holders > 1 || (holders == 1 && holder != chain) { return .chain }
    }
    return states[place].isLeaving ? .slot : .none
  }

  private mutating func pagesAllow(_ place: Int, _ catalog: borrowing Catalog) -> Bool {
    guard configuration.pages == .bound else { return true }
    let needsPage = !states[place].isExempt && !states[place].isSystem
    if !needsPage, !states[place].spec.isBound, states[place].home.isNone { return true }
    return pages.isSettled && matches(place, catalog)
  }

  /// Whether a popup belongs on the current page: its attributes allow it, and it is not kept for another one.
  ///
  /// - Complexity: O(1) until the current page changes.
  mutating func matches(_ place: Int, _ catalog: borrowing Catalog) -> Bool {
    if states[place].matchEpoch != pages.epoch {
      states[place].matchEpoch = pages.epoch
      let home = states[place].home
      states[place].matches =
        (home.isNone || pages.isInLineage(home)) && !pages.match(states[place].spec, catalog).isNone
    }
    return states[place].matches
  }

  /// Finds the chains that keep others out: open, and their next member could be shown on the current page (semantics C23).
  mutating func findHolders(_ catalog: borrowing Catalog) {
    holders = 0
    for chain in chains.open {
      let next = chains.next(of: chain)
      guard !next.isNone, configuration.pages == .ignore || matches(next.index, catalog) else { continue }
      holders += 1
      holder = chain
    }
  }

  /// Whether a popup may no longer be shown anew (semantics C27).
  func isExpired(_ place: Int, at now: Ticks) -> Bool { configuration.expiry && now >= states[place].deadline }

  /// Why a popup that comes off the screen cannot wait for another presentation; nil where it can.
  func reasonNotToWait(_ place: Int, at now: Ticks) -> Reason? {
    if isExpired(place, at: now) { return .expired }
    return states[place].hasNoContent ? .contentFailed : nil
  }
}

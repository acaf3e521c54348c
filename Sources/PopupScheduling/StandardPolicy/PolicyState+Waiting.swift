// Standing in a queue, and what keeps a popup there.

extension PolicyState {
  /// Puts a popup in its place, whatever it did before (<doc:QueueOrder#Equals>).
  mutating func enqueue(_ place: Int) {
    states[place].stage = .waiting
    needsChoice = true
    let home = states[place].home
    if !home.isNone {
      returning.append(place)
      kept.append(place, to: home.index)
    }
    let hasDeadline = configuration.expiry && states[place].spec.expires >= .zero
    if needsSlot(place) {
      queue.count += 1
      if hasDeadline { queue.deadlines.insert(place, at: states[place].deadline) }
    } else {
      slotless.count += 1
      if hasDeadline { slotless.deadlines.insert(place, at: states[place].deadline) }
    }
    seat(place)
  }

  /// Takes a waiting popup out of its queue.
  mutating func dequeue(_ place: Int) {
    returning.remove(place)
    kept.remove(place)
    if needsSlot(place) {
      queue.count -= 1
      queue.unseat(place)
    } else {
      slotless.count -= 1
      slotless.unseat(place)
    }
  }

  /// Seats a waiting popup among those who want the same, or leaves it standing as long as it cannot be next whatever happens around it.
  private mutating func seat(_ place: Int) {
    let chain = states[place].chain
    if chain >= 0, chains.next(of: chain) != place { return }
    if states[place].isLeaving { return }
    let isBarred = isBarred(place)
    if isBarred, states[place].spec.whenBarred == .wait { return }
    let lane = WaitingQueue.lane(states[place].spec.kind, isBarred: isBarred)
    if needsSlot(place) {
      queue.seat(place, key(of: place), binding(of: place), lane)
    } else {
      slotless.seat(place, key(of: place), binding(of: place), lane)
    }
  }

  /// Seats a popup anew when what may be next changed about itself; nothing happens where it does not wait.
  mutating func reseat(_ place: Int) {
    guard states[place].stage == .waiting else { return }
    needsChoice = true
    if needsSlot(place) {
      guard !queue.isLate(place) else { return }
      queue.unseat(place)
    } else {
      guard !slotless.isLate(place) else { return }
      slotless.unseat(place)
    }
    seat(place)
  }

  /// What decides a popup's place in its queue.
  func key(of place: Int) -> UInt64 {
    let level = configuration.order == .priority ? states[place].spec.level : 0
    return WaitingGroup.Entry.key(level: level, rank: states[place].rank)
  }

  /// Which pages a popup may be shown on.
  func binding(of place: Int) -> PageBinding {
    var binding = PageBinding()
    guard configuration.pages == .bound else { return binding }
    binding.pages = states[place].spec.pages
    if !binding.pages.isNone { binding.matching = states[place].spec.matching }
    binding.instance = states[place].spec.instance
    binding.home = states[place].home
    return binding
  }

  /// Whether a popup's condition keeps it from being shown.
  func isBarred(_ place: Int) -> Bool { !states[place].holds && configuration.gates.contains(.condition) }

  /// Whether a popup has to wait for the slot: exempt ones do not (<doc:QueueOrder#HUDs>).
  func needsSlot(_ place: Int) -> Bool { configuration.slots > 0 && !states[place].isExempt }

  /// What keeps a waiting popup from being shown, slot and expiry aside; ``Reason/none`` where nothing does (<doc:QueueOrder#Eligibility>).
  mutating func obstacle(of place: Int, _ catalog: borrowing Catalog) -> Reason {
    if !pagesAllow(place, catalog) { return .page }
    if states[place].stage == .loading { return .content }
    if isBarred(place) { return .condition }
    if !states[place].isExempt {
      if gates.isClosed(for: states[place].spec.kind, configuration.gates, pages) { return .gate }
      let chain = states[place].chain
      if chain >= 0, chains.next(of: chain) != place { return .chain }
      if hasToFindHolder { findHolder(catalog) }
      if holder >= 0, holder != chain { return .chain }
    }
    return states[place].isLeaving ? .slot : .none
  }

  private func pagesAllow(_ place: Int, _ catalog: borrowing Catalog) -> Bool {
    guard configuration.pages == .bound else { return true }
    if !needsSlot(place), configuration.slots > 0, !states[place].isBound { return true }
    return pages.isSettled && matches(place, catalog)
  }

  /// Whether a popup belongs on the current page: its attributes allow it, and it is not kept for another one.
  func matches(_ place: Int, _ catalog: borrowing Catalog) -> Bool { binding(of: place).holds(on: pages, catalog) }

  /// Whether the page or a chain has changed since the chain that keeps others out was found.
  var hasToFindHolder: Bool { holderEpoch != pages.epoch || chains.isChanged }

  /// Finds the chain that keeps others out: the first opened one of which a member is on screen or whose next member could be shown on the
  /// current page (<doc:QueueOrder#Chains>).
  ///
  /// - Complexity: O(n) with n open chains.
  mutating func findHolder(_ catalog: borrowing Catalog) {
    holderEpoch = pages.epoch
    chains.noteLookedAt()
    holder = -1
    for index in chains.open.indices {
      let chain = chains.open[index]
      let next = chains.next(of: chain)
      guard next >= 0 else { continue }
      if chains.isVisible(chain) || configuration.pages == .ignore || matches(next, catalog) {
        holder = chain
        return
      }
    }
  }

  /// Whether a popup may no longer be shown anew (<doc:QueueOrder#Expiry>).
  func isExpired(_ place: Int, at now: Ticks) -> Bool { configuration.expiry && now >= states[place].deadline }

  /// Why a popup that comes off the screen cannot wait for another presentation; nil where it can.
  func reasonNotToWait(_ place: Int, at now: Ticks) -> Reason? {
    if isExpired(place, at: now) { return .expired }
    return states[place].hasNoContent ? .contentFailed : nil
  }
}

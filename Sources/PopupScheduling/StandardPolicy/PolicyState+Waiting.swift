// Standing in a queue, and what keeps a popup there.

extension PolicyState {
  /// Puts a popup in its place, whatever it did before (<doc:QueueOrder#Equals>).
  mutating func enqueue(_ index: Int) {
    states[index].stage = .waiting
    needsChoice = true
    let home = states[index].home
    if !home.isNone {
      returning.append(index)
      kept.append(index, to: home.index)
    }
    let hasDeadline = configuration.expiry && states[index].spec.expires >= .zero
    if hasDeadline, queue.deadlines.count + slotless.deadlines.count > 2 * live.count + 64 { noteDeadlinesAnew() }
    if needsSlot(index) {
      queue.count += 1
      if hasDeadline { queue.deadlines.insert(Expiry(at: states[index].deadline, index: Int32(index))) }
    } else {
      slotless.count += 1
      if hasDeadline { slotless.deadlines.insert(Expiry(at: states[index].deadline, index: Int32(index))) }
    }
    seat(index)
  }

  /// Notes the deadlines of those that wait, and forgets all that do not matter any more.
  private mutating func noteDeadlinesAnew() {
    queue.deadlines.removeAll()
    slotless.deadlines.removeAll()
    var index = live.first()
    while index >= 0 {
      if states[index].stage == .waiting, states[index].spec.expires >= .zero {
        let deadline = Expiry(at: states[index].deadline, index: Int32(index))
        if needsSlot(index) { queue.deadlines.insert(deadline) } else { slotless.deadlines.insert(deadline) }
      }
      index = live.next(after: index)
    }
  }

  /// Puts popups in the order in which they were submitted.
  static func sort(_ picked: inout OwnedArray<Int32>, _ states: borrowing OwnedArray<PopupState>) {
    picked.sort { states[Int($0)].order }
  }

  /// Takes a waiting popup out of its queue.
  mutating func dequeue(_ index: Int) {
    returning.remove(index)
    kept.remove(index)
    if needsSlot(index) {
      queue.count -= 1
      queue.unseat(index)
    } else {
      slotless.count -= 1
      slotless.unseat(index)
    }
  }

  /// Adds a waiting popup to the group that waits for the same, or leaves it out of all groups as long as no page and no gate can let it
  /// in.
  private mutating func seat(_ index: Int) {
    let chain = states[index].chain
    if chain >= 0, chains.next(of: chain) != index { return }
    if states[index].isLeaving { return }
    let isBarred = isBarred(index)
    if isBarred, states[index].spec.whenBarred == .wait { return }
    let lane = WaitingQueue.lane(states[index].spec.kind, isBarred: isBarred)
    if needsSlot(index) {
      queue.seat(index, key(of: index), binding(of: index), lane)
    } else {
      slotless.seat(index, key(of: index), binding(of: index), lane)
    }
  }

  /// Seats a popup anew when what may be next changed about itself; nothing happens where it does not wait.
  mutating func reseat(_ index: Int) {
    guard states[index].stage == .waiting else { return }
    needsChoice = true
    if needsSlot(index) {
      guard !queue.isLate(index) else { return }
      queue.unseat(index)
    } else {
      guard !slotless.isLate(index) else { return }
      slotless.unseat(index)
    }
    seat(index)
  }

  /// What decides a popup's position in its queue.
  func key(of index: Int) -> UInt64 {
    let level = configuration.order == .priority ? states[index].spec.level : 0
    return WaitingGroup.Entry.key(level: level, rank: states[index].rank)
  }

  /// Which pages a popup may be shown on.
  func binding(of index: Int) -> PageBinding {
    var binding = PageBinding()
    guard configuration.pages == .bound else { return binding }
    binding.pages = states[index].spec.pages
    if !binding.pages.isNone { binding.matching = states[index].spec.matching }
    binding.instance = states[index].spec.instance
    binding.home = states[index].home
    return binding
  }

  /// Whether a popup's condition keeps it from being shown.
  func isBarred(_ index: Int) -> Bool { !states[index].holds && configuration.gates.contains(.condition) }

  /// Whether a popup has to wait for the slot: exempt ones do not (<doc:QueueOrder#HUDs>).
  func needsSlot(_ index: Int) -> Bool { configuration.slots > 0 && !states[index].isExempt }

  /// What keeps a waiting popup from being shown, slot and expiry aside; ``Reason/none`` where nothing does (<doc:QueueOrder#Eligibility>).
  mutating func obstacle(of index: Int, _ catalog: borrowing Catalog) -> Reason {
    if !pagesAllow(index, catalog) { return .page }
    if states[index].stage == .loading { return .content }
    if isBarred(index) { return .condition }
    if !states[index].isExempt {
      if gates.isClosed(for: states[index].spec.kind, configuration.gates, pages) { return .gate }
      let chain = states[index].chain
      if chain >= 0, chains.next(of: chain) != index { return .chain }
      if hasToFindHolder { findHolder(catalog) }
      if holder >= 0, holder != chain { return .chain }
    }
    return states[index].isLeaving ? .slot : .none
  }

  private func pagesAllow(_ index: Int, _ catalog: borrowing Catalog) -> Bool {
    guard configuration.pages == .bound else { return true }
    if !needsSlot(index), configuration.slots > 0, !states[index].isBound { return true }
    return pages.isSettled && matches(index, catalog)
  }

  /// Whether a popup belongs on the current page: its attributes allow it, and it is not kept for another one.
  func matches(_ index: Int, _ catalog: borrowing Catalog) -> Bool { binding(of: index).holds(on: pages, catalog) }

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
    for position in chains.open.indices {
      let chain = chains.open[position]
      let next = chains.next(of: chain)
      guard next >= 0 else { continue }
      if chains.isVisible(chain) || configuration.pages == .ignore || matches(next, catalog) {
        holder = chain
        return
      }
    }
  }

  /// Whether a popup may no longer be shown anew (<doc:QueueOrder#Expiry>).
  func isExpired(_ index: Int, at now: Ticks) -> Bool { configuration.expiry && now >= states[index].deadline }

  /// Why a popup that comes off the screen cannot wait for another presentation; nil where it can.
  func reasonNotToWait(_ index: Int, at now: Ticks) -> Reason? {
    if isExpired(index, at: now) { return .expired }
    return states[index].hasNoContent ? .contentFailed : nil
  }
}

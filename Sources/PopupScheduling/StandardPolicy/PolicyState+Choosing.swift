extension PolicyState {
  /// Has a popup wait, whatever it did before (<doc:QueueOrder#Equals>).
  mutating func enqueue(_ index: Int, _ turn: borrowing Turn) {
    states[index].stage = .waiting
    needsChoice = true
    let home = states[index].home
    if !home.isNone {
      returning.append(index)
      kept.append(index, to: home.index)
    }
    if configuration.expiry, states[index].spec.expires >= .zero {
      if deadlines.count > 2 * live.count + 64 { noteDeadlinesAnew() }
      deadlines.insert(Expiry(at: states[index].deadline, index: Int32(index)))
    }
    change(queueOf: index) { $0.count += 1 }
    seat(index, turn)
  }

  private mutating func noteDeadlinesAnew() {
    deadlines.removeAll()
    var index = live.first()
    while index >= 0 {
      if states[index].stage == .waiting, states[index].spec.expires >= .zero {
        deadlines.insert(Expiry(at: states[index].deadline, index: Int32(index)))
      }
      index = live.next(after: index)
    }
  }

  @inline(__always)
  private mutating func change<Result>(queueOf index: Int, _ body: (inout WaitingQueue) -> Result) -> Result {
    needsSlot(index) ? body(&queue) : body(&slotless)
  }

  static func sort(_ picked: inout OwnedArray<Int32>, _ states: borrowing OwnedArray<PopupState>) {
    picked.sort { states[Int($0)].order }
  }

  mutating func dequeue(_ index: Int) {
    if !states[index].home.isNone {
      returning.remove(index)
      kept.remove(index)
    }
    change(queueOf: index) {
      $0.count -= 1
      $0.unseat(index)
    }
  }

  /// Adds a waiting popup to the group that waits for the same, or to none as long as no page and no gate can let it in.
  private mutating func seat(_ index: Int, _ turn: borrowing Turn) {
    let chain = states[index].chain
    if chain >= 0, chains.next(of: chain) != index { return }
    if states[index].isLeaving { return }
    let isBarred = isBarred(index)
    if isBarred, states[index].spec.whenBarred == .wait { return }
    let lane = WaitingQueue.lane(states[index].spec.kind, isBarred: isBarred)
    let (key, wanted) = (key(of: index), WaitingGroup.Key(binding: binding(of: index), lane: lane))
    if needsSlot(index) {
      queue.seat(index, key, wanted, pages, turn)
    } else {
      slotless.seat(index, key, wanted, pages, turn)
    }
  }

  /// Seats a popup anew when what may be next changed about itself; nothing happens where it does not wait.
  mutating func reseat(_ index: Int, _ turn: borrowing Turn) {
    guard states[index].stage == .waiting else { return }
    needsChoice = true
    if change(queueOf: index, { $0.isLate(index) }) { return }
    change(queueOf: index) { $0.unseat(index) }
    seat(index, turn)
  }

  @inline(__always)
  func key(of index: Int) -> UInt64 {
    let level = configuration.order == .priority ? states[index].spec.level : 0
    return WaitingGroup.Entry.key(level: level, rank: states[index].rank)
  }

  @inline(__always)
  func binding(of index: Int) -> WaitingGroup.Binding {
    var binding = WaitingGroup.Binding()
    guard configuration.pages == .bound else { return binding }
    binding.pages = states[index].spec.pages
    if !binding.pages.isNone { binding.matching = states[index].spec.matching }
    binding.instance = states[index].spec.instance
    binding.home = states[index].home
    return binding
  }

  func isBarred(_ index: Int) -> Bool { !states[index].holds && configuration.gates.contains(.condition) }
  /// Whether a popup has to wait for the slot: exempt ones do not (<doc:QueueOrder#HUDs>).
  func needsSlot(_ index: Int) -> Bool { configuration.slots > 0 && !states[index].isExempt }

  /// What keeps a waiting popup from being shown, slot and expiry aside; ``Reason/none`` where nothing does (<doc:QueueOrder#Eligibility>).
  mutating func obstacle(of index: Int, _ turn: borrowing Turn) -> Reason {
    if !pagesAllow(index, turn) { return .page }
    if states[index].stage == .loading { return .content }
    if isBarred(index) { return .condition }
    if !states[index].isExempt {
      if gates.isClosed(for: states[index].spec.kind, configuration.gates, pages) { return .gate }
      let chain = states[index].chain
      if chain >= 0, chains.next(of: chain) != index { return .chain }
      if hasToFindHolder { findHolder(turn) }
      if holder >= 0, holder != chain { return .chain }
    }
    return states[index].isLeaving ? .slot : .none
  }

  private func pagesAllow(_ index: Int, _ turn: borrowing Turn) -> Bool {
    guard configuration.pages == .bound else { return true }
    if !needsSlot(index), configuration.slots > 0, !states[index].isBound { return true }
    guard pages.isSettled else { return false }
    return matches(index, turn)
  }

  /// Whether a popup belongs on the current page: its attributes allow it, and it is not kept for another one.
  func matches(_ index: Int, _ turn: borrowing Turn) -> Bool { binding(of: index).holds(on: pages, turn) }
  var hasToFindHolder: Bool { holderEpoch != pages.epoch || chains.isChanged }

  /// Finds the chain that keeps others out: the first opened one of which a member is on screen or whose next member could be shown on the
  /// current page (<doc:QueueOrder#Chains>).
  mutating func findHolder(_ turn: borrowing Turn) {
    holderEpoch = pages.epoch
    chains.noteLookedAt()
    holder = -1
    for position in chains.open.indices {
      let chain = chains.open[position]
      let next = chains.next(of: chain)
      guard next >= 0 else { continue }
      var holds = chains.isVisible(chain) || configuration.pages == .ignore
      if !holds { holds = matches(next, turn) }
      guard !holds else {
        holder = chain
        return
      }
    }
  }

  func isExpired(_ index: Int, at now: Ticks) -> Bool { configuration.expiry && now >= states[index].deadline }

  /// Why a popup that comes off the screen cannot wait for another presentation; nil where it can.
  func reasonNotToWait(_ index: Int, at now: Ticks) -> Reason? {
    if isExpired(index, at: now) { return .expired }
    return states[index].hasNoContent ? .contentFailed : nil
  }

  // MARK: Choosing

  mutating func showSlotless(_ turn: inout Turn) {
    while true {
      seatLate(turn)
      let open = configuration.slots == 0 ? openLanes : WaitingQueue.allLanes
      if slotless.hasToLook(at: pages) { slotless.look(at: pages, turn) }
      guard let (index, reason) = choice(late: slotless.firstLate, next: slotless.first(in: open)) else { return }
      if reason == .none { show(index, &turn) } else { drop(index, reason, &turn) }
    }
  }

  /// Shows the first of the queue that may be shown. One in front of it that is too late, or is barred and does not wait while it is, is dropped
  /// first, and after each such drop the choice begins again from the front (<doc:QueueOrder#Barred-popups>).
  mutating func showNext(_ turn: inout Turn) {
    while true {
      guard lookAtQueue(turn),
        let (index, reason) = choice(late: queue.firstLate, next: firstOfQueue(in: openLanes))
      else { return }
      if reason == .none { return show(index, &turn) }
      drop(index, reason, &turn)
    }
  }

  /// The popup to be shown or dropped next, and why it is dropped; ``Reason/none`` where it may be shown.
  private func choice(late: WaitingQueue.Entry?, next: WaitingQueue.Entry?) -> (index: Int, reason: Reason)? {
    if let late, next.map({ late.key < $0.key }) ?? true { return (Int(late.index), .expired) }
    return next.map { (Int($0.index), isBarred(Int($0.index)) ? .barred : .none) }
  }

  /// The first of the queue in some lanes; where a chain keeps others out, its next member.
  private func firstOfQueue(in open: UInt32) -> WaitingQueue.Entry? {
    holder < 0 ? queue.first(in: open) : queue.entry(of: chains.next(of: holder), in: open)
  }

  /// Notes who is too late of those that still wait.
  @inline(__always)
  private mutating func seatLate(_ turn: borrowing Turn) {
    while let next = deadlines.first, next.at <= turn.now { seatLate(Int(next.index), turn) }
  }

  @inline(never)
  private mutating func seatLate(_ index: Int, _ turn: borrowing Turn) {
    deadlines.popFirst()
    guard states[index].stage == .waiting, isExpired(index, at: turn.now) else { return }
    let key = key(of: index)
    change(queueOf: index) { $0.seatLate(index, key) }
  }

  /// Brings the queue up to date: which popups are too late, which page is current, which chain holds. False where none can be next.
  @inline(__always)
  private mutating func lookAtQueue(_ turn: borrowing Turn) -> Bool {
    seatLate(turn)
    if queue.hasToLook(at: pages) { queue.look(at: pages, turn) }
    guard queue.hasCandidates else { return false }
    if hasToFindHolder { findHolder(turn) }
    return true
  }

  private var openLanes: UInt32 {
    guard gates.isAnyClosed else { return WaitingQueue.allLanes }
    let closed = gates.closedKinds(configuration.gates, pages)
    return WaitingQueue.allLanes & ~(closed | closed << WaitingQueue.barred)
  }

  /// Takes the popup that fills the slot off where a more urgent one may be shown and it allows that (<doc:QueueOrder#Preemption>).
  mutating func preempt(_ turn: inout Turn) {
    guard let position = up.firstIndex(where: { !states[Int($0)].isExempt }) else { return }
    let index = Int(up[position])
    guard states[index].spec.onHigher != .stay, !states[index].isSystem, states[index].chain < 0 else { return }
    guard lookAtQueue(turn),
      let newcomer = firstOfQueue(in: openLanes & WaitingQueue.hopefulLanes).map({ Int($0.index) }),
      states[newcomer].spec.level < states[index].spec.level
    else { return }
    if isLeftAlone(index, &turn) { return }
    collectOver(apartFrom: newcomer)
    takeOff(index, .preempted, ends: false, &turn)
    if states[index].spec.onHigher == .drop, reasonNotToWait(index, at: turn.now) == nil {
      drop(index, .preempted, &turn)
    } else {
      putBack(index, &turn)
    }
  }

  mutating func putBack(_ index: Int, _ turn: inout Turn) {
    if let reason = reasonNotToWait(index, at: turn.now) {
      drop(index, reason, &turn)
    } else {
      turn.queue(states[index].popup, .preempted)
      enqueue(index, turn)
    }
  }

  /// Whether a popup came up three times within ten seconds: to bring it back a fourth time would be flicker. A timer ends that.
  private mutating func isLeftAlone(_ index: Int, _ turn: inout Turn) -> Bool {
    guard states[index].spec.onHigher == .requeue, states[index].latestShows.0 > Ticks(.min) else { return false }
    let end = states[index].latestShows.0 + turn.tick.ticks(ceilingMilliseconds: 10_000)
    guard turn.now < end else { return false }
    if states[index].preemptionTimer.isNone {
      states[index].preemptionTimer = set(at: end, for: index, .preemption, &turn)
    }
    return true
  }

  /// Collects the eligible popups that a decision passes over, in order (<doc:DecisionsAndTheirFields#Popups-passed-over>).
  /// The queue was looked at for the one who is chosen, and has not changed since.
  mutating func collectOver(apartFrom chosen: Int) {
    passedOver.removeAll()
    let open = openLanes & WaitingQueue.hopefulLanes
    picked.removeAll()
    if holder < 0 {
      queue.appendFirst(EventLog.overLimit + 1, in: open, to: &picked)
    } else if let next = queue.entry(of: chains.next(of: holder), in: open) {
      picked.append(next.index)
    }
    for position in picked.indices where Int(picked[position]) != chosen && passedOver.count < EventLog.overLimit {
      passedOver.append(states[Int(picked[position])].popup)
    }
  }
}

// Which popup is shown next.

extension PolicyState {
  /// Shows all that need no slot and may be shown.
  mutating func showSlotless(_ turn: inout Turn) {
    while let (index, reason) = nextSlotless(turn) {
      if reason == .none { show(index, &turn) } else { drop(index, reason, &turn) }
    }
  }

  /// Shows the first of the queue that may be shown.
  ///
  /// A popup in front of it that is too late, or is barred and does not wait while it is, is dropped first, and after each such drop the
  /// choice begins again from the front (<doc:QueueOrder#Barred-popups>).
  mutating func showNext(_ turn: inout Turn) {
    while let (index, reason) = nextInQueue(turn) {
      guard reason == .none else {
        drop(index, reason, &turn)
        continue
      }
      show(index, &turn)
      return
    }
  }

  /// The popup of the queue to be shown or dropped next, and why it is dropped; ``Reason/none`` where it may be shown.
  private mutating func nextInQueue(_ turn: borrowing Turn) -> (index: Int, reason: Reason)? {
    lookAtQueue(turn)
    let open = openLanes
    let late = queue.firstLate
    let next = holder < 0 ? queue.first(in: open) : queue.entry(of: chains.next(of: holder), in: open)
    if let late, next.map({ late.key < $0.key }) ?? true { return (Int(late.index), .expired) }
    return next.map { (Int($0.index), reasonToDrop(Int($0.index))) }
  }

  /// The popup to be shown or dropped next of those that need no slot, likewise.
  private mutating func nextSlotless(_ turn: borrowing Turn) -> (index: Int, reason: Reason)? {
    while let index = slotless.deadlines.popFirst(at: turn.now) {
      if isWaiting(index, inSlotless: true), isExpired(index, at: turn.now) { slotless.seatLate(index, key(of: index)) }
    }
    if slotless.hasToLook(at: pages) { slotless.look(at: pages, turn.catalog) }
    let late = slotless.firstLate
    let next = slotless.first(in: configuration.slots == 0 ? openLanes : WaitingQueue.allLanes)
    if let late, next.map({ late.key < $0.key }) ?? true { return (Int(late.index), .expired) }
    return next.map { (Int($0.index), reasonToDrop(Int($0.index))) }
  }

  private func reasonToDrop(_ index: Int) -> Reason { isBarred(index) ? .barred : .none }

  private func isWaiting(_ index: Int, inSlotless isSlotless: Bool) -> Bool {
    states[index].stage == .waiting && needsSlot(index) != isSlotless
  }

  /// Brings the queue up to date: which popups are too late, which page is current, which chain holds.
  private mutating func lookAtQueue(_ turn: borrowing Turn) {
    while let index = queue.deadlines.popFirst(at: turn.now) {
      if isWaiting(index, inSlotless: false), isExpired(index, at: turn.now) { queue.seatLate(index, key(of: index)) }
    }
    if queue.hasToLook(at: pages) { queue.look(at: pages, turn.catalog) }
    if hasToFindHolder { findHolder(turn.catalog) }
  }

  /// The lanes of the kinds that no gate holds back.
  private var openLanes: UInt32 {
    guard gates.isAnyClosed else { return WaitingQueue.allLanes }
    var closed = gates.closedKinds(configuration.gates, pages)
    var open = WaitingQueue.allLanes
    while closed != 0 {
      // Those that are barred and those that are not.
      open &= ~(0b11 << UInt32(2 * closed.trailingZeroBitCount))
      closed &= closed - 1
    }
    return open
  }

  /// The first of the queue that may be shown now, the slot aside; nil where there is none.
  private mutating func firstEligible(_ turn: borrowing Turn) -> Int? {
    lookAtQueue(turn)
    let open = openLanes & WaitingQueue.hopefulLanes
    let first = holder < 0 ? queue.first(in: open) : queue.entry(of: chains.next(of: holder), in: open)
    return first.map { Int($0.index) }
  }

  /// Takes the popup that fills the slot off where a more urgent one may be shown and it allows that (<doc:QueueOrder#Preemption>).
  mutating func preempt(_ turn: inout Turn) {
    guard !occupants.isEmpty else { return }
    let index = Int(occupants[0])
    guard states[index].spec.onHigher != .stay, !states[index].isSystem, states[index].chain < 0,
      let newcomer = firstEligible(turn), states[newcomer].spec.level < states[index].spec.level
    else { return }
    if isLeftAlone(index, &turn) { return }
    collectOver(apartFrom: newcomer, turn)
    takeOff(index, .preempted, ends: false, &turn)
    if let reason = reasonNotToWait(index, at: turn.now) {
      drop(index, reason, &turn)
    } else if states[index].spec.onHigher == .drop {
      drop(index, .preempted, &turn)
    } else {
      turn.queue(states[index].popup, .preempted)
      enqueue(index)
    }
  }

  /// Whether a popup came up three times within ten seconds: to bring it back a fourth time would be flicker.
  ///
  /// A popup held back by that is woken by a timer when the ten seconds are over.
  private mutating func isLeftAlone(_ index: Int, _ turn: inout Turn) -> Bool {
    guard states[index].spec.onHigher == .requeue, states[index].latestShows.0 > Ticks(.min) else { return false }
    let end = states[index].latestShows.0 + turn.tick.ticks(ceilingMilliseconds: 10_000)
    guard turn.now < end else { return false }
    if states[index].preemptionTimer.isNone {
      states[index].preemptionTimer = set(at: end, for: index, .preemption, &turn)
    }
    return true
  }

  /// Collects the popups that a decision passes over: eligible ones in the order of the queue
  /// (<doc:DecisionsAndTheirFields#Popups-passed-over>).
  mutating func collectOver(apartFrom chosen: Int, _ turn: borrowing Turn) {
    passedOver.removeAll()
    guard queue.count > 0 else { return }
    lookAtQueue(turn)
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

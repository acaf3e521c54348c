// Who is next.

extension StandardPolicy {
  /// Shows all that need no slot and may be shown.
  mutating func showSlotless(_ turn: inout Turn) {
    var index = 0
    while let next = firstEligible(from: index, isSlotless: true, &turn) {
      show(slotless[next].popup.index, &turn)
      index = next
    }
  }

  /// Shows the first of the queue that may be shown.
  mutating func showNext(_ turn: inout Turn) {
    guard let next = firstEligible(from: 0, isSlotless: false, &turn) else { return }
    show(queue[next].popup.index, &turn)
  }

  /// The place in a queue, from a place on, of the first popup that may be shown.
  ///
  /// Its turn has come for everybody in front of it: who is too late, or is barred and does not wait for that, is dropped.
  private mutating func firstEligible(from start: Int, isSlotless: Bool, _ turn: inout Turn) -> Int? {
    findHolders(turn.catalog)
    var index = start
    while index < (isSlotless ? slotless.count : queue.count) {
      let place = (isSlotless ? slotless[index] : queue[index]).popup.index
      let obstacle = obstacle(of: place, turn.catalog)
      if let reason = reasonToDrop(place, obstacle, turn) {
        drop(place, reason, &turn)
        findHolders(turn.catalog)
      } else if obstacle == .none {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Why a popup whose turn has come is dropped; nil where it is not.
  private mutating func reasonToDrop(_ place: Int, _ obstacle: Reason, _ turn: borrowing Turn) -> Reason? {
    if isExpired(place, at: turn.now) { return .expired }
    guard obstacle == .condition, states[place].spec.whenBarred == .drop else { return nil }
    return self.obstacle(of: place, turn.catalog, ignoringCondition: true) == .none ? .barred : nil
  }

  /// Takes the popup that fills the slot off where a more urgent one may be shown and it allows that (semantics C22).
  mutating func preempt(_ turn: inout Turn) {
    guard occupied == 1, let place = preemptable(at: turn.now, turn.tick),
      let newcomer = moreUrgent(than: states[place].spec.level, turn)
    else { return }
    collectOver(apartFrom: newcomer, turn)
    takeOff(place, .preempted, ends: false, &turn)
    if let reason = reasonNotToWait(place, at: turn.now) {
      drop(place, reason, &turn)
    } else if states[place].spec.onHigher == .drop {
      drop(place, .preempted, &turn)
    } else {
      turn.queue(PopupID(place), .preempted)
      enqueue(place)
    }
  }

  /// The popup in the slot, where it may be preempted; nil otherwise.
  ///
  /// One that came up three times within ten seconds is left alone: to bring it back a fourth time would be flicker.
  private func preemptable(at now: Ticks, _ tick: TickLength) -> Int? {
    guard let popup = up.first(where: { !states[$0.index].isExempt }) else { return nil }
    let state = states[popup.index]
    guard state.spec.onHigher != .stay, !state.isSystem, !configuration.chains || state.spec.chain.isNone else {
      return nil
    }
    let isFlickering =
      state.spec.onHigher == .requeue
      && now <= state.latestShows.0 + tick.ticks(ceilingMilliseconds: 10_000)
    return isFlickering ? nil : popup.index
  }

  /// The first popup of the queue that may be shown and is strictly more urgent than a level; nil where there is none.
  private mutating func moreUrgent(than level: Int32, _ turn: borrowing Turn) -> PopupID? {
    guard queue[0].level < level else { return nil }
    findHolders(turn.catalog)
    for index in 0..<queue.count {
      let entry = queue[index]
      guard entry.level < level else { return nil }
      if isEligible(entry.popup.index, turn) { return entry.popup }
    }
    return nil
  }

  private mutating func isEligible(_ place: Int, _ turn: borrowing Turn) -> Bool {
    !isExpired(place, at: turn.now) && obstacle(of: place, turn.catalog) == .none
  }

  /// Collects the popups that a decision passes over: eligible ones in the order of the queue (semantics E41).
  mutating func collectOver(apartFrom chosen: PopupID, _ turn: borrowing Turn) {
    over.removeAll(keepingCapacity: true)
    for index in 0..<queue.count where over.count < EventLog.overLimit {
      let popup = queue[index].popup
      if popup != chosen, isEligible(popup.index, turn) { over.append(popup) }
    }
  }
}

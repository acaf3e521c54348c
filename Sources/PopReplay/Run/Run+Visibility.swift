import PopupScheduling

// Visible time, and what users do after so much of it (CausalReplay, *Dwell*, *Input lock*).
extension Run {
  /// Has an act wait for its popup's visible time, and gives its index among the armed ones.
  mutating func arm(_ item: Int32, of popup: PopupID, at visibleTime: Ticks, cause: Int32) -> Int32 {
    let index = Int32(truncatingIfNeeded: acts.count)
    lists.acts.append(acts.count, to: popup.index)
    acts.append(ArmedAct(visibleTime: visibleTime, item: item, cause: cause))
    return index
  }

  /// A popup has become visible: plans what its user will do unless it is gone before.
  mutating func planStay(of popup: PopupID) {
    var next = lists.acts.last(of: popup.index)
    while next >= 0 {
      let act = next
      next = lists.acts.previous(before: act)
      if acts[act].isDone { lists.acts.remove(act) } else { plan(Int32(truncatingIfNeeded: act), of: popup) }
      spend(1)
    }
    if isCausal { planUnknownStay(of: popup) }
  }

  mutating func plan(_ act: Int32, of popup: PopupID) {
    let armed = acts[Int(act)]
    guard !armed.isDone else { return }
    let item = planned(armed.item)
    let seen = visibility.seen(popup, at: now)
    let isShifted = isShifted(item, by: armed.visibleTime, popup)
    var target = armed.visibleTime - advance(of: popup, heldFor: item.heldFor)
    if isShifted { target += lateness(of: armed.item) }
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    queue.insert(
      ScheduledEvent(
        time: now + max(.zero, target - seen), order: item.index, cause: armed.cause, what: .act(act, underWay)))
    func planUnknown(_ from: Ticks) {
      queue.insert(ScheduledEvent(time: now + max(.zero, from - seen), what: .actUnknown(act, underWay)))
    }
    if isMedian, item.heldFor > .zero { planUnknown(armed.visibleTime - item.heldFor) }
    if mayBeGivenUp(armed, item, popup) { planUnknown(session.plan.popups[popup.index].lockedFrom) }
    if isMedian, isShifted { planUnknown(armed.visibleTime - visits.reaction) }
  }

  /// Whether the user may have wanted to act under the first lock of the recording, and given up on it there.
  private func mayBeGivenUp(_ armed: ArmedAct, _ item: PlannedStimulus, _ popup: PopupID) -> Bool {
    let until = session.plan.popups[popup.index].lockedUntil
    return item.traits.contains(.usersAct) && armed.visibleTime > until && visibility.seen(popup, at: now) < until
  }

  /// Whether users take a while to see a popup, and see this one at another time than in the recording, so that the act is not known to the tick.
  private func isShifted(_ item: PlannedStimulus, by visibleTime: Ticks, _ popup: PopupID) -> Bool {
    guard visits.reaction > .zero, item.traits.contains(.usersAct) else { return false }
    return now + visibleTime - visibility.seen(popup, at: now) != session.plan.events[Int(item.index)].time
  }

  /// From now on the user may have wanted to act, and was held up by a lock in the recording: without one it is assumed that no act comes.
  mutating func actBecomesUnknown(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) {
    guard visibility.isUnderWay(stay), !acts[Int(act)].isDone else { return }
    guard visibility.locks == 0 else { return heldActs.append(due) }
    let armed = acts[Int(act)]
    let item = planned(armed.item)
    let seen = visibility.seen(stay.popup, at: now)
    let isShifted =
      isShifted(item, by: armed.visibleTime, stay.popup) && seen + visits.reaction >= armed.visibleTime
    let isHeld = item.heldFor > .zero && seen + item.heldFor >= armed.visibleTime
    // Having had the same lock, the user gives up on it as in the recording.
    guard isShifted || isHeld || mayBeGivenUp(armed, item, stay.popup) else { return }
    switch options.continuation {
    case .median, .modelled: break
    case .never: return
    case .atOnce, .drawn:
      guard let wait = drawnWait(stay.popup) else { return }
      queue.insert(ScheduledEvent(time: now + wait, order: item.index, cause: due.cause, what: .act(act, stay)))
    }
    stayBecomesUnknown(stay, isShifted ? .longerThanSeen : .heldByLock)
  }

  /// How long a user takes from now on; nil for one who never acts.
  private func drawnWait(_ popup: PopupID) -> Ticks? {
    guard case .after(let wait) = answer(to: .dwell, about: popup, beyond: .zero, assuming: .zero) else { return nil }
    return wait
  }

  /// An act has to wait for a lock that it did not meet in the recording: whether the user does is an assumption.
  private mutating func waitsForUnlocking(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard !acts[Int(act)].isHeld else { return true }
    acts[Int(act)].isHeld = true
    stayBecomesUnknown(stay, .heldByLock)
    switch options.continuation {
    case .median, .atOnce, .modelled: return true
    case .never:
      acts[Int(act)].isDone = true
      giveUp(acts[Int(act)].item)
    case .drawn:
      guard let wait = drawnWait(stay.popup) else { return true }
      acts[Int(act)].visibleTime = visibility.seen(stay.popup, at: now) + wait
      var later = due
      later.time = now + wait
      queue.insert(later)
    }
    return false
  }

  mutating func perform(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    let view = visibility.views[stay.popup.index]
    guard visibility.isUnderWay(stay), view.isUp, !acts[Int(act)].isDone else { return false }
    let item = acts[Int(act)].item
    let traits = planned(item).traits
    if visibility.locks > 0, traits.contains(.usersAct), !traits.contains(.passesLock) {
      if session.plan.isScenario || waitsForUnlocking(act, stay, due) { heldActs.append(due) }
      return false
    }
    acts[Int(act)].isDone = true
    return play(item, cause: view.shownTime < now ? view.shown : -1)
  }

  mutating func enterForeground(order: Int32) {
    guard visibility.isBackground else { return }
    visibility.enterForeground(at: now)
    guard spend(visibility.up.count) else { return }
    for index in visibility.up.indices { planStay(of: visibility.up[index]) }
    releaseTimers(order: order)
  }
}

import PopupScheduling

// Visible time, and what users do after so much of it (CausalReplay, *Dwell*, *Input lock*).
extension Run {
  /// Has an act wait for its popup's visible time, and gives its index among the armed ones.
  mutating func arm(_ item: Int32, of popup: PopupID, at visibleTime: Ticks, cause: Int32) -> Int32 {
    let index = Int32(truncatingIfNeeded: acts.count)
    acts.append(
      ArmedAct(visibleTime: visibleTime, item: item, cause: cause, next: popups[popup.index].lists.acts.first))
    popups[popup.index].lists.acts.first = index
    return index
  }

  /// A popup has become visible: plans what its user will do unless it is gone before.
  mutating func planStay(of popup: PopupID) {
    var (kept, next, steps) = (Int32(-1), popups[popup.index].lists.acts.first, 0)
    while next >= 0 {
      let act = next
      next = acts[Int(act)].next
      steps += 1
      if !acts[Int(act)].isDone {
        plan(act, of: popup)
        kept = act
      } else if kept >= 0 {
        acts[Int(kept)].next = next
      } else {
        popups[popup.index].lists.acts.first = next
      }
    }
    spend(steps)
    if isCausal { planUnknownStay(of: popup) }
  }

  mutating func plan(_ act: Int32, of popup: PopupID) {
    let armed = acts[Int(act)]
    guard !armed.isDone else { return }
    let item = planned(armed.item)
    let seen = visibility.seen(popup, at: now)
    let isShifted = isShifted(item, by: armed.visibleTime, popup)
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    insert(ScheduledEvent(time: now, order: item.index, cause: armed.cause, what: .act(act, underWay))) {
      run, continuation in
      var target = armed.visibleTime - run.advance(of: popup, heldFor: item.heldFor, in: continuation)
      if isShifted { target += run.lateness(of: armed.item, in: continuation) }
      return run.now + max(.zero, target - seen)
    }
    func planUnknown(_ from: Ticks, ofMedian: Bool = false) {
      let what = ScheduledEvent.What.actUnknown(act, underWay, ofMedian: ofMedian)
      queue.insert(ScheduledEvent(time: now + max(.zero, from - seen), what: what))
    }
    if isMedian, item.heldFor > .zero { planUnknown(armed.visibleTime - item.heldFor, ofMedian: true) }
    if mayBeGivenUp(armed, item, popup) { planUnknown(session.plan.popups[popup.index].lockedFrom) }
    if isMedian, isShifted { planUnknown(armed.visibleTime - visits.reaction, ofMedian: true) }
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
    guard let reason = unknown(act, stay), mayAct(on: stay.popup, in: leading) else { return }
    let order = planned(acts[Int(act)].item).index
    insert(ScheduledEvent(time: now, order: order, cause: due.cause, what: .act(act, stay))) { run, continuation in
      guard run.isDrawn(continuation), let wait = run.drawnWait(stay.popup, in: continuation) else {
        return .distantFuture
      }
      return run.now + wait
    }
    stayBecomesUnknown(stay, reason)
  }

  /// Why nobody knows whether an act comes from now on; nil where nothing is otherwise than in the recording.
  private func unknown(_ act: Int32, _ stay: ScheduledEvent.Stay) -> Assumption.Reason? {
    let armed = acts[Int(act)]
    let item = planned(armed.item)
    let seen = visibility.seen(stay.popup, at: now)
    if isShifted(item, by: armed.visibleTime, stay.popup), seen + visits.reaction >= armed.visibleTime {
      return .longerThanSeen
    }
    let isHeld = item.heldFor > .zero && seen + item.heldFor >= armed.visibleTime
    // Having had the same lock, the user gives up on it as in the recording.
    return isHeld || mayBeGivenUp(armed, item, stay.popup) ? .heldByLock : nil
  }

  /// How long a user takes from now on; nil for one who never acts.
  func drawnWait(_ popup: PopupID, in continuation: Continuation) -> Ticks? {
    var drawn: AnswerDraws.Entries?
    let answer = answer(to: .dwell, about: popup, beyond: .zero, assuming: .zero, in: continuation, &drawn)
    guard case .after(let wait) = answer else { return nil }
    return wait
  }

  /// Whether a user takes a length that was drawn, or none at all.
  private func isDrawn(_ continuation: Continuation) -> Bool {
    switch continuation {
    case .median, .modelled: false
    case .atOnce, .never, .drawn: true
    }
  }

  /// Whether a user who may have wanted to act under a lock may do so without one.
  private func mayAct(on popup: PopupID, in continuation: Continuation) -> Bool {
    !isDrawn(continuation) || drawnWait(popup, in: continuation) != nil
  }

  /// What becomes of an act that has to wait for a lock.
  private enum LockedAct: Equatable { case waits, isGivenUp, comesAfter(Ticks) }

  private func lockedAct(on popup: PopupID, in continuation: Continuation) -> LockedAct {
    switch continuation {
    case .median, .atOnce, .modelled: .waits
    case .never: .isGivenUp
    case .drawn: drawnWait(popup, in: continuation).map { .comesAfter($0) } ?? .waits
    }
  }

  /// Whether something due comes to the same in all continuations that this run stands for.
  mutating func agree(on due: ScheduledEvent) -> Bool {
    guard standsForSeveral else { return true }
    let before = now
    defer { now = before }
    now = max(now, due.time)
    switch due.what {
    case .actUnknown(let act, let stay, let isOfMedian):
      guard visibility.isUnderWay(stay), !acts[Int(act)].isDone, visibility.locks == 0, unknown(act, stay) != nil
      else { return true }
      return agree { run, continuation in
        isOfMedian ? continuation == .median : run.mayAct(on: stay.popup, in: continuation)
      }
    case .act(let act, let stay):
      guard visibility.isUnderWay(stay), !acts[Int(act)].isDone, !acts[Int(act)].isHeld, meetsLock(act) else {
        return true
      }
      return agree { run, continuation in run.lockedAct(on: stay.popup, in: continuation) }
    default: return true
    }
  }

  /// Whether an act has to wait for a lock.
  private func meetsLock(_ act: Int32) -> Bool {
    let traits = planned(acts[Int(act)].item).traits
    return visibility.locks > 0 && traits.contains(.usersAct) && !traits.contains(.passesLock)
  }

  /// An act has to wait for a lock that it did not meet in the recording: whether the user does is an assumption.
  private mutating func waitsForUnlocking(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard !acts[Int(act)].isHeld else { return true }
    acts[Int(act)].isHeld = true
    stayBecomesUnknown(stay, .heldByLock)
    switch lockedAct(on: stay.popup, in: leading) {
    case .waits: return true
    case .isGivenUp:
      acts[Int(act)].isDone = true
      giveUp(acts[Int(act)].item)
    case .comesAfter(let wait):
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
    if meetsLock(act) {
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

import PopupScheduling

// Visible time, and what users do after so much of it (CausalReplay, *Dwell*).

extension Run {
  /// Has an act wait for its popup's visible time.
  ///
  /// - Returns: The index of the armed act.
  @discardableResult
  mutating func arm(_ item: Int32, of popup: PopupID, at visibleTime: Ticks, cause: Int32) -> Int32 {
    let index = Int32(truncatingIfNeeded: acts.count)
    let next = popups[popup.index].act
    acts.append(ArmedAct(visibleTime: visibleTime, item: item, cause: cause, next: next))
    popups[popup.index].act = index
    return index
  }

  /// A popup has become visible: plans what its user will do unless it is gone before.
  mutating func planStay(of popup: PopupID) {
    var last = -1
    var next = popups[popup.index].act
    while next >= 0 {
      let act = Int(next)
      next = acts[act].next
      if !acts[act].isDone {
        plan(Int32(act), of: popup)
        last = act
      } else if last < 0 {
        popups[popup.index].act = next
      } else {
        acts[last].next = next
      }
      spend(1)
    }
    if isCausal { planUnknownStay(of: popup) }
  }

  /// Plans an armed act of a popup that is visible.
  mutating func plan(_ act: Int32, of popup: PopupID) {
    let armed = acts[Int(act)]
    guard !armed.isDone else { return }
    let item = session.plan.items[Int(armed.item)]
    let rest = visibleRest(of: armed, item, popup)
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    queue.insert(
      ScheduledEvent(time: now + rest, order: item.index, cause: armed.cause, what: .act(act, underWay)))
    func plan(_ unknown: Ticks) {
      let time = now + max(.zero, armed.visibleTime - unknown - visibility.seen(popup, at: now))
      queue.insert(ScheduledEvent(time: time, what: .actUnknown(act, underWay)))
    }
    if isMedian, item.heldFor > .zero { plan(item.heldFor) }
    if mayBeGivenUp(armed, item, popup) { plan(armed.visibleTime - session.plan.popups[popup.index].lockedFrom) }
    if isMedian, isShifted(item, by: armed.visibleTime, popup) { plan(reaction) }
  }

  /// How much visible time is left until an act comes.
  private func visibleRest(of armed: ArmedAct, _ item: PlannedStimulus, _ popup: PopupID) -> Ticks {
    var time = armed.visibleTime - advance(of: popup, heldFor: item.heldFor)
    if isShifted(item, by: armed.visibleTime, popup) { time += lateness(of: armed.item) }
    return max(.zero, time - visibility.seen(popup, at: now))
  }

  /// Whether the user may have wanted to act under the first lock of the recording, and given up on it there.
  private func mayBeGivenUp(_ armed: ArmedAct, _ item: PlannedStimulus, _ popup: PopupID) -> Bool {
    let until = session.plan.popups[popup.index].lockedUntil
    return item.traits.contains(.usersAct) && armed.visibleTime > until && visibility.seen(popup, at: now) < until
  }

  /// Whether users take a while to see a popup, and see this one at another time than in the recording, so that the act is not known to the tick.
  private func isShifted(_ item: PlannedStimulus, by visibleTime: Ticks, _ popup: PopupID) -> Bool {
    guard reaction > .zero, item.traits.contains(.usersAct) else { return false }
    return now + visibleTime - visibility.seen(popup, at: now) != session.plan.events[Int(item.index)].time
  }

  /// From now on the user may have wanted to act, and was held up by a lock in the recording (<doc:CausalReplay#Input-lock>): as long as
  /// this run has no lock, it is an assumption that the act does not come.
  mutating func actBecomesUnknown(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard visibility.isUnderWay(stay), !acts[Int(act)].isDone else { return false }
    if visibility.locks > 0 {
      hold(due)
      return false
    }
    let armed = acts[Int(act)]
    let item = session.plan.items[Int(armed.item)]
    let seen = visibility.seen(stay.popup, at: now)
    let isShifted = isShifted(item, by: armed.visibleTime, stay.popup) && seen + reaction >= armed.visibleTime
    let isHeld = item.heldFor > .zero && seen + item.heldFor >= armed.visibleTime
    // Having had the same lock, the user gives up on it as in the recording.
    guard isShifted || isHeld || mayBeGivenUp(armed, item, stay.popup) else { return false }
    switch options.continuation {
    case .median, .modelled: break
    case .never: return false
    case .atOnce, .drawn:
      guard case .after(let wait) = answer(to: .dwell, about: stay.popup, beyond: .zero, assuming: .zero) else {
        return false
      }
      queue.insert(ScheduledEvent(time: now + wait, order: item.index, cause: due.cause, what: .act(act, stay)))
    }
    return stayBecomesUnknown(stay, isShifted ? .longerThanSeen : .heldByLock)
  }

  /// An act has to wait for a lock that it did not meet in the recording: whether the user waits with it is an assumption.
  ///
  /// - Returns: Whether the user does.
  private mutating func waitsForUnlocking(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard !acts[Int(act)].isHeld else { return true }
    acts[Int(act)].isHeld = true
    _ = stayBecomesUnknown(stay, .heldByLock)
    switch options.continuation {
    case .median, .atOnce, .modelled: return true
    case .never:
      acts[Int(act)].isDone = true
      giveUp(acts[Int(act)].item)
    case .drawn:
      guard case .after(let wait) = answer(to: .dwell, about: stay.popup, beyond: .zero, assuming: .zero) else {
        return true
      }
      acts[Int(act)].visibleTime = visibility.seen(stay.popup, at: now) + wait
      var later = due
      later.time = now + wait
      queue.insert(later)
    }
    return false
  }

  /// The visible time of an act has come.
  mutating func perform(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard visibility.isUnderWay(stay), visibility.views[stay.popup.index].isUp, !acts[Int(act)].isDone else {
      return false
    }
    let armed = acts[Int(act)]
    let item = session.plan.items[Int(armed.item)]
    if visibility.locks > 0, item.traits.contains(.usersAct), !item.traits.contains(.passesLock) {
      if session.plan.isScenario || waitsForUnlocking(act, stay, due) { hold(due) }
      return false
    }
    acts[Int(act)].isDone = true
    let view = visibility.views[stay.popup.index]
    return play(armed.item, cause: view.shownTime < now ? view.shown : -1)
  }

  mutating func enterBackground() {
    visibility.enterBackground(at: now)
  }

  mutating func enterForeground(order: Int32) {
    guard visibility.isBackground else { return }
    visibility.enterForeground(at: now)
    guard spend(visibility.up.count) else { return }
    for index in visibility.up.indices { planStay(of: visibility.up[index]) }
    releaseTimers(order: order)
  }
}

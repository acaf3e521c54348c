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
    let heldFor = session.plan.items[Int(armed.item)].heldFor
    let rest = max(.zero, armed.visibleTime - advance(of: popup, heldFor: heldFor) - visibility.seen(popup, at: now))
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    queue.insert(
      ScheduledEvent(
        time: now + rest, order: session.plan.items[Int(armed.item)].index, cause: armed.cause,
        what: .act(act, underWay)))
    guard heldFor > .zero, isMedian else { return }
    queue.insert(ScheduledEvent(time: now + max(.zero, rest - heldFor), what: .actUnknown(act, underWay)))
  }

  /// From now on the user may have wanted to act, and was held up by a lock in the recording (<doc:CausalReplay#Input-lock>): as long as
  /// this run has no lock, it is an assumption that the act does not come.
  mutating func actBecomesUnknown(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard visibility.isUnderWay(stay), !acts[Int(act)].isDone else { return false }
    if visibility.locks > 0 {
      hold(due)
      return false
    }
    return stayBecomesUnknown(stay, .heldByLock)
  }

  /// The visible time of an act has come.
  mutating func perform(_ act: Int32, _ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    guard visibility.isUnderWay(stay), visibility.views[stay.popup.index].isUp else { return false }
    let armed = acts[Int(act)]
    let item = session.plan.items[Int(armed.item)]
    if visibility.locks > 0, item.traits.contains(.usersAct), !item.traits.contains(.passesLock) {
      hold(due)
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

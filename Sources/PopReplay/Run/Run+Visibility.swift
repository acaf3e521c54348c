import PopupScheduling

// Visible time, and what users do after so much of it (semantics B11).

extension Run {
  /// Makes the acts of the recording known to their popups, in recorded order.
  mutating func armActs() {
    guard isCausal, !plan.isScenario else { return }
    for place in plan.items.indices.reversed() where plan.items[place].trigger == .visibleTime {
      let popup = plan.events[Int(plan.items[place].place)].popup
      arm(Int32(truncatingIfNeeded: place), of: popup, at: plan.items[place].delay, cause: -1)
    }
  }

  /// Has an act wait for its popup's visible time.
  ///
  /// - Returns: The place of the armed act.
  @discardableResult
  mutating func arm(_ item: Int32, of popup: PopupID, at visibleTime: Ticks, cause: Int32) -> Int32 {
    let place = Int32(truncatingIfNeeded: plan.acts.count)
    let next = plan.popups[popup.index].firstAct
    plan.acts.append(ArmedAct(visibleTime: visibleTime, item: item, cause: cause, next: next))
    plan.popups[popup.index].firstAct = place
    return place
  }

  /// A popup has become visible: plans what its user will do unless it is gone before.
  mutating func planStay(of popup: PopupID) {
    var last = -1
    var next = plan.popups[popup.index].firstAct
    while next >= 0 {
      let act = Int(next)
      next = plan.acts[act].next
      if !plan.acts[act].isDone {
        plan(Int32(act), of: popup)
        last = act
      } else if last < 0 {
        plan.popups[popup.index].firstAct = next
      } else {
        plan.acts[last].next = next
      }
      spend(1)
    }
    if isCausal { planUnknownStay(of: popup) }
  }

  /// Plans an armed act of a popup that is visible.
  mutating func plan(_ act: Int32, of popup: PopupID) {
    let armed = plan.acts[Int(act)]
    guard !armed.isDone else { return }
    let rest = max(.zero, armed.visibleTime - screen.seen(popup, at: now))
    agenda.insert(
      Due(
        time: now + rest, order: plan.items[Int(armed.item)].place, popup: popup, item: act,
        mark: screen.mark(of: popup), cause: armed.cause, kind: .idle, what: .act))
    let heldFor = plan.items[Int(armed.item)].heldFor
    guard heldFor > .zero else { return }
    agenda.insert(
      Due(
        time: now + max(.zero, rest - heldFor), popup: popup, item: act, mark: screen.mark(of: popup),
        kind: .idle, what: .actUnknown))
  }

  /// The user may have wanted to act from now on, and was held up in the recording by a lock (semantics B17): as long as there is none here,
  /// that the act does not come is an assumption.
  mutating func actBecomesUnknown(_ due: Due) -> Bool {
    guard screen.mark(of: due.popup) == due.mark, !plan.acts[Int(due.item)].isDone else { return false }
    if screen.locks > 0 {
      hold(due)
      return false
    }
    return stayBecomesUnknown(due)
  }

  /// The visible time of an act has come.
  mutating func act(_ due: Due) -> Bool {
    guard screen.mark(of: due.popup) == due.mark, screen.views[due.popup.index].isUp else { return false }
    let armed = plan.acts[Int(due.item)]
    let item = plan.items[Int(armed.item)]
    if screen.locks > 0, item.traits.contains(.usersAct), !item.traits.contains(.passesLock) {
      hold(due)
      return false
    }
    plan.acts[Int(due.item)].isDone = true
    var due = due
    let view = screen.views[due.popup.index]
    due.cause = view.shownTime < now ? view.shown : -1
    return play(armed.item, due)
  }

  mutating func enterBackground() {
    screen.enterBackground(at: now)
  }

  mutating func enterForeground(order: Int32) {
    guard screen.isBackground else { return }
    screen.enterForeground(at: now)
    guard spend(screen.up.count) else { return }
    for place in screen.up.indices { planStay(of: screen.up[place]) }
    releaseTimers(order: order)
  }
}

import PopupScheduling

// Page visits in a run whose pages may stand elsewhere than in the recording (CausalReplay, *Pages behind a tap*; Rules, *app-misuse*).

extension Run {
  /// Whether a page event can happen in this run; puts the page in that takes the recorded one's place.
  mutating func pass(_ item: Int32, _ kind: EventKind, _ page: inout PageID) -> Bool {
    let transition = Int(session.plan.items[Int(item)].transition)
    if transition >= 0 {
      if transitions[transition].state == .undecided { decide(transition, item) }
      guard transitions[transition].state == .goesOn else { return false }
    }
    let origin = Int(session.plan.items[Int(item)].origin)
    if origin >= 0, transitions[origin].state == .goesOn { page = transitions[origin].origin }
    return !session.plan.items[Int(item)].traits.contains(.wasLegal) || onScreen.allows(kind, page)
  }

  /// A transition begins: it leaves the page that is current now, if the rest of the screen is as it was in the recording.
  private mutating func decide(_ transition: Int, _ item: Int32) {
    let recorded = session.plan.transitions[transition]
    let index = Int(session.plan.items[Int(item)].index)
    let scene = onScreen.scene(of: session.plan.events[index].page)
    let current = onScreen.current(scene)
    transitions[transition].origin = recorded.origin
    transitions[transition].state = .isRefused
    guard !onScreen.isMoving(scene), current.isNone == recorded.origin.isNone,
      onScreen.others(than: current, scene) == recorded.others,
      recorded.destination.isNone || exists(recorded.destination, item)
    else { return }
    if current != recorded.origin {
      guard current != recorded.destination else { return }
      transitions[transition].origin = current
      let sequence = session.plan.events[index].sequence
      assume(.otherPage, recorded: sequence, after: nextSequence - 1)
      notes.append(ReplayNote(.otherPage, recorded: sequence, time: now))
    }
    transitions[transition].state = .goesOn
  }

  /// A page behind a tap has appeared on which the recording ends: plans from when on the recording does not know where the user goes.
  mutating func planPageStay(_ item: Int32) {
    let recorded = session.plan.events[Int(session.plan.items[Int(item)].index)].time
    guard now < recorded else { return }
    queue.insert(
      ScheduledEvent(time: now + (session.plan.end - recorded) + Ticks(1), what: .pageStayUnknown(item: item)))
  }

  /// From now on it is an assumption that the user still is on a page.
  mutating func stayOnPageBecomesUnknown(_ item: Int32) -> Bool {
    let event = session.plan.events[Int(session.plan.items[Int(item)].index)]
    if onScreen.current(onScreen.scene(of: event.page)) == event.page {
      open(.pageLongerThanSeen, .pageLongerThanSeen, recorded: event.sequence)
    }
    return false
  }
}

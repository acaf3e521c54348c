import PopupScheduling

// Page visits in a run whose pages may stand elsewhere than in the recording (semantics B16; rules.md, trace-gap).

extension Run {
  /// Whether a page event can happen in this run; puts the page in that takes the recorded one's place.
  mutating func pass(_ event: inout Event, _ item: Int32) -> Bool {
    let planned = session.plan.items[Int(item)]
    if planned.transition >= 0 {
      let transition = Int(planned.transition)
      if transitions[transition].state == .undecided { decide(transition, planned, item) }
      guard transitions[transition].state == .goesOn else { return false }
    }
    if planned.origin >= 0, transitions[Int(planned.origin)].state == .goesOn {
      event.page = transitions[Int(planned.origin)].origin
    }
    return !planned.traits.contains(.wasLegal) || stage.isLegal(event)
  }

  /// A transition begins: it leaves the page that is current now, if the rest of the screen is as it was in the recording.
  private mutating func decide(_ transition: Int, _ planned: PlannedStimulus, _ item: Int32) {
    let recorded = session.plan.transitions[transition]
    let scene = stage.scene(of: session.plan.events[Int(planned.place)].page)
    let current = stage.current(scene)
    transitions[transition].origin = recorded.origin
    transitions[transition].state = .isRefused
    guard !stage.isMoving(scene), current.isNone == recorded.origin.isNone,
      stage.others(than: current, scene) == recorded.others,
      recorded.destination.isNone || exists(recorded.destination, item)
    else { return }
    if current != recorded.origin {
      guard current != recorded.destination else { return }
      transitions[transition].origin = current
      assume(after: nextSequence - 1)
      notes.append(
        ReplayNote(.otherPage, recorded: session.plan.events[Int(planned.place)].sequence, time: now))
    }
    transitions[transition].state = .goesOn
  }
}

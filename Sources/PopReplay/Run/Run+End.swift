import PopupScheduling

// What became of the recording's stimuli (semantics B18), and how far the outcomes can be relied on (semantics B15).

extension Run {
  mutating func reach(_ item: Int32) {
    if fates[Int(item)].state < .reached {
      coverage.reached += 1
      if plan.items[Int(item)].isReaction { coverage.reachedReactions += 1 }
    }
    fates[Int(item)].state = .reached
  }

  /// A stimulus cannot happen in this run.
  mutating func giveUp(_ item: Int32) {
    guard fates[Int(item)].state < .reached else { return }
    fates[Int(item)].state = .unreached
    coverage.unreached += 1
    let planned = plan.items[Int(item)]
    let event = plan.events[Int(planned.place)]
    if planned.isReaction { coverage.unreachedReactions += 1 }
    if planned.traits.contains(.dismissal) { plan.popups[event.popup.index].dismissals -= 1 }
    notes.append(ReplayNote(.unreached, recorded: event.sequence, popup: event.popup, time: event.time))
  }

  /// Counts what never happened, and the outcomes that rest on an assumption.
  mutating func finish() {
    for item in fates.indices where fates[item].state < .reached {
      let place = Int32(truncatingIfNeeded: item)
      guard isBeyondEnd(item) else {
        giveUp(place)
        continue
      }
      fates[item].state = .beyondEnd
      coverage.beyondEnd += 1
      let event = plan.events[Int(plan.items[item].place)]
      notes.append(ReplayNote(.beyondEnd, recorded: event.sequence, popup: event.popup, time: event.time))
    }
    if differences.isCompared { differences.finish(plan.events, plan.count) }
    for popup in popups.indices where popups[popup].isSubmitted && grade(of: PopupID(popup)) == .assumed {
      coverage.assumed += 1
    }
    // The session's own buffer, which whoever reads the next one wants to use again.
    plan.events = []
  }

  /// Whether a stimulus that has not happened would have, had the run gone on.
  private mutating func isBeyondEnd(_ item: Int) -> Bool {
    let planned = plan.items[item]
    let event = plan.events[Int(planned.place)]
    switch planned.trigger {
    case .time: return true
    case .visibleTime: return screen.views[event.popup.index].isUp && popups[event.popup.index].isSubmitted
    case .animation:
      guard fates[item].state == .scheduled else { return false }
      let view = screen.views[event.popup.index]
      return event.phase == .hide || (view.isUp && view.generation == event.generation)
    case .cause, .stimulus, .hidden, .request, .anchor: return fates[item].state == .scheduled
    }
  }

  /// How far the outcome of a popup can be relied on.
  mutating func grade(of popup: PopupID) -> Grade {
    guard popup.index >= 0, popup.index < popups.count else { return .exact }
    let outcome = popups[popup.index]
    if firstAssumption != nil, outcome.ended > lastCertain { return .assumed }
    guard let difference = differences.first else { return .exact }
    let endedBefore = outcome.ended < differences.firstSequence && outcome.endedTime <= difference
    return endedBefore ? .exact : .derived
  }
}

import PopupScheduling

// Which of the recording's stimuli happened (CausalReplay, *Coverage*), and how far the outcomes can be relied on (Grades, *Grades of
// outcomes*).

extension Run {
  @inline(__always)
  mutating func reach(_ item: Int32) {
    if stimuli[Int(item)].state < .reached {
      coverage.reached += 1
      if session.plan.items[Int(item)].isReaction { coverage.reachedReactions += 1 }
    }
    stimuli[Int(item)].state = .reached
  }

  /// A stimulus cannot happen in this run.
  mutating func giveUp(_ item: Int32) {
    guard stimuli[Int(item)].state < .reached else { return }
    stimuli[Int(item)].state = .unreached
    coverage.unreached += 1
    let planned = session.plan.items[Int(item)]
    let event = session.plan.events[Int(planned.index)]
    if planned.isReaction { coverage.unreachedReactions += 1 }
    if planned.traits.contains(.dismissal) { popups[event.popup.index].dismissals -= 1 }
    notes.append(ReplayNote(.unreached, recorded: event.sequence, popup: event.popup, time: event.time))
  }

  /// Counts what never happened, and the outcomes that rest on an assumption.
  mutating func finish() {
    for item in stimuli.indices where stimuli[item].state < .reached {
      let index = Int32(truncatingIfNeeded: item)
      guard isBeyondEnd(item) else {
        giveUp(index)
        continue
      }
      stimuli[item].state = .beyondEnd
      coverage.beyondEnd += 1
      let event = session.plan.events[Int(session.plan.items[item].index)]
      notes.append(ReplayNote(.beyondEnd, recorded: event.sequence, popup: event.popup, time: event.time))
    }
    if differences.isCompared { differences.finish(session.plan.events, session.plan.count) }
    for popup in popups.indices where popups[popup].isSubmitted && grade(of: PopupID(popup)) == .assumed {
      coverage.assumed += 1
    }
  }

  /// Whether a stimulus that has not happened would have, had the run gone on.
  private func isBeyondEnd(_ item: Int) -> Bool {
    let planned = session.plan.items[item]
    let event = session.plan.events[Int(planned.index)]
    switch planned.trigger {
    case .time: return true
    case .visibleTime: return visibility.views[event.popup.index].isUp && popups[event.popup.index].isSubmitted
    case .animation:
      guard stimuli[item].state == .scheduled else { return false }
      let view = visibility.views[event.popup.index]
      return event.phase == .hide || (view.isUp && view.generation == event.generation)
    case .cause, .stimulus, .hidden, .request, .anchor: return stimuli[item].state == .scheduled
    }
  }

  /// How far the outcome of a popup can be relied on.
  func grade(of popup: PopupID) -> Grade {
    guard popup.index >= 0, popup.index < popups.count else { return .exact }
    let ended = popups[popup.index].ended
    if firstAssumption != nil, ended > lastCertain { return .assumed }
    guard let difference = differences.first else { return .exact }
    let endedBefore = ended < differences.firstSequence && popups[popup.index].endedTime <= difference
    return endedBefore ? .exact : .derived
  }
}

import PopupScheduling

// Which of the recording's stimuli happened (CausalReplay, *Coverage*), and how far the outcomes can be relied on (Grades).
extension Run {
  @inline(__always)
  mutating func reach(_ item: Int32) {
    if stimuli[Int(item)].state < .reached {
      state.coverage.reached += 1
      if planned(item).isReaction { state.coverage.reachedReactions += 1 }
    }
    stimuli[Int(item)].state = .reached
  }

  mutating func giveUp(_ item: Int32) {
    guard stimuli[Int(item)].state < .reached else { return }
    stimuli[Int(item)].state = .unreached
    state.coverage.unreached += 1
    let planned = planned(item)
    let event = event(of: item)
    if planned.isReaction { state.coverage.unreachedReactions += 1 }
    if planned.traits.contains(.dismissal) { popups[event.popup.index].dismissals -= 1 }
    if planned.traits.contains(.leadsToPage) {
      // From when the tap was recorded, or its popup gone in this run, nobody knows whether the user goes there in another way (Lost taps).
      let wasShown = visibility.views[event.popup.index].shown >= 0
      noteOtherWay(event, from: wasShown ? min(event.time, popups[event.popup.index].endedTime) : event.time)
    }
    if planned.trigger == .cause { noteOtherTyping(event) }
    notes.append(ReplayNote(.unreached, recorded: event.sequence, popup: event.popup, time: event.time))
  }

  mutating func finish(_ log: borrowing EventLog) {
    for index in stimuli.indices where stimuli[index].state < .reached {
      let item = Int32(truncatingIfNeeded: index)
      let event = event(of: item)
      guard isBeyondEnd(item, event) else {
        giveUp(item)
        continue
      }
      stimuli[index].state = .beyondEnd
      state.coverage.beyondEnd += 1
      notes.append(ReplayNote(.beyondEnd, recorded: event.sequence, popup: event.popup, time: event.time))
    }
    if differences.isCompared {
      differences.finish(session.plan)
      noteDeparture(after: nextSequence - 1)
    }
    takeEffect(state.typing, log)
    takeEffect(state.opening, log)
    for popup in popups.indices where popups[popup].isSubmitted && grades(of: PopupID(popup)).worst == .assumed {
      state.coverage.assumed += 1
    }
  }

  /// Whether a stimulus that has not happened would have, had the run gone on.
  private func isBeyondEnd(_ item: Int32, _ event: Event) -> Bool {
    let isScheduled = stimuli[Int(item)].state == .scheduled
    switch planned(item).trigger {
    case .time: return true
    case .visibleTime: return visibility.views[event.popup.index].isUp && popups[event.popup.index].isSubmitted
    case .animation:
      return isScheduled
        && isRunning(
          ScheduledEvent.Presentation(popup: event.popup, generation: event.generation, phase: event.phase))
    case .cause, .stimulus, .hidden, .request, .anchor: return isScheduled
    }
  }

  func grades(of popup: PopupID) -> AspectGrades {
    guard popup.index >= 0, popup.index < popups.count else { return .exact }
    let progress = popups[popup.index]
    let whole = grade(settledBy: progress.ended, at: progress.endedTime)
    let shown = grade(settledBy: progress.firstShown, at: progress.firstShownTime)
    return AspectGrades(shown: min(shown, whole), where: whole, end: whole)
  }

  private func grade(settledBy sequence: Int32, at time: Ticks) -> Grade {
    if state.firstAssumption != nil, sequence > state.lastCertain { return .assumed }
    guard let difference = differences.first else { return .exact }
    return sequence < differences.firstSequence && time <= difference ? .exact : .derived
  }

  /// When the first presentation of a popup came, and its end; ``Ticks/distantFuture`` for what never did.
  func settledTimes(of popup: PopupID) -> (shown: Ticks, end: Ticks) {
    guard popup.index >= 0, popup.index < popups.count else { return (.distantFuture, .distantFuture) }
    return (popups[popup.index].firstShownTime, popups[popup.index].endedTime)
  }

  /// From now on the user may go elsewhere, and nobody knows where.
  mutating func open(_ reason: Assumption.Reason, recorded: Int32 = -1) {
    if let opening = state.opening, opening.time <= now { return }
    state.opening = Assumption(reason: reason, time: now, recorded: recorded)
    assume(reason, recorded: recorded)
  }

  /// A tap that led to a page comes at another time, and with it the visits that waited for the way back: which ones did nobody knows. Those
  /// wanted before a tap that comes later may come before it; those wanted before one that comes sooner come when the user is back.
  mutating func noteMovedTap(_ item: Int32) {
    let event = event(of: item)
    let detour = planned(item).detour
    // Where all visits are as much later, nothing is otherwise.
    let usual = event.time + visits.shift
    guard detour > .zero, now != usual else { return }
    noteOtherWay(event, from: usual < now ? event.time : now + detour)
  }

  private mutating func noteOtherWay(_ event: Event, from time: Ticks) {
    guard isCausal, !session.plan.isScenario, time < state.opening?.time ?? .distantFuture else { return }
    state.opening = Assumption(
      reason: .visitAfterLostTap, time: time, popup: event.popup, recorded: event.sequence)
  }

  /// What an app does where the keyboard is folded or brought back does not come: for how long its user types from then on nobody knows.
  private mutating func noteOtherTyping(_ event: Event) {
    guard event.kind == .editBegan || event.kind == .editEnded, isCausal, !session.plan.isScenario,
      event.time < state.typing?.time ?? .distantFuture,
      let cause = session.plan.events.index(ofSequence: event.cause, before: session.plan.count),
      session.plan.events[cause].kind == .keyboardResigned || session.plan.events[cause].kind == .keyboardRestored
    else { return }
    state.typing = Assumption(
      reason: .unseen, time: event.time, popup: session.plan.events[cause].popup, recorded: event.sequence)
  }

  /// What is known only at the end of a run took effect before, unless something else was assumed by then.
  private mutating func takeEffect(_ assumption: Assumption?, _ log: borrowing EventLog) {
    guard let assumption, assumption.time < state.firstAssumption?.time ?? .distantFuture else { return }
    let next = log.events.partitioningIndex { $0.time >= assumption.time }
    state.firstAssumption = assumption
    state.lastCertain = next > 0 ? log.events[next - 1].sequence : -1
    notes.append(
      ReplayNote(
        assumption.reason.note, recorded: assumption.recorded, popup: assumption.popup, time: assumption.time))
  }
}

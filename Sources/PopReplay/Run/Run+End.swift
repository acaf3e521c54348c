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
    if planned.traits.contains(.leadsToPage) { noteLostTap(event) }
    if planned.trigger == .cause { noteOtherTyping(event) }
    notes.append(ReplayNote(.unreached, recorded: event.sequence, popup: event.popup, time: event.time))
  }

  /// Counts what never happened, and the outcomes that rest on an assumption.
  mutating func finish(_ log: borrowing EventLog) {
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
    if differences.isCompared {
      differences.finish(session.plan.events, session.plan.count)
      noteDeparture(after: nextSequence - 1)
    }
    assume(.unseen, .unseen, since: typing, log)
    assume(.visitAfterLostTap, .visitAfterLostTap, since: opening, log)
    for popup in popups.indices where popups[popup].isSubmitted && grades(of: PopupID(popup)).worst == .assumed {
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

  /// How far each aspect of a popup's outcome can be relied on.
  func grades(of popup: PopupID) -> AspectGrades {
    guard popup.index >= 0, popup.index < popups.count else { return .exact }
    let progress = popups[popup.index]
    let whole = grade(settledBy: progress.ended, at: progress.endedTime)
    let shown = grade(settledBy: progress.firstShown, at: progress.firstShownTime)
    return AspectGrades(shown: min(shown, whole), where: whole, end: whole)
  }

  /// How far something can be relied on that a decision of this run has settled.
  private func grade(settledBy sequence: Int32, at time: Ticks) -> Grade {
    if firstAssumption != nil, sequence > lastCertain { return .assumed }
    guard let difference = differences.first else { return .exact }
    return sequence < differences.firstSequence && time <= difference ? .exact : .derived
  }

  /// When the first presentation of a popup came, and its end; ``Ticks/distantFuture`` for what never did.
  func settledTimes(of popup: PopupID) -> (shown: Ticks, end: Ticks) {
    guard popup.index >= 0, popup.index < popups.count else { return (.distantFuture, .distantFuture) }
    return (popups[popup.index].firstShownTime, popups[popup.index].endedTime)
  }

  // MARK: Lost taps

  /// From when on the user may have gone where no continuation looks.
  struct Opening {
    var time: Ticks
    var popup: PopupID
    var recorded: Int32
  }

  /// From now on the user may go elsewhere, and nobody knows where.
  mutating func open(_ reason: Assumption.Reason, _ note: ReplayNote.Kind, recorded: Int32 = -1) {
    if let opening, opening.time <= now { return }
    opening = Opening(time: now, popup: .none, recorded: recorded)
    assume(reason, recorded: recorded, after: nextSequence - 1)
    notes.append(ReplayNote(note, recorded: recorded, time: now))
  }

  /// A tap that led to a page does not come: whether the user would have gone there in another way nobody knows, from the moment at which the
  /// tap was recorded, or its popup gone in this run (<doc:CausalReplay#Lost-taps>).
  private mutating func noteLostTap(_ event: Event) {
    let wasShown = visibility.views[event.popup.index].shown >= 0
    noteOtherWay(event, from: wasShown ? min(event.time, popups[event.popup.index].endedTime) : event.time)
  }

  /// A tap that led to a page comes at another time, and with it the visits that waited for the way back: which ones did nobody knows. Those
  /// wanted before a tap that comes later may come before it; those wanted before one that comes sooner come when the user is back.
  mutating func noteMovedTap(_ item: Int32) {
    let event = session.plan.events[Int(session.plan.items[Int(item)].index)]
    let detour = session.plan.items[Int(item)].detour
    // Where all visits are as much later, nothing is otherwise.
    let usual = event.time + visitShift
    guard detour > .zero, now != usual else { return }
    noteOtherWay(event, from: usual < now ? event.time : now + detour)
  }

  private mutating func noteOtherWay(_ event: Event, from time: Ticks) {
    guard isCausal, !session.plan.isScenario else { return }
    if let opening, opening.time <= time { return }
    opening = Opening(time: time, popup: event.popup, recorded: event.sequence)
  }

  /// What an app does where the keyboard is folded or brought back does not come: for how long its user types from then on nobody knows.
  private mutating func noteOtherTyping(_ event: Event) {
    guard event.kind == .editBegan || event.kind == .editEnded, isCausal, !session.plan.isScenario,
      event.time < typing?.time ?? .distantFuture,
      let cause = session.plan.index(ofSequence: event.cause, before: session.plan.count),
      session.plan.events[cause].kind == .keyboardResigned || session.plan.events[cause].kind == .keyboardRestored
    else { return }
    typing = Opening(time: event.time, popup: session.plan.events[cause].popup, recorded: event.sequence)
  }

  /// What is known only at the end of a run took effect before, unless something else was assumed by then.
  private mutating func assume(
    _ reason: Assumption.Reason, _ note: ReplayNote.Kind, since opening: Opening?, _ log: borrowing EventLog
  ) {
    guard let opening, opening.time < firstAssumption?.time ?? .distantFuture else { return }
    let next = log.events.partitioningIndex { $0.time >= opening.time }
    firstAssumption = Assumption(reason, time: opening.time, popup: opening.popup, recorded: opening.recorded)
    lastCertain = next > 0 ? log.events[next - 1].sequence : -1
    notes.append(ReplayNote(note, recorded: opening.recorded, popup: opening.popup, time: opening.time))
  }
}

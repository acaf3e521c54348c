import PopTrace
import PopupScheduling

// What decisions and stimuli bring about.
extension Run {
  @inline(__always)
  mutating func take(_ decision: Event, reentrant: inout [Event]) {
    now = decision.time
    guard decision.sequence < budget.mostEvents else { return stop(.limit(.eventsPerSession)) }
    let isScenario = session.plan.isScenario
    if isScenario, decision.kind != .timerSet, decision.kind != .timerCancelled { state.hadEffect = true }
    let popup = decision.popup.index
    // A policy may decide about a popup that no event of the session mentions; nothing can follow from that.
    guard decision.popup.isNone || popup < session.plan.popups.count else { return }
    if !decision.popup.isNone, !isScenario, Differences.isNoticeable(decision.kind) { compare(decision) }
    let watched = decision.popup.isNone ? session.plan.watchedLoose : session.plan.popups[popup].watched
    if watched & DecisionTable.bit(of: decision.kind) != 0 {
      let recorded = session.plan.decisions.happen(decision, &decisions)
      if recorded >= 0 { bringAbout(effectsOf: recorded, cause: decision.sequence, reentrant: &reentrant) }
    }
    switch decision.kind {
    case .inputLocked: visibility.lock(at: now)
    case .inputUnlocked: visibility.unlock(at: now)
    case .timerSet: setTimer(decision)
    case .timerCancelled: cancelTimer(decision)
    case _ where decision.popup.isNone: break
    case .popupShown: show(decision)
    case .popupHidden: hide(decision)
    case .popupDropped: if popups[popup].ended == .max { end(decision) }
    case .popupQueued, .popupParked, .popupRestored: goOn(decision.popup)
    case .contentRequested: request(decision)
    case .contentCancelled: popups[popup].openRequest = -1
    default: break
    }
    if isScenario { matchAnchors(decision, reentrant: &reentrant) }
  }

  private mutating func show(_ decision: Event) {
    let popup = decision.popup
    visibility.show(decision, session.plan.popups[popup.index].traits)
    if popups[popup.index].firstShown == .max {
      popups[popup.index].firstShown = decision.sequence
      popups[popup.index].firstShownTime = now
    }
    goOn(popup)
    animate(.show, decision)
    if !visibility.isBackground { planStay(of: popup) }
    comparePageClass(decision)
  }

  private mutating func hide(_ decision: Event) {
    let popup = decision.popup.index
    // A popup that is hidden once more is already on its way out, so that no second exit animation begins.
    let isFirst = visibility.views[popup].isUp
    visibility.hide(decision, session.plan.popups[popup].traits)
    end(decision)
    if isFirst { animate(.hide, decision) }
    trigger(.hidden, of: decision.popup, decision.generation, cause: decision.sequence)
  }

  /// Plans the stimuli that a hiding or a request of their popup triggers though the recording names no such cause.
  /// Generations and ordinals only rise, so that what has been passed never comes.
  mutating func trigger(_ trigger: PlannedStimulus.Trigger, of popup: PopupID, _ number: Int32, cause: Int32) {
    guard isCausal else { return }
    var next = popups[popup.index].lists[trigger].first
    while next >= 0, planned(next).number <= number {
      if planned(next).number == number, stimuli[Int(next)].state == .waiting { schedule(next, cause: cause) }
      next = planned(next).next
    }
    popups[popup.index].lists[trigger].first = next
  }

  private mutating func end(_ decision: Event) {
    let popup = decision.popup.index
    if popups[popup].ended == .max, popups[popup].isSubmitted { budget.livePopups -= 1 }
    popups[popup].ended = decision.sequence
    popups[popup].endedTime = decision.time
  }

  private mutating func goOn(_ popup: PopupID) {
    if popups[popup.index].ended != .max, popups[popup.index].isSubmitted { budget.livePopups += 1 }
    popups[popup.index].ended = .max
    popups[popup.index].endedTime = .distantFuture
  }

  private mutating func noteSubmission(of popup: PopupID) {
    guard !popups[popup.index].isSubmitted else { return }
    popups[popup.index].isSubmitted = true
    if popups[popup.index].ended == .max { budget.livePopups += 1 }
  }

  /// - `isHandedOver`: Whether its effect on the pages on screen has been applied already.
  mutating func noteEffects(
    of kind: EventKind, _ popup: PopupID, _ page: PageID, item: Int32, sequence: Int32, isHandedOver: Bool = false
  ) {
    switch kind {
    case .popupSubmitted: if !popup.isNone { noteSubmission(of: popup) }
    case .appBackground: visibility.enterBackground(at: now)
    case .appForeground: enterForeground(order: item >= 0 ? planned(item).index : ScheduledEvent.last)
    case .contentLoaded, .contentFailed: if !popup.isNone { popups[popup.index].openRequest = -1 }
    default: if !isHandedOver, kind.isAboutPage, !page.isNone { onScreen.take(kind, page, session.plan.forest) }
    }
    guard item >= 0 else { return }
    let planned = planned(item)
    if planned.traits.contains(.dismissal) { popups[popup.index].dismissals -= 1 }
    bringAbout(effectsOf: Int(planned.index), cause: sequence)
    guard isCausal else { return }
    var next = planned.followers
    while next >= 0 {
      if stimuli[Int(next)].state == .waiting {
        schedule(next, cause: sequence)
        if visitsWait { planEarlierReturn(next) }
      }
      next = self.planned(next).next
    }
  }

  /// Plans the effects of a recorded cause that has happened.
  @inline(__always)
  mutating func bringAbout(effectsOf recorded: Int, cause: Int32) {
    guard session.plan.effects[recorded] >= 0 else { return }
    // Only a decision has effects that are re-entrant.
    var reentrant: [Event] = []
    bringAbout(effectsOf: recorded, cause: cause, reentrant: &reentrant)
  }

  /// The same of a decision that is being carried out; effects that were re-entrant are handed over at once.
  private mutating func bringAbout(effectsOf recorded: Int, cause: Int32, reentrant: inout [Event]) {
    var next = session.plan.effects[recorded]
    while next >= 0 {
      let item = next
      stimuli[Int(item)].cause = cause
      let isWaiting = stimuli[Int(item)].state == .waiting
      if isWaiting, planned(item).traits.contains(.reentrant) {
        if isCausal || event(of: item).time == now { handOver(item, to: &reentrant) }
      } else if isWaiting, isCausal, planned(item).trigger == .cause {
        schedule(item, cause: cause)
      }
      next = planned(item).nextEffect
    }
  }

  /// Hands a stimulus over while a decision is being carried out. Its effect on the pages on screen is applied at once, for the next stimulus
  /// that is handed over in this turn; its other effects are applied when it has been taken.
  mutating func handOver(_ item: Int32, to reentrant: inout [Event]) {
    var event = event(of: item)
    let passes = !event.kind.isAboutPage || session.plan.isScenario || pass(item, event.kind, &event.page)
    guard passes, exists(item, event.kind, event.popup, event.page) else { return giveUp(item) }
    if event.kind.isAboutPage, !event.page.isNone { onScreen.take(event.kind, event.page, session.plan.forest) }
    event.cause = -1
    reach(item)
    handedOver.append(item)
    if event.kind == .popupSubmitted, !event.popup.isNone { noteSubmission(of: event.popup) }
    reentrant.append(event)
  }

  /// Gives the stimuli that were taken re-entrantly their sequence numbers, once their turn is over.
  mutating func noteReentrant(_ log: borrowing EventLog, _ turn: Range<Int>) {
    var next = 0
    for index in turn.dropFirst() where log.events[index].kind.isStimulus && next < handedOver.count {
      let event = log.events[index]
      let item = handedOver[next]
      next += 1
      noteEffects(
        of: event.kind, event.popup, event.page, item: item, sequence: event.sequence, isHandedOver: true)
      if session.plan.isScenario { matchAnchors(event, sequence: event.sequence) }
    }
    handedOver.removeAll()
  }

  // MARK: Which of the recording's stimuli happened (CausalReplay, *Coverage*), and how far the outcomes can be relied on (Grades)

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
    if !session.plan.isScenario {
      differences.finish(session.plan)
      noteDeparture(after: nextSequence - 1)
    }
    takeEffect(state.typing, log)
    takeEffect(state.opening, log)
    for popup in popups.indices where popups[popup].isSubmitted && popups[popup].ended > state.lastCertain {
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

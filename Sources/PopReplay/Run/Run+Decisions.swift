import PopTrace
import PopupScheduling

// What decisions and stimuli bring about.
extension Run {
  mutating func take(_ decision: Event, reentrant: inout [Event]) {
    now = decision.time
    guard decision.sequence < budget.mostEvents else { return stop(.limit(.eventsPerSession)) }
    if decision.kind != .timerSet, decision.kind != .timerCancelled { state.hadEffect = true }
    let popup = decision.popup.index
    // A policy may decide about a popup that no event of the session mentions; nothing can follow from that.
    guard decision.popup.isNone || popup < session.plan.popups.count else { return }
    if !decision.popup.isNone, differences.isCompared, Differences.isNoticeable(decision.kind) { compare(decision) }
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
    if session.plan.isScenario { matchAnchors(decision, reentrant: &reentrant) }
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
    if planned(item).traits.contains(.dismissal) { popups[popup.index].dismissals -= 1 }
    bringAbout(effectsOf: Int(planned(item).index), cause: sequence)
    guard isCausal else { return }
    var next = planned(item).followers
    while next >= 0 {
      if stimuli[Int(next)].state == .waiting {
        schedule(next, cause: sequence)
        if visitsWait { planEarlierReturn(next) }
      }
      next = planned(next).next
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
}

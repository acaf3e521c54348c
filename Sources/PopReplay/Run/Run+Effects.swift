import PopupScheduling

// What stimuli and decisions bring about.

extension Run {
  private mutating func noteSubmission(of popup: PopupID) {
    guard !popups[popup.index].isSubmitted else { return }
    popups[popup.index].isSubmitted = true
    if popups[popup.index].ended == .max { budget.countLive(1) }
  }

  /// Takes note of what a stimulus changes, and plans what it brings about.
  ///
  /// - Parameter isPlaced: Whether the event's effect on the pages on screen has been applied already.
  mutating func noteEffects(
    of kind: EventKind, _ popup: PopupID, _ page: PageID, item: Int32, sequence: Int32, isPlaced: Bool = false
  ) {
    switch kind {
    case .popupSubmitted: if !popup.isNone { noteSubmission(of: popup) }
    case .appBackground: enterBackground()
    case .appForeground: enterForeground(order: item >= 0 ? session.plan.items[Int(item)].index : ScheduledEvent.last)
    case .contentLoaded, .contentFailed: if !popup.isNone { popups[popup.index].openRequest = -1 }
    default: if !isPlaced, kind.isAboutPage, !page.isNone { onScreen.take(kind, page) }
    }
    guard item >= 0 else { return }
    if session.plan.items[Int(item)].traits.contains(.dismissal) { popups[popup.index].dismissals -= 1 }
    let effect = session.plan.items[Int(item)].firstEffect
    if effect >= 0 { bringAbout(effect, cause: sequence) }
    guard isCausal else { return }
    var next = session.plan.items[Int(item)].firstTriggered
    while next >= 0 {
      if stimuli[Int(next)].state == .waiting {
        schedule(next, cause: sequence)
        if visitsWait { planEarlierReturn(next) }
      }
      next = session.plan.items[Int(next)].nextTriggered
    }
  }

  /// Plans the effects of an event that has happened.
  mutating func bringAbout(_ first: Int32, cause: Int32) {
    var next = first
    while next >= 0 {
      stimuli[Int(next)].cause = cause
      if isCausal, session.plan.items[Int(next)].trigger == .cause, stimuli[Int(next)].state == .waiting {
        schedule(next, cause: cause)
      }
      next = session.plan.items[Int(next)].nextEffect
    }
  }

  /// Plans the effects of a decision that is being carried out; those that were re-entrant are handed over at once.
  mutating func bringAbout(_ first: Int32, by decision: Event, reentrant: inout [Event]) {
    var next = first
    while next >= 0 {
      stimuli[Int(next)].cause = decision.sequence
      if stimuli[Int(next)].state == .waiting {
        if session.plan.items[Int(next)].traits.contains(.reentrant) {
          let time = session.plan.events[Int(session.plan.items[Int(next)].index)].time
          if isCausal || time == now { handOver(next, to: &reentrant) }
        } else if isCausal, session.plan.items[Int(next)].trigger == .cause {
          schedule(next, cause: decision.sequence)
        }
      }
      next = session.plan.items[Int(next)].nextEffect
    }
  }

  /// Hands a stimulus over while a decision is being carried out.
  ///
  /// Its effect on the pages on screen is applied at once, for the next stimulus that is handed over in this turn; its other effects are
  /// applied when it has been taken.
  mutating func handOver(_ item: Int32, to reentrant: inout [Event]) {
    var event = session.plan.events[Int(session.plan.items[Int(item)].index)]
    let passes = !event.kind.isAboutPage || session.plan.isScenario || pass(item, event.kind, &event.page)
    guard passes, exists(item, event.kind, event.popup, event.page) else { return giveUp(item) }
    if event.kind.isAboutPage, !event.page.isNone { onScreen.take(event.kind, event.page) }
    event.cause = -1
    event.flags.remove(.reentrant)
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
      stimuli[Int(item)].sequence = event.sequence
      noteEffects(
        of: event.kind, event.popup, event.page, item: item, sequence: event.sequence, isPlaced: true)
      if session.plan.isScenario { matchAnchors(event, sequence: event.sequence) }
    }
    handedOver.removeAll()
  }
}

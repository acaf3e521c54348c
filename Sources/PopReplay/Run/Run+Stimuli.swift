import PopupScheduling

// Playing the stimuli of the plan.

extension Run {
  /// Makes a stimulus of the plan the next turn's; false where it cannot happen in this run, or has to wait.
  mutating func play(_ item: Int32, _ due: ScheduledEvent) -> Bool {
    let number = Int(item)
    let traits = session.plan.items[number].traits
    guard stimuli[number].state < .reached || traits.contains(.repeats) else { return false }
    stimulus = session.plan.events[Int(session.plan.items[number].place)]
    let (kind, popup) = (stimulus.kind, stimulus.popup)
    var page = stimulus.page
    let passes = !kind.isAboutPage || session.plan.isScenario || pass(item, kind, &page)
    guard passes, exists(item, kind, popup, page), !isUnreached(item) else {
      giveUp(item)
      return false
    }
    if traits.contains(.usersAct), visibility.locks > 0, isCausal, !traits.contains(.passesLock) {
      hold(due)
      return false
    }
    if traits.contains(.needsPopupUp), !session.plan.isScenario, !visibility.views[popup.index].isUp {
      giveUp(item)
      return false
    }
    stimulus.page = page
    if traits.contains(.hasAudience), !session.plan.items[number].isReaction, isCausal {
      compareAudience(item, stimulus)
    }
    stimulus.time = now
    // A turn of its own, whatever it was in the recording; what is handed over gets its mark as it is taken.
    stimulus.flags.remove(.reentrant)
    // It is no decision, so that nobody lost.
    stimulus.overStart = 0
    stimulus.cause = cause(of: item, due)
    stimulusItem = item
    reach(item)
    stimuli[number].sequence = nextSequence
    noteEffects(of: kind, popup, page, item: item, sequence: nextSequence)
    if session.plan.isScenario { matchAnchors(stimulus, sequence: nextSequence) }
    return true
  }

  /// The sequence number of what brought the stimulus about, where the recording names a cause.
  private func cause(of item: Int32, _ due: ScheduledEvent) -> Int32 {
    if session.plan.isScenario { return due.cause >= 0 ? due.cause : attributedCause(of: stimulus) }
    let traits = session.plan.items[Int(item)].traits
    guard traits.contains(.hasCause) else { return -1 }
    return traits.contains(.causedByLastShown)
      ? visibility.views[stimulus.popup.index].shown : stimuli[Int(item)].cause
  }

  /// Whether the popup and the page a stimulus is about exist in this run (semantics B16).
  private func exists(_ item: Int32, _ kind: EventKind, _ popup: PopupID, _ page: PageID) -> Bool {
    if !popup.isNone, kind != .popupSubmitted {
      let submission = session.plan.popups[popup.index].submission
      if submission >= 0, session.plan.isScenario || submission < item, !popups[popup.index].isSubmitted {
        return false
      }
    }
    if !page.isNone, !exists(page, item) { return false }
    if kind == .popupSubmitted, !popup.isNone {
      let instance = session.plan.popups[popup.index].traits.instance
      if !instance.isNone, instance.index < session.plan.introductions.count, !exists(instance, item) { return false }
    }
    return true
  }

  func exists(_ page: PageID, _ item: Int32) -> Bool {
    let introduction = session.plan.introductions[page.index]
    if introduction == item { return existContainers(of: page, item) }
    guard introduction >= 0, introduction < item else { return true }
    if session.plan.isScenario, !session.plan.items[Int(introduction)].isReaction { return true }
    return stimuli[Int(introduction)].state == .reached
  }

  /// Whether the pages that a page comes in exist in this run.
  private func existContainers(of page: PageID, _ item: Int32) -> Bool {
    let container = stage.container(of: page)
    return container.isNone || exists(container, item)
  }

  /// Whether a user's act of a scenario, or an animation's end of a playback, is about a presentation there has not been.
  private func isUnreached(_ item: Int32) -> Bool {
    if session.plan.isScenario {
      return session.plan.items[Int(item)].traits.contains(.needsPopupUp)
        && visibility.views[stimulus.popup.index].shown < 0
    }
    guard !isCausal, stimulus.kind == .animationFinished else { return false }
    let trigger = session.plan.items[Int(item)].trigger
    guard trigger == .animation || trigger == .hidden else { return false }
    let generation = visibility.views[stimulus.popup.index].generation
    if generation != stimulus.generation { return generation < stimulus.generation }
    return stimulus.phase == .hide && visibility.views[stimulus.popup.index].isUp
  }

  /// The cause of a scenario's stimulus that has a time of its own: what an instrumented app would name (design 4).
  private func attributedCause(of event: Event) -> Int32 {
    guard !event.popup.isNone else { return -1 }
    let view = visibility.views[event.popup.index]
    switch event.kind {
    case .popupDismissed where event.act.isUsers, .popupTapped, .popupViewLost:
      return view.isUp ? earlier(view.shown, view.shownTime) : earlier(view.hidden, view.hiddenTime)
    case .animationFinished, .animationLost:
      return event.phase == .show ? earlier(view.shown, view.shownTime) : earlier(view.hidden, view.hiddenTime)
    case .contentLoaded, .contentFailed:
      return popups[event.popup.index].openRequest
    default: return -1
    }
  }

  /// A decision as a cause; -1 at its own time, where the stimulus would be taken for a re-entrant one.
  private func earlier(_ sequence: Int32, _ time: Ticks) -> Int32 { time < now ? sequence : -1 }

  private mutating func noteSubmission(of popup: PopupID) {
    guard !popups[popup.index].isSubmitted else { return }
    popups[popup.index].isSubmitted = true
    if popups[popup.index].ended == .max { budget.countLive(1) }
  }

  /// Takes note of what a stimulus changes, and plans what it brings about.
  ///
  /// - Parameter isOnStage: Whether its page has gone where it goes already.
  mutating func noteEffects(
    of kind: EventKind, _ popup: PopupID, _ page: PageID, item: Int32, sequence: Int32, isOnStage: Bool = false
  ) {
    switch kind {
    case .popupSubmitted: if !popup.isNone { noteSubmission(of: popup) }
    case .appBackground: enterBackground()
    case .appForeground: enterForeground(order: item >= 0 ? session.plan.items[Int(item)].place : ScheduledEvent.last)
    case .contentLoaded, .contentFailed: if !popup.isNone { popups[popup.index].openRequest = -1 }
    default: if !isOnStage, kind.isAboutPage, !page.isNone { stage.take(kind, page) }
    }
    guard item >= 0 else { return }
    if session.plan.items[Int(item)].traits.contains(.dismissal) { popups[popup.index].dismissals -= 1 }
    let effect = session.plan.items[Int(item)].firstEffect
    if effect >= 0 { bringAbout(effect, cause: sequence) }
    guard isCausal else { return }
    var next = session.plan.items[Int(item)].firstTriggered
    while next >= 0 {
      if stimuli[Int(next)].state == .waiting { schedule(next, cause: sequence) }
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
          let time = session.plan.events[Int(session.plan.items[Int(next)].place)].time
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
  /// Where its page goes is settled now, for the next one that is handed over in this turn; its other effects are, when it has been taken.
  mutating func handOver(_ item: Int32, to reentrant: inout [Event]) {
    var event = session.plan.events[Int(session.plan.items[Int(item)].place)]
    let passes = !event.kind.isAboutPage || session.plan.isScenario || pass(item, event.kind, &event.page)
    guard passes, exists(item, event.kind, event.popup, event.page) else { return giveUp(item) }
    if event.kind.isAboutPage, !event.page.isNone { stage.take(event.kind, event.page) }
    event.cause = -1
    event.flags.remove(.reentrant)
    reach(item)
    handedOver.append(item)
    if event.kind == .popupSubmitted, !event.popup.isNone { noteSubmission(of: event.popup) }
    reentrant.append(event)
  }

  /// After a turn: the stimuli that were taken re-entrantly have their numbers now.
  mutating func noteReentrant(_ log: borrowing EventLog, _ turn: Range<Int>) {
    var next = 0
    for place in turn.dropFirst() where log.events[place].kind.isStimulus && next < handedOver.count {
      let event = log.events[place]
      let item = handedOver[next]
      next += 1
      stimuli[Int(item)].sequence = event.sequence
      noteEffects(
        of: event.kind, event.popup, event.page, item: item, sequence: event.sequence, isOnStage: true)
      if session.plan.isScenario { matchAnchors(event, sequence: event.sequence) }
    }
    handedOver.removeAll()
  }
}

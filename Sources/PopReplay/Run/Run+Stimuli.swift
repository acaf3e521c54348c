import PopupScheduling

// Playing the stimuli of the plan.
extension Run {
  /// Makes a stimulus of the plan the next turn's, with its cause in this run; false where it cannot happen in this run, or has to wait.
  mutating func play(_ item: Int32, cause: Int32) -> Bool {
    let (planned, isScenario) = (planned(item), session.plan.isScenario)
    let traits = planned.traits
    guard stimuli[Int(item)].state < .reached || traits.contains(.repeats) else { return false }
    stimulus = event(of: item)
    if visitsWait, isLater(item, cause) { return false }
    let (kind, popup) = (stimulus.kind, stimulus.popup)
    var page = stimulus.page
    let passes = !kind.isAboutPage || isScenario || pass(item, kind, &page)
    guard passes, exists(item, kind, popup, page), !isUnreached(item) else {
      giveUp(item)
      return false
    }
    if traits.contains(.usersAct), visibility.locks > 0, isCausal, !traits.contains(.passesLock) {
      heldActs.append(
        ScheduledEvent(time: now, order: planned.index, cause: cause, what: .stimulus(item: item)))
      return false
    }
    if traits.contains(.needsPopupUp), !isScenario, !visibility.views[popup.index].isUp {
      giveUp(item)
      return false
    }
    stimulus.page = page
    if traits.contains(.hasAudience), !planned.isReaction, isCausal { compareAudience(item) }
    (stimulus.time, stimulus.sequence) = (now, nextSequence)
    // It begins a turn of its own, whatever it was in the recording; one that is handed over in a turn is marked when it is taken.
    stimulus.flags.remove(.reentrant)
    // Only decisions name the popups they passed over.
    stimulus.overStart = 0
    stimulus.cause = recordedCause(of: item, planned, cause)
    stimulusItem = item
    reach(item)
    noteEffects(of: kind, popup, page, item: item, sequence: nextSequence)
    if traits.contains(.staysToTheEnd), isCausal { planPageStay(item) }
    if traits.contains(.leadsToPage) { noteMovedTap(item) }
    if isScenario { matchAnchors(stimulus, sequence: nextSequence) }
    return true
  }

  /// The sequence number of what brought the stimulus about, where the recording names a cause.
  @inline(__always)
  private func recordedCause(of item: Int32, _ planned: PlannedStimulus, _ cause: Int32) -> Int32 {
    if session.plan.isScenario { return cause >= 0 ? cause : attributedCause(of: stimulus) }
    guard planned.cause >= 0 else { return -1 }
    return planned.traits.contains(.causedByLastShown)
      ? visibility.views[stimulus.popup.index].shown : stimuli[Int(item)].cause
  }

  /// Whether the popup and the page a stimulus is about exist in this run (<doc:CausalReplay#Pages-behind-a-tap>).
  func exists(_ item: Int32, _ kind: EventKind, _ popup: PopupID, _ page: PageID) -> Bool {
    if !popup.isNone, kind != .popupSubmitted {
      let submission = session.plan.popups[popup.index].submission
      if submission >= 0, session.plan.isScenario || submission < item, !popups[popup.index].isSubmitted {
        return false
      }
    }
    if !page.isNone, !exists(page, item) { return false }
    guard kind == .popupSubmitted, !popup.isNone else { return true }
    let instance = session.plan.popups[popup.index].traits.instance
    return instance.isNone || instance.index >= session.plan.introductions.count || exists(instance, item)
  }

  func exists(_ page: PageID, _ item: Int32) -> Bool {
    let introduction = session.plan.introductions[page.index]
    if introduction == item {
      let container = session.plan.forest.container(of: page)
      return container.isNone || exists(container, item)
    }
    guard introduction >= 0, introduction < item else { return true }
    if session.plan.isScenario, !planned(introduction).isReaction { return true }
    return stimuli[Int(introduction)].state == .reached
  }

  /// Whether a user's act of a scenario, or an animation's end of a playback, is about a presentation there has not been.
  @inline(__always)
  private func isUnreached(_ item: Int32) -> Bool {
    if session.plan.isScenario {
      return planned(item).traits.contains(.needsPopupUp) && visibility.views[stimulus.popup.index].shown < 0
    }
    guard !isCausal, stimulus.kind == .animationFinished else { return false }
    let trigger = planned(item).trigger
    guard trigger == .animation || trigger == .hidden else { return false }
    let generation = visibility.views[stimulus.popup.index].generation
    if generation != stimulus.generation { return generation < stimulus.generation }
    return stimulus.phase == .hide && visibility.views[stimulus.popup.index].isUp
  }

  /// The cause of a scenario's stimulus that has a time of its own: what an instrumented app would name (TimeAndTurns, *Causes*).
  private func attributedCause(of event: Event) -> Int32 {
    guard !event.popup.isNone else { return -1 }
    let view = visibility.views[event.popup.index]
    let isAboutShown: Bool
    switch event.kind {
    case .popupDismissed where event.act.isUsers, .popupTapped, .popupViewLost: isAboutShown = view.isUp
    case .animationFinished, .animationLost: isAboutShown = event.phase == .show
    case .contentLoaded, .contentFailed: return popups[event.popup.index].openRequest
    default: return -1
    }
    let (cause, time) = isAboutShown ? (view.shown, view.shownTime) : (view.hidden, view.hiddenTime)
    // At its own time the stimulus would be taken for a re-entrant one.
    return time < now ? cause : -1
  }

  // MARK: Page visits in a run whose pages may stand elsewhere than in the recording (CausalReplay, *Pages behind a tap*; Rules, *app-misuse*)

  /// Whether a page event can happen in this run; puts the page in that takes the recorded one's place.
  mutating func pass(_ item: Int32, _ kind: EventKind, _ page: inout PageID) -> Bool {
    let transition = Int(planned(item).transition)
    if transition >= 0 {
      if transitions[transition].state == .undecided { decide(transition, item) }
      guard transitions[transition].state == .goesOn else { return false }
    }
    let origin = Int(planned(item).origin)
    if origin >= 0, transitions[origin].state == .goesOn { page = transitions[origin].origin }
    return !planned(item).traits.contains(.wasLegal) || onScreen.allows(kind, page)
  }

  /// A transition begins: it leaves the page that is current now, if the rest of the screen is as it was in the recording.
  private mutating func decide(_ transition: Int, _ item: Int32) {
    let recorded = session.plan.transitions[transition]
    let scene = onScreen.scene(of: event(of: item).page)
    let current = onScreen.current(scene, session.plan.forest)
    transitions[transition].origin = recorded.origin
    transitions[transition].state = .isRefused
    guard !onScreen.isMoving(scene), current.isNone == recorded.origin.isNone,
      onScreen.others(than: current, scene) == recorded.others,
      recorded.destination.isNone || exists(recorded.destination, item),
      current == recorded.origin || current != recorded.destination
    else { return visitElsewhere(item) }
    if current != recorded.origin {
      transitions[transition].origin = current
      // From a page behind a tap the user first comes back.
      let introduction = current.isNone ? -1 : session.plan.introductions[current.index]
      if introduction >= 0, planned(introduction).isReaction { visitElsewhere(item) }
      assume(.otherPage, recorded: event(of: item).sequence)
    }
    transitions[transition].state = .goesOn
  }

  /// A transition cannot begin here as it did in the recording: the user goes another way, and nobody knows when.
  private mutating func visitElsewhere(_ item: Int32) {
    if isCausal, !session.plan.isScenario { open(.otherPage, recorded: event(of: item).sequence) }
  }

  /// A page behind a tap has appeared on which the recording ends: plans from when on the recording does not know where the user goes.
  mutating func planPageStay(_ item: Int32) {
    let recorded = event(of: item).time
    guard now < recorded else { return }
    queue.insert(
      ScheduledEvent(time: now + (session.plan.end - recorded) + Ticks(1), what: .pageStayUnknown(item: item)))
  }

  mutating func stayOnPageBecomesUnknown(_ item: Int32) {
    let event = event(of: item)
    if onScreen.current(onScreen.scene(of: event.page), session.plan.forest) == event.page {
      open(.pageLongerThanSeen, recorded: event.sequence)
    }
  }

  // MARK: The stimuli of a scenario that wait for an event (TimeAndTurns, *Scenario files*)

  /// After how many firings of timers that change nothing a scenario is over in which nothing else is outstanding.
  static let mostIdleTurns = 256

  /// A stimulus has happened: plans what waits for it.
  mutating func matchAnchors(_ event: Event, sequence: Int32) {
    eachAnchor(of: event) { run, index in run.schedule(run.session.plan.anchors[index].item, cause: sequence) }
  }

  /// A decision is being carried out: plans what waits for it, and hands over what is to be taken at once.
  mutating func matchAnchors(_ decision: Event, reentrant: inout [Event]) {
    eachAnchor(of: decision) { run, index in run.answer(decision, index, &reentrant) }
  }

  private mutating func eachAnchor(of event: Event, _ body: (inout Run, Int) -> Void) {
    guard !anchorsSeen.isEmpty else { return }
    if !event.popup.isNone, event.popup.index < popups.count { eachAnchor(in: event.popup.index, event, body) }
    eachAnchor(in: session.plan.anchorList(of: event.kind), event, body)
  }

  /// Walks a list of anchors, and takes those out of it that have had their event.
  private mutating func eachAnchor(in list: Int, _ event: Event, _ body: (inout Run, Int) -> Void) {
    var next = anchorLists.first(of: list)
    var steps = 0
    while next >= 0 {
      let index = next
      steps += 1
      if isDue(index, event) { body(&self, index) }
      next = anchorLists.next(after: index)
      if session.plan.anchors[index].isDone(anchorsSeen[index]) { anchorLists.remove(index) }
    }
    spend(steps)
  }

  private mutating func answer(_ decision: Event, _ index: Int, _ reentrant: inout [Event]) {
    let anchor = session.plan.anchors[index]
    if anchor.isVisibleTime {
      let target = visibility.seen(decision.popup, at: now) + planned(anchor.item).delay
      let act = arm(anchor.item, of: decision.popup, at: target, cause: decision.sequence)
      if visibility.views[decision.popup.index].isUp, !visibility.isBackground { plan(act, of: decision.popup) }
    } else if planned(anchor.item).delay == .zero {
      if planned(anchor.item).traits.contains(.repeats) { budget.countUnpaid(at: now, isRepeated: true) }
      if let excess = budget.excess { return stop(excess) }
      handOver(anchor.item, to: &reentrant)
    } else {
      schedule(anchor.item, cause: decision.sequence)
    }
  }

  /// Counts an event that an anchor waits for; true where it is the one.
  private mutating func isDue(_ index: Int, _ event: Event) -> Bool {
    let anchor = session.plan.anchors[index]
    let seen = anchorsSeen[index]
    guard !anchor.isDone(seen), anchor.popup.isNone || popups[anchor.popup.index].isSubmitted, anchor.matches(event)
    else { return false }
    anchorsSeen[index] += 1
    return anchor.isRepeated ? seen + 1 >= anchor.nth : seen + 1 == anchor.nth
  }

  mutating func watchForIdleness() {
    state.idleTurns = stimulus.kind == .timerFired && !state.hadEffect ? state.idleTurns + 1 : 0
    state.hadEffect = false
    // Looked at now and then: what else is outstanding has to be counted.
    guard state.idleTurns > 0, state.idleTurns % Self.mostIdleTurns == 0, state.calendarIndex == state.calendarCount
    else { return }
    guard !state.isStopped, queue.allSatisfy(\.what.isTimer) else { return }
    state.isStopped = true
    notes.append(ReplayNote(.endless, time: now))
  }
}

import PopupScheduling

// The stimuli of a scenario that wait for an event (TimeAndTurns, *Scenario files*).
extension Run {
  /// After how many firings of timers that change nothing a scenario is over in which nothing else is outstanding.
  static let mostIdleTurns = 256

  /// A stimulus has happened: plans what waits for it.
  mutating func matchAnchors(_ event: Event, sequence: Int32) {
    eachAnchor(of: event) { run, index in run.wait(index, cause: sequence) }
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
      let target = visibility.seen(decision.popup, at: now) + anchor.delay
      let act = arm(anchor.item, of: decision.popup, at: target, cause: decision.sequence)
      if visibility.views[decision.popup.index].isUp, !visibility.isBackground { plan(act, of: decision.popup) }
    } else if anchor.delay == .zero {
      if planned(anchor.item).traits.contains(.repeats) { budget.countUnpaid(at: now, isRepeated: true) }
      if let excess = budget.excess { return stop(excess) }
      handOver(anchor.item, to: &reentrant)
    } else {
      wait(index, cause: decision.sequence)
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

  private mutating func wait(_ index: Int, cause: Int32) {
    let anchor = session.plan.anchors[index]
    if stimuli[Int(anchor.item)].state < .scheduled { stimuli[Int(anchor.item)].state = .scheduled }
    queue.insert(
      ScheduledEvent(
        time: now + anchor.delay, order: planned(anchor.item).index, cause: cause, what: .stimulus(item: anchor.item)))
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

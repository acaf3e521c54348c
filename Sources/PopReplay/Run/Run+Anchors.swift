import PopTrace
import PopupScheduling

// The stimuli of a scenario that wait for an event (TimeAndTurns, *Scenario files*).

extension Run {
  /// After how many firings of timers that change nothing a scenario is over in which nothing else is outstanding.
  static let mostIdleTurns = 256

  /// A stimulus has happened: plans what waits for it.
  mutating func matchAnchors(_ event: Event, sequence: Int32) {
    guard !session.plan.anchors.isEmpty else { return }
    eachAnchor(of: event) { run, index in run.wait(index, cause: sequence) }
  }

  /// A decision is being carried out: plans what waits for it, and hands over what is to be taken at once.
  mutating func matchAnchors(_ decision: Event, reentrant: inout [Event]) {
    guard !session.plan.anchors.isEmpty else { return }
    eachAnchor(of: decision) { run, index in run.answer(decision, index, &reentrant) }
  }

  /// Does something for every anchor that an event is the one for.
  private mutating func eachAnchor(of event: Event, _ body: (inout Run, Int) -> Void) {
    if !event.popup.isNone, event.popup.index < session.plan.popups.count {
      var first = popups[event.popup.index].anchor
      eachAnchor(from: &first, event, body)
      popups[event.popup.index].anchor = first
    }
    let kind = Int(event.kind.rawValue)
    guard kind < looseAnchors.count else { return }
    var first = looseAnchors[kind]
    eachAnchor(from: &first, event, body)
    looseAnchors[kind] = first
  }

  /// Walks a list of anchors, and takes those out of it that have had their event.
  private mutating func eachAnchor(from first: inout Int32, _ event: Event, _ body: (inout Run, Int) -> Void) {
    var last = -1
    var next = Int(first)
    var steps = 0
    while next >= 0 {
      let index = next
      steps += 1
      if isDue(index, event) { body(&self, index) }
      next = Int(anchors[index].next)
      if session.plan.anchors[index].isDone(anchors[index].seen) {
        if last < 0 { first = Int32(truncatingIfNeeded: next) } else { anchors[last].next = Int32(next) }
      } else {
        last = index
      }
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
      handOverAnchored(anchor.item, to: &reentrant)
    } else {
      wait(index, cause: decision.sequence)
    }
  }

  private mutating func handOverAnchored(_ item: Int32, to reentrant: inout [Event]) {
    if session.plan.items[Int(item)].traits.contains(.repeats) { budget.countRepetition(at: now) }
    if let excess = budget.excess { return stop(excess) }
    handOver(item, to: &reentrant)
  }

  /// Counts an event that an anchor waits for; true where it is the one.
  private mutating func isDue(_ index: Int, _ event: Event) -> Bool {
    let anchor = session.plan.anchors[index]
    let seen = anchors[index].seen
    guard !anchor.isDone(seen) else { return false }
    guard anchor.popup.isNone || popups[anchor.popup.index].isSubmitted else { return false }
    guard anchor.matches(event) else { return false }
    anchors[index].seen += 1
    return anchor.isRepeated ? seen + 1 >= anchor.nth : seen + 1 == anchor.nth
  }

  private mutating func wait(_ index: Int, cause: Int32) {
    let anchor = session.plan.anchors[index]
    let order = session.plan.items[Int(anchor.item)].index
    if stimuli[Int(anchor.item)].state < .scheduled { stimuli[Int(anchor.item)].state = .scheduled }
    queue.insert(
      ScheduledEvent(time: now + anchor.delay, order: order, cause: cause, what: .stimulus(item: anchor.item)))
  }

  // MARK: The end

  /// Stops a scenario in which nothing will ever change again: only timers are left, and they change nothing.
  mutating func watchForIdleness() {
    idleTurns = stimulus.kind == .timerFired && !hadEffect ? idleTurns + 1 : 0
    hadEffect = false
    // Looked at now and then: what else is outstanding has to be counted.
    guard idleTurns > 0, idleTurns % Self.mostIdleTurns == 0, calendarIndex == calendarCount else { return }
    guard !isStopped, queue.holdsOnlyTimers else { return }
    isStopped = true
    notes.append(ReplayNote(.endless, time: now))
  }
}

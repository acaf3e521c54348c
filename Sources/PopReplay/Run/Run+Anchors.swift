import PopTrace
import PopupScheduling

// The stimuli of a scenario that wait for an event (semantics A6).

extension Run {
  /// After how many firings of timers that change nothing a scenario is over in which nothing else is outstanding.
  static let mostIdleTurns = 256

  /// A stimulus has happened: plans what waits for it.
  mutating func matchAnchors(_ event: Event, sequence: Int32) {
    guard !plan.anchors.isEmpty else { return }
    if !event.popup.isNone { matchAnchors(from: plan.popups[event.popup.index].firstAnchor, event, sequence) }
    matchAnchors(from: plan.firstLooseAnchor, event, sequence)
  }

  private mutating func matchAnchors(from first: Int32, _ event: Event, _ sequence: Int32) {
    var next = Int(first)
    while next >= 0 {
      if isDue(next, event) { wait(next, cause: sequence) }
      next = Int(plan.anchors[next].next)
    }
  }

  /// A decision is being carried out: plans what waits for it, and hands over what is to be taken at once.
  mutating func matchAnchors(_ decision: Event, reentrant: inout [Event]) {
    guard !plan.anchors.isEmpty else { return }
    if !decision.popup.isNone {
      matchAnchors(from: plan.popups[decision.popup.index].firstAnchor, decision, reentrant: &reentrant)
    }
    matchAnchors(from: plan.firstLooseAnchor, decision, reentrant: &reentrant)
  }

  private mutating func matchAnchors(from first: Int32, _ decision: Event, reentrant: inout [Event]) {
    var next = Int(first)
    while next >= 0 {
      if isDue(next, decision) {
        let anchor = plan.anchors[next]
        if anchor.isVisibleTime {
          let target = screen.seen(decision.popup, at: now) + anchor.delay
          let act = arm(anchor.item, of: decision.popup, at: target, cause: decision.sequence)
          if screen.views[decision.popup.index].isUp, !screen.isBackground { plan(act, of: decision.popup) }
        } else if anchor.delay == .zero {
          handOverAnchored(anchor.item, to: &reentrant)
        } else {
          wait(next, cause: decision.sequence)
        }
      }
      next = Int(plan.anchors[next].next)
    }
  }

  private mutating func handOverAnchored(_ item: Int32, to reentrant: inout [Event]) {
    if plan.items[Int(item)].traits.contains(.repeats) { budget.countRepetition(at: now) }
    if let excess = budget.excess { return stop(excess) }
    handOver(item, to: &reentrant)
  }

  /// Counts an event that an anchor waits for; true where it is the one.
  private mutating func isDue(_ place: Int, _ event: Event) -> Bool {
    let anchor = plan.anchors[place]
    guard anchor.isRepeated || anchor.seen < anchor.nth else { return false }
    guard anchor.popup.isNone || popups[anchor.popup.index].isSubmitted else { return false }
    guard anchor.matches(event) else { return false }
    plan.anchors[place].seen += 1
    return anchor.isRepeated ? anchor.seen + 1 >= anchor.nth : anchor.seen + 1 == anchor.nth
  }

  private mutating func wait(_ place: Int, cause: Int32) {
    let anchor = plan.anchors[place]
    let order = plan.items[Int(anchor.item)].place
    if fates[Int(anchor.item)].state < .scheduled { fates[Int(anchor.item)].state = .scheduled }
    agenda.insert(
      Due(time: now + anchor.delay, order: order, item: anchor.item, cause: cause, kind: .idle, what: .item))
  }

  // MARK: The end

  /// Stops a scenario in which nothing will ever change again: only timers are left, and they change nothing.
  mutating func watchForIdleness() {
    idleTurns = stimulus.kind == .timerFired && !hadEffect ? idleTurns + 1 : 0
    hadEffect = false
    // Looked at now and then: what else is outstanding has to be counted.
    guard idleTurns > 0, idleTurns % Self.mostIdleTurns == 0, calendarPlace == plan.calendar.count else { return }
    guard !isStopped, agenda.holdsOnlyTimers else { return }
    isStopped = true
    notes.append(ReplayNote(.endless, time: now))
  }
}

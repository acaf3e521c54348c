import PopupScheduling

// The virtual clock: what happens next (TimeAndTurns, *Equal times*, *The end of a session*).
extension Run {
  /// Goes on to the next stimulus; false when the run is over, and everything is counted, or where its continuations part (``parting``).
  mutating func advance(after log: borrowing EventLog, _ turn: Range<Int>, sequence: Int32) -> Bool {
    guard !state.isOver else { return false }
    if !handedOver.isEmpty { noteReentrant(log, turn) }
    nextSequence = sequence
    if findStimulus() {
      if session.plan.isScenario { watchForIdleness() }
      if countTurn() { return true }
    }
    if parting == 0 {
      state.isOver = true
      finish(log)
    }
    return false
  }

  private mutating func findStimulus() -> Bool {
    while !state.isStopped, parting == 0 {
      if state.heldActsTaken < heldActs.count, visibility.locks == 0 {
        if takeHeldAct() { return true }
        continue
      }
      if visitsWait { releaseVisits() }
      guard parting == 0 else { return false }
      let item =
        visitsWait
        ? nextBesideVisits() : state.calendarIndex < state.calendarCount ? calendarItem(state.calendarIndex) : -1
      if item >= 0 {
        let time = max(now, calendarTime(of: item))
        if !(queue.first?.precedes(time, planned(item).index) ?? false) {
          guard time <= session.plan.end else { return false }
          now = time
          guard !visitsWait || !keepsVisitWaiting(item) else { continue }
          if visitsWait, isVisit(item) { visits.index += 1 } else { state.calendarIndex += 1 }
          if stimuli[Int(item)].state < .reached, play(item, cause: -1) { return true }
          continue
        }
      }
      guard var due = queue.popFirst(), due.time <= session.plan.end else { return false }
      guard !isCalledOff(due) else { continue }
      guard agreeOnTime(of: &due), agree(on: due) else {
        if due.time < .distantFuture { queue.insert(due) }
        continue
      }
      if happen(due) { return true }
    }
    return false
  }

  /// Has something due happen; false where it was called off or has to wait.
  private mutating func happen(_ due: ScheduledEvent) -> Bool {
    switch due.what {
    case .stimulus(let item): return play(item, cause: due.cause)
    case .recordedAnimation(let item, let presentation): return isRunning(presentation) && play(item, cause: due.cause)
    case .act(let act, let stay): return perform(act, stay, due)
    case .actUnknown(let act, let stay, _): actBecomesUnknown(act, stay, due)
    case .timer(let timer, let waits): return fire(timer, due, waits)
    case .animation(let presentation): return isRunning(presentation) && finish(presentation, cause: due.cause)
    case .stayUnknown(let stay):
      // While input is locked nobody can answer, here or in the recording.
      guard visibility.locks == 0 else {
        if visibility.isUnderWay(stay) { heldActs.append(due) }
        return false
      }
      // The recording knows that there is no answer: not beyond what it shows, nor where a lock kept the user from it there.
      let (planned, seen) = (session.plan.popups[stay.popup.index], visibility.seen(stay.popup, at: now))
      if seen > planned.stay || seen < planned.lockedUntil { stayBecomesUnknown(stay) }
    case .assumedDismissal(let stay): return dismissByAssumption(stay, due)
    case .contentUnknown(let popup): contentBecomesUnknown(popup, request: due.cause)
    case .assumedContent(let popup, let kind): return loadByAssumption(popup, kind, request: due.cause)
    case .pageStayUnknown(let item): stayOnPageBecomesUnknown(item)
    // Only that time has come this far counts: what nothing keeps any more is seen to before each turn.
    case .visitUnknown: break
    }
    return false
  }

  /// Input is no longer locked: the act that waited longest happens at once, before all else due then (<doc:CausalReplay#Input-lock>).
  private mutating func takeHeldAct() -> Bool {
    var act = heldActs[state.heldActsTaken]
    state.heldActsTaken += 1
    if state.heldActsTaken == heldActs.count {
      heldActs.removeAll()
      state.heldActsTaken = 0
    }
    guard act.what.isUnknown else { return happen(act) }
    // Whether an act comes is known only after everything due now has happened.
    act.time = now
    queue.insert(act)
    return false
  }

  mutating func schedule(_ item: Int32, cause: Int32) {
    stimuli[Int(item)].state = .scheduled
    let (delay, order) = (planned(item).delay, planned(item).index)
    queue.insert(ScheduledEvent(time: now + delay, order: order, cause: cause, what: .stimulus(item: item)))
  }

  /// Makes a generated stimulus the next turn's.
  mutating func generate(_ event: Event, cause: Int32) {
    stimulus = event
    stimulus.time = now
    stimulus.cause = cause
    stimulusItem = -1
    noteEffects(of: event.kind, event.popup, event.page, item: -1, sequence: nextSequence)
    if session.plan.isScenario { matchAnchors(stimulus, sequence: nextSequence) }
  }

  func calendarItem(_ index: Int) -> Int32 {
    isCausal ? session.plan.calendar[index] : Int32(truncatingIfNeeded: index)
  }

  @inline(__always)
  func calendarTime(of item: Int32) -> Ticks {
    let time = event(of: item).time
    return visitsWait && isVisit(item) ? time + visits.shift : time
  }
}

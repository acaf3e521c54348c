import PopupScheduling

// The virtual clock: what happens next (TimeAndTurns, *Equal times*, TimeAndTurns, *The end of a session*).

extension Run {
  /// Goes on to the next stimulus; false when the run is over, and everything is counted.
  ///
  /// - Parameters:
  ///   - log: What has happened so far.
  ///   - turn: The indices of the last turn's events.
  ///   - sequence: The number that the next event will get.
  mutating func advance(
    after log: borrowing EventLog, _ turn: Range<Int>, sequence: Int32, into stimulus: inout Event
  ) -> Bool {
    if !handedOver.isEmpty { noteReentrant(log, turn) }
    guard advance(sequence: sequence) else {
      finish(log)
      return false
    }
    stimulus = self.stimulus
    return true
  }

  /// Goes on to the next stimulus, which is then in ``stimulus``; false when nothing more happens.
  private mutating func advance(sequence: Int32) -> Bool {
    nextSequence = sequence
    while !isStopped {
      if heldActsTaken < heldActs.count, visibility.locks == 0 {
        if takeHeldAct() { return didAdvance() }
        continue
      }
      if visitsWait { releaseVisits() }
      let item = nextOfCalendar()
      if item >= 0 {
        let index = session.plan.items[Int(item)].index
        let time = max(now, calendarTime(of: item))
        if !queue.firstPrecedes(time, index) {
          guard time <= session.plan.end else { return false }
          now = time
          guard !visitsWait || !keepsVisitWaiting(item) else { continue }
          passCalendar(item)
          guard stimuli[Int(item)].state < .reached else { continue }
          if play(item, cause: -1) { return didAdvance() }
          continue
        }
      }
      guard let due = queue.popFirst() else { return false }
      guard due.time <= session.plan.end else { return false }
      now = max(now, due.time)
      if happen(due) { return didAdvance() }
    }
    return false
  }

  private mutating func didAdvance() -> Bool {
    if session.plan.isScenario { watchForIdleness() }
    return countTurn(isRepeated: stimulusItem >= 0 && session.plan.items[Int(stimulusItem)].traits.contains(.repeats))
  }

  /// Has something due happen; false where it was called off or has to wait.
  private mutating func happen(_ due: ScheduledEvent) -> Bool {
    switch due.what {
    case .stimulus(let item): return play(item, cause: due.cause)
    case .recordedAnimation(let item, let presentation):
      return isRunning(phase(ofItem: item), presentation) && play(item, cause: due.cause)
    case .act(let act, let stay): return perform(act, stay, due)
    case .actUnknown(let act, let stay): return actBecomesUnknown(act, stay, due)
    case .timerDue(let timer): return comeDue(timer, due)
    case .timer(let timer): return fire(timer, due)
    case .animation(let phase, let presentation):
      return isRunning(phase, presentation) && finishAnimation(phase, presentation, cause: due.cause)
    case .stayUnknown(let stay):
      // While input is locked nobody can answer, here or in the recording.
      guard visibility.locks == 0 else {
        if visibility.isUnderWay(stay) { hold(due) }
        return false
      }
      return isStayKnown(stay.popup) ? false : stayBecomesUnknown(stay)
    case .assumedDismissal(let stay): return dismissByAssumption(stay, due)
    case .contentUnknown(let popup): return contentBecomesUnknown(popup, request: due.cause)
    case .assumedContent(let popup): return loadByAssumption(popup, .contentLoaded, request: due.cause)
    case .pageStayUnknown(let item): return stayOnPageBecomesUnknown(item)
    // Only that time has come this far counts: what nothing keeps any more is seen to before each turn.
    case .visitUnknown: return false
    case .assumedFailure(let popup): return loadByAssumption(popup, .contentFailed, request: due.cause)
    }
  }

  // MARK: Acts that wait for input to be unlocked

  /// Has an act wait while input is locked; those that wait are in the order in which they were due.
  mutating func hold(_ act: ScheduledEvent) { heldActs.append(act) }

  /// Input is no longer locked: the act that waited longest happens at once, before all else due at that tick
  /// (<doc:CausalReplay#Input-lock>).
  private mutating func takeHeldAct() -> Bool {
    let act = heldActs[heldActsTaken]
    heldActsTaken += 1
    if heldActsTaken == heldActs.count {
      heldActs.removeAll()
      heldActsTaken = 0
    }
    if act.what.isUnknown {
      // Whether an act comes is known only after everything due now has happened.
      var later = act
      later.time = now
      queue.insert(later)
      return false
    }
    return happen(act)
  }

  /// Plans a stimulus of the plan, by the clock.
  mutating func schedule(_ item: Int32, cause: Int32) {
    stimuli[Int(item)].state = .scheduled
    let (delay, order) = (session.plan.items[Int(item)].delay, session.plan.items[Int(item)].index)
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
}

extension Run.StimulusProgress.State: Comparable {
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

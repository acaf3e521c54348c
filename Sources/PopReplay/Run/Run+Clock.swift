import PopupScheduling

// The virtual clock: what happens next (semantics A4, A7).

extension Run {
  /// Goes on to the next stimulus; false when the run is over, and everything is counted.
  mutating func advance(after log: EventLog, sequence: Int32, into stimulus: inout Event) -> Bool {
    if !handedOver.isEmpty { noteReentrant(log) }
    guard advance(sequence: sequence) else {
      finish()
      return false
    }
    stimulus = self.stimulus
    return true
  }

  /// Goes on to the next stimulus, which is then in ``stimulus``; false when nothing more happens.
  private mutating func advance(sequence: Int32) -> Bool {
    nextSequence = sequence
    while !isStopped {
      if heldActsTaken < heldActs.count, screen.locks == 0 {
        if takeHeldAct() { return didAdvance() }
        continue
      }
      if calendarPlace < plan.calendar.count {
        let item = plan.calendar[calendarPlace]
        let place = plan.items[Int(item)].place
        let time = max(now, plan.events[Int(place)].time)
        if agenda.isEmpty || !comesFirst(time, place) {
          guard time <= plan.end else { return false }
          calendarPlace += 1
          guard fates[Int(item)].state < .reached else { continue }
          now = time
          if play(item, Due(time: time, order: place, item: item, kind: .idle, what: .item)) { return didAdvance() }
          continue
        }
      }
      guard let due = agenda.takeFirst() else { return false }
      guard due.time <= plan.end else { return false }
      now = max(now, due.time)
      if happen(due) { return didAdvance() }
    }
    return false
  }

  /// Whether the heap's first comes before a stimulus of the calendar.
  private mutating func comesFirst(_ time: Ticks, _ place: Int32) -> Bool {
    agenda.first?.precedes(time, place) ?? false
  }

  private mutating func didAdvance() -> Bool {
    if plan.isScenario { watchForIdleness() }
    return countTurn(isRepeated: stimulusItem >= 0 && plan.items[Int(stimulusItem)].traits.contains(.repeats))
  }

  /// Has something due happen; false where it has been called off or has to wait.
  private mutating func happen(_ due: Due) -> Bool {
    switch due.what {
    case .item: return play(due.item, due)
    case .recordedAnimation: return isRunning(due) && play(due.item, due)
    case .act: return act(due)
    case .timerDue: return comeDue(due)
    case .timer: return fire(due)
    case .animation: return isRunning(due) && finishAnimation(due)
    case .stayUnknown: return stayBecomesUnknown(due)
    case .actUnknown: return actBecomesUnknown(due)
    case .assumedDismissal: return dismissByAssumption(due)
    case .contentUnknown: return contentBecomesUnknown(due)
    case .assumedContent: return loadByAssumption(due)
    }
  }

  // MARK: Acts that wait for input to be unlocked

  /// Has an act wait while input is locked; those that wait are in the order in which they were due.
  mutating func hold(_ act: Due) { heldActs.append(act) }

  /// Input is no longer locked: who waited longest acts at once, before everything else due at that tick (semantics B17).
  private mutating func takeHeldAct() -> Bool {
    let act = heldActs[heldActsTaken]
    heldActsTaken += 1
    if heldActsTaken == heldActs.count {
      heldActs.removeAll(keepingCapacity: true)
      heldActsTaken = 0
    }
    guard act.what != .actUnknown else {
      // Whether the act comes is known once everything due now has had its turn.
      var later = act
      later.time = now
      agenda.insert(later)
      return false
    }
    return happen(act)
  }

  /// Plans a stimulus of the plan, by the clock.
  mutating func schedule(_ item: Int32, cause: Int32) {
    let planned = plan.items[Int(item)]
    fates[Int(item)].state = .scheduled
    agenda.insert(
      Due(time: now + planned.delay, order: planned.place, item: item, cause: cause, kind: .idle, what: .item))
  }

  /// Makes a generated stimulus the next turn's.
  mutating func generate(_ event: Event, cause: Int32) {
    stimulus = event
    stimulus.time = now
    stimulus.cause = cause
    stimulusItem = -1
    noteEffects(of: stimulus, item: -1, sequence: nextSequence)
  }
}

extension Run.Fate.State: Comparable {
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

// One turn: what happens in which order (TimeAndTurns, *Turns*).

extension Scheduler {
  /// Runs one turn.
  ///
  /// - Parameters:
  ///   - stimulus: What happened. Its `cause`, if it has one, must be an earlier event; its sequence number and time are set here.
  ///   - time: When. An earlier time than the last one is taken for the last one (<doc:TimeAndTurns#Times-never-decrease>).
  ///   - environment: What carries the decisions out.
  /// - Returns: The sequence number of the stimulus.
  @discardableResult
  @inlinable
  public mutating func run<S: SchedulerEnvironment>(_ stimulus: Event, at time: Ticks, in environment: S) -> Int32 {
    var stimulus = stimulus
    // What begins a turn is not re-entrant here, whatever it was where it was recorded.
    stimulus.flags.remove(.reentrant)
    turn.storedNow = max(turn.storedNow, time)
    turn.start = turn.log.events.count
    turn.record(&stimulus)
    let root = stimulus.sequence
    if isAlone {
      runAlone(stimulus, in: environment)
      return root
    }
    deliver(stimulus, in: environment)
    while true {
      while let reentrant = turn.takePending() { deliver(reentrant, in: environment) }
      turn.cause = root
      guard settleOne(in: environment) || concludeOne(in: environment) else { break }
    }
    return root
  }

  /// Runs a turn of the only policy there is, as nearly always.
  @inlinable
  @inline(__always)
  mutating func runAlone<S: SchedulerEnvironment>(_ stimulus: Event, in environment: S) {
    turn.storedSchedulerID = routing.schedulers[0]
    if Policy.takesReentrantStimuliInTheMiddle { turn.environment = environment }
    let root = stimulus.sequence
    var isUnsettled = false
    var isUnconcluded = false
    if routing.concernsOnlyScheduler(stimulus, pageCount: turn.catalog.pages.count)
      ?? routing.concernsOnlyScheduler(stimulus, turn.catalog)
    {
      isUnsettled = true
      isUnconcluded = true
      alone.take(stimulus, &turn)
      turn.carryOut(in: environment)
    }
    while true {
      while let reentrant = turn.takePending() {
        guard routing.concernsOnlyScheduler(reentrant, turn.catalog) else { continue }
        isUnsettled = true
        isUnconcluded = true
        alone.take(reentrant, &turn)
        turn.carryOut(in: environment)
      }
      turn.cause = root
      if isUnsettled {
        isUnsettled = false
        alone.settle(&turn)
      } else if isUnconcluded {
        isUnconcluded = false
        alone.conclude(&turn)
      } else {
        return
      }
      turn.carryOut(in: environment)
    }
  }

  /// Gives a stimulus to the policies it concerns, in order of their schedulers.
  @inlinable
  mutating func deliver<S: SchedulerEnvironment>(_ stimulus: Event, in environment: S) {
    if stimulus.kind == .popupSubmitted { routing.index(stimulus, turn.catalog) }
    if let index = routing.onlyScheduler(of: stimulus, timers: turn.timerSchedulers) {
      if stimulus.kind == .timerFired { turn.timerSchedulers?[stimulus.timer] = nil }
      if index >= 0 { give(stimulus, to: index, in: environment) }
    } else {
      for index in routing.indices(of: routing.scene(of: stimulus, turn.catalog)) {
        turn.cause = stimulus.sequence
        give(stimulus, to: index, in: environment)
      }
    }
  }

  @inlinable
  mutating func give<S: SchedulerEnvironment>(_ stimulus: Event, to index: Int, in environment: S) {
    turn.storedSchedulerID = routing.schedulers[index]
    if Policy.takesReentrantStimuliInTheMiddle { turn.environment = environment }
    policies[index].take(stimulus, &turn)
    unsettled.insert(index)
    unconcluded.insert(index)
    turn.carryOut(in: environment)
  }

  /// Lets the first policy that has something to choose do so; false when none has.
  @inlinable
  mutating func settleOne<S: SchedulerEnvironment>(in environment: S) -> Bool {
    guard let index = unsettled.removeFirst() else { return false }
    turn.storedSchedulerID = routing.schedulers[index]
    policies[index].settle(&turn)
    turn.carryOut(in: environment)
    return true
  }

  /// Lets the first policy that has a turn to end do so; false when none has.
  @inlinable
  mutating func concludeOne<S: SchedulerEnvironment>(in environment: S) -> Bool {
    guard let index = unconcluded.removeFirst() else { return false }
    turn.storedSchedulerID = routing.schedulers[index]
    policies[index].conclude(&turn)
    turn.carryOut(in: environment)
    return true
  }
}

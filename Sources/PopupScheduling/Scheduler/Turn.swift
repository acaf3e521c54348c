/// One stimulus and what follows from it, all at one time: what a policy may look at, and where its decisions go.
public struct Turn {
  /// What events refer to.
  public var catalog: Catalog
  /// Everything that happened since the log was last emptied, this turn last: the whole of a run, unless it was.
  public var log = EventLog()
  /// How long a tick is.
  @inlinable public var tick: TickLength { storedTick }
  /// The turn's time.
  @inlinable public var now: Ticks { storedNow }
  /// The scheduler whose policy is at work.
  @inlinable public var schedulerID: SchedulerID { storedSchedulerID }

  // The scheduler alone changes these; it is inlined into other modules, where a setter of the module's own cannot be called.
  @usableFromInline var storedTick = TickLength.millisecond
  @usableFromInline var storedNow = Ticks.zero
  @usableFromInline var storedSchedulerID = SchedulerID()
  @usableFromInline var cause: Int32 = -1
  @usableFromInline var nextSequence: Int32 = 0
  @usableFromInline var nextTimer: Int32 = 0
  /// No re-entrant stimulus is taken from this sequence number on.
  @usableFromInline var lastSequence = Int32.max
  @usableFromInline var start = 0
  @usableFromInline var carriedOut = 0
  @usableFromInline var pending: [Event] = []
  @usableFromInline var pendingHead = 0
  @usableFromInline var timerSchedulers: [TimerID: SchedulerID]?
  /// For policies that take re-entrant stimuli in the middle.
  @usableFromInline var environment: (any SchedulerEnvironment)?
  @usableFromInline var scratch: [Event] = []
  /// Policies look at it by way of methods that only look.
  private let byAddress = ByAddress()

  @usableFromInline init(catalog: Catalog) { self.catalog = catalog }

  @usableFromInline
  mutating func begin(catalog: Catalog, tick: TickLength) {
    self.catalog = catalog
    storedTick = tick
    log.removeAll()
    storedNow = .zero
    cause = -1
    nextSequence = 0
    nextTimer = 0
    start = 0
    carriedOut = 0
    if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
    pendingHead = 0
    timerSchedulers?.removeAll(keepingCapacity: true)
    environment = nil
  }

  /// Adds a decision: gives it its sequence number, time, cause and scheduler.
  @discardableResult
  @inlinable
  @inline(__always)
  public mutating func emit(_ decision: Event) -> Int32 {
    var decision = decision
    decision.time = now
    decision.sequence = nextSequence
    decision.cause = cause
    decision.schedulerID = schedulerID
    nextSequence += 1
    log.events.append(decision)
    return decision.sequence
  }

  /// The next re-entrant stimulus that the decisions so far have brought, recorded as taken here; nil when there is none.
  ///
  /// For policies that take such stimuli in the middle of deciding; what is not fetched here is given to ``SchedulingPolicy/take(_:_:)`` right
  /// after the policy returns. Decisions have the fetched stimulus as their cause until ``resume(cause:)``.
  public mutating func takeReentrant() -> Event? {
    if let environment { carryOut(in: environment) }
    return takePending()
  }

  /// The cause of the decisions that follow, to be handed to ``resume(cause:)`` after a re-entrant stimulus was dealt with.
  public var currentCause: Int32 { cause }
  /// Goes on with the stimulus whose handling a re-entrant one interrupted.
  public mutating func resume(cause: Int32) { self.cause = cause }

  @inlinable
  @inline(__always)
  mutating func carryOut<S: SchedulerEnvironment>(in environment: S) {
    if hasToCarryOut { carryOutRest(in: environment) }
  }

  @inlinable var hasToCarryOut: Bool { carriedOut < log.events.count }
  @inlinable var hasPending: Bool { pendingHead < pending.count && nextSequence < lastSequence }

  @inlinable
  mutating func carryOutRest<S: SchedulerEnvironment>(in environment: S) {
    while hasToCarryOut {
      let event = log.events[carriedOut]
      carriedOut += 1
      guard event.kind.isDecision else { continue }
      environment.carryOut(event, reentrant: &scratch, in: log, catalog)
      guard !scratch.isEmpty else { continue }
      for var stimulus in scratch {
        environment.register(&stimulus, in: &catalog)
        if stimulus.cause < 0 { stimulus.cause = event.sequence }
        pending.append(stimulus)
      }
      scratch.removeAll(keepingCapacity: true)
    }
  }

  @inlinable
  @inline(never)
  mutating func takePending() -> Event? {
    guard hasPending else { return nil }
    var stimulus = pending[pendingHead]
    pendingHead += 1
    if pendingHead == pending.count {
      pending.removeAll(keepingCapacity: true)
      pendingHead = 0
    }
    stimulus.flags.insert(.reentrant)
    (stimulus.time, stimulus.sequence) = (now, nextSequence)
    record(stimulus)
    return stimulus
  }

  /// Whether a stimulus is as it is to be recorded where it begins the next turn.
  @inlinable
  package func isNext(_ stimulus: Event) -> Bool {
    stimulus.time >= now && stimulus.sequence == nextSequence && !stimulus.flags.contains(.reentrant)
  }

  /// Adds a stimulus, which is as it is to be recorded, to the log and makes it the cause of what follows.
  @inlinable
  @inline(__always)
  mutating func record(_ stimulus: Event) {
    nextSequence += 1
    cause = stimulus.sequence
    // There is nothing to carry out about a stimulus.
    if carriedOut == log.events.count { carriedOut += 1 }
    log.events.append(stimulus)
  }
}

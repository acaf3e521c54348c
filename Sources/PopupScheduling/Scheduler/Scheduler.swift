/// Runs a policy: one turn after another, one copy of the policy for every scheduler of every scene.
///
/// ```swift
/// var scheduler = Scheduler(policy: StandardPolicy(.v6), catalog: catalog)
/// scheduler.run(stimulus, at: Ticks(1250), in: environment)
/// for event in scheduler.turn.log.events { … }
/// scheduler.turn.log.removeAll()
/// ```
///
/// A *turn* is one stimulus and the re-entrant ones it brings: their effects are applied in order, then each policy concerned chooses once
/// (<doc:TimeAndTurns#Turns>). The scheduler has no clock; time is what it is told, and never decreases.
public struct Scheduler<Policy: SchedulingPolicy> {
  /// The turn under way, or the last one: the log of all events and what they refer to.
  public var turn: Turn

  // Everything that touches a policy is inlinable: a policy of another module is specialised there, or each event costs a hundred times more.
  @usableFromInline let prototype: Policy
  @usableFromInline var routing: SchedulerRouting
  /// The policy of the only scheduler there is, as nearly always: beside the array, so that no access asks whether that is shared.
  @usableFromInline var alone: Policy
  @usableFromInline var isAlone = true
  @usableFromInline var policies: [Policy] = []
  /// The policies that took something in this turn and have not chosen, or not ended it, since.
  @usableFromInline var unsettled = Worklist()
  @usableFromInline var unconcluded = Worklist()

  /// Makes a scheduler at the beginning of a session.
  ///
  /// - `schedulers`: The schedulers there are. All of them must be named here: one that came later would know nothing of the pages on
  ///   screen.
  @inlinable
  public init(
    policy: Policy, catalog: Catalog = Catalog(), tick: TickLength = .millisecond,
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    precondition(!schedulers.isEmpty, "there has to be at least one scheduler")
    prototype = policy
    turn = Turn(catalog: catalog)
    turn.storedTick = tick
    routing = SchedulerRouting(schedulers: schedulers)
    alone = policy
    appoint(schedulers.count)
  }

  /// Has so many policies begin anew.
  @inlinable
  mutating func appoint(_ count: Int) {
    alone = prototype
    isAlone = count == 1
    turn.timerSchedulers = isAlone ? nil : [:]
    turn.storedSchedulerID = routing.schedulers[0]
    policies = isAlone ? [] : Array(repeating: prototype, count: count)
    unsettled = Worklist(count: count)
    unconcluded = unsettled
  }

  /// Begins another session, and keeps the memory.
  @inlinable
  public mutating func begin(catalog: Catalog, tick: TickLength = .millisecond, schedulers: [SchedulerID]) {
    turn.begin(catalog: catalog, tick: tick)
    if routing.begin(schedulers: schedulers, catalog) {
      if isAlone { alone.reset() }
      for index in policies.indices { policies[index].reset() }
    } else {
      appoint(schedulers.count)
    }
  }

  /// Becomes what another scheduler of the same policy is by now.
  @inlinable
  package mutating func copy(from other: Scheduler) {
    (turn, routing) = (other.turn, other.routing)
    alone.copy(from: other.alone)
    (isAlone, policies) = (other.isAlone, other.policies)
    (unsettled, unconcluded) = (other.unsettled, other.unconcluded)
  }

  /// Forgets the events so far; their numbers go on.
  @inlinable
  public mutating func emptyLog() {
    turn.log.removeAll()
    turn.start = 0
    turn.carriedOut = 0
  }

  /// Takes no re-entrant stimulus any more from this sequence number on, so that a turn in which callbacks bring callbacks about comes to an end:
  /// for replays of input that is not trusted.
  @inlinable public mutating func endTurns(at sequence: Int32) { turn.lastSequence = sequence }
  /// The number that the next event will get.
  @inlinable public var nextSequence: Int32 { turn.nextSequence }

  // MARK: One turn: what happens in which order (TimeAndTurns, *Turns*)

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
    (stimulus.time, stimulus.sequence) = (max(turn.now, time), turn.nextSequence)
    run(stimulus, in: environment)
    return stimulus.sequence
  }

  /// Runs the turn of a stimulus that is as it is to be recorded (``Turn/isNext(_:)``).
  @inlinable
  package mutating func run<S: SchedulerEnvironment>(_ stimulus: Event, in environment: S) {
    turn.storedNow = stimulus.time
    turn.start = turn.log.events.count
    turn.record(stimulus)
    if isAlone { return runAlone(stimulus, in: environment) }
    deliver(stimulus, in: environment)
    repeat {
      while let reentrant = turn.takePending() { deliver(reentrant, in: environment) }
      turn.cause = stimulus.sequence
    } while settleOrConclude(in: environment)
  }

  @inlinable
  @inline(__always)
  mutating func runAlone<S: SchedulerEnvironment>(_ stimulus: Event, in environment: S) {
    if Policy.takesReentrantStimuliInTheMiddle { turn.environment = environment }
    guard routing.concernsOnlyScheduler(stimulus, turn) else { return }
    var stage = alone.advance(.taking, stimulus, &turn)
    while stage != .over || turn.hasToCarryOut {
      turn.carryOut(in: environment)
      while turn.hasPending, let reentrant = turn.takePending() {
        guard routing.concernsOnlyScheduler(reentrant, turn) else { continue }
        alone.take(reentrant, &turn)
        stage = .settling
        turn.carryOut(in: environment)
      }
      turn.cause = stimulus.sequence
      guard stage != .over else { return }
      stage = alone.advance(stage, stimulus, &turn)
    }
  }

  @inlinable
  mutating func deliver<S: SchedulerEnvironment>(_ stimulus: Event, in environment: S) {
    for index in routing.indices(of: stimulus, &turn) {
      turn.cause = stimulus.sequence
      turn.storedSchedulerID = routing.schedulers[index]
      if Policy.takesReentrantStimuliInTheMiddle { turn.environment = environment }
      policies[index].take(stimulus, &turn)
      unsettled.insert(index)
      unconcluded.insert(index)
      turn.carryOut(in: environment)
    }
  }

  /// Lets the first policy that has something to choose do so, or else the first that has a turn to end; false when none has.
  @inlinable
  mutating func settleOrConclude<S: SchedulerEnvironment>(in environment: S) -> Bool {
    if let index = unsettled.removeFirst() {
      turn.storedSchedulerID = routing.schedulers[index]
      policies[index].settle(&turn)
    } else if let index = unconcluded.removeFirst() {
      turn.storedSchedulerID = routing.schedulers[index]
      policies[index].conclude(&turn)
    } else {
      return false
    }
    turn.carryOut(in: environment)
    return true
  }
}

/// The indices of the schedulers that have something to do, lowest first and each only once: a bit for each.
@usableFromInline
struct Worklist: Sendable {
  @usableFromInline var words: [UInt64]
  /// No word before it has a bit.
  @usableFromInline var first = 0

  @usableFromInline init(count: Int = 0) { words = Array(repeating: 0, count: (count + 63) / 64) }

  @inlinable
  mutating func insert(_ index: Int) {
    words[index / 64] |= 1 << UInt64(index % 64)
    first = min(first, index / 64)
  }

  @inlinable
  mutating func removeFirst() -> Int? {
    while first < words.count {
      let word = words[first]
      if word != 0 {
        words[first] = word & (word - 1)
        return first * 64 + word.trailingZeroBitCount
      }
      first += 1
    }
    return nil
  }
}

@usableFromInline
struct SchedulerRouting: Sendable {
  @usableFromInline private(set) var schedulers: [SchedulerID]
  /// The scheduler of every submitted popup, as an index in `schedulers`; negative while not known.
  private var popupSchedulers: [Int32] = []
  /// How many pages there were at the beginning, where all are in the first scene as the first scheduler is; negative otherwise.
  @usableFromInline private(set) var pagesOfFirstScene = -1

  @usableFromInline init(schedulers: [SchedulerID]) { self.schedulers = schedulers.sorted() }

  /// Begins another session; true where the schedulers are the same as before.
  @usableFromInline
  mutating func begin(schedulers: [SchedulerID], _ catalog: borrowing Catalog) -> Bool {
    popupSchedulers.empty()
    let areInFirst = schedulers.first?.scene == 0 && catalog.pages.allSatisfy { $0.scene == 0 }
    pagesOfFirstScene = areInFirst ? catalog.pages.count : -1
    if schedulers == self.schedulers { return true }
    let sorted = schedulers.sorted()
    defer { self.schedulers = sorted }
    return sorted == self.schedulers
  }

  /// Whether a stimulus concerns the only scheduler; nothing has to be looked up where all pages are in its scene, the first.
  @inlinable
  @inline(__always)
  func concernsOnlyScheduler(_ stimulus: Event, _ turn: borrowing Turn) -> Bool {
    if turn.catalog.pages.count == pagesOfFirstScene, stimulus.scene == 0,
      stimulus.kind.rawValue < EventKind.schedulerSuspended.rawValue
    {
      return true
    }
    return concernsScheduler(stimulus, turn)
  }

  @usableFromInline
  func concernsScheduler(_ stimulus: Event, _ turn: borrowing Turn) -> Bool {
    if stimulus.kind.isAboutScheduler { return stimulus.schedulerID == schedulers[0] }
    guard stimulus.popup.isNone, stimulus.kind != .timerFired, let scene = scene(of: stimulus, turn) else {
      return true
    }
    return scene == schedulers[0].scene
  }

  /// The schedulers a stimulus concerns: the one of its popup or timer, or that it names, else all of its scene, or all.
  @usableFromInline
  mutating func indices(of stimulus: Event, _ turn: inout Turn) -> Range<Int> {
    if stimulus.kind == .popupSubmitted { index(stimulus, turn.catalog) }
    if stimulus.kind.isAboutScheduler { return indices(of: stimulus.schedulerID) }
    if stimulus.kind == .timerFired {
      if let scheduler = turn.timerSchedulers?.removeValue(forKey: stimulus.timer) { return indices(of: scheduler) }
    } else if !stimulus.popup.isNone, stimulus.popup.index < popupSchedulers.count {
      let index = Int(popupSchedulers[stimulus.popup.index])
      if index >= 0 { return index..<index + 1 }
    }
    guard let scene = scene(of: stimulus, turn) else { return 0..<schedulers.count }
    let start = schedulers.partitioningIndex { $0.scene >= scene }
    return start..<schedulers.partitioningIndex { $0.scene > scene }
  }

  private mutating func index(_ submission: Event, _ catalog: borrowing Catalog) {
    guard !submission.popup.isNone, submission.attributes >= 0 else { return }
    let index = indices(of: catalog.spec(submission.spec).schedulerID)
    while popupSchedulers.count <= submission.popup.index { popupSchedulers.append(-1) }
    popupSchedulers[submission.popup.index] = index.isEmpty ? -1 : Int32(index.lowerBound)
  }

  private func indices(of scheduler: SchedulerID) -> Range<Int> {
    let index = schedulers.partitioningIndex { $0 >= scheduler }
    return index..<(index < schedulers.count && schedulers[index] == scheduler ? index + 1 : index)
  }

  /// The scene a stimulus belongs to; nil for the whole app.
  private func scene(of stimulus: Event, _ turn: borrowing Turn) -> UInt16? {
    switch stimulus.kind {
    case .appSignedOut, .appSignedIn, .appBackground, .appForeground: return nil
    default:
      guard !stimulus.page.isNone, stimulus.page.index < turn.catalog.pages.count else { return stimulus.scene }
      return turn.catalog.scene(of: stimulus.page)
    }
  }
}

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
  @usableFromInline var isAlone: Bool
  /// A policy for every scheduler, where there are several.
  @usableFromInline var policies: [Policy]
  /// The policies that took something in this turn and have not chosen since.
  @usableFromInline var unsettled: Worklist
  /// The policies that took something in this turn and have not ended it since.
  @usableFromInline var unconcluded: Worklist

  /// Makes a scheduler at the beginning of a session.
  ///
  /// - Parameters:
  ///   - policy: The policy, of which every scheduler gets a copy.
  ///   - catalog: What the events will refer to.
  ///   - tick: How long a tick is, for policies that count in seconds.
  ///   - schedulers: The schedulers there are. All of them must be named here: one that came later would know nothing of the pages on screen.
  @inlinable
  public init(
    policy: Policy, catalog: Catalog = Catalog(), tick: TickLength = .millisecond,
    schedulers: [SchedulerID] = [SchedulerID()]
  ) {
    precondition(!schedulers.isEmpty, "there has to be at least one scheduler")
    prototype = policy
    turn = Turn(catalog: catalog)
    turn.storedTick = tick
    if schedulers.count > 1 { turn.timerSchedulers = [:] }
    routing = SchedulerRouting(schedulers: schedulers)
    alone = policy
    isAlone = schedulers.count == 1
    policies = schedulers.count == 1 ? [] : Array(repeating: policy, count: schedulers.count)
    unsettled = Worklist(count: schedulers.count)
    unconcluded = unsettled
  }

  /// Goes back to the beginning, for another session, and keeps the memory.
  @inlinable
  public mutating func begin(catalog: Catalog, tick: TickLength = .millisecond, schedulers: [SchedulerID]) {
    turn.begin(catalog: catalog, tick: tick)
    if routing.begin(schedulers: schedulers, catalog) {
      if isAlone { alone.reset() }
      for index in 0..<policies.count { policies[index].reset() }
    } else {
      alone = prototype
      isAlone = schedulers.count == 1
      turn.timerSchedulers = isAlone ? nil : [:]
      policies = isAlone ? [] : Array(repeating: prototype, count: schedulers.count)
      unsettled = Worklist(count: schedulers.count)
      unconcluded = unsettled
    }
  }

  /// Forgets the events so far; their numbers go on.
  @inlinable
  public mutating func emptyLog() {
    turn.log.removeAll()
    turn.start = 0
    turn.carriedOut = 0
  }

  /// Takes no re-entrant stimulus any more once the events have got as far as this sequence number, so that a turn in which callbacks bring
  /// callbacks about comes to an end.
  ///
  /// For replays of input that is not trusted. In an app ``PopupScheduler`` bounds what it takes from callbacks.
  @inlinable
  public mutating func endTurns(at sequence: Int32) { turn.lastSequence = sequence }

  /// The policy of the first scheduler, for tests.
  var policy: Policy { isAlone ? alone : policies[0] }

  /// The number that the next event will get.
  @inlinable
  public var nextSequence: Int32 { turn.nextSequence }
}

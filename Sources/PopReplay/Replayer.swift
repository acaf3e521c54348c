public import PopTrace
public import PopupScheduling

/// Runs a policy over a session's stimuli in virtual time, turn by turn (<doc:CausalReplay>).
///
/// ```swift
/// var replayer = Replayer(policy: StandardPolicy(.v6))
/// replayer.begin(session, options: ReplayOptions())
/// while replayer.nextTurn() {
///   for event in replayer.log.events[replayer.turn] { … }
/// }
/// print(replayer.coverage)
/// ```
///
/// A recording's stimuli are played where their causes are in this run; a scenario is run live, and its log is what `poptrace record` stores. A
/// value for one thread; reused for one session after another it allocates nothing per event. A copy shares the run that is under way, so copy
/// only between sessions. Several replayers of one session share its plan (``SessionPlanner``).
///
/// - Complexity: O(n log m) for a session of n events of which m are outstanding at a time.
public struct Replayer<Policy: SchedulingPolicy> {
  // What touches the policy is inlinable, so that a policy of another module is specialised there.
  @usableFromInline var scheduler: Scheduler<Policy>
  @usableFromInline var environment: RunEnvironment

  @usableFromInline var storedTurn = 0..<0
  @usableFromInline var storedJudged = 0

  /// Makes a replayer of a policy.
  @inlinable
  public init(policy: Policy) {
    scheduler = Scheduler(policy: policy)
    environment = RunEnvironment()
  }

  /// All events of this run so far, with sequence numbers and causes of their own; those of the last turn are at ``turn``.
  ///
  /// Keeping it over a turn costs a copy.
  @inlinable public var log: EventLog { _read { yield scheduler.turn.log } }

  /// The indices in ``log`` of the last turn's events; those of none before the first turn and after the last.
  @inlinable public var turn: Range<Int> { storedTurn }

  /// What this run's events refer to: the session's catalog, and the names the policy added.
  @inlinable public var catalog: Catalog { _read { yield scheduler.turn.catalog } }

  /// How many names ``catalog`` has: it grows when the policy adds one.
  public var nameCount: Int { scheduler.turn.catalog.names.texts.count }

  /// How much of the recording took part so far; complete after the last turn.
  public var coverage: Coverage { environment.run.state.coverage }

  /// What a reader of the report must know; complete after the last turn.
  public var notes: [ReplayNote] { environment.run.notes }

  /// The time at which the first assumption took effect; nil while nothing is assumed.
  public var firstAssumption: Ticks? { environment.run.state.firstAssumption?.time }

  /// What this run first assumed; nil while nothing is assumed.
  public var assumption: Assumption? { environment.run.state.firstAssumption }

  /// Whether a user's answer or content was due of which the recording says nothing, so that other continuations may go on otherwise.
  package var hasUnknownAnswer: Bool { environment.run.state.hasUnknownAnswer }

  /// From when on the user may have gone where no continuation looks; nil where they never do (<doc:Grades#Robust>).
  package var openFrom: Ticks? { environment.run.state.opening?.time }

  /// The sequence number of the last event of this run that rests on no assumption; `Int32.max` while nothing is assumed.
  public var lastCertain: Int32 { environment.run.state.lastCertain }

  /// The time of the first difference from the recording that a user or an app could notice; nil while there is none
  /// (<doc:Grades#The-first-difference>).
  public var firstDifference: Ticks? { environment.run.differences.first }

  /// When this run ends: the recording's end, or for a scenario the time of its last turn (TimeAndTurns, *The end of a session*).
  public var end: Ticks {
    let endsWithLastTurn = environment.run.session.plan.isScenario || environment.run.state.standstill != nil
    return endsWithLastTurn ? environment.run.now : environment.run.session.plan.end
  }

  /// Why the session cannot be judged: it, or this run of it, goes beyond one of ``ReplayOptions/limits``; nil where nothing stands in the way.
  ///
  /// Complete after the last turn. The events in ``log`` are then no run of the session and must not be judged.
  public var failure: TraceError? { environment.run.state.failure }

  /// When the policy kept time from going on; nil where time went on to the end.
  ///
  /// After `ResourceLimits.turnsAtOneInstant` turns at one instant that nothing in the session asks for, one for every event of it on
  /// top, the run ends there with a `fault` in its log.
  public var standstill: Ticks? { environment.run.state.standstill }

  /// The turn with which a run that stands still can be ended when it is played again: the first few of its turns at that instant tell all.
  package var turnToEndStandstill: Int? {
    guard environment.run.state.standstill != nil else { return nil }
    return environment.run.budget.firstOfStandstill + Run.turnsOfStandstill
  }

  /// How many events of the recording can be replayed: all, or those before its first gap (<doc:CausalReplay#Identity>).
  public var replayableCount: Int { environment.run.session.plan.count }

  /// How many of the first events of the recording that was checked last (``identity(of:plan:timing:limits:)``) are judged: those of turns that
  /// are all there. The app may have been killed in the middle of the last one, and in front of a hole a turn may lack its end.
  public var judgedCount: Int { storedJudged }

  /// Begins a session that is planned here, for this replay only.
  ///
  /// - Complexity: O(n) for n events.
  @inlinable
  public mutating func begin(_ session: Session, options: ReplayOptions) {
    if !isKnownUniquelyReferenced(&environment) { environment = RunEnvironment() }
    begin(environment.plan(session, options.limits), of: session, options: options)
  }

  /// Begins a session that was planned.
  ///
  /// - `plan`: What a ``SessionPlanner`` made of the session.
  /// - `session`: The session itself.
  /// - Complexity: O(n) for n events, a small part of what planning takes.
  @inlinable
  public mutating func begin(_ plan: SessionPlan, of session: Session, options: ReplayOptions) {
    if !isKnownUniquelyReferenced(&environment) { environment = RunEnvironment() }
    environment.begin(plan, options: options)
    storedTurn = 0..<0
    scheduler.begin(catalog: session.catalog, tick: session.header.tick, schedulers: environment.schedulers)
    scheduler.endTurns(at: environment.mostEvents)
  }

  /// Runs the next turn, whose events are then at ``turn`` in ``log``; false when the session is over.
  @inlinable
  public mutating func nextTurn() -> Bool {
    let first = scheduler.turn.log.events.count
    guard environment.advance(after: scheduler.turn.log, storedTurn, sequence: scheduler.nextSequence) else {
      storedTurn = first..<first
      return false
    }
    let stimulus = environment.stimulus
    scheduler.run(stimulus, in: environment)
    if environment.standsStill {
      scheduler.turn.fault(
        "time does not go on: turn after turn at one instant, for nothing but the scheduler's own timers and decisions",
        stimulus.popup)
    }
    storedTurn = unsafe Range(uncheckedBounds: (first, scheduler.turn.log.events.count))
    return true
  }

  /// Plays on until the run is over, or its continuations part; true where they do: another replayer has to go on with some of them.
  // An unspecialised turn costs four times as much.
  @_specialize(where Policy == StandardPolicy)
  package mutating func playOn() -> Bool {
    while nextTurn() {}
    return environment.run.parting != 0
  }

  /// The continuations that this run stands for, a bit for each of those in the options it began with.
  package var live: UInt32 { environment.run.live }

  /// Goes on from where another replayer has come to, with the continuations that part there; the log goes with it until it is given back.
  @inlinable
  package mutating func part(from other: inout Replayer) {
    if !isKnownUniquelyReferenced(&environment) { environment = RunEnvironment() }
    // The other one keeps this one's memory meanwhile.
    var log = EventLog()
    swap(&scheduler.turn.log, &log)
    swap(&other.scheduler.turn.log, &log)
    scheduler.copy(from: other.scheduler)
    swap(&scheduler.turn.log, &log)
    storedTurn = other.storedTurn
    environment.part(from: other.environment)
  }

  /// Lets go of the plan of the run that is over, so that its memory can be used for the next one's.
  package mutating func forgetPlan() { environment.forgetPlan() }

  /// Gives the log back to the replayer that it was parted from, as it was then.
  ///
  /// - `keepsIt`: Whether this one keeps all of it, and the other gets a copy of what was before they parted.
  @inlinable
  package mutating func giveLogBack(to other: inout Replayer, keepsIt: Bool) {
    if keepsIt {
      other.scheduler.turn.log.copy(first: other.storedTurn.upperBound, of: scheduler.turn.log)
    } else {
      scheduler.turn.log.shorten(to: other.storedTurn.upperBound)
      swap(&other.scheduler.turn.log, &scheduler.turn.log)
    }
  }

  /// Exchanges the events of the run that is over for another log, so that they can be kept without being copied.
  ///
  /// What is handed in is emptied by the next run and its memory used again.
  @inlinable
  public mutating func exchangeLog(for other: inout EventLog) {
    swap(&scheduler.turn.log, &other)
    scheduler.emptyLog()
    storedTurn = 0..<0
  }

  /// How far the outcome of a popup can be relied on; complete after the last turn.
  public func grade(of popup: PopupID) -> Grade { environment.run.grades(of: popup).worst }

  /// When the first presentation of a popup came, and its end; `distantFuture` for what never did.
  package func settledTimes(of popup: PopupID) -> (shown: Ticks, end: Ticks) {
    let count = environment.run.popups.count
    guard popup.index >= 0, popup.index < count else { return (.distantFuture, .distantFuture) }
    return (environment.run.popups[popup.index].firstShownTime, environment.run.popups[popup.index].endedTime)
  }

  /// How far each aspect of a popup's outcome can be relied on; complete after the last turn.
  public func grades(of popup: PopupID) -> AspectGrades { environment.run.grades(of: popup) }
}

/// The app, the user and the environment of a run, as a scheduler meets them.
@usableFromInline
final class RunEnvironment: SchedulerEnvironment {
  // The run calls no code that could call this object again before the run returns.
  @safe @exclusivity(unchecked) private(set) var run = Run()
  /// What a run is before it begins.
  private let beginning = Run()
  private var planner = SessionPlanner()

  @usableFromInline
  init() {}

  @usableFromInline var schedulers: [SchedulerID] {
    run.state.failure == nil ? run.session.plan.schedulers : [SchedulerID()]
  }

  /// Whether the turn under way is the last, because time does not go on.
  @usableFromInline var standsStill: Bool { run.state.standstill != nil }

  /// The stimulus that the next turn is about.
  @usableFromInline var stimulus: Event { run.stimulus }

  /// The sequence number that no event of the run may reach.
  @usableFromInline var mostEvents: Int32 { run.budget.mostEvents }

  /// Plans a session, for one run.
  @usableFromInline
  func plan(_ session: borrowing Session, _ limits: ResourceLimits) -> SessionPlan {
    forgetPlan()
    return planner.plan(session, limits)
  }

  /// Lets go of what the last run was about.
  @usableFromInline func forgetPlan() { run.session = beginning.session }

  @usableFromInline
  func begin(_ plan: SessionPlan, options: ReplayOptions) {
    run.copy(from: beginning)
    run.begin(plan, options: options)
  }

  /// Goes on from where another run has come to, with the continuations that part from it.
  @usableFromInline
  func part(from other: RunEnvironment) { run.part(from: &other.run) }

  /// Goes on to the next stimulus, behind what has happened so far and the last turn of it; false when the run is over.
  @usableFromInline
  @inline(__always)
  func advance(after log: borrowing EventLog, _ turn: Range<Int>, sequence: Int32) -> Bool {
    run.advance(after: log, turn, sequence: sequence)
  }

  @usableFromInline
  @inline(__always)
  func carryOut(_ decision: Event, reentrant: inout [Event]) { run.take(decision, reentrant: &reentrant) }
}

public import PopTrace
public import PopupScheduling

/// The app, the user and the environment of a run, as a scheduler meets them.
@usableFromInline
final class RunSurroundings: Surroundings {
  // The run calls no code that could call this object again before the run returns.
  @safe @exclusivity(unchecked) private(set) var run = Run()
  private var planner = SessionPlanner()
  private var isUnderWay = false

  @usableFromInline
  init() {}

  /// The schedulers of the session.
  @usableFromInline var schedulers: [SchedulerID] { run.failure == nil ? run.session.plan.schedulers : [SchedulerID()] }
  /// Whether the turn under way is the last, because time does not go on.
  @usableFromInline var standsStill: Bool { run.standstill != nil }
  /// The sequence number that no event of the run may reach.
  @usableFromInline var mostEvents: Int32 { run.budget.mostEvents }

  /// Plans a session, for one run.
  @usableFromInline
  func plan(_ session: borrowing Session, _ limits: ResourceLimits) -> SessionPlan {
    // What the last run was about is of no more use.
    run.session = SessionPlan.none
    return planner.plan(session, limits)
  }

  /// Begins a run.
  @usableFromInline
  func begin(_ plan: SessionPlan, options: ReplayOptions) {
    run.begin(plan, options: options)
    isUnderWay = true
  }

  /// Goes on to the next stimulus; false when the run is over.
  ///
  /// - Parameters:
  ///   - log: What has happened so far.
  ///   - turn: The indices of the last turn's events.
  ///   - sequence: The number that the next event will get.
  ///   - stimulus: Where the stimulus goes, its time and cause included.
  @usableFromInline
  func advance(after log: borrowing EventLog, _ turn: Range<Int>, sequence: Int32, into stimulus: inout Event) -> Bool {
    guard isUnderWay else { return false }
    if run.advance(after: log, turn, sequence: sequence, into: &stimulus) { return true }
    isUnderWay = false
    return false
  }

  @usableFromInline
  func carryOut(_ decision: Event, reentrant: inout [Event]) { run.take(decision, reentrant: &reentrant) }
}

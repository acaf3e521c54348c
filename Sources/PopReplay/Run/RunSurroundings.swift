public import PopTrace
public import PopupScheduling

/// The app, the user and the environment of a run, as a scheduler meets them.
@usableFromInline
final class RunSurroundings: Surroundings {
  var run = Run()
  private var isUnderWay = false

  @usableFromInline
  init() {}

  /// The schedulers of the session.
  @usableFromInline var lines: [SchedulerLine] { run.failure == nil ? run.plan.lines : [SchedulerLine()] }
  /// Whether the turn under way is the last, because time does not go on.
  @usableFromInline var standsStill: Bool { run.standstill != nil }
  /// The sequence number that no event of the run may reach.
  @usableFromInline var mostEvents: Int32 { run.budget.mostEvents }

  /// Begins a session.
  @usableFromInline
  func begin(_ session: Session, options: ReplayOptions) {
    run.begin(session, options: options)
    isUnderWay = true
  }

  /// Goes on to the next stimulus, whose number is given; false when the run is over.
  ///
  /// - Parameters:
  ///   - log: What came of the one before.
  ///   - sequence: The number that the next event will get.
  ///   - stimulus: Where the stimulus goes, its time and cause included.
  @usableFromInline
  func advance(after log: EventLog, sequence: Int32, into stimulus: inout Event) -> Bool {
    guard isUnderWay else { return false }
    if run.advance(after: log, sequence: sequence, into: &stimulus) { return true }
    isUnderWay = false
    return false
  }

  @usableFromInline
  func carryOut(_ decision: Event, reentrant: inout [Event]) { run.take(decision, reentrant: &reentrant) }
}

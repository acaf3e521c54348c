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
  @usableFromInline var lines: [SchedulerLine] { run.plan.lines }
  /// The stimulus the next turn is about, and its time.
  @usableFromInline var stimulus: Event { run.stimulus }
  @usableFromInline var now: Ticks { run.now }
  /// Whether stimuli were handed over re-entrantly in this turn.
  @usableFromInline var hasHandedOver: Bool { !run.handedOver.isEmpty }

  /// Begins a session.
  @usableFromInline
  func begin(_ session: Session, options: ReplayOptions) {
    run.begin(session, options: options)
    isUnderWay = true
  }

  /// Goes on to the next stimulus; false when the run is over.
  @usableFromInline
  func advance(sequence: Int32) -> Bool {
    guard isUnderWay else { return false }
    if run.advance(sequence: sequence) { return true }
    run.finish()
    isUnderWay = false
    return false
  }

  /// After a turn: the stimuli that were taken re-entrantly have their numbers now.
  @usableFromInline
  func noteReentrant(_ log: EventLog) { run.noteReentrant(log) }

  @usableFromInline
  func carryOut(_ decision: Event, reentrant: inout [Event]) { run.take(decision, reentrant: &reentrant) }
}

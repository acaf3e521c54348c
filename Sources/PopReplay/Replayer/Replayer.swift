public import PopTrace
public import PopupScheduling

/// Runs a policy over a session's stimuli in virtual time, turn by turn (design 4; semantics B).
///
/// ```swift
/// var replayer = Replayer(policy: StandardPolicy(.v6))
/// replayer.begin(session, options: ReplayOptions())
/// while replayer.nextTurn() {
///   for event in replayer.log.events { … }   // the events of this turn
/// }
/// print(replayer.coverage)
/// ```
///
/// Takes recordings and scenarios alike. A value for one thread; reused for one session after another it allocates nothing per event.
public struct Replayer<Policy: SchedulingPolicy> {
  private var scheduler: Scheduler<Policy>

  /// Makes a replayer of a policy.
  public init(policy: Policy) {
    scheduler = Scheduler(policy: policy)
  }

  /// The events of the last turn, with sequence numbers and causes of this run.
  public var log: EventLog { scheduler.turn.log }

  /// What this run's events refer to: the session's catalog, and the names the policy added.
  public var catalog: Catalog { scheduler.turn.catalog }

  /// How much of the recording took part so far; complete after the last turn.
  public private(set) var coverage = Coverage()

  /// What a reader of the report must know; complete after the last turn.
  public private(set) var notes: [ReplayNote] = []

  /// The time at which the first assumption took effect; nil while nothing is assumed.
  public private(set) var firstAssumption: Ticks?

  /// When this run ends: the recording's end, or for a scenario the time of its last turn (semantics A7).
  public private(set) var end = Ticks.zero

  /// Begins a session.
  public mutating func begin(_ session: Session, options: ReplayOptions) {
  }

  /// Runs the next turn; false when the session is over. ``log`` holds the events of just this turn.
  public mutating func nextTurn() -> Bool {
    false
  }

  /// How far the outcome of a popup can be relied on; complete after the last turn.
  public func grade(of popup: PopupID) -> Grade { .exact }
}

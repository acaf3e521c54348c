public import PopupScheduling

/// What is known of a session as a whole.
public struct SessionHeader: Hashable, Sendable {
  /// What tells the session from others; empty where nobody said.
  public var session = ""
  /// The app's name.
  public var app = ""
  /// The app's build.
  public var build = ""
  /// The wall-clock time of the start, as ISO 8601 text; never interpreted.
  public var started = ""
  /// How long a tick is.
  public var tick = TickLength.millisecond
  /// The name of the policy that was at work; empty for a scenario.
  public var policy = ""
  /// That policy's whole configuration, as text (``PolicyConfiguration/text``), so that identity can be checked when the name has moved on.
  public var configuration = ""
  /// When the session ended; nil where it was killed (semantics A7).
  public var ended: Ticks?
  /// How often the clock stepped back and was clamped (semantics A5).
  public var clampedTimes: Int64 = 0
  /// Whether re-entrant stimuli carry ``Event/Flags/reentrant``; where not, they are told by their cause and time (semantics A3).
  ///
  /// To be set by whoever records what a `Scheduler` or a `PopupScheduler` gives: their turns mark such stimuli.
  public var marksReentrantStimuli = false

  /// Makes the header of a session of which nothing is known.
  public init() {}
}

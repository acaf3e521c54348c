public import PopupScheduling

/// What is known of a session as a whole.
public struct SessionHeader: Hashable, Sendable {
  /// What tells the session from others; empty where the app did not name it.
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
  /// When the session ended; nil where it was killed (TimeAndTurns, *The end of a session*).
  public var ended: Ticks?
  /// How often the clock stepped back and was clamped (TimeAndTurns, *Times never decrease*).
  public var clampedTimes: Int64 = 0
  /// Whether re-entrant stimuli carry ``Event/Flags/reentrant``; where not, they are told by their cause and time (TimeAndTurns, *Re-entrant
  /// stimuli*).
  ///
  /// Set by the code that records what a `Scheduler` or a `PopupScheduler` gives: their turns mark such stimuli.
  public var marksReentrantStimuli = false

  /// The operating system and its version, as in `iOS 19.1`.
  public var os = ""
  /// The device's model, as in `iPhone17,1`.
  public var device = ""
  /// The user's locale, as in `de_DE`.
  public var locale = ""
  /// The arms of the experiments that the session took part in: experiment and arm, sorted by experiment.
  public var arms: [HeaderEntry] = []
  /// What else the app has to say of the session, sorted by name.
  public var metadata: [HeaderEntry] = []
  /// How many events were not recorded because they were not what their kind asks for: unknown ids, above all.
  public var refusedEvents: Int64 = 0
  /// How many events were not recorded for want of room; their sequence numbers are missing.
  public var droppedEvents: Int64 = 0
  /// Whether the end of the session was saved from a journal after its process was gone.
  public var isRecovered = false
  /// How many of the first events are the prefix of a snapshot: stimuli from before it that still count.
  public var prefixEvents = 0

  /// Whether only a recording has such a header, were it killed before its first decision: a policy was at work, or its events are marked.
  var isOfRecording: Bool { !policy.isEmpty || !configuration.isEmpty || marksReentrantStimuli }

  /// Makes the header of a session of which nothing is known.
  public init() {}
}

/// A name and what is said of it.
public struct HeaderEntry: Hashable, Sendable {
  /// The name.
  public var name: String
  /// What is said of it.
  public var value: String

  /// Makes an entry.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Something that a session's header says its events are marked with (TimeAndTurns, *Re-entrant stimuli*): `"marks"` in JSON Lines.
enum SessionMark: String, WireNamed {
  /// Re-entrant stimuli (``Event/Flags/reentrant``).
  case reentrant

  var wireName: String { rawValue }
}

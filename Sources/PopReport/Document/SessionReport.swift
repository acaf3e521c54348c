public import PopAudit
public import PopReplay

/// What came of judging one session, in the words of its catalog.
public struct SessionReport: Sendable {
  /// The input it came from, as the user named it.
  public var trace: String
  /// Its name; its place in the input where it has none.
  public var session: String
  /// How many events were recorded.
  public var events = 0
  /// Whether the recorded policy gives its own decisions back.
  public var identity = Identity.none
  /// Where it does not.
  public var mismatch: Mismatch?
  /// How much of the recording took part.
  public var coverage = Coverage()
  /// How far the outcomes can be relied on.
  public var grades = GradeCounts()
  /// What was found, and whether it is new.
  public var findings: [FindingReport] = []
  /// What became of the popups: all of them, or the changed ones, as the format asks.
  public var outcomes: [OutcomeReport] = []
  /// How many outcomes changed in which way, those that ``outcomes`` leaves out included.
  public var changes = ChangeCounts()
  /// Why the session was judged only in part: gaps, skipped events; empty where it was not.
  public var losses: [String] = []

  /// Makes the report of a session of which nothing is known yet.
  public init(trace: String, session: String) {
    self.trace = trace
    self.session = session
  }

  /// Whether a report for people has anything to say of it beyond its numbers.
  public var isWorthTelling: Bool {
    !findings.isEmpty || changes.changed > 0 || identity == .mismatch || !losses.isEmpty
  }

  /// Whether the recorded policy gives its own decisions back (design 4).
  public enum Identity: String, Hashable, Sendable {
    /// It does.
    case ok
    /// It does not; nothing was judged.
    case mismatch
    /// There is no recording to compare with.
    case none
  }

  /// Where a recording and the replay of its own policy part.
  public struct Mismatch: Hashable, Sendable {
    /// A sentence that says where and how.
    public var because: String
    /// What was recorded around there.
    public var recorded: [TimelineLine]
    /// What the replay gave around there.
    public var replayed: [TimelineLine]

    /// Makes a mismatch.
    public init(because: String, recorded: [TimelineLine] = [], replayed: [TimelineLine] = []) {
      self.because = because
      self.recorded = recorded
      self.replayed = replayed
    }
  }
}

/// How many outcomes have which grade (semantics B15).
public struct GradeCounts: Hashable, Sendable {
  /// Ended before the first difference.
  public var exact = 0
  /// Nothing in their own chains of causes is assumed.
  public var derived = 0
  /// Rest on an assumption.
  public var assumed = 0

  /// Counts nothing.
  public init() {}

  /// Counts an outcome.
  public mutating func count(_ grade: Grade) {
    switch grade {
    case .exact: exact += 1
    case .derived: derived += 1
    case .assumed: assumed += 1
    }
  }

  static func += (lhs: inout GradeCounts, rhs: GradeCounts) {
    lhs.exact += rhs.exact
    lhs.derived += rhs.derived
    lhs.assumed += rhs.assumed
  }
}

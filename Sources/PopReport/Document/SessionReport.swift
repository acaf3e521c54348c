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
  /// Whether it is a scenario, which has no recording to be compared with.
  public var isScenario = false
  /// Whether the recorded policy gives its own decisions back.
  public var identity = IdentityWord.none
  /// Where it does not, or why that cannot be said.
  public var mismatch: Mismatch?
  /// Why it was not judged although it could be read: a limit that was met, as a full sentence; nil where it was.
  public var failure: String?
  /// How much of the recording took part.
  public var coverage = Coverage()
  /// How far the outcomes can be relied on.
  public var grades = OutcomeGrades()
  /// What was found, and whether it is new.
  public var findings: [FindingReport] = []
  /// What became of the popups: all of them, or the changed ones, as the format asks.
  public var outcomes: [OutcomeReport] = []
  /// How many outcomes changed in which way, those that ``outcomes`` leaves out included.
  public var changes = ChangeCounts()
  /// What a reader must know of the replay.
  public var notes: [NoteReport] = []
  /// Why the session was judged only in part: gaps, skipped events; empty where it was not.
  public var losses: [String] = []

  /// What there is to say of the session that is no loss: stimuli that can never happen.
  public var remarks: [String] = []

  /// Makes the report of a session of which nothing is known yet.
  public init(trace: String, session: String) {
    self.trace = trace
    self.session = session
  }

  /// Whether a report for people has anything to say of it beyond its numbers.
  public var isWorthTelling: Bool {
    !findings.isEmpty || changes.changed > 0 || mismatch != nil || !losses.isEmpty || !remarks.isEmpty
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

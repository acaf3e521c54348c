package import PopAudit
package import PopReplay
package import PopTrace

/// What came of judging one session, in the words of its catalog.
package struct SessionReport: Sendable {
  /// The input it came from, as the user named it.
  package var trace: String
  /// Its name; its index in the input where it has none.
  package var session: String
  /// Its place in the input, counted from 1.
  package var index = 1
  /// What it is the same by wherever it lies: a hash of what it holds; nil where it has no name, so that another may be like it.
  package var digest: UInt64?
  /// What its header says of it.
  package var facts = SessionFacts()
  /// How many events were recorded.
  package var events = 0
  /// How long the session was.
  package var length = Milliseconds(microseconds: 0)
  /// Whether it is a scenario, which has no recording to be compared with.
  package var isScenario = false
  /// Whether the recorded policy gives its own decisions back.
  package var identity = IdentityWord.none
  /// Where it does not, or why that cannot be said.
  package var mismatch: Mismatch?
  /// Why it was not judged although it could be read: a limit that was met, as a full sentence; nil where it was.
  package var failure: String?
  /// How much of the recording took part.
  package var coverage = Coverage()
  /// How far the outcomes can be relied on.
  package var grades = GradeCounts()
  /// What the replay first assumed; nil where it assumes nothing.
  package var assumption: AssumptionReport?
  /// Whether every run of the session has a new error, though perhaps not the same one.
  package var hasErrorInEveryRun = false
  /// Whether some run of it has one.
  package var hasErrorInSomeRun = false
  /// Of 16 estimated runs those with a new error; nil where that was decided, or no estimate was asked for.
  package var affectedEstimates: Int?
  /// What was found, and whether it is new.
  package var findings: [FindingReport] = []
  /// The outcomes of the popups: all of them, or the changed ones, as the format asks.
  package var outcomes: [OutcomeReport] = []
  /// How many outcomes changed in which way, those that ``outcomes`` leaves out included.
  package var changes = ChangeCounts()
  /// What a reader must know of the replay.
  package var notes: [NoteReport] = []
  /// Why the session was judged only in part: gaps, skipped events; empty where it was not.
  package var losses: [String] = []

  /// What there is to say of the session that is no loss: the stimuli of a scenario that can never happen, or that a recording ends in the
  /// middle of a turn.
  package var remarks: [String] = []

  /// Makes the report of a session of which nothing is known yet.
  package init(trace: String, session: String) {
    self.trace = trace
    self.session = session
  }

  /// Whether the candidate was judged on it.
  package var isJudged: Bool { failure == nil && identity.isJudged }

  /// Whether a report for people has anything to say of it beyond its numbers.
  package var isWorthTelling: Bool {
    !findings.isEmpty || changes.changed > 0 || mismatch != nil || !losses.isEmpty || !remarks.isEmpty
  }

  /// Where a recording and the replay of its own policy part.
  package struct Mismatch: Hashable, Sendable {
    /// A sentence that says where and how.
    package var because: String
    /// What was recorded around there.
    package var recorded: [TimelineLine]
    /// What the replay gave around there.
    package var replayed: [TimelineLine]

    /// Makes a mismatch.
    package init(because: String, recorded: [TimelineLine] = [], replayed: [TimelineLine] = []) {
      self.because = because
      self.recorded = recorded
      self.replayed = replayed
    }
  }
}

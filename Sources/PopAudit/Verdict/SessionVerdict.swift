package import PopReplay
package import PopTrace
public import PopupScheduling

/// What a judge says of one candidate on one session.
///
/// A plain value; where nothing is found and nothing changed, its lists are empty and cost nothing.
public struct SessionVerdict: Sendable {
  /// Whether the recording gives itself back; where it does not, nothing else is said.
  package var identity: SessionIdentity
  /// Why the session is not judged: it, or a run of it, goes beyond one of ``PopTrace/ResourceLimits``; nil where it is judged.
  ///
  /// The sentence names the limit and the option that raises it. Nothing else is said then, and the session counts as one that cannot be read
  /// (<doc:Diff#Verdicts-and-exit-codes>).
  package var failure: TraceError?
  /// Whether there was something to compare with. Where there was not, every finding is new and no outcome has changed.
  package var hasReference: Bool
  /// Whether events are missing from the recording.
  package var isLossy: Bool
  /// How many events the session has.
  package var eventCount = 0
  /// How many events the candidate's run has.
  package var runEventCount = 0
  /// How much of the recording took part.
  package var coverage = Coverage()
  /// What a reader must know of the replay.
  package var notes: [ReplayNote] = []
  /// What was found: the candidate's in order of time, then what only the reference has, then the gaps of the recording.
  public var findings: [ComparedFinding] = []
  /// How many there are.
  package var counts = FindingCounts()
  /// The outcomes of the popups over which the runs differ; of all popups where that was asked, or where there is no reference.
  package var outcomes: [ComparedOutcome] = []
  /// How many popups changed in which way.
  package var changes = ChangeCounts()
  /// How many outcomes of the candidate's run can be relied on how far.
  package var grades = GradeCounts()
  /// What the candidate's run first assumed; nil where it assumes nothing.
  package var assumption: Assumption?
  /// Whether every run of the session has a new error, though perhaps not the same one.
  package var hasErrorInEveryRun = false
  /// Whether some run of it has one.
  package var hasErrorInSomeRun = false
  /// Of how many estimated runs each with a new error, where the continuations left open whether there is one and an estimate was asked for;
  /// nil where there was no need to ask.
  package var affectedEstimates: Int?
  /// What the events, popups and pages named here refer to; nil where none are.
  public var catalog: Catalog?

  /// Makes the verdict on a session of which nothing is said yet.
  package init(identity: SessionIdentity, hasReference: Bool, isLossy: Bool) {
    self.identity = identity
    self.hasReference = hasReference
    self.isLossy = isLossy
  }

  /// Whether the candidate is worse than the reference (<doc:Diff#Regressions>): it has a new error that does not depend on what is
  /// assumed.
  package var hasRegressions: Bool { counts.regressions() > 0 }

  /// Whether there is nothing to tell beyond numbers.
  package var isUneventful: Bool {
    findings.isEmpty && outcomes.isEmpty && notes.isEmpty && identity == .ok && !isLossy && failure == nil
  }
}

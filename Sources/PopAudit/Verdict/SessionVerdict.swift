public import PopReplay
package import PopTrace
public import PopupScheduling

/// What a judge says of one candidate on one session. Where nothing is found and nothing changed, its lists are empty and cost nothing.
public struct SessionVerdict: Sendable {
  /// Whether the recording gives itself back; where it does not, nothing else is said.
  package var identity: SessionIdentity
  /// Why the session is not judged: it, or a run of it, goes beyond one of `ResourceLimits`; nil where it is judged. Nothing else is
  /// said then, and the session counts as one that cannot be read (<doc:Diff#Verdicts-and-exit-codes>).
  package var failure: TraceError?
  /// Whether there was something to compare with. Where there was not, every finding is new and no outcome has changed.
  package var hasReference: Bool
  /// Whether events are missing from the recording.
  package var isLossy: Bool
  /// How many events the session has, and the candidate's run.
  package var eventCount = 0
  package var runEventCount = 0
  /// How much of the recording took part.
  package var coverage = Coverage()
  /// What a reader must know of the replay.
  package var notes: [ReplayNote] = []
  /// What was found: the candidate's in order of time, then what only the reference has, then the gaps of the recording.
  public var findings: [ComparedFinding] = []
  package var counts = FindingCounts()
  /// The outcomes of the popups over which the runs differ; of all popups where that was asked, or where there is no reference.
  package var outcomes: [ComparedOutcome] = []
  package var changes = ChangeCounts()
  /// How many outcomes of the candidate's run can be relied on how far.
  package var grades = GradeCounts()
  /// What the candidate's run first assumed; nil where it assumes nothing.
  package var assumption: Assumption?
  /// Whether every run of the session has a new error, though perhaps not the same one, and whether some run has one.
  package var hasErrorInEveryRun = false
  package var hasErrorInSomeRun = false
  /// How many estimated runs have a new error, where the continuations left open whether there is one; nil where nothing was asked.
  package var affectedEstimates: Int?
  /// What comes of each run of an estimate, where that is kept and something is left open.
  package var estimatedRuns: [EstimatedRun] = []
  /// What the events, popups and pages named here refer to; nil where none are.
  public var catalog: Catalog?

  package init(identity: SessionIdentity, hasReference: Bool, isLossy: Bool) {
    self.identity = identity
    self.hasReference = hasReference
    self.isLossy = isLossy
  }

  /// Whether the candidate is worse than the reference (<doc:Diff#Regressions>).
  package var hasRegressions: Bool { counts.regressions() > 0 }
}

/// A finding with what a verdict says of it.
public struct ComparedFinding: Hashable, Sendable {
  public var finding: Finding
  /// Whether the reference, the candidate or both have it.
  package var status: FindingStatus
  /// What it is recognised by elsewhere.
  package var fingerprint: Fingerprint
  /// How far it can be relied on: that it is there, or where it is ``FindingStatus/fixed`` that it is not.
  package var grade: Grade
  /// In how many runs of the session that is so, of those played: nil where only one was.
  package var held: Held?
  /// The events around its witnesses, of the run it was found in; empty where none were asked for.
  package var excerpt = Excerpt()

  package init(
    _ finding: Finding, status: FindingStatus, fingerprint: Fingerprint, grade: Grade = .exact, held: Held? = nil
  ) {
    self.finding = finding
    self.status = status
    self.fingerprint = fingerprint
    self.grade = grade
    self.held = grade > .derived ? held : nil
  }

  /// Whether it makes the candidate worse than the reference (<doc:Diff#Regressions>).
  package var isRegression: Bool { RegressionCriterion().isRegression(status, finding.rule.severity, grade) }

  /// Whether it rests on an assumption, and is not the same whatever is assumed.
  package var isAssumed: Bool { grade == .assumed }

  /// In how many runs of a session something is so.
  package struct Held: Hashable, Sendable {
    package var count: Int
    /// Of so many, the median run included.
    package var runs: Int

    package init(in count: Int, of runs: Int) {
      self.count = count
      self.runs = runs
    }

    var isAlways: Bool { count == runs }
  }
}

/// What comes of a session where its unknown answers are drawn from what the app's users do: what a forecast is made of
/// (CausalReplay, *The estimate*).
package struct EstimatedRun: Sendable {
  package let findings: [Finding]
  package let outcomes: OutcomeTracker

  init(_ run: AuditedRun) { (findings, outcomes) = (run.findings, run.outcomes) }
}

/// Whether a finding is there in the reference, in the candidate, or in both (<doc:Diff#Findings>).
@frozen
package enum FindingStatus: String, CaseIterable, Hashable, Sendable {
  /// Only the candidate has it.
  case new
  /// Only the reference has it.
  case fixed
  /// Both have it.
  case same
}

extension SessionVerdict {
  package struct FindingCounts: Hashable, Sendable {
    package var new = SeverityCounts()
    package var fixed = SeverityCounts()
    package var same = SeverityCounts()
    /// The new ones of severity error, by how far they can be relied on.
    package var newErrors = GradeCounts()

    package init() {}

    package subscript(status: FindingStatus) -> SeverityCounts {
      switch status {
      case .new: new
      case .fixed: fixed
      case .same: same
      }
    }

    /// How many regressions there are (<doc:Diff#Regressions>).
    package func regressions(_ criterion: RegressionCriterion = RegressionCriterion()) -> Int {
      newErrors.count(upTo: criterion.weakest)
    }

    package mutating func add(_ status: FindingStatus, _ severity: Severity, _ grade: Grade) {
      switch status {
      case .new: new.add(severity)
      case .fixed: fixed.add(severity)
      case .same: same.add(severity)
      }
      if RegressionCriterion.isNewError(status, severity) { newErrors.add(grade) }
    }
  }
}

/// The outcomes of one popup in the reference and in the candidate's run (<doc:Diff#Outcomes>, `outcomes`).
package struct ComparedOutcome: Hashable, Sendable {
  package var popup: PopupID
  /// Its attributes; `none` where its submission is not known.
  package var spec: SpecID
  /// Its outcome in the reference; nil where there is none, or where it did not come up.
  package var recorded: RunOutcome?
  /// Its outcome in the candidate's run; nil where it was never submitted there.
  package var candidate: RunOutcome?
  /// How the two differ; nil where there is no reference.
  package var change: OutcomeChange.Kind?
  /// How far the candidate's outcome can be relied on.
  package var grades: AspectGrades
  /// When it comes up first in the several runs of the session; nil where only one was played, or its outcome rests on no assumption.
  package var firstPresentation: ComparedOutcome.FirstPresentation?
}

extension OutcomeTracker {
  /// What became of every popup of a recording that is compared with nothing.
  package var outcomes: [ComparedOutcome] {
    popups.indices.map { PopupID($0) }.filter(knows).map { popup in
      ComparedOutcome(popup: popup, spec: spec(of: popup), candidate: outcome(of: popup), grades: .exact)
    }
  }
}

extension ComparedOutcome {
  /// When a popup comes up first in the several runs of a session, at the soonest and at the latest (Grades, *Aspects*).
  package struct FirstPresentation: Hashable, Sendable {
    /// In the run in which it comes soonest; `Ticks.distantFuture` where it comes in none.
    package private(set) var earliest = Ticks.distantFuture
    /// In the run in which it comes last; `Ticks.distantFuture` where there is one in which it does not come.
    package private(set) var latest = Ticks(-1)
    /// In how many runs it comes.
    package private(set) var count = 0
    /// How many runs there are, with those that cannot be judged.
    package private(set) var runs = 0

    mutating func add(_ time: Ticks) {
      earliest = min(earliest, time)
      latest = max(latest, time)
      if time < .distantFuture { count += 1 }
      runs += 1
    }

    mutating func addUnknown() { runs += 1 }
  }
}

/// What counts as a regression (<doc:Diff#Regressions>): a finding that is new, is an error, and can be relied on far enough.
///
/// The one place that decides it. A gate that sets other severities than the rules have gives those.
///
/// ```swift
/// let criterion = RegressionCriterion(.certain)
/// let failing = verdict.findings.filter { criterion.isRegression($0.status, $0.finding.rule.severity, $0.grade) }
/// ```
public struct RegressionCriterion: Hashable, Sendable {
  /// The words of `--fail-on`.
  public enum FailOn: String, CaseIterable, Hashable, Sendable {
    /// No assumption has part in it.
    case certain
    /// It is the same whatever is assumed.
    case robust
  }

  /// The weakest grade that counts.
  public var weakest: Grade

  /// Counts new errors of this grade and of better ones.
  public init(upTo weakest: Grade) { self.weakest = weakest }

  /// Counts as `--fail-on` says.
  ///
  /// - `isStrict`: Whether a new error that rests on an assumption counts too (`--strict`).
  public init(_ failOn: FailOn = .robust, isStrict: Bool = false) {
    switch failOn {
    case _ where isStrict: weakest = .assumed
    case .certain: weakest = .derived
    case .robust: weakest = .robust
    }
  }

  /// Whether something of this grade can be relied on far enough to count.
  public func counts(_ grade: Grade) -> Bool { grade <= weakest }

  package static func isNewError(_ status: FindingStatus, _ severity: Severity) -> Bool {
    status == .new && severity == .error
  }

  package func isRegression(_ status: FindingStatus, _ severity: Severity, _ grade: Grade) -> Bool {
    Self.isNewError(status, severity) && counts(grade)
  }
}

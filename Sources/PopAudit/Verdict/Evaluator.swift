public import PopReplay
public import PopTrace
public import PopupScheduling

/// Judges a candidate policy on one session after another.
///
/// ```swift
/// var evaluator = Evaluator(candidate: StandardPolicy(.v6))
/// var reference = Reference()
/// reference.read(session, identity: checker.check(session))
/// let verdict = evaluator.evaluate(session, against: reference)
/// if verdict.hasRegressions { … }
/// ```
///
/// The candidate is replayed on the session's stimuli, its run is audited as the reference's was, and the two are compared: findings by
/// fingerprint, outcomes by popup. Several candidates share one ``Reference``, so that a session is read, identified and audited once.
///
/// - Complexity: O(n log m) for a session of n events of which m are outstanding at a time; no allocation per event, and none at all where
///   nothing is found and nothing changed.
public struct Evaluator<Candidate: SchedulingPolicy> {
  /// What is done beyond the verdict; may change from session to session.
  public var options: EvaluationOptions

  var replayer: Replayer<Candidate>
  var run = AuditedRun()
  var diff = OutcomeDiff()
  var nothing = OutcomeTracker()
  /// Plays the continuations of a session.
  var continuer: Replayer<Candidate>
  var continued = AuditedRun()
  var robustness = Robustness()
  private var planner = SessionPlanner()

  /// Makes a judge of a candidate.
  public init(candidate: Candidate, options: EvaluationOptions = EvaluationOptions()) {
    replayer = Replayer(policy: candidate)
    continuer = Replayer(policy: candidate)
    self.options = options
  }

  public mutating func evaluate(
    _ session: Session, against reference: Reference, excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict {
    var verdict = SessionVerdict(
      identity: reference.identity, hasReference: reference.isPresent, isLossy: reference.isLossy)
    verdict.eventCount = session.log.events.count
    verdict.failure = reference.failure
    guard reference.identity.isJudgeable, verdict.failure == nil else { return verdict }
    let session = reference.part ?? session
    // An audited reference of all of the recording says what there is in a run that is the same.
    let isReusable = reference.isRecording && reference.cut == nil
    let plan = reference.plan ?? planner.plan(session, options.replay.limits)
    let isAudited = run.play(
      plan, of: session, with: &replayer, options.replay, unlessRecorded: isReusable, beside: reference)
    verdict.failure = replayer.failure
    guard verdict.failure == nil else { return verdict }
    verdict.runEventCount = run.log.events.count
    verdict.coverage = replayer.coverage
    verdict.assumption = replayer.assumption
    if options.keepsNotes, !replayer.notes.isEmpty { verdict.notes = replayer.notes }
    if let standstill = replayer.standstill {
      var reference = reference
      reference.endComparison(at: standstill, session)
      compare(session, plan, run, reference, &verdict, excerptsOf: isShown)
    } else {
      compare(session, plan, isAudited ? run : reference.run, reference, &verdict, excerptsOf: isShown)
    }
    if !verdict.findings.isEmpty || !verdict.outcomes.isEmpty { verdict.catalog = replayer.catalog }
    return verdict
  }

  private mutating func compare(
    _ session: Session, _ plan: SessionPlan, _ run: AuditedRun, _ reference: Reference, _ verdict: inout SessionVerdict,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    tryContinuations(session, plan, run, reference)
    verdict.hasErrorInEveryRun = robustness.hasErrorInEveryRun
    verdict.hasErrorInSomeRun = robustness.hasErrorInSomeRun
    compareOutcomes(session, run, reference, &verdict)
    compareFindings(session, run, reference, &verdict, excerptsOf: isShown)
    verdict.affectedEstimates = estimate(session, plan, run, reference, verdict)
  }

  private mutating func compareOutcomes(
    _ session: Session, _ run: AuditedRun, _ reference: Reference, _ verdict: inout SessionVerdict
  ) {
    let isCertain = replayer.firstDifference == nil && replayer.firstAssumption == nil
    for index in 0..<run.outcomes.popupCount where run.outcomes.knows(PopupID(index)) {
      verdict.grades.add(isCertain ? .exact : grades(of: PopupID(index)).worst)
    }
    verdict.coverage.assumed = verdict.grades[.assumed]
    diff.listsEverything = options.listsAllOutcomes || !reference.isPresent
    diff.compare(reference.isPresent ? reference.run.outcomes : nothing, run.outcomes, in: session.catalog)
    if reference.isPresent { verdict.changes = diff.counts }
    for change in diff.changes {
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      let recordedSpec = reference.isPresent ? reference.run.outcomes.spec(of: popup) : .none
      let spec = run.outcomes.spec(of: popup)
      var outcome = ComparedOutcome(
        popup: popup, spec: spec.isNone ? recordedSpec : spec,
        recorded: reference.isPresent ? reference.run.outcomes.outcome(of: popup) : nil,
        candidate: run.outcomes.outcome(of: popup), change: reference.isPresent ? change.kind : nil,
        grades: grades(of: popup))
      if outcome.grades.worst > .derived { outcome.firstPresentation = robustness.firstPresentation(of: popup) }
      verdict.outcomes.append(outcome)
    }
  }

  /// How far each aspect of the candidate's outcome of a popup can be relied on.
  func grades(of popup: PopupID) -> AspectGrades { robustness.grades(replayer.grades(of: popup), of: popup) }
}

/// What a judge does beyond its verdict.
public struct EvaluationOptions: Hashable, Sendable {
  /// How the candidate is replayed. Lengths are in ticks of the session.
  public var replay = ReplayOptions()
  /// In how many ways a session whose replay assumes something is gone on with: in none, with every unknown answer at once and never (2), or in
  /// eight more where those differ (10) (<doc:CausalReplay#Continuations>).
  public var continuations = 10
  /// What is known of the app's users, for an estimate of how many sessions are affected; nil for none (<doc:CausalReplay#The-estimate>).
  package var reactions: ReactionModel?
  /// Which findings are shown with the events around their witnesses.
  public var excerpts = Excerpts.none
  /// How many events on either side of a witness an excerpt has.
  public var excerptContext = 3
  /// How many events an excerpt has at most.
  public var excerptLimit = 24
  /// How many findings of a session get an excerpt at most.
  public var excerptsPerSession = 16
  /// Whether outcomes that did not change are listed too.
  public var listsAllOutcomes = false
  /// Whether what a reader must know of the replay is listed.
  public var keepsNotes = true

  /// Which findings get an excerpt.
  public enum Excerpts: String, CaseIterable, Sendable {
    case none
    /// Those that the candidate has and the reference has not.
    case new
    /// All of them.
    case all
  }

  /// Makes the default options.
  public init() {}
}

import PopReplay
public import PopTrace
public import PopupScheduling

/// Judges a candidate policy on one session after another.
///
/// ```swift
/// var evaluator = Evaluator(candidate: StandardPolicy(.v6))
/// var baseline = Baseline()
/// baseline.read(session, identity: checker.check(session))
/// let verdict = evaluator.evaluate(session, against: baseline)
/// if verdict.hasRegressions { … }
/// ```
///
/// The candidate is replayed on the session's stimuli, its run is audited as the baseline's was, and the two are compared: findings by
/// fingerprint, outcomes by popup. Several candidates share one ``Baseline``, so that a session is read, identified and audited once.
///
/// - Complexity: O(n log m) for a session of n events of which m are outstanding at a time; no allocation per event, and none at all where
///   nothing is found and nothing changed.
public struct Evaluator<Candidate: SchedulingPolicy>: CandidateEvaluator {
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

  public mutating func evaluate(_ session: Session, against baseline: Baseline) -> SessionVerdict {
    evaluate(session, against: baseline) { _ in true }
  }

  /// Judges a session, and cuts the events around its findings out for those alone that are shown.
  ///
  /// - Parameter isShown: Asked of each finding that ``EvaluationOptions/excerpts`` selects, in order.
  package mutating func evaluate(
    _ session: Session, against baseline: Baseline, excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict {
    var verdict = SessionVerdict(
      identity: baseline.identity, hasBaseline: baseline.isPresent, isLossy: baseline.isLossy)
    verdict.eventCount = session.log.events.count
    verdict.failure = baseline.failure
    guard baseline.identity.isJudgeable, verdict.failure == nil else { return verdict }
    let session = baseline.part ?? session
    // An audited baseline of all of the recording says what there is in a run that is the same.
    let isReusable = baseline.isRecording && baseline.cut == nil
    let plan = baseline.plan ?? planner.plan(session, options.replay.limits)
    let isAudited = run.play(
      plan, of: session, with: &replayer, options.replay, unlessRecorded: isReusable, beside: baseline)
    verdict.failure = replayer.failure
    guard verdict.failure == nil else { return verdict }
    verdict.runEventCount = run.log.events.count
    verdict.coverage = replayer.coverage
    verdict.assumption = replayer.assumption
    if options.keepsNotes, !replayer.notes.isEmpty { verdict.notes = replayer.notes }
    if let standstill = replayer.standstill {
      var baseline = baseline
      baseline.endComparison(at: standstill, session)
      compare(session, plan, run, baseline, &verdict, excerptsOf: isShown)
    } else {
      compare(session, plan, isAudited ? run : baseline.run, baseline, &verdict, excerptsOf: isShown)
    }
    if !verdict.findings.isEmpty || !verdict.outcomes.isEmpty { verdict.catalog = replayer.catalog }
    return verdict
  }

  private mutating func compare(
    _ session: Session, _ plan: SessionPlan, _ run: AuditedRun, _ baseline: Baseline, _ verdict: inout SessionVerdict,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    tryContinuations(session, plan, run, baseline)
    verdict.hasErrorInEveryRun = robustness.hasErrorInEveryRun
    verdict.hasErrorInSomeRun = robustness.hasErrorInSomeRun
    compareOutcomes(session, run, baseline, &verdict)
    compareFindings(session, run, baseline, &verdict, excerptsOf: isShown)
    verdict.affectedEstimates = estimate(session, plan, run, baseline, verdict)
  }

  private mutating func compareOutcomes(
    _ session: Session, _ run: AuditedRun, _ baseline: Baseline, _ verdict: inout SessionVerdict
  ) {
    let isCertain = replayer.firstDifference == nil && replayer.firstAssumption == nil
    for index in 0..<run.outcomes.popupCount where run.outcomes.knows(PopupID(index)) {
      verdict.grades.add(isCertain ? .exact : grades(of: PopupID(index)).worst)
    }
    verdict.coverage.assumed = verdict.grades.assumed
    diff.listsEverything = options.listsAllOutcomes || !baseline.isPresent
    diff.compare(baseline.isPresent ? baseline.run.outcomes : nothing, run.outcomes, in: session.catalog)
    if baseline.isPresent { verdict.changes = diff.counts }
    for change in diff.changes {
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      let recordedSpec = baseline.isPresent ? baseline.run.outcomes.spec(of: popup) : .none
      let spec = run.outcomes.spec(of: popup)
      var outcome = ComparedOutcome(
        popup: popup, spec: spec.isNone ? recordedSpec : spec,
        recorded: baseline.isPresent ? baseline.run.outcomes.outcome(of: popup) : nil,
        candidate: run.outcomes.outcome(of: popup), change: baseline.isPresent ? change.kind : nil,
        grades: grades(of: popup))
      if outcome.grades.worst > .derived { outcome.firstPresentation = robustness.firstPresentation(of: popup) }
      verdict.outcomes.append(outcome)
    }
  }

  /// How far each aspect of the candidate's outcome of a popup can be relied on.
  func grades(of popup: PopupID) -> AspectGrades { robustness.grades(replayer.grades(of: popup), of: popup) }
}

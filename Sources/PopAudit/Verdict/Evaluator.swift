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
/// The candidate's run on the session's stimuli is audited and compared with the reference's: findings by fingerprint, outcomes by popup.
///
/// - Complexity: O(n log m) for a session of n events of which m are outstanding at a time; no allocation per event, and none at all where
///   nothing is found and nothing changed.
public struct Evaluator<Candidate: SchedulingPolicy> {
  /// What is done beyond the verdict; may change from session to session.
  public var options: EvaluationOptions

  /// For recordings and excerpts.
  var replayer: Replayer<Candidate>
  var diff = OutcomeDiff()
  var continuer: BranchingRuns<Candidate>
  /// The run that is judged: the median one.
  var judged: BranchingRuns<Candidate>.Branch
  var robustness = Robustness()
  /// The same with the draws, too.
  var widened = Robustness()
  private var planner = SessionPlanner()

  /// Makes a judge of a candidate.
  public init(candidate: Candidate, options: EvaluationOptions = EvaluationOptions()) {
    replayer = Replayer(policy: candidate)
    continuer = BranchingRuns(policy: candidate)
    judged = continuer.makeBranch()
    self.options = options
  }

  @_specialize(where Candidate == StandardPolicy)
  public mutating func evaluate(
    _ session: Session, against reference: Reference, excerptsOf isShown: (ComparedFinding) -> Bool
  ) -> SessionVerdict {
    var verdict = SessionVerdict(
      identity: reference.identity, hasReference: reference.isPresent, isLossy: reference.isLossy)
    (verdict.eventCount, verdict.failure) = (session.log.events.count, reference.failure)
    if let part = reference.part {
      judge(part, against: reference, &verdict, excerptsOf: isShown)
    } else {
      judge(session, against: reference, &verdict, excerptsOf: isShown)
    }
    return verdict
  }

  private mutating func judge(
    _ session: Session, against reference: Reference, _ verdict: inout SessionVerdict,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    guard reference.identity.isJudgeable, verdict.failure == nil else { return }
    // An audited reference of all of the recording says what there is in a run that is the same.
    let isReusable = reference.isRecording && reference.cut == nil
    let plan = reference.plan ?? planner.plan(session, options.replay.limits)
    play(plan, of: session, unlessRecorded: isReusable, beside: reference)
    verdict.failure = judged.replayer.failure
    guard verdict.failure == nil else { return }
    verdict.runEventCount = judged.run.log.events.count
    (verdict.coverage, verdict.assumption) = (judged.replayer.coverage, judged.replayer.assumption)
    if options.keepsNotes, !judged.replayer.notes.isEmpty { verdict.notes = judged.replayer.notes }
    if let standstill = judged.replayer.standstill {
      var part = reference
      part.endComparison(at: standstill, session)
      compare(session, plan, judged.run, part, &verdict, excerptsOf: isShown)
    } else if judged.isOther {
      compare(session, plan, reference.run, reference, &verdict, excerptsOf: isShown)
    } else {
      compare(session, plan, judged.run, reference, &verdict, excerptsOf: isShown)
    }
  }

  private mutating func compare(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference,
    _ verdict: inout SessionVerdict, excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    tryContinuations(session, plan, median, reference)
    verdict.hasErrorInEveryRun = robustness.hasErrorInEveryRun
    verdict.hasErrorInSomeRun = robustness.hasErrorInSomeRun
    compareOutcomes(session, median, reference, &verdict)
    compareFindings(session, median, reference, &verdict, excerptsOf: isShown)
    verdict.affectedEstimates = estimate(session, plan, median, reference, verdict.counts)
    verdict.estimatedRuns = estimatedRuns(session, plan, median, reference)
    if !verdict.findings.isEmpty || !verdict.outcomes.isEmpty { verdict.catalog = judged.replayer.catalog }
  }

  private mutating func compareOutcomes(
    _ session: Session, _ run: AuditedRun, _ reference: Reference, _ verdict: inout SessionVerdict
  ) {
    let isCertain = judged.replayer.firstDifference == nil && judged.replayer.firstAssumption == nil
    for index in 0..<run.outcomes.popups.count where run.outcomes.knows(PopupID(index)) {
      verdict.grades.add(isCertain ? .exact : grades(of: PopupID(index)).worst)
    }
    verdict.coverage.assumed = verdict.grades[.assumed]
    diff.listsEverything = options.listsAllOutcomes || !reference.isPresent
    let recorded = reference.isPresent ? reference.run.outcomes : OutcomeTracker()
    diff.compare(recorded, run.outcomes, in: session.catalog)
    if reference.isPresent { verdict.changes = diff.counts }
    verdict.outcomes.reserveCapacity(diff.changes.count)
    for change in diff.changes {
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      let spec = run.outcomes.spec(of: popup)
      var outcome = ComparedOutcome(
        popup: popup, spec: spec.isNone ? recorded.spec(of: popup) : spec, recorded: recorded.outcome(of: popup),
        candidate: run.outcomes.outcome(of: popup), change: reference.isPresent ? change.kind : nil,
        grades: grades(of: popup))
      if outcome.grades.worst > .derived { outcome.firstPresentation = robustness.firstPresentation(of: popup) }
      verdict.outcomes.append(outcome)
    }
  }

  func grades(of popup: PopupID) -> AspectGrades { robustness.grades(judged.replayer.grades(of: popup), of: popup) }
}

/// What a judge does beyond its verdict.
public struct EvaluationOptions: Hashable, Sendable {
  /// How the candidate is replayed. Lengths are in ticks of the session.
  public var replay = ReplayOptions()
  /// In how many ways a session whose replay assumes something is gone on with: in none, with every unknown answer at once and never (2), or in
  /// eight more where those differ (10) (CausalReplay, *Continuations*).
  public var continuations = 10
  /// What is known of the app's users, for an estimate of how many sessions are affected; nil for none (CausalReplay, *The estimate*).
  package var reactions: ReactionModel?
  /// Whether what comes of an estimate's runs is kept, for a forecast.
  package var keepsEstimatedRuns = false
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

/// What all runs of a session have in common with its median run (CausalReplay, *Continuations*).
struct Robustness: Sendable {
  /// How many runs were taken, the median run included.
  private(set) var runs = 0
  /// Whether one of them differs from the median run in some aspect or finding.
  private(set) var differs = false
  /// Whether each of them has a new error, and whether some of them has.
  private(set) var hasErrorInEveryRun = false
  private(set) var hasErrorInSomeRun = false
  private var popups: [Popup] = []
  /// By index in the median run's findings: in how many runs it is.
  private var held: [Int32] = []
  /// By index in the reference's findings: in how many runs it is not.
  private var missing: [Int32] = []

  private struct Popup {
    /// The aspects that are the same in all runs and do not depend on what is beyond them.
    var common = Aspects.all
    /// When its first presentation came in the run in which it came soonest, and in the one in which it came last or not at all.
    var span = ComparedOutcome.FirstPresentation()
  }

  struct Aspects: OptionSet, Sendable {
    var rawValue: UInt8
    static let shown = Aspects(rawValue: 1)
    static let place = Aspects(rawValue: 2)
    static let end = Aspects(rawValue: 4)
    static let all = Aspects(rawValue: 7)
  }

  /// Up to when a run says something.
  struct Reach {
    /// From when on the user may have gone elsewhere.
    var opening = Ticks.distantFuture
    /// When the reference's own run stood still, behind which nothing is known of it.
    var cut = Ticks.distantFuture
    /// Whether the recording ends because the app was killed, so that what had not ended by then may have ended in any way.
    var isOpenEnded = false

    /// Whether something settled at a time, or left as it is at the end, does not depend on what comes after what is known.
    func settles(_ time: Ticks) -> Bool {
      guard time < .distantFuture else { return !isOpenEnded && opening == .distantFuture && cut == .distantFuture }
      return shows(time)
    }

    /// Whether something that happens at a time does not depend on what comes after what is known.
    func shows(_ time: Ticks) -> Bool { time < opening && time < cut }
  }

  mutating func begin(_ median: AuditedRun, _ reference: Reference) {
    clear()
    hasErrorInEveryRun = true
    popups.append(contentsOf: repeatElement(Popup(), count: median.outcomes.popups.count))
    held.append(contentsOf: repeatElement(0, count: median.findings.count))
    if reference.isPresent {
      missing.append(contentsOf: repeatElement(0, count: reference.run.findings.count))
    }
  }

  /// Runs cannot be judged, so that nothing is known to be the same in them.
  mutating func addUnknown(times: Int) {
    runs += times
    differs = true
    hasErrorInEveryRun = false
    for index in popups.indices {
      popups[index].common = []
      popups[index].span.addUnknown()
    }
  }

  /// Takes so many runs that are the same. Told is when the first presentation of a popup came in it, and its end.
  mutating func add(
    _ run: AuditedRun, times: Int = 1, _ median: AuditedRun, _ reference: Reference, _ reach: Reach,
    settled: (PopupID) -> (shown: Ticks, end: Ticks)
  ) {
    runs += times
    for index in popups.indices where median.outcomes.knows(PopupID(index)) {
      let popup = PopupID(index)
      popups[index].span.add(run.outcomes.firstPresentation(of: popup))
      guard !popups[index].common.isEmpty else { continue }
      let same = median.outcomes.commonAspects(of: popup, with: run.outcomes)
      if same != .all { differs = true }
      let times = settled(popup)
      popups[index].common.formIntersection(same)
      if !reach.settles(times.end) { popups[index].common.subtract([.place, .end]) }
      if !reach.settles(min(times.shown, times.end)) { popups[index].common.remove(.shown) }
    }
    count(run, times: Int32(times), median, reference, reach)
  }

  private mutating func count(
    _ run: AuditedRun, times: Int32, _ median: AuditedRun, _ reference: Reference, _ reach: Reach
  ) {
    if run.fingerprints.count != median.fingerprints.count { differs = true }
    for index in held.indices {
      guard let found = run.fingerprints.index(of: median.fingerprints[index]) else {
        differs = true
        continue
      }
      if reach.shows(run.findings[found].time) { held[index] += times }
    }
    for index in missing.indices where !run.fingerprints.contains(reference.run.fingerprints[index]) {
      if reach.shows(reference.run.findings[index].time) { missing[index] += times }
    }
    var hasError = false
    for (index, finding) in run.findings.enumerated() where finding.rule.severity == .error {
      let isKnown = reference.hasInSomeRun(run.fingerprints[index])
      guard RegressionCriterion.isNewError(isKnown ? .same : .new, finding.rule.severity) else { continue }
      hasErrorInSomeRun = true
      if reach.shows(finding.time) { hasError = true }
    }
    hasErrorInEveryRun = hasErrorInEveryRun && hasError
  }

  func grades(_ grades: AspectGrades, of popup: PopupID) -> AspectGrades {
    guard popup.index < popups.count else { return grades }
    let kept = popups[popup.index].common
    func grade(_ grade: Grade, _ aspect: Aspects) -> Grade {
      grade == .assumed && kept.contains(aspect) ? .robust : grade
    }
    return AspectGrades(
      shown: grade(grades.shown, .shown), where: grade(grades.where, .place), end: grade(grades.end, .end))
  }

  /// When the first presentation of a popup came soonest and last; nil where there is but one run.
  func firstPresentation(of popup: PopupID) -> ComparedOutcome.FirstPresentation? {
    runs > 1 && popup.index < popups.count ? popups[popup.index].span : nil
  }

  /// In how many runs a finding of the median run is; nil where there is but one.
  func held(_ index: Int) -> ComparedFinding.Held? {
    index < held.count ? ComparedFinding.Held(in: Int(held[index]), of: runs) : nil
  }

  /// In how many runs a finding of the reference is missing; nil where there is but one.
  func missing(_ index: Int) -> ComparedFinding.Held? {
    index < missing.count ? ComparedFinding.Held(in: Int(missing[index]), of: runs) : nil
  }

  mutating func clear() {
    (runs, differs, hasErrorInEveryRun, hasErrorInSomeRun) = (0, false, false, false)
    popups.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
  }
}

extension OutcomeTracker {
  /// When a popup came up first; `Ticks.distantFuture` where it did not.
  func firstPresentation(of popup: PopupID) -> Ticks {
    let first = firstStay(of: popup)
    return first < 0 ? .distantFuture : stays[Int(first)].from
  }

  /// In which aspects the outcome of a popup is the same in another run; one that does not know the popup does not show it.
  func commonAspects(of popup: PopupID, with other: OutcomeTracker) -> Robustness.Aspects {
    var left = firstStay(of: popup)
    var right = other.firstStay(of: popup)
    var aspects: Robustness.Aspects = (left < 0) == (right < 0) ? .shown : []
    while left >= 0, right >= 0, stays[Int(left)].page == other.stays[Int(right)].page {
      left = stays[Int(left)].next
      right = other.stays[Int(right)].next
    }
    if left < 0, right < 0 { aspects.insert(.place) }
    if end(of: popup) == other.end(of: popup) { aspects.insert(.end) }
    return aspects
  }
}

public import PopReplay
public import PopTrace
import PopupScheduling

/// What candidates are compared with on one session: the recording, another policy's run, or nothing.
///
/// ```swift
/// var reference = Reference()
/// reference.read(session, identity: checker.check(session))
/// var evaluators = [Evaluator(candidate: StandardPolicy(.v5)), Evaluator(candidate: StandardPolicy(.v6))]
/// for index in evaluators.indices { print(evaluators[index].evaluate(session, against: reference).hasRegressions) }
/// ```
///
/// Made once for a session, however many candidates there are; used again for the next one it allocates nothing per event.
public struct Reference: Sendable {
  /// Whether the recording gives itself back.
  package private(set) var identity = SessionIdentity.none
  /// Whether there is anything to compare with.
  package private(set) var isPresent = false
  /// Whether events are missing, so that the session is judged in part or with gaps (<doc:Diff#Verdicts-and-exit-codes>, exit code 3).
  package private(set) var isLossy = false

  /// What all runs of the judged session share; nil where every judge has to plan it for itself.
  private(set) var plan: SessionPlan?
  /// The part of the session that is judged (``SessionIdentity/judgedPart(of:)``); nil where that is all of it.
  private(set) var part: Session?
  /// Why nothing can be judged against it: the session, or the reference's run, goes beyond a limit; nil where it can.
  package private(set) var failure: TraceError?
  /// When the reference's own run stood still; nothing is known of what comes then.
  private(set) var cut: Ticks?
  /// When the candidate's run stood still, up to where alone the two can be compared.
  private(set) var standstill: Ticks?
  /// When the reference's own run first assumes something; a recording does not.
  private(set) var assumedFrom = Ticks.distantFuture
  /// Whether the reference's run was gone on with in every way that its recording leaves open, and what was found there.
  private(set) var wasContinued = false
  private var alternatives: [FingerprintList] = []
  /// What was found in each of the runs that an estimate rests on; empty where they are the reference's run.
  private var estimates: [FingerprintList] = []

  var run = AuditedRun()
  /// What was found in it.
  package var found: [Finding] { run.findings }
  private var recording = AuditedRun()
  private var planner = SessionPlanner()
  private(set) var isRecording = false

  /// Makes a reference that is empty.
  public init() {}

  /// Takes the recording itself for the reference; a scenario has none.
  ///
  /// Where the recording does not give itself back there is nothing to compare with.
  ///
  /// - `plan`: What a planner made of the session, for the candidates; nil where each is to do that for itself.
  public mutating func read(_ session: Session, identity: SessionIdentity, plan: SessionPlan? = nil) {
    begin(session, identity, plan)
    guard identity.isJudgeable, !session.isScenario else { return }
    isPresent = true
    isRecording = true
    if let part { run.read(part) } else { run.read(session) }
    noteGaps(in: run)
  }

  /// Takes what another policy makes of the session's stimuli for the reference, as ``read(_:identity:plan:)`` takes the recording.
  ///
  /// - `continuations`: In how many ways a run that assumes something is gone on with (``EvaluationOptions/continuations``).
  /// - `reactions`: What an estimate rests on; nil for none.
  @_specialize(where Policy == StandardPolicy)
  mutating func play<Policy>(
    _ session: Session, with runs: inout BranchingRuns<Policy>, identity: SessionIdentity, plan: SessionPlan? = nil,
    options: ReplayOptions, continuations: Int = 0, reactions: ReactionModel? = nil
  ) {
    begin(session, identity, plan)
    guard identity.isJudgeable else { return }
    isPresent = true
    let session = part ?? session
    if !session.isScenario {
      recording.read(session)
      noteGaps(in: recording)
    }
    let plan = self.plan ?? planner.plan(session, options.limits)
    var options = options
    options.continuations = Continuation.all(continuations)
    runs.begin(plan, of: session, options)
    _ = runs.next(plan, of: session)
    let hasUnknownAnswer = runs.ended.replayer.hasUnknownAnswer
    failure = runs.ended.replayer.failure
    cut = runs.ended.replayer.standstill
    assumedFrom = runs.ended.replayer.firstAssumption ?? .distantFuture
    swap(&runs.ended.run, &run)
    defer { runs.stop() }
    guard continuations > 0, failure == nil, cut == nil else { return }
    wasContinued = true
    guard hasUnknownAnswer else { return }
    while wasContinued, runs.next(plan, of: session) {
      wasContinued = runs.ended.replayer.failure == nil
      if wasContinued { alternatives.append(runs.ended.run.fingerprints) }
    }
    guard let reactions, wasContinued else { return }
    options.reactions = SessionReactions(reactions, session)
    options.continuations = Continuation.estimates
    estimates = Continuation.estimates.map { _ in run.fingerprints }
    runs.begin(plan, of: session, options)
    while runs.next(plan, of: session) {
      guard runs.ended.replayer.failure == nil else { continue }
      for number in runs.ended.numbers { estimates[number] = runs.ended.run.fingerprints }
    }
  }

  /// What runs are completed beside; nil where there is nothing to compare with.
  var comparison: AuditedRun.Other? {
    isPresent ? (run.trimmings, isRecording ? "the recording" : "the run it is compared with") : nil
  }

  /// Whether the reference has a finding in one of the runs that an estimate rests on: the same users in its run and the candidate's.
  func has(_ fingerprint: Fingerprint, inEstimate number: Int) -> Bool {
    isPresent && (number < estimates.count ? estimates[number] : run.fingerprints).contains(fingerprint)
  }

  /// Whether a run has an error, in the part that is judged, that the reference's run with the same users has not.
  func hasNewError(_ other: AuditedRun, inEstimate number: Int) -> Bool {
    let findings = other.findings
    return findings.indices.contains { index in
      findings[index].rule.severity == .error && findings[index].time < cut ?? .distantFuture
        && !has(other.fingerprints[index], inEstimate: number)
    }
  }

  /// Whether the reference has a finding, whatever is assumed of it.
  func hasInSomeRun(_ fingerprint: Fingerprint) -> Bool {
    isPresent && run.fingerprints.contains(fingerprint) || alternatives.contains { $0.contains(fingerprint) }
  }

  /// Leaves out what came after an instant at which the candidate's run of the judged session stood still.
  mutating func endComparison(at time: Ticks, _ session: Session) {
    standstill = time
    guard isPresent, isRecording else { return }
    run.read(session, upTo: time)
  }

  private mutating func begin(_ session: Session, _ identity: SessionIdentity, _ plan: SessionPlan?) {
    (self.identity, self.plan) = (identity, plan)
    (isPresent, isRecording, wasContinued) = (false, false, false)
    if part != nil { part = nil }
    (failure, cut, standstill) = (nil, nil, nil)
    assumedFrom = .distantFuture
    (alternatives, estimates) = ([], [])
    isLossy = session.skippedEvents > 0 || !session.gaps.isEmpty
    switch identity {
    case .overLimit(let error): failure = error
    case .observed(let judged) where judged == session.log.events.count: break
    case .lossy, .cut, .observed:
      part = identity.judgedPart(of: session)
      self.plan = nil
      if case .cut = identity { break }
      isLossy = true
    case .ok, .mismatch, .none, .unknownPolicy: break
    }
  }

  private mutating func noteGaps(in run: AuditedRun) {
    if !isLossy { isLossy = run.findings.contains { $0.rule == .traceGap } }
  }
}

import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Goes on with a session in every way that its recording leaves open, and keeps what is the same in all of them.
  ///
  /// At once and never first, between which all other answers lie; the draws only where those two differ.
  mutating func tryContinuations(_ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference)
  {
    robustness.clear()
    guard options.continuations > 0, !session.isScenario, replayer.standstill == nil, replayer.assumption != nil else {
      return
    }
    robustness.begin(median, reference)
    add(median, of: replayer, session, median, reference)
    guard replayer.hasUnknownAnswer else { return }
    for continuation in Continuation.extremes { tryOne(continuation, session, plan, median, reference) }
    guard options.continuations > 2, robustness.differs else { return }
    for continuation in Continuation.draws { tryOne(continuation, session, plan, median, reference) }
  }

  private mutating func tryOne(
    _ continuation: Continuation, _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) {
    var replay = options.replay
    replay.continuation = continuation
    guard let run = goOn(replay, session, plan, median, reference) else { return robustness.addUnknown() }
    add(run, of: continuer, session, median, reference)
  }

  private mutating func add(
    _ run: AuditedRun, of replayer: Replayer<Candidate>, _ session: Session, _ median: AuditedRun,
    _ reference: Reference
  ) {
    let reach = Robustness.Reach(
      opening: replayer.openFrom ?? .distantFuture, cut: reference.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
    robustness.add(run, median, reference, reach) { replayer.settledTimes(of: $0) }
  }

  /// The audited run that goes on in one way; nil where it goes beyond a limit.
  mutating func goOn(
    _ replay: ReplayOptions, _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) -> AuditedRun? {
    let isAudited = continued.play(
      plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: reference)
    guard continuer.failure == nil else { return nil }
    return isAudited ? continued : median
  }

  /// In how many estimated runs the candidate has a new error; nil where that is decided, or not asked (CausalReplay, *The estimate*).
  mutating func estimate(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference, _ verdict: SessionVerdict
  ) -> Int? {
    guard let reactions = options.reactions, robustness.hasErrorInSomeRun, !robustness.hasErrorInEveryRun,
      verdict.counts.regressions() == 0
    else { return nil }
    guard replayer.hasUnknownAnswer else {
      return hasNewError(median, 0, reference) ? Continuation.estimates.count : 0
    }
    var replay = options.replay
    replay.reactions = SessionReactions(reactions, session)
    var affected = 0
    for (number, continuation) in Continuation.estimates.enumerated() {
      replay.continuation = continuation
      // A run that goes beyond a limit says nothing, and the median run stands for it.
      let run = goOn(replay, session, plan, median, reference) ?? median
      if hasNewError(run, number, reference) { affected += 1 }
    }
    return affected
  }

  /// Whether a run has an error that the reference's run with the same users has not, in the part that is judged.
  private func hasNewError(_ run: AuditedRun, _ number: Int, _ reference: Reference) -> Bool {
    run.findings.indices.contains { index in
      let finding = run.findings[index]
      let isKnown = reference.has(run.fingerprints[index], inEstimate: number)
      return finding.time < reference.cut ?? .distantFuture
        && RegressionCriterion.isNewError(isKnown ? .same : .new, finding.rule.severity)
    }
  }
}

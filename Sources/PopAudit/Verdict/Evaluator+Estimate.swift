import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// In how many of the estimated runs of a session the candidate has a new error, where its continuations left open whether there is one;
  /// nil where that is decided, or nothing was asked (CausalReplay, *The estimate*).
  ///
  /// For reading, and never for a grade.
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
      let isAudited = continued.play(
        plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: reference)
      // A run that goes beyond a limit says nothing, and the median run stands for it.
      let run = isAudited && continuer.failure == nil ? continued : median
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

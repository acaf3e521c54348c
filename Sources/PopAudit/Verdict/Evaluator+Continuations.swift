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
    add(median, times: 1, of: replayer, session, median, reference)
    guard replayer.hasUnknownAnswer else { return }
    tryAll(Continuation.extremes, session, plan, median, reference)
    guard options.continuations > 2, robustness.differs else { return }
    tryAll(Continuation.draws, session, plan, median, reference)
  }

  private mutating func tryAll(
    _ continuations: [Continuation], _ session: Session, _ plan: SessionPlan, _ median: AuditedRun,
    _ reference: Reference
  ) {
    goOn(in: continuations, session, plan, options.replay)
    while let run = next(session, plan, median, reference) {
      let times = continuer.ended.numbers.count
      if continuer.ended.replayer.failure != nil {
        robustness.addUnknown(times: times)
      } else {
        add(run, times: times, of: continuer.ended.replayer, session, median, reference)
      }
    }
  }

  private mutating func add(
    _ run: AuditedRun, times: Int, of replayer: Replayer<Candidate>, _ session: Session, _ median: AuditedRun,
    _ reference: Reference
  ) {
    let reach = Robustness.Reach(
      opening: replayer.openFrom ?? .distantFuture, cut: reference.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
    robustness.add(run, times: times, median, reference, reach) { replayer.settledTimes(of: $0) }
  }

  /// Begins to go on with a session in several ways.
  mutating func goOn(
    in continuations: [Continuation], _ session: Session, _ plan: SessionPlan, _ replay: ReplayOptions
  ) {
    var replay = replay
    replay.continuations = continuations
    continuer.begin(plan, of: session, replay)
  }

  /// The next audited run, of the ways that `continuer` says; the median run stands for one that goes beyond a limit; nil behind the last.
  mutating func next(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) -> AuditedRun? {
    guard continuer.next(plan, of: session, unlessSameAs: median.log, beside: reference) else { return nil }
    let ended = continuer.ended
    return ended.isOther || ended.replayer.failure != nil ? median : ended.run
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
    goOn(in: Continuation.estimates, session, plan, replay)
    // A run that goes beyond a limit says nothing, and the median run stands for it.
    while let run = next(session, plan, median, reference) {
      affected += continuer.ended.numbers.count { hasNewError(run, $0, reference) }
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

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
    let known = replayer
    robustness.add(median, median, reference, reach(of: known, session, reference)) { known.settledTimes(of: $0) }
    guard replayer.hasUnknownAnswer else { return }
    for continuation in Continuation.extremes { go(on: continuation, session, plan, median, reference) }
    guard options.continuations > 2, robustness.differs else { return }
    for continuation in Continuation.draws { go(on: continuation, session, plan, median, reference) }
  }

  private mutating func go(
    on continuation: Continuation, _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) {
    var replay = options.replay
    replay.continuation = continuation
    let isAudited = continued.play(
      plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: reference)
    guard continuer.failure == nil else { return robustness.addUnknown() }
    let known = continuer
    robustness.add(
      isAudited ? continued : median, median, reference, reach(of: known, session, reference)
    ) { known.settledTimes(of: $0) }
  }

  private func reach(of replayer: Replayer<Candidate>, _ session: Session, _ reference: Reference) -> RunReach {
    RunReach(
      opening: replayer.openFrom ?? .distantFuture, cut: reference.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
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

extension OutcomeTracker {
  /// When a popup came up first; ``Ticks/distantFuture`` where it did not.
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

/// What comparing a run with others needs of its replayer: up to when it says something.
struct RunReach {
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

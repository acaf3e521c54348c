import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Plays the median run, and of the ways in which the session might go on as much as is the same in it.
  mutating func play(_ plan: SessionPlan, of session: Session, unlessRecorded: Bool, beside reference: Reference) {
    var replay = options.replay
    replay.continuations = Continuation.all(session.isScenario ? 0 : options.continuations)
    continuer.begin(plan, of: session, replay)
    _ = continuer.next(plan, of: session, unlessRecorded: unlessRecorded, beside: reference.comparison)
    swap(&continuer.ended, &judged)
    continuer.ended.replayer.forgetPlan()
  }

  /// Goes on with a session in every way that its recording leaves open, and keeps what is the same in all of them.
  ///
  /// All other answers lie between at once and never: where those two come to the same, the draws do not count.
  mutating func tryContinuations(_ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference)
  {
    robustness.clear()
    guard options.continuations > 0, !session.isScenario, judged.replayer.standstill == nil,
      judged.replayer.assumption != nil
    else { return continuer.stop() }
    robustness.begin(median, reference)
    guard judged.replayer.hasUnknownAnswer else {
      continuer.stop()
      return robustness.add(median, of: judged, times: 1, session, median, reference)
    }
    widened.begin(median, reference)
    let isWide = options.continuations > 2
    robustness.add(median, of: judged, times: judged.extremes, session, median, reference)
    if isWide { widened.add(median, of: judged, times: judged.numbers.count, session, median, reference) }
    while continuer.next(plan, of: session, unlessSameAs: median.log, beside: reference.comparison) {
      let run = continuer.ended.isOwn ? continuer.ended.run : median
      let (few, all) = (continuer.ended.extremes, continuer.ended.numbers.count)
      // Where the answers at once and never differ, all of them count, and those two by themselves no more.
      if !isWide || !robustness.differs {
        robustness.add(run, of: continuer.ended, times: few, session, median, reference)
      }
      if isWide { widened.add(run, of: continuer.ended, times: all, session, median, reference) }
    }
    if isWide, robustness.differs { swap(&robustness, &widened) }
  }

  /// Plays the runs that an estimate rests on, and hands each on with the numbers of those that are like it. A run that goes beyond a limit says
  /// nothing, and the median run stands for it.
  private mutating func playEstimates(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference, _ model: ReactionModel,
    _ body: (AuditedRun, [Int]) -> Void
  ) {
    var replay = options.replay
    replay.reactions = SessionReactions(model, session)
    replay.continuations = Continuation.estimates
    continuer.begin(plan, of: session, replay)
    while continuer.next(plan, of: session, unlessSameAs: median.log, beside: reference.comparison) {
      body(continuer.ended.isOwn ? continuer.ended.run : median, continuer.ended.numbers)
    }
  }

  /// In how many estimated runs the candidate has a new error; nil where that is decided, or not asked (CausalReplay, *The estimate*).
  mutating func estimate(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference,
    _ counts: SessionVerdict.FindingCounts
  ) -> Int? {
    guard let reactions = options.reactions, robustness.hasErrorInSomeRun, !robustness.hasErrorInEveryRun,
      counts.regressions() == 0
    else { return nil }
    guard judged.replayer.hasUnknownAnswer else {
      return reference.hasNewError(median, inEstimate: 0) ? Continuation.estimates.count : 0
    }
    var affected = 0
    playEstimates(session, plan, median, reference, reactions) { run, numbers in
      affected += numbers.count { reference.hasNewError(run, inEstimate: $0) }
    }
    return affected
  }

  /// The runs that a forecast rests on; empty where nothing is left open, so that all of them are the run that was judged.
  mutating func estimatedRuns(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) -> [EstimatedRun] {
    guard options.keepsEstimatedRuns, let reactions = options.reactions, !session.isScenario,
      judged.replayer.standstill == nil, judged.replayer.hasUnknownAnswer
    else { return [] }
    var runs = Continuation.estimates.map { _ in EstimatedRun(median) }
    playEstimates(session, plan, median, reference, reactions) { run, numbers in
      for number in numbers { runs[number] = EstimatedRun(run) }
    }
    return runs
  }
}

extension Robustness {
  /// Takes so many runs that are the same: of those that a branch stands for.
  fileprivate mutating func add<Policy>(
    _ run: AuditedRun, of branch: BranchingRuns<Policy>.Branch, times: Int, _ session: Session, _ median: AuditedRun,
    _ reference: Reference
  ) {
    guard times > 0 else { return }
    if branch.replayer.failure != nil { return addUnknown(times: times) }
    let reach = Reach(
      opening: branch.replayer.openFrom ?? .distantFuture, cut: reference.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
    add(run, times: times, median, reference, reach) { branch.replayer.settledTimes(of: $0) }
  }
}

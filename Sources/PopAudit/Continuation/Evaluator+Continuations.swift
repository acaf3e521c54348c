import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Goes on with a session in every way that its recording leaves open, and keeps what is the same in all of them.
  ///
  /// At once and never first, between which all other answers lie; the draws only where those two differ.
  mutating func tryContinuations(_ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ baseline: Baseline) {
    robustness.clear()
    guard options.continuations > 0, !session.isScenario, replayer.standstill == nil, replayer.assumption != nil else {
      return
    }
    robustness.begin(median, baseline)
    let known = replayer
    robustness.add(median, median, baseline, reach(of: known, session, baseline)) { known.settledTimes(of: $0) }
    guard replayer.hasUnknownAnswer else { return }
    for continuation in Continuation.extremes { go(on: continuation, session, plan, median, baseline) }
    guard options.continuations > 2, robustness.differs else { return }
    for continuation in Continuation.draws { go(on: continuation, session, plan, median, baseline) }
  }

  private mutating func go(
    on continuation: Continuation, _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ baseline: Baseline
  ) {
    var replay = options.replay
    replay.continuation = continuation
    let isAudited = continued.play(
      plan, of: session, with: &continuer, replay, unlessSameAs: median.log, beside: baseline)
    guard continuer.failure == nil else { return robustness.addUnknown() }
    let known = continuer
    robustness.add(
      isAudited ? continued : median, median, baseline, reach(of: known, session, baseline)
    ) { known.settledTimes(of: $0) }
  }

  private func reach(of replayer: Replayer<Candidate>, _ session: Session, _ baseline: Baseline) -> RunReach {
    RunReach(
      opening: replayer.openFrom ?? .distantFuture, cut: baseline.cut ?? .distantFuture,
      isOpenEnded: !session.isFinished)
  }
}

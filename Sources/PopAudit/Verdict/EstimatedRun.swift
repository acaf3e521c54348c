import PopReplay
import PopTrace
package import PopupScheduling

/// What comes of a session where its unknown answers are drawn from what the app's users do: what a forecast is made of
/// (CausalReplay, *The estimate*).
package struct EstimatedRun: Hashable, Sendable {
  package struct Found: Hashable, Sendable {
    package var rule: Rule
    package var popup: PopupID
  }

  package struct Popup: Hashable, Sendable {
    package var popup: PopupID
    /// How long it waited until it came up first; nil where it never did.
    package var waited: Ticks?
    package var isShown: Bool
  }

  package private(set) var findings: [Found]
  package private(set) var popups: [Popup]

  init(_ run: AuditedRun) {
    findings = run.findings.map { Found(rule: $0.rule, popup: $0.popup) }
    popups = run.outcomes.popups.indices.map { PopupID($0) }.filter(run.outcomes.knows).map { popup in
      let outcome = run.outcomes.outcome(of: popup)
      return Popup(popup: popup, waited: outcome?.waited, isShown: outcome?.shown.isEmpty == false)
    }
  }
}

extension Evaluator {
  /// The runs that a forecast rests on; empty where nothing is left open, so that all of them are the run that was judged.
  mutating func estimatedRuns(
    _ session: Session, _ plan: SessionPlan, _ median: AuditedRun, _ reference: Reference
  ) -> [EstimatedRun] {
    guard options.keepsEstimatedRuns, let reactions = options.reactions, !session.isScenario,
      judged.replayer.standstill == nil, judged.replayer.hasUnknownAnswer
    else { return [] }
    var replay = options.replay
    replay.reactions = SessionReactions(reactions, session)
    var runs = Continuation.estimates.map { _ in EstimatedRun(median) }
    goOn(in: Continuation.estimates, session, plan, replay)
    // A run that goes beyond a limit says nothing, and the median run stands for it.
    while let run = next(session, plan, median, reference) {
      let estimated = EstimatedRun(run)
      for number in continuer.ended.numbers { runs[number] = estimated }
    }
    return runs
  }
}

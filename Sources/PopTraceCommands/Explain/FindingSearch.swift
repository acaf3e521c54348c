#if Tool
import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// Finds the popup that a finding is about.
struct FindingSearch {
  private let fingerprint: String
  private let candidate: PolicyEntry?
  private let policies: PolicyRegistry

  init(_ fingerprint: String, _ candidate: PolicyEntry?, _ policies: PolicyRegistry) {
    self.fingerprint = fingerprint
    self.candidate = candidate
    self.policies = policies
  }

  /// The popup of the finding in a session: one of the candidate's run, or of the recording; nil where it is in neither.
  func popup(in origin: SessionOrigin) -> PopupID? {
    let session = origin.session
    var checker = policies.makeIdentityChecker(ResourceLimits())
    var planner = SessionPlanner()
    let plan = planner.plan(session, ResourceLimits())
    let identity = checker.check(session, plan: plan)
    var baseline = Baseline()
    baseline.read(session, identity: identity, plan: plan)
    if let candidate {
      var options = EvaluationOptions()
      options.continuations = 0
      var evaluator = candidate.makeEvaluator()
      let verdict = evaluator.evaluate(session, against: baseline, options: options) { _ in false }
      if let found = verdict.findings.first(where: { $0.fingerprint.description.hasPrefix(fingerprint) }) {
        return found.finding.popup.isNone ? nil : found.finding.popup
      }
    }
    var recorded = RecordedRun()
    guard !session.isScenario else { return nil }
    recorded.read(session)
    for (index, finding) in recorded.findings.enumerated()
    where recorded.fingerprints[index].description.hasPrefix(fingerprint) {
      return finding.popup.isNone ? nil : finding.popup
    }
    return nil
  }
}
#endif

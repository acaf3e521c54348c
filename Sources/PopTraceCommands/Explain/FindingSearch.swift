#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopTrace
import PopupScheduling

/// Finds a finding by its fingerprint.
struct FindingSearch {
  private let fingerprint: String
  private let candidate: PolicyEntry?
  private let policies: PolicyRegistry
  private let limits: ResourceLimits
  private let replay: (TickLength) -> ReplayOptions

  /// - Parameter replay: How sessions are replayed, by the length of their ticks.
  init(
    _ fingerprint: String, _ candidate: PolicyEntry?, _ policies: PolicyRegistry, _ limits: ResourceLimits,
    replay: @escaping (TickLength) -> ReplayOptions
  ) {
    self.fingerprint = fingerprint
    self.candidate = candidate
    self.policies = policies
    self.limits = limits
    self.replay = replay
  }

  /// The finding in a session: of the candidate's run, or of the recording; nil where it is in neither, and where it is about no popup.
  func finding(in origin: SessionOrigin) -> Finding? {
    let session = origin.session
    if let candidate, let found = finding(of: candidate, in: session) { return found.popup.isNone ? nil : found }
    guard !session.isScenario else { return nil }
    var recorded = RecordedRun()
    var checker = policies.makeIdentityChecker(limits)
    recorded.read(session, of: checker.check(session))
    for (index, finding) in recorded.findings.enumerated()
    where recorded.fingerprints[index].description.hasPrefix(fingerprint) {
      return finding.popup.isNone ? nil : finding
    }
    return nil
  }

  /// The finding in a candidate's run, or one that the candidate mends.
  private func finding(of candidate: PolicyEntry, in session: Session) -> Finding? {
    var checker = policies.makeIdentityChecker(limits)
    var planner = SessionPlanner()
    let plan = planner.plan(session, limits)
    var baseline = Reference()
    baseline.read(session, identity: checker.check(session, plan: plan), plan: plan)
    var options = EvaluationOptions()
    options.continuations = 0
    options.replay = replay(session.header.tick)
    var evaluator = candidate.makeEvaluator()
    let verdict = evaluator.evaluate(session, against: baseline, options: options) { _ in false }
    return verdict.findings.first { $0.fingerprint.description.hasPrefix(fingerprint) }?.finding
  }
}
#endif

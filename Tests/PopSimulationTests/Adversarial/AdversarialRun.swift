import PopAudit
import PopSimulation
import PopTrace
import PopupScheduling

/// Runs adversarial scripts under a policy and says what the audit finds wrong.
struct AdversarialRun<Policy: SchedulingPolicy> {
  let policy: Policy
  private var auditor = Auditor()

  init(_ policy: Policy) { self.policy = policy }

  /// What the audit finds that no policy may do: errors and warnings that are a policy's doing.
  mutating func findings(in script: WorldScript) -> [Finding] { findings(in: LiveWorld(policy: policy).run(script)) }

  mutating func findings(in session: Session) -> [Finding] {
    auditor.begin(catalog: session.catalog, tick: session.header.tick)
    auditor.take(session.events[...])
    auditor.end(at: session.end, isFinished: session.isFinished)
    return auditor.findings.filter { !$0.rule.mayReportUnderV6 }
  }

  /// The smallest session found in which the same rule speaks, as JSON Lines.
  mutating func smallest(_ script: WorldScript, rule: Rule) -> String {
    var run = self
    let small = Shrinker { script in
      let found = run.findings(in: script)
      return found.contains { $0.rule == rule } && !found.contains { !$0.rule.isOfPolicy && $0.rule != rule }
    }.shrink(script)
    let session = LiveWorld(policy: policy).run(small)
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    let because = findings(in: session).map { "\($0.time.rawValue) \($0.rule.id): \($0.because)\n" }
    return String(decoding: text, as: UTF8.self) + because.joined()
  }
}

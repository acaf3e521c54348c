import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// Judges a candidate on one session after another: checks that the recording gives itself back, replays, audits and compares.
struct ReplayJudge: SessionJudge {
  private var candidate: any PolicyBench
  private var against: (any PolicyBench)?
  private var recordings: RecordedPolicies
  private let flags: ReplayFlags
  private var baselineRun = AuditedRun()
  private var candidateRun = AuditedRun()
  private var diff = OutcomeDiff()

  init(candidate: PolicyEntry, against: PolicyEntry?, policies: PolicyRegistry, flags: ReplayFlags) {
    self.candidate = candidate.makeBench()
    self.against = against?.makeBench()
    self.flags = flags
    recordings = RecordedPolicies(policies)
  }

  mutating func report(on origin: SessionOrigin, for form: OutputFormat) -> SessionReport {
    let session = origin.session
    var report = SessionReport(origin)
    recordings.check(session, timing: .recorded, into: &report)
    guard report.identity != .mismatch else { return report }
    let options = flags.options(tick: session.header.tick)
    candidate.run(session, options: options, into: &candidateRun)
    if against != nil {
      against?.run(session, options: options, into: &baselineRun)
      report.compare(baselineRun, candidateRun, of: session, with: &diff, for: form)
    } else if session.isScenario {
      report.compare(nil, candidateRun, of: session, with: &diff, for: form)
    } else {
      baselineRun.take(session)
      report.compare(baselineRun, candidateRun, of: session, with: &diff, for: form)
    }
    return report
  }
}

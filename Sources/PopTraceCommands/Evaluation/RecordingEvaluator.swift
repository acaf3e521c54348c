#if Tool
import PopAudit
import PopDocument
import PopTrace

/// Says what is found in recordings by themselves.
struct RecordingEvaluator: SessionEvaluator {
  private var recording = RecordedRun()
  private var checker: IdentityChecker

  init(checker: IdentityChecker) { self.checker = checker }

  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport] {
    var report = SessionReport(origin)
    guard !origin.session.isScenario else {
      report.failure =
        "This is a scenario, which has no times before it runs; name a policy to run it with: --policy v6."
      return [report]
    }
    let identity = checker.check(origin.session)
    recording.read(origin.session, of: identity)
    report.addAudited(identity, of: origin.session)
    report.findings = recording.findings.indices.map { recording.report($0, .new, form) }
    return [report]
  }

  mutating func baselineRun(of origin: SessionOrigin) -> Session? {
    origin.session.isScenario ? nil : origin.session
  }
}
#endif

import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// Judges a policy on one session after another: identity first, then replay, audit and comparison.
struct TraceJudge {
  private(set) var report: RegressionReport
  private let options: RegressionOptions
  private let criterion: RegressionCriterion
  private var policies: PolicyJudge

  init<Policy: SchedulingPolicy>(
    _ policy: Policy, named name: String, recordedWith known: [KnownPolicy], against: KnownPolicy?,
    options: RegressionOptions
  ) {
    report = RegressionReport(policy: name)
    var evaluation = options.evaluation
    evaluation.replay.limits = options.limits
    evaluation.excerpts = .none
    evaluation.keepsNotes = false
    self.options = options
    criterion = RegressionCriterion(upTo: options.failOn)
    var checker = IdentityChecker { name, configuration in
      KnownPolicy.find(name, configuration, among: known)?.makeRunner()
    }
    checker.limits = options.limits
    var other = against?.makeRunner()
    other?.options = evaluation
    policies = PolicyJudge([Evaluator(candidate: policy, options: evaluation)], against: other, checker: checker)
  }

  /// Judges every session of a file.
  ///
  /// - Parameter shown: What reports call the file.
  mutating func judge(_ path: String, as shown: String) {
    report.files += 1
    var place = 0
    do throws(TraceError) {
      try TraceFiles.read(path, limits: options.limits) { session in
        place += 1
        judge(session, in: shown, session.header.session.isEmpty ? String(place) : session.header.session)
      }
    } catch {
      report.unjudged.append("\(shown): \(error)")
    }
  }

  /// Puts the regressions in order: those that most sessions have first, equal ones as they were found.
  mutating func finish() -> RegressionReport {
    let order = report.regressions.indices.sorted {
      let (left, right) = (report.regressions[$0].sessions, report.regressions[$1].sessions)
      return left == right ? $0 < $1 : left > right
    }
    report.regressions = order.map { report.regressions[$0] }
    return report
  }

  private mutating func judge(_ session: Session, in file: String, _ name: String) {
    report.sessions += 1
    policies.begin(session)
    let verdict = policies.verdict(on: session)
    if let reason = Self.reason(verdict, session) {
      report.unjudged.append("\(file), session \(name): \(reason)")
      return
    }
    report.judged += 1
    if verdict.isLossy { report.lossy += 1 }
    for finding in verdict.findings
    where RegressionCriterion.isNewError(finding.status, finding.finding.rule.severity) {
      add(finding, of: verdict, session, in: file, name)
    }
  }

  private mutating func add(
    _ compared: ComparedFinding, of verdict: SessionVerdict, _ session: Session, in file: String, _ name: String
  ) {
    let fingerprint = compared.fingerprint.description
    if options.accepted.contains(fingerprint) {
      report.accepted += 1
    } else if !criterion.counts(compared.grade) {
      report.uncounted += 1
    } else if let place = report.regressions.firstIndex(where: { $0.fingerprint == fingerprint }) {
      report.regressions[place].sessions += 1
      report.regressions[place].grade = min(report.regressions[place].grade, compared.grade)
    } else {
      let finding = compared.finding
      let catalog = verdict.catalog ?? session.catalog
      report.regressions.append(
        Regression(
          rule: finding.rule, popup: Self.name(of: finding.popup, in: session, catalog),
          page: catalog.names.text(catalog.className(of: finding.page)), because: finding.because,
          fingerprint: fingerprint, grade: compared.grade, sessions: 1, file: file, session: name,
          milliseconds: session.header.tick.microseconds(finding.time) / 1000))
    }
  }

  /// The name that a popup was submitted under.
  private static func name(of popup: PopupID, in session: Session, _ catalog: Catalog) -> String {
    guard !popup.isNone else { return "" }
    let submission = session.log.events.first { $0.kind == .popupSubmitted && $0.popup == popup }
    return submission.map { session.catalog.names.text(session.catalog.spec($0.spec).name) } ?? ""
  }

  /// Why a session was not judged; nil where it was.
  private static func reason(_ verdict: SessionVerdict, _ session: Session) -> String? {
    if let failure = verdict.failure { return failure.description }
    switch verdict.identity {
    case .ok, .cut, .none: return nil
    case .lossy(let judged, _): return judged > 0 ? nil : "its beginning is missing"
    case .mismatch(let mismatch):
      return
        "the policy that recorded it, \"\(session.header.policy)\", does not give it back: they part at event \(mismatch.difference.position)"
    case .unknownPolicy:
      return
        "the policy that recorded it, \"\(session.header.policy)\", is not known here; name it in `recordedWith`"
    case .overLimit(let error): return error.description
    }
  }
}

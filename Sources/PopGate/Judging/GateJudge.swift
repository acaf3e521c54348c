import PopAudit
package import PopReport

/// Judges what was collected of all sessions (<doc:Gate#Findings>).
///
/// ```swift
/// var judge = GateJudge(configuration, asOf: day)
/// for session in sessions { judge.add(session) }
/// let verdict = judge.verdict(summary)
/// summary.gateFailures = verdict.failures
/// ```
package struct GateJudge: Sendable {
  /// Acceptances are told of that expire within so many days.
  package static let noticeDays = 14
  /// How many of them are named.
  static let mostNamed = 10

  package let configuration: GateConfiguration
  /// What somebody accepted; nil where there is no baseline file.
  package let baseline: BaselineFile?
  /// The day on which acceptances hold or do not.
  package let asOf: CalendarDay
  package private(set) var collector: FindingCollector
  package private(set) var metrics: MetricTable
  package private(set) var breakdowns: Breakdowns

  /// What a gate makes of everything.
  package struct Verdict: Sendable {
    /// The findings, what fails first.
    package var findings: [JudgedFinding]
    /// Everything else.
    package var report: GateReport
    /// How many things fail the build.
    package var failures: Int
  }

  /// Has judged nothing yet.
  package init(_ configuration: GateConfiguration, baseline: BaselineFile? = nil, asOf: CalendarDay) {
    self.configuration = configuration
    self.baseline = baseline
    self.asOf = asOf
    collector = FindingCollector(failOn: configuration.failGrade, rules: configuration.rules)
    metrics = MetricTable(configuration.thresholds, failOn: configuration.failGrade, rules: configuration.rules)
    breakdowns = Breakdowns(configuration.by)
  }

  /// Takes a session, with all outcomes, in the order of the report.
  package mutating func add(_ session: SessionReport) {
    breakdowns.add(session, findings: collector.add(session))
    metrics.add(session)
  }

  /// Judges.
  ///
  /// - Parameter summary: The sums over the sessions that were added.
  package func verdict(_ summary: ReportSummary) -> Verdict {
    var findings = collector.findings
    for index in findings.indices { findings[index].judgement = judgement(on: findings[index], summary.judgedSessions) }
    var report = GateReport(asOf: asOf)
    report.thresholds = metrics.reports(on: configuration.thresholds)
    report.baseline = baseline.map { baselineReport($0, findings, summary) }
    report.breakdowns = breakdowns.reports(findings)
    (report.hurtSessions, report.hurt) = breakdowns.hurtSessions(findings)
    report.remarks = remarks(findings)
    let failures =
      findings.count { $0.judgement.isFailure } + report.thresholds.count { $0.isFailure }
      + (report.baseline.map { $0.isFailure ? $0.stale.count : 0 } ?? 0) + collector.leftOutFailing
    findings.sort(by: JudgedFinding.comesFirst)
    return Verdict(findings: findings, report: report, failures: failures)
  }

  /// What is made of one finding: the first that applies.
  private func judgement(on finding: JudgedFinding, _ judged: Int) -> FindingJudgement {
    guard finding.status == .new else { return .known }
    if configuration.rules[finding.rule] == .off { return .notes }
    let plain = plainJudgement(on: finding)
    let ignored = configuration.ignore.filter { $0.matches(finding.example) }.map(\.excuse)
    if let excuse = ignored.first(where: { $0.holds(on: asOf) }) { return .ignored(excuse) }
    let entry = baseline?[finding.fingerprint]
    if let entry, entry.excuse.holds(on: asOf) {
      let now = SessionShare(finding.firmSessions, of: judged)
      return plain.isFailure && ShareTest.isAbove(now, accepted: entry.sessions)
        ? .worse(accepted: entry.sessions, entry.excuse) : .accepted(entry.sessions, entry.excuse)
    }
    if plain.isFailure, let excuse = entry?.excuse ?? ignored.first { return .expired(excuse) }
    return plain
  }

  /// What is made of a new finding that nobody has spoken of.
  private func plainJudgement(on finding: JudgedFinding) -> FindingJudgement {
    switch finding.severity {
    case .error: finding.firmSessions > 0 ? .fails : .assumed
    case .warning: .warns
    case .info: .notes
    }
  }

  /// What came of the baseline file. Where no session was judged nothing is known to be gone.
  private func baselineReport(
    _ file: BaselineFile, _ findings: [JudgedFinding], _ summary: ReportSummary
  ) -> BaselineReport {
    var report = BaselineReport(file: configuration.baseline ?? "")
    report.isStrict = configuration.isBaselineStrict
    var there: Set<String> = []
    for finding in findings {
      if finding.status != .fixed { there.insert(finding.fingerprint) }
      if case .accepted = finding.judgement { report.accepted += 1 }
    }
    guard summary.judgedSessions > 0, collector.leftOut == 0 else { return report }
    report.stale = file.entries.filter { !there.contains($0.fingerprint.description) }.map {
      BaselineReport.Stale(fingerprint: $0.fingerprint.description, words: $0.words, line: $0.line)
    }
    return report
  }
}

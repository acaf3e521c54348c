import PopAudit
import PopReplay
package import PopReport

/// Judges what comes of a replay by a configuration, session by session (<doc:Gate>).
///
/// ```swift
/// var judge = GateJudge(configuration, baseline: accepted, asOf: today)
/// for session in sessions { judge.add(session) }
/// let report = judge.report(on: head, summary)
/// print(report.summary.verdict)
/// ```
///
/// Sessions come in the order of their places; then the same ones give the same report, whoever judged them.
package struct GateJudge: Sendable {
  private let configuration: GateConfiguration
  private let baseline: BaselineFile?
  private let asOf: CalendarDay
  private var collector: FindingCollector
  private var suspects: Suspects

  /// How many days before the end of an excuse it is said that it ends.
  private static var noticeDays: Int { 14 }

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - baseline: What is accepted; nil for nothing.
  ///   - asOf: The day on which is judged what has expired.
  package init(_ configuration: GateConfiguration, baseline: BaselineFile?, asOf: CalendarDay) {
    self.configuration = configuration
    self.baseline = baseline
    self.asOf = asOf
    collector = FindingCollector(levels: configuration.rules, failGrade: configuration.failGrade)
    suspects = Suspects(by: configuration.by, levels: configuration.rules, failGrade: configuration.failGrade)
  }

  /// Takes a session.
  package mutating func add(_ session: SessionReport) {
    guard session.isJudged else { return }
    collector.add(session)
    suspects.add(session)
  }

  /// Judges.
  ///
  /// - Parameter summary: The sums over the same sessions.
  package func report(on head: ReportHead, _ summary: ReportSummary) -> NeutralReport {
    var gate = GateReport(asOf: asOf)
    let judged = summary.judgedSessions
    var findings = collector.findings
    for index in findings.indices { findings[index].judgement = judgement(of: findings[index], judged: judged) }
    findings.sort(by: JudgedFinding.comesFirst)
    let failing = findings.filter(\.judgement.isFailure)
    suspects.report(Set(failing.map(\.fingerprint)), judged: judged, to: &gate)
    addBaseline(findings, to: &gate)
    addRemarks(findings, to: &gate)
    var summary = summary
    summary.gateFailures =
      failing.count + gate.thresholds.count(where: \.isFailure) + (gate.baseline?.isFailure == true ? 1 : 0)
    return NeutralReport(head: head, summary: summary, findings: findings, gate: gate)
  }

  private func judgement(of finding: JudgedFinding, judged: Int) -> FindingJudgement {
    guard finding.status == .new else { return .known }
    switch finding.severity {
    case .warning: return .warns
    case .info: return .notes
    case .error: break
    }
    guard finding.firmSessions > 0 else { return .assumed }
    let ignore = configuration.ignore.first { $0.matches(finding.example) }
    if let ignore, ignore.excuse.holds(on: asOf) { return .ignored(ignore.excuse) }
    if let entry = baseline?.entry(finding.fingerprint) {
      guard entry.excuse.holds(on: asOf) else { return .expired(entry.excuse) }
      let share = SessionShare(finding.firmSessions, of: judged)
      return ShareTest.isMore(share, than: entry.sessions)
        ? .worse(accepted: entry.sessions, entry.excuse) : .accepted(entry.sessions, entry.excuse)
    }
    return ignore.map { .expired($0.excuse) } ?? .fails
  }

  private func addBaseline(_ findings: [JudgedFinding], to gate: inout GateReport) {
    guard let baseline else { return }
    var report = BaselineReport(file: configuration.baseline ?? "")
    report.accepted = baseline.entries.count
    report.isStrict = configuration.isBaselineStrict
    let found = Set(findings.filter { $0.status == .new }.map(\.fingerprint))
    report.stale = baseline.entries.filter { !found.contains($0.fingerprint) }.map {
      BaselineReport.Stale(fingerprint: $0.fingerprint, words: $0.words, line: $0.line)
    }
    gate.baseline = report
  }

  private func addRemarks(_ findings: [JudgedFinding], to gate: inout GateReport) {
    for entry in configuration.ignore {
      let line =
        entry.line.map { "line \($0) of \(gate.configuration.isEmpty ? "the configuration" : gate.configuration)" }
        ?? "an entry"
      let matches = findings.contains { $0.status == .new && entry.matches($0.example) }
      if !matches {
        gate.remarks.append("What \(line) ignores (\(entry.words)) was not found; the entry can go.")
      } else {
        addNotice(entry.excuse, "What \(line) ignores (\(entry.words))", to: &gate)
      }
    }
    for entry in baseline?.entries ?? [] where findings.contains(where: { $0.fingerprint == entry.fingerprint }) {
      addNotice(entry.excuse, "The acceptance of \(entry.words), line \(entry.line) of the baseline,", to: &gate)
    }
  }

  private func addNotice(_ excuse: Excuse, _ subject: String, to gate: inout GateReport) {
    guard let expires = excuse.expires else { return }
    let days = asOf.days(until: expires)
    let owner = excuse.owner.isEmpty ? "" : " (\(excuse.owner))"
    if days < 0 {
      gate.remarks.append("\(subject) expired on \(expires)\(owner).")
    } else if days <= Self.noticeDays {
      gate.remarks.append("\(subject) expires on \(expires)\(owner).")
    }
  }
}

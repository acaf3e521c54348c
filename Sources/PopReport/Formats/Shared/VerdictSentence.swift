import PopReplay

/// What a report says in the end, in a sentence, with what a gate says where one was asked.
struct VerdictSentence {
  /// The sentence, ``printable(_:)``.
  let text: String

  /// Takes it from a report.
  init(_ report: NeutralReport) {
    let summary = report.summary
    let words = TextReport(report.head, style: .plain)
    guard let gate = report.gate, summary.verdict == .worse || summary.verdict == .fine else {
      text = words.verdict(summary)
      return
    }
    let name = printable(report.head.policy)
    guard summary.verdict == .worse else {
      text = "\(name) passes the gate\(words.mended(summary))\(words.assumed(summary))."
      return
    }
    text = "\(name) fails the gate: \(Self.reasons(report, gate).joined(separator: "; "))\(words.rest(summary))."
  }

  private static func reasons(_ report: NeutralReport, _ gate: GateReport) -> [String] {
    let summary = report.summary
    var reasons: [String] = []
    let failures = report.findings.count(where: \.judgement.isFailure)
    if failures > 0 {
      let hurt = SessionShare(gate.hurtSessions, of: summary.judgedSessions).grouped
      reasons.append("\(counted(failures, "finding")) in \(hurt) sessions")
    }
    let broken = gate.thresholds.count(where: \.isFailure)
    if broken > 0 { reasons.append("\(counted(broken, "limit")) broken") }
    if summary.isAboveAffected { reasons.append(TextReport(report.head, style: .plain).tooManyAffected(summary)) }
    if let baseline = gate.baseline, baseline.isFailure {
      reasons.append("\(counted(baseline.stale.count, "acceptance")) of what is gone")
    }
    return reasons.isEmpty ? [counted(summary.gateFailures ?? summary.regressions, "failure")] : reasons
  }
}

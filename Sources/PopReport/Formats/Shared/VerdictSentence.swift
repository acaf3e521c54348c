import PopReplay

/// What a report says in the end, in a sentence, with what a gate says where one was asked.
struct VerdictSentence {
  /// The sentence, ``printable(_:)``.
  let headline: String
  /// The one command that would accept what fails; empty where there is none.
  let acceptCommand: String
  /// Both.
  var text: String { acceptCommand.isEmpty ? headline : "\(headline) To accept: \(acceptCommand)" }

  /// Takes it from a report.
  init(_ report: NeutralReport) {
    let summary = report.summary
    let words = TextReport(report.head, style: .plain)
    acceptCommand = report.gate.map { Self.acceptCommand(report, $0) } ?? ""
    guard let gate = report.gate, summary.verdict == .worse || summary.verdict == .fine else {
      headline = words.verdict(summary)
      return
    }
    let name = printable(report.head.policy)
    guard summary.verdict == .worse else {
      headline = "\(name) passes the gate\(words.mended(summary))\(words.assumed(summary))."
      return
    }
    headline = "\(name) fails the gate: \(Self.reasons(report, gate).joined(separator: "; "))\(words.rest(summary))."
  }

  private static func reasons(_ report: NeutralReport, _ gate: GateReport) -> [String] {
    let summary = report.summary
    var reasons: [String] = []
    let found = findings(report, gate)
    if !found.isEmpty {
      let hurt = SessionShare(gate.hurtSessions, of: summary.judgedSessions).grouped
      reasons.append("\(found.joined(separator: ", "))\(found.count > 1 ? "," : "") in \(hurt) sessions")
    }
    let broken = gate.thresholds.filter(\.isFailure)
    if let first = broken.first, let limit = first.limits.first(where: \.isBroken) {
      let more = broken.count > 1 ? ", …" : ""
      reasons.append("\(counted(broken.count, "limit")) broken (\(first.metric), \(printable(limit.words))\(more))")
    }
    if summary.isAboveAffected { reasons.append(TextReport(report.head, style: .plain).tooManyAffected(summary)) }
    if let baseline = gate.baseline, baseline.isFailure {
      reasons.append("\(counted(baseline.stale.count, "acceptance")) of what is gone")
    }
    return reasons.isEmpty ? [counted(summary.gateFailures ?? summary.regressions, "failure")] : reasons
  }

  /// What fails of the findings: what is new, what there is more of than was accepted, and what was accepted until a day that is over.
  private static func findings(_ report: NeutralReport, _ gate: GateReport) -> [String] {
    var parts: [String] = []
    let (new, worse, expired) = report.failures.reduce(into: (0, 0, 0)) { counts, finding in
      switch finding.judgement {
      case .worse: counts.1 += 1
      case .expired: counts.2 += 1
      default: counts.0 += 1
      }
    }
    if new > 0 { parts.append(counted(new, "new finding")) }
    if expired > 0 { parts.append("\(counted(expired, "finding")) accepted until a day that is over") }
    let risen = gate.baseline?.risen ?? []
    if let first = risen.first {
      let more = risen.count > 1 ? ", …" : ""
      parts.append(
        "\(counted(risen.count, "acceptance")) risen beyond chance (\(told(first.words, limit: 120)): accepted in "
          + "\(first.accepted.grouped) sessions, now in \(first.now.grouped)\(more))")
    } else if worse > 0 {
      parts.append("\(counted(worse, "finding")) risen beyond chance")
    }
    return parts
  }

  /// The one command that would accept what fails; limits are changed in the configuration.
  private static func acceptCommand(_ report: NeutralReport, _ gate: GateReport) -> String {
    report.summary.verdict == .worse && report.failures.contains { _ in true }
      ? ShellCommand(gate.acceptCommand).text : ""
  }
}

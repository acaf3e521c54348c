import PopAudit
package import PopDocument
import PopReplay

// What a gate says, as people read it: the verdict first, then why, then what fails the build, then what was let pass, then what a replay says.

extension TextReport {
  /// The whole report, with what a gate says of it.
  package func text(_ report: ReportDocument) -> String {
    guard let gate = report.gate else { return text(report.summary) }
    let verdict = style.dress(VerdictSentence(report).text, look(of: report.summary.verdict))
    var lines = [verdict]
    addReasons(VerdictReasons(report, self), to: &lines)
    addHead(report.summary, to: &lines)
    let configuration = gate.configuration.isEmpty ? "" : "by \(printable(gate.configuration)), "
    lines.append(style.dress("judged \(configuration)as of \(gate.asOf)", .faint))
    addFailures(report, to: &lines)
    addUnjudged(report.summary, to: &lines)
    addLosses(report.summary, to: &lines)
    addRemarks(to: &lines)
    addThresholds(gate, to: &lines)
    addBlame(gate, report.findings, to: &lines)
    addBreakdowns(gate, to: &lines)
    addExcused(report, gate, to: &lines)
    // What is mended is told in a line a rule: what fails comes first here.
    var brief = self
    brief.limits.fixedRules = limits.newRules == .max ? .max : 0
    brief.addFindings(.fixed, report.summary, to: &lines)
    addOutcomes(report.summary, to: &lines)
    addAffected(report.summary, to: &lines)
    addCoverage(report.summary, to: &lines)
    addPremises(report.summary, to: &lines)
    if !gate.remarks.isEmpty { lines.append("") }
    for remark in gate.remarks {
      for line in wrapped(printable(remark), to: style.width) { lines.append(style.dress(line, .warning)) }
    }
    // A log is read from its end.
    lines += ["", verdict]
    return lines.joined(separator: "\n") + "\n"
  }

  private func look(of verdict: ReportSummary.Verdict) -> Look {
    switch verdict {
    case .fine: .good
    case .incomplete: .warning
    case .failed, .worse: .bad
    }
  }

  // MARK: - Findings

  /// Adds why, a line a reason, so few that what fails begins on the same screen.
  private func addReasons(_ why: VerdictReasons, to lines: inout [String]) {
    var table = TextTable([.left, .left, .left])
    var last: VerdictReasons.Reason.Kind?
    // The first of each kind always; more while there is room.
    let kinds = Set(why.reasons.map(\.kind)).count
    var room = max(0, Self.mostReasons - kinds)
    for reason in why.reasons {
      if reason.kind == last {
        guard room > 0 else { continue }
        room -= 1
      }
      last = reason.kind
      table.add([
        TextTable.Cell("  " + truncated(printable(reason.label), to: 40), .strong),
        TextTable.Cell(truncated(printable(reason.words), to: 72)),
        TextTable.Cell(truncated(printable(reason.aside), to: 40), .faint),
      ])
    }
    lines += table.lines(style: style)
  }

  /// How many reasons stand above what fails: with the verdict, the head and the heading no more than twelve lines.
  private static var mostReasons: Int { 6 }

  /// Adds what fails the build: rule by rule, the worst with sentence and timeline.
  private func addFailures(_ report: ReportDocument, to lines: inout [String]) {
    let failures = report.findings.filter(\.judgement.isFailure)
    guard !failures.isEmpty else { return }
    lines.append("")
    lines.append(heading("FAILS", counted(failures.count, "finding")))
    let rules = Rule.allCases.map { rule in failures.filter { $0.rule == rule } }.filter { !$0.isEmpty }
      .sorted { JudgedFinding.comesFirst($0[0], $1[0]) }
    for (index, found) in rules.enumerated() where index < limits.newRules {
      if index > 0 { lines.append("") }
      addFailure(found, to: &lines)
    }
    let rest = rules.dropFirst(limits.newRules)
    guard !rest.isEmpty else { return }
    lines.append("")
    for found in rest {
      let often = style.dress("\(found[0].rule.id), \(counted(found.count, "finding"))", .faint)
      lines.append("  \(style.dress("error", .bad)) \(found[0].rule.userWords)  \(often)")
    }
  }

  /// `Coupon on HomePage  was taken away when the page was left`: as a user meets it; the rule stands in the line below.
  private func addFailure(_ found: [JudgedFinding], to lines: inout [String]) {
    let first = found[0]
    lines.append("  \(style.dress("error", .bad)) \(style.dress(subject(first), .strong))  \(first.rule.userWords)")
    lines.append(style.dress("    \(first.rule.id), \(sessions(first))\(why(first))", .faint))
    let place = first.places.first ?? JudgedFinding.Place(trace: "", session: "")
    addExample(first.example, place.trace, place.session, to: &lines)
    var table = TextTable([.left, .left])
    for one in found.dropFirst().prefix(limits.groups) {
      table.add([TextTable.Cell("    also " + subject(one)), TextTable.Cell(sessions(one) + why(one), .faint)])
    }
    lines += table.lines(style: style)
    let left = found.count - 1 - limits.groups
    if left > 0 { lines.append("    … and \(grouping(left)) more; --all or --format json has all") }
    lines.append(style.dress("    more: poptrace rules \(first.rule.id)", .faint))
  }

  /// `Coupon on HomePage`.
  private func subject(_ finding: JudgedFinding) -> String {
    let example = finding.example
    var text = printable(example.name)
    if !example.otherName.isEmpty { text += (text.isEmpty ? "" : " and ") + printable(example.otherName) }
    if !example.pageClass.isEmpty { text += (text.isEmpty ? "" : " ") + "on " + printable(example.pageClass) }
    return text
  }

  private func sessions(_ finding: JudgedFinding) -> String {
    "in \(counted(max(finding.firmSessions, finding.sessions > 0 ? 1 : 0), "session")), \(finding.grade.rawValue)"
  }

  /// Why what was accepted once fails now.
  private func why(_ finding: JudgedFinding) -> String {
    switch finding.judgement {
    case .worse(let accepted, _): "; worse: accepted in \(accepted.grouped)"
    case .expired(let excuse): "; accepted until \(excuse.expires?.description ?? "")"
    default: ""
    }
  }

  /// Adds what would fail the build and does not, each with its reason.
  private func addExcused(_ report: ReportDocument, _ gate: GateReport, to lines: inout [String]) {
    let excused = report.findings.filter { $0.judgement.excuse != nil && !$0.judgement.isFailure }
    if !excused.isEmpty {
      lines.append("")
      lines.append(heading("ACCEPTED", counted(excused.count, "finding")))
      var table = TextTable([.left, .left, .left, .left])
      for finding in excused.prefix(limits.outcomes) {
        let excuse = finding.judgement.excuse
        let until = excuse?.expires.map { " until \($0)" } ?? ""
        table.add([
          TextTable.Cell("  " + finding.judgement.word.rawValue, .faint), TextTable.Cell(finding.rule.id, .strong),
          TextTable.Cell(truncated(subject(finding), to: 32)),
          TextTable.Cell(truncated(printable(excuse?.reason ?? ""), to: 40) + until, .faint),
        ])
      }
      lines += table.lines(style: style)
      if excused.count > limits.outcomes {
        lines.append("  … and \(grouping(excused.count - limits.outcomes)) more; --all or --format json has all")
      }
    }
    guard let baseline = gate.baseline, !baseline.stale.isEmpty else { return }
    lines.append("")
    lines.append(
      heading("STALE", "\(counted(baseline.stale.count, "acceptance")) of what is gone, in \(printable(baseline.file))")
    )
    for entry in baseline.stale.prefix(limits.outcomes) {
      lines.append("  " + printable(entry.placed))
    }
    if baseline.stale.count > limits.outcomes {
      lines.append("  … and \(grouping(baseline.stale.count - limits.outcomes)) more; --all or --format json has all")
    }
    lines.append(style.dress("  poptrace bless --prune takes them out", .faint))
  }

  // MARK: - Numbers

  /// Adds the metrics: what broke a limit first.
  private func addThresholds(_ gate: GateReport, to lines: inout [String]) {
    guard !gate.thresholds.isEmpty else { return }
    let broken = gate.thresholds.filter(\.isFailure).count
    lines.append("")
    lines.append(
      heading("LIMITS", broken == 0 ? "all kept" : "\(grouping(broken)) of \(grouping(gate.thresholds.count)) broken"))
    var table = TextTable([.left, .left, .left, .right, .left, .right, .left, .left])
    for one in gate.thresholds.filter(\.isFailure) + gate.thresholds.filter({ !$0.isFailure }) {
      table.add([
        TextTable.Cell("  " + one.evidence.words, look(of: one)), TextTable.Cell(one.metric, .strong),
        TextTable.Cell(truncated(printable(one.scope), to: 24)), TextTable.Cell(one.reference?.description ?? "–"),
        TextTable.Cell("→", .faint), TextTable.Cell(one.candidate?.description ?? "–"),
        TextTable.Cell(one.change?.words(between: "…") ?? "", .faint),
        TextTable.Cell(limitWords(one), one.isFailure ? .bad : .faint),
      ])
    }
    lines += table.lines(style: style)
  }

  private func look(of threshold: ThresholdReport) -> Look? {
    if threshold.isFailure { return .bad }
    return switch threshold.evidence {
    case .worse: .warning
    case .better: .good
    case .noEvidence, .changed, .none: .faint
    }
  }

  private func limitWords(_ threshold: ThresholdReport) -> String {
    threshold.limits.map { printable($0.words) + ($0.isBroken ? " broken" : "") }.joined(separator: ", ")
  }

  // MARK: - Who and why

  /// Adds which keys of the policy bring which failures.
  private func addBlame(_ gate: GateReport, _ findings: [JudgedFinding], to lines: inout [String]) {
    guard let blame = gate.blame, !blame.rows.isEmpty else { return }
    lines.append("")
    lines.append(heading("BLAME", "which key of the policy brings what: put back, the finding is gone"))
    var table = TextTable([.left, .left, .left])
    for (cause, fingerprints) in blame.causes {
      let found = findings.filter { $0.status == .new && fingerprints.contains($0.fingerprint) }
      let what = found.prefix(3).map { "\($0.rule.id) \(subject($0))" }.joined(separator: ", ")
      let more = found.count > 3 ? " and \(grouping(found.count - 3)) more" : ""
      table.add([
        TextTable.Cell("  " + cause.joined(separator: " with "), .strong),
        TextTable.Cell(cause.map { blame.change(of: $0) }.joined(separator: "; "), .faint),
        TextTable.Cell(truncated(what, to: max(24, style.width - 60)) + more),
      ])
    }
    lines += table.lines(style: style)
    if blame.leftOut > 0 { lines.append("  … \(counted(blame.leftOut, "finding")) not looked into") }
  }

  /// Adds how many sessions are hurt, by what tells them apart, and the worst by name.
  private func addBreakdowns(_ gate: GateReport, to lines: inout [String]) {
    for breakdown in gate.breakdowns where !breakdown.rows.isEmpty {
      lines.append("")
      lines.append(heading("BY " + printable(breakdown.dimension).uppercased(), "hurt sessions"))
      var table = TextTable([.left, .right, .right])
      for row in breakdown.rows {
        let name = row.value.isEmpty ? "not said" : truncated(printable(row.value), to: 40)
        table.add([
          TextTable.Cell("  " + name), TextTable.Cell(row.hurt.grouped),
          TextTable.Cell(percent(row.hurt.count, of: row.hurt.all), .faint),
        ])
      }
      lines += table.lines(style: style)
      if breakdown.leftOut > 0 { lines.append("  … and \(grouping(breakdown.leftOut)) more") }
    }
    guard !gate.hurt.isEmpty else { return }
    lines.append("")
    lines.append(heading("HURT", counted(gate.hurtSessions, "session")))
    var table = TextTable([.left, .right, .left, .left])
    let shown = gate.hurt.prefix(limits.outcomes)
    for session in shown {
      table.add([
        TextTable.Cell("  " + truncated(printable(session.place.session), to: 36)),
        TextTable.Cell(counted(session.failures, "failure")),
        TextTable.Cell(truncated(session.rules.map(\.id).joined(separator: ", "), to: 36)),
        TextTable.Cell(truncated(printable(session.place.trace), to: 40), .faint),
      ])
    }
    lines += table.lines(style: style)
    if gate.hurtSessions > shown.count { lines.append("  … and \(grouping(gate.hurtSessions - shown.count)) more") }
  }
}

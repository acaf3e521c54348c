import PopAudit
package import PopDocument
import PopReplay

// What a gate says, as people read it: the verdict first, then why, then what fails the build, then what was let pass, then what a replay says.

extension TextReport {
  package func text(_ report: ReportDocument) -> String {
    guard let gate = report.gate else {
      return text(report.summary, groups: report.groups, forecast: report.forecastComparison)
    }
    let verdict = style.dress(VerdictSentence(report).text, Self.look(of: report.summary.verdict))
    var lines = [verdict]
    addReasons(VerdictReasons(report, self), to: &lines)
    addHead(report.summary, to: &lines)
    let configuration = gate.configuration.isEmpty ? "" : "by \(printable(gate.configuration)), "
    lines.append(style.dress("judged \(configuration)as of \(gate.asOf)", .faint))
    addFailures(report, to: &lines)
    addUnjudged(report.summary, to: &lines)
    addThresholds(gate, to: &lines)
    addBlame(gate, report.findings, to: &lines)
    addBreakdowns(gate, to: &lines)
    addExcused(report, gate, to: &lines)
    // What is mended is told in a line a rule: what fails comes first here.
    var brief = self
    brief.limits.fixedRules = limits.newRules == .max ? .max : 0
    brief.addFindings(.fixed, report.summary, to: &lines)
    addOutcomes(report.summary, to: &lines)
    addCoverage(report.summary, to: &lines)
    addGroups(report.groups, to: &lines)
    if let forecast = report.forecastComparison { addForecast(forecast, to: &lines) }
    if !gate.remarks.isEmpty { lines.append("") }
    for remark in gate.remarks { add(remark, indent: 0, .warning, to: &lines) }
    // A log is read from its end.
    lines.append("")
    if let observed = observed(report.summary) { add(observed, indent: 0, .warning, to: &lines) }
    lines.append(verdict)
    if let forecast = report.forecastComparison { lines.append(Self.worth(of: forecast)) }
    return lines.joined(separator: "\n") + "\n"
  }

  static func look(of verdict: ReportSummary.Verdict) -> Look {
    switch verdict {
    case .fine: .good
    case .incomplete: .warning
    case .failed, .worse: .bad
    }
  }

  /// Adds why, a line a reason, so few that what fails begins on the same screen.
  private func addReasons(_ why: VerdictReasons, to lines: inout [String]) {
    var table = TextTable([.left, .left, .left])
    var last: VerdictReasons.Reason.Kind?
    // The first of each kind always; more while there is room: with the verdict, the head and the heading no more than twelve lines.
    var room = max(0, 6 - Set(why.reasons.map(\.kind)).count)
    for reason in why.reasons {
      if reason.kind == last {
        guard room > 0 else { continue }
        room -= 1
      }
      last = reason.kind
      table.add([
        Cell("  " + truncated(printable(reason.label), to: 40), .strong),
        Cell(truncated(printable(reason.words), to: 72)), Cell(truncated(printable(reason.aside), to: 40), .faint),
      ])
    }
    lines += table.lines(style: style)
  }

  private func addFailures(_ report: ReportDocument, to lines: inout [String]) {
    let failures = report.findings.filter(\.judgement.isFailure)
    guard !failures.isEmpty else { return }
    addHeading("FAILS", counted(failures.count, "finding"), to: &lines)
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
    lines.append(
      "  \(style.dress("error", .bad)) \(style.dress(first.printableSubject, .strong))  \(first.rule.userWords)")
    lines.append(style.dress("    \(first.rule.id), \(sessions(first))\(why(first))", .faint))
    let position = first.positions.first ?? .blank
    addExample(first.example, position.trace, position.session, to: &lines)
    addTable([.left, .left], found.dropFirst(), most: limits.groups, indent: 4, to: &lines) {
      [Cell("    also " + $0.printableSubject), Cell(sessions($0) + why($0), .faint)]
    }
    lines.append(style.dress("    more: poptrace rules \(first.rule.id)", .faint))
  }

  private func sessions(_ finding: JudgedFinding) -> String {
    "in \(counted(max(finding.firmSessions, finding.sessions > 0 ? 1 : 0), "session")), \(finding.grade.rawValue)"
  }

  private func why(_ finding: JudgedFinding) -> String {
    switch finding.judgement.word {
    case .worse: "; worse: accepted in \(finding.judgement.accepted?.grouped ?? "")"
    case .expired: "; accepted until \(finding.judgement.excuse?.expires?.description ?? "")"
    case .fails, .accepted, .ignored, .warns, .assumed, .notes, .known: ""
    }
  }

  private func addExcused(_ report: ReportDocument, _ gate: GateReport, to lines: inout [String]) {
    let excused = report.findings.filter { $0.judgement.excuse != nil && !$0.judgement.isFailure }
    if !excused.isEmpty {
      addHeading("ACCEPTED", counted(excused.count, "finding"), to: &lines)
      addTable([.left, .left, .left, .left], excused, most: limits.outcomes, to: &lines) {
        let excuse = $0.judgement.excuse
        let until = excuse?.expires.map { " until \($0)" } ?? ""
        return [
          Cell("  " + $0.judgement.word.rawValue, .faint), Cell($0.rule.id, .strong),
          Cell(truncated($0.printableSubject, to: 32)),
          Cell(truncated(printable(excuse?.reason ?? ""), to: 40) + until, .faint),
        ]
      }
    }
    guard let baseline = gate.baseline, !baseline.stale.isEmpty else { return }
    let what = "\(counted(baseline.stale.count, "acceptance")) of what is gone, in \(printable(baseline.file))"
    addHeading("STALE", what, to: &lines)
    addTable([.left], baseline.stale, most: limits.outcomes, to: &lines) { [Cell("  " + printable($0.placed))] }
    lines.append(style.dress("  poptrace bless --prune takes them out", .faint))
  }

  private func addThresholds(_ gate: GateReport, to lines: inout [String]) {
    let thresholds = gate.orderedThresholds
    guard !thresholds.isEmpty else { return }
    let broken = thresholds.count(where: \.isFailure)
    addHeading(
      "LIMITS", broken == 0 ? "all kept" : "\(grouping(broken)) of \(grouping(thresholds.count)) broken", to: &lines)
    addTable([.left, .left, .left, .right, .left, .right, .left, .left], thresholds, most: .max, to: &lines) { one in
      let limits = one.limits.map { printable($0.words) + ($0.isBroken ? " broken" : "") }
      return [
        Cell("  " + one.evidence.words, look(of: one)), Cell(one.metric, .strong),
        Cell(truncated(printable(one.scope), to: 24)), Cell(one.reference?.description ?? "–"), Cell("→", .faint),
        Cell(one.candidate?.description ?? "–"), Cell(one.change?.words(between: "…") ?? "", .faint),
        Cell(limits.joined(separator: ", "), one.isFailure ? .bad : .faint),
      ]
    }
  }

  private func look(of threshold: ThresholdReport) -> Look? {
    if threshold.isFailure { return .bad }
    return switch threshold.evidence {
    case .worse: .warning
    case .better: .good
    case .noEvidence, .changed, .none: .faint
    }
  }

  private func addBlame(_ gate: GateReport, _ findings: [JudgedFinding], to lines: inout [String]) {
    guard let blame = gate.blame, !blame.rows.isEmpty else { return }
    addHeading("BLAME", "which key of the policy brings what: put back, the finding is gone", to: &lines)
    addTable([.left, .left, .left], blame.causes(of: findings), most: .max, to: &lines) { cause in
      let what = cause.found.prefix(3).map { "\($0.rule.id) \($0.printableSubject)" }.joined(separator: ", ")
      return [
        Cell("  " + cause.keys, .strong), Cell(cause.changes, .faint),
        Cell(truncated(what, to: max(24, style.width - 60)) + cause.more),
      ]
    }
    if blame.leftOut > 0 { lines.append("  … \(counted(blame.leftOut, "finding")) not looked into") }
  }

  private func addBreakdowns(_ gate: GateReport, to lines: inout [String]) {
    for breakdown in gate.breakdowns where !breakdown.rows.isEmpty {
      addHeading("BY " + printable(breakdown.dimension).uppercased(), "hurt sessions", to: &lines)
      addTable([.left, .right, .right], breakdown.rows, most: .max, to: &lines) {
        [
          Cell("  " + ($0.value.isEmpty ? "not said" : truncated(printable($0.value), to: 40))),
          Cell($0.hurt.grouped), Cell(percent($0.hurt.count, of: $0.hurt.all), .faint),
        ]
      }
      addMore(breakdown.leftOut, to: &lines)
    }
    guard !gate.hurt.isEmpty else { return }
    addHeading("HURT", counted(gate.hurtSessions, "session"), to: &lines)
    let shown = gate.hurt.prefix(limits.outcomes)
    addTable([.left, .right, .left, .left], shown, most: .max, to: &lines) {
      [
        Cell("  " + truncated(printable($0.position.session), to: 36)), Cell(counted($0.failures, "failure")),
        Cell(truncated($0.rules.map(\.id).joined(separator: ", "), to: 36)),
        Cell(truncated(printable($0.position.trace), to: 40), .faint),
      ]
    }
    addMore(gate.hurtSessions - shown.count, to: &lines)
  }
}

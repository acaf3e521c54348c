import PopAudit
import PopReplay

// What only a gate says: limits, blame, who is hurt, and how to go on.

extension MarkdownSections {
  /// Adds the metrics, those beyond a limit first.
  func addLimits(_ gate: GateReport, to document: inout MarkdownDocument) {
    let broken = gate.thresholds.filter(\.isFailure)
    let all = broken + gate.thresholds.filter { !$0.isFailure }
    let columns = ["metric", "of", "baseline", "candidate", "change", "evidence", "limits"]
    var table = MarkdownDocument.Table(heading: "Limits", columns: columns, rows: [])
    table.words = broken.isEmpty ? "" : "\(counted(broken.count, "metric")) beyond a limit."
    table.rows = all.prefix(limits.rows).map { one in
      let limits = one.limits.map { MarkdownText.prose($0.words, limit: 100) + ($0.isBroken ? " **broken**" : "") }
      return [
        MarkdownText.name(one.metric), MarkdownText.prose(one.scope, limit: 100), one.baseline?.description ?? "–",
        one.candidate?.description ?? "–", one.change?.words(between: "to") ?? "–", one.evidence.words,
        limits.isEmpty ? "–" : limits.joined(separator: ", "),
      ]
    }
    table.more = all.count - table.rows.count
    document.add(table, rows: limits.rows)
  }

  /// Adds which keys of the policy bring which finding.
  func add(_ blame: BlameReport, to document: inout MarkdownDocument) {
    var table = MarkdownDocument.Table(
      heading: "Which key brings what",
      words: "With the key put back to what it was, the finding is gone.",
      columns: ["finding", "key", "from", "to", "line", "tried in"], rows: [])
    let byFingerprint = Dictionary(
      report.findings.filter { $0.status == .new }.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for row in blame.rows.prefix(limits.rows) {
      let finding = byFingerprint[row.fingerprint]
      let subject = finding.map { MarkdownText.prose(FindingWords($0, in: report).title, limit: 120) }
      let causes = row.alone.map { [$0] } + row.pairs
      let keys = causes.flatMap(\.self).compactMap { name in blame.keys.first { $0.name == name } }
      func all(_ value: (BlameReport.Key) -> String) -> String { keys.map(value).joined(separator: ", ") }
      let names = causes.map { $0.map { MarkdownText.name($0) }.joined(separator: " with ") }
      table.rows.append([
        subject ?? MarkdownText.name(row.fingerprint),
        names.isEmpty ? "several keys together" : names.joined(separator: ", "),
        all { MarkdownText.name($0.baseline) }, all { MarkdownText.name($0.candidate) },
        all { $0.line.map(String.init) ?? "–" }, counted(row.sessions, "session"),
      ])
    }
    table.more = blame.rows.count - table.rows.count + blame.leftOut
    document.add(table, rows: limits.rows)
  }

  /// Adds the breakdowns, and the hurt sessions by name.
  func addHurt(_ gate: GateReport, to document: inout MarkdownDocument) {
    for breakdown in gate.breakdowns {
      let dimension = MarkdownText.prose(breakdown.dimension, limit: 60)
      var table = MarkdownDocument.Table(
        heading: "Hurt sessions by " + dimension, columns: [dimension, "hurt sessions", "", "failures"], rows: [])
      table.rows = breakdown.rows.prefix(limits.breakdownRows).map { row in
        [
          row.value.isEmpty ? "not said" : MarkdownText.name(row.value), row.hurt.grouped,
          percent(row.hurt.count, of: row.hurt.all), grouping(row.failures),
        ]
      }
      table.more = breakdown.rows.count - table.rows.count + breakdown.leftOut
      document.add(table, rows: limits.breakdownRows)
    }
    var table = MarkdownDocument.Table(
      heading: "Hurt sessions", columns: ["trace", "session", "app", "build", "policy", "failures", "rules"], rows: [])
    table.rows = gate.hurt.prefix(limits.rows).map { hurt in
      [
        MarkdownText.name(hurt.place.trace), MarkdownText.name(hurt.place.session), MarkdownText.name(hurt.app),
        MarkdownText.name(hurt.build), MarkdownText.name(hurt.policy), grouping(hurt.failures),
        hurt.rules.map { MarkdownText.name($0) }.joined(separator: ", "),
      ]
    }
    table.more = max(gate.hurtSessions, gate.hurt.count) - table.rows.count
    document.add(table, rows: limits.rows)
  }

  /// Adds what a reader must know besides.
  func addRemarks(to document: inout MarkdownDocument) {
    for remark in (report.gate?.remarks ?? []).prefix(limits.rows) { document.add(MarkdownText.prose(remark)) }
  }

  /// The commands that explain what fails, and accept it.
  func addHowToGoOn(to document: inout MarkdownDocument) {
    let failures = report.findings.filter(\.judgement.isFailure)
    guard !failures.isEmpty else { return }
    var rules: [Rule] = []
    for finding in failures where !rules.contains(finding.rule) { rules.append(finding.rule) }
    var lines = rules.prefix(5).map { "poptrace rules \($0.id)" }
    let command = ShellCommand(report.gate?.acceptCommand ?? []).text
    lines.append(command.isEmpty ? "poptrace bless TRACES --policy POLICY --reason WHY" : command)
    document.add(
      "### How to go on\n\nWhat a rule means, and how to accept what is meant to be so:\n\n```sh\n"
        + lines.joined(separator: "\n") + "\n```")
  }
}

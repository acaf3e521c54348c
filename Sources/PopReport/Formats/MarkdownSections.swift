import PopAudit
import PopDocument
import PopReplay

/// What a report says in Markdown, part by part, the most important first.
struct MarkdownSections {
  let report: ReportDocument
  let limits: Limits

  /// How much of each part is shown.
  struct Limits {
    /// Findings that fail the build.
    var failures: Int
    /// Those of them that are shown with events, and how many events of each.
    var examples: Int
    var events: Int
    /// Rows of every other table.
    var rows: Int
    /// Values of a breakdown.
    var breakdownRows: Int
  }

  func write(into document: inout MarkdownDocument) {
    document.add("## " + MarkdownText.prose(VerdictSentence(report).text, limit: 600))
    document.add(facts)
    addNotJudged(to: &document)
    addFailures(to: &document)
    addExamples(to: &document)
    if let gate = report.gate { addLimits(gate, to: &document) }
    if let blame = report.gate?.blame { add(blame, to: &document) }
    addOpen(to: &document)
    addExcused(to: &document)
    if let gate = report.gate { addHurt(gate, to: &document) }
    addRemarks(to: &document)
    addHowToGoOn(to: &document)
  }

  /// What was judged: `300 sessions, 43,075 events, against the recording; as of 2026-11-22.`
  private var facts: String {
    let summary = report.summary
    var text = "\(counted(summary.sessions, "session")), \(counted(summary.events, "event"))"
    switch report.head.reference {
    case "none": break
    case "recorded": text += ", against the recording"
    default: text += ", against \(MarkdownText.name(report.head.reference))"
    }
    if let gate = report.gate {
      text += gate.configuration.isEmpty ? "; judged" : "; judged by \(MarkdownText.name(gate.configuration))"
      text += " as of \(gate.asOf)"
    }
    let fixed = report.findings.count { $0.status == .fixed }
    if fixed > 0 { text += "; \(counted(fixed, "finding")) fixed" }
    return text + "."
  }

  private func addNotJudged(to document: inout MarkdownDocument) {
    let unread = report.summary.unread
    var table = MarkdownDocument.Table(heading: "Not judged", columns: ["trace", "session", "why"], rows: [])
    table.rows = unread.prefix(limits.rows).map {
      [MarkdownText.name($0.trace), MarkdownText.name($0.session ?? ""), MarkdownText.prose($0.because)]
    }
    table.more = unread.count - table.rows.count
    document.add(table, rows: limits.rows)
    let unjudged = report.summary.identities.unjudged
    if unjudged > 0 {
      document.add(
        "\(counted(unjudged, "session")) not judged: a recording does not give itself back, or its policy is not known."
      )
    }
  }

  // MARK: - Findings

  private static let columns = ["rule", "popup", "page", "sessions", "grade", "judgement", "why"]

  private func row(_ finding: JudgedFinding) -> [String] {
    let example = finding.example
    let popups = [example.name, example.otherName].filter { !$0.isEmpty }.map { MarkdownText.name($0, limit: 60) }
    return [
      "`\(finding.rule.id)`", popups.joined(separator: " and "), MarkdownText.name(example.pageClass, limit: 60),
      finding.share(in: report).grouped, MarkdownText.prose(finding.gradeWords),
      MarkdownText.prose(finding.judgementWords), MarkdownText.prose(example.because),
    ]
  }

  private func addFailures(to document: inout MarkdownDocument) {
    let failures = report.findings.filter(\.judgement.isFailure)
    var table = MarkdownDocument.Table(heading: "What fails", columns: Self.columns, rows: [])
    table.rows = failures.prefix(limits.failures).map(row)
    table.more = failures.count - table.rows.count
    document.add(table, rows: limits.failures)
  }

  /// The events that show the worst of it.
  private func addExamples(to document: inout MarkdownDocument) {
    let shown = report.findings.filter { $0.judgement.isFailure && !$0.example.timeline.isEmpty }.prefix(
      limits.examples)
    for finding in shown {
      var lines: [String] = []
      for event in finding.example.timeline.suffix(limits.events) {
        // No line of a trace's making begins a line of the block.
        let mark = event.isWitness ? "▸" : " "
        let line =
          "\(mark) \(event.time.grouped) ms  \(told(event.kind, limit: 100))  \(told(event.detail, limit: 200))"
        lines.append(line.last == " " ? String(line.dropLast(2)) : line)
      }
      let place = finding.places.first.map {
        " in \(MarkdownText.name($0.trace)), session \(MarkdownText.name($0.session))"
      }
      document.add(
        "`\(finding.rule.id)` \(MarkdownText.prose(finding.subject))\(place ?? ""):\n\n```text\n"
          + lines.joined(separator: "\n") + "\n```")
    }
  }

  private func addOpen(to document: inout MarkdownDocument) {
    let open = report.findings.filter { $0.judgement == .warns || $0.judgement == .assumed }
    var table = MarkdownDocument.Table(heading: "New, and does not fail", columns: Self.columns, rows: [])
    table.rows = open.prefix(limits.rows).map(row)
    table.more = open.count - table.rows.count
    document.add(table, rows: limits.rows)
  }

  private func addExcused(to document: inout MarkdownDocument) {
    let excused = report.findings.filter { !$0.judgement.isFailure && $0.judgement.excuse != nil }
    var table = MarkdownDocument.Table(heading: "Accepted and ignored", columns: Self.columns, rows: [])
    table.rows = excused.prefix(limits.rows).map(row)
    table.more = excused.count - table.rows.count
    document.add(table, rows: limits.rows)
    guard let baseline = report.gate?.baseline, !baseline.stale.isEmpty else { return }
    table = MarkdownDocument.Table(heading: "Accepted, and gone", columns: ["line", "what", "fingerprint"], rows: [])
    table.words =
      "\(MarkdownText.name(baseline.file)) has \(counted(baseline.stale.count, "entry", plural: "entries")) on what nobody has any more"
      + (baseline.isStrict ? ", which fails the build." : ".")
    table.rows = baseline.stale.prefix(limits.rows).map {
      [String($0.line), MarkdownText.prose($0.words), $0.fingerprint.map { MarkdownText.name($0) } ?? "–"]
    }
    table.more = baseline.stale.count - table.rows.count
    document.add(table, rows: limits.rows)
  }
}

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
        MarkdownText.name(one.metric), MarkdownText.prose(one.scope, limit: 100), one.reference?.description ?? "–",
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
      let subject = finding.map { MarkdownText.prose($0.title, limit: 120) }
      let causes = row.alone.map { [$0] } + row.pairs
      let keys = causes.flatMap(\.self).compactMap { name in blame.keys.first { $0.name == name } }
      func all(_ value: (BlameReport.Key) -> String) -> String { keys.map(value).joined(separator: ", ") }
      let names = causes.map { $0.map { MarkdownText.name($0) }.joined(separator: " with ") }
      table.rows.append([
        subject ?? MarkdownText.name(row.fingerprint),
        names.isEmpty ? "several keys together" : names.joined(separator: ", "),
        all { MarkdownText.name($0.reference) }, all { MarkdownText.name($0.candidate) },
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
        hurt.rules.map { MarkdownText.name($0.id) }.joined(separator: ", "),
      ]
    }
    table.more = max(gate.hurtSessions, gate.hurt.count) - table.rows.count
    document.add(table, rows: limits.rows)
  }

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

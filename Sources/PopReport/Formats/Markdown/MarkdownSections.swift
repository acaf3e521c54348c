import PopAudit
import PopReplay

/// What a report says in Markdown, part by part, the most important first.
struct MarkdownSections {
  /// The report.
  let report: NeutralReport
  /// How much of it is shown.
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

  /// Writes all parts.
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
    switch report.head.baseline {
    case "none": break
    case "recorded": text += ", against the recording"
    default: text += ", against \(MarkdownText.name(report.head.baseline))"
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
    let words = FindingWords(finding, in: report)
    let example = finding.example
    let popups = [example.name, example.otherName].filter { !$0.isEmpty }.map { MarkdownText.name($0, limit: 60) }
    return [
      "`\(finding.rule.id)`", popups.joined(separator: " and "), MarkdownText.name(example.pageClass, limit: 60),
      SessionShare(finding.sessions, of: max(finding.sessions, words.judged)).grouped,
      MarkdownText.prose(words.grade), MarkdownText.prose(words.judgement), MarkdownText.prose(example.because),
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
      let words = FindingWords(finding, in: report)
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
        "`\(finding.rule.id)` \(MarkdownText.prose(words.subject))\(place ?? ""):\n\n```text\n"
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

import PopAudit
import PopDocument

/// The report as Markdown: what does not fit is left out, and counted in the last line.
struct MarkdownReport: ReportWriter {
  struct Limits {
    var bytes: Int
    var failures: Int
    /// Those of them that are shown with events, and how many events of each.
    var examples: Int
    var events: Int
    var rows: Int
    var breakdownRows: Int
  }

  private let limits: Limits

  /// A comment on a pull request, which has at most 65,536 characters.
  static func comment(byteLimit: Int = 65_000) -> MarkdownReport {
    MarkdownReport(limits: Limits(bytes: byteLimit, failures: 20, examples: 1, events: 12, rows: 10, breakdownRows: 5))
  }

  /// A step summary of GitHub Actions, which drops one of more than a mebibyte as a whole.
  static func stepSummary(byteLimit: Int = 1_048_576) -> MarkdownReport {
    MarkdownReport(
      limits: Limits(bytes: byteLimit, failures: 1000, examples: 5, events: 40, rows: 200, breakdownRows: 50))
  }

  mutating func end(_ report: ReportDocument) -> [UInt8] {
    var sections = MarkdownSections(report: report, limits: limits)
    return sections.written()
  }
}

/// What a report says in Markdown, part by part, the most important first; what there is no room for is counted.
private struct MarkdownSections {
  let report: ReportDocument
  let limits: MarkdownReport.Limits
  fileprivate var text = ""
  fileprivate var cut = 0

  /// Without what the last line takes.
  private var room: Int { limits.bytes - 400 }

  /// The document; its last line says what was cut.
  mutating func written() -> [UInt8] {
    add("## " + MarkdownText.prose(VerdictSentence(report).text, limit: 600))
    add(facts)
    addNotJudged()
    addFindings("What fails", most: limits.failures) { $0.judgement.isFailure }
    addExamples()
    if let gate = report.gate { addLimits(gate) }
    if let blame = report.gate?.blame { addBlame(blame) }
    addFindings("New, and does not fail") { $0.judgement == .warns || $0.judgement == .assumed }
    addFindings("Accepted and ignored") { !$0.judgement.isFailure && $0.judgement.excuse != nil }
    if let gate = report.gate { addStale(gate) }
    if let gate = report.gate { addHurt(gate) }
    if let observed = TextReport(report.head, style: .plain).observed(report.summary) { add(observed) }
    for remark in (report.gate?.remarks ?? []).prefix(limits.rows) { add(MarkdownText.prose(remark)) }
    addHowToGoOn()
    guard cut > 0 else { return Array(text.utf8) }
    let line = "\(counted(cut, "row")) left out for want of room; `--format json` has all."
    return Array((text + line + "\n").utf8)
  }

  private mutating func add(_ block: String) {
    if text.utf8.count + block.utf8.count + 2 <= room { text += block + "\n\n" } else { cut += 1 }
  }

  /// Adds a table of as many as are shown, `rows` unless said otherwise, and as many rows of that as there is room for.
  private mutating func addTable<Element>(
    _ heading: String, _ columns: [String], _ elements: some Collection<Element>, words: String = "", most: Int? = nil,
    beyond: Int = 0, row: (Element) -> [String]
  ) {
    func joined(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let shown = elements.prefix(most ?? limits.rows)
    var block = "### \(heading)\n\n" + (words.isEmpty ? "" : words + "\n\n")
    block += joined(columns) + joined(columns.map { _ in "---" })
    var count = 0
    for element in shown {
      let line = joined(row(element))
      // A line with the count of the others must follow.
      guard text.utf8.count + block.utf8.count + line.utf8.count + 60 <= room else { break }
      block += line
      count += 1
    }
    cut += shown.count - count
    guard count > 0 else { return }
    let more = elements.count - count + beyond
    text += block + (more > 0 ? "\n… and \(grouping(more)) more\n" : "") + "\n"
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

  private mutating func addNotJudged() {
    addTable("Not judged", ["trace", "session", "why"], report.summary.unread) {
      [MarkdownText.name($0.trace), MarkdownText.name($0.session ?? ""), MarkdownText.prose($0.because)]
    }
    let unjudged = report.summary.identities.unjudged
    guard unjudged > 0 else { return }
    add(
      "\(counted(unjudged, "session")) not judged: a recording does not give itself back, or its policy is not known.")
  }

  private mutating func addFindings(_ heading: String, most: Int? = nil, where isMeant: (JudgedFinding) -> Bool) {
    let columns = ["rule", "popup", "page", "sessions", "grade", "judgement", "why"]
    let report = report
    addTable(heading, columns, report.findings.filter(isMeant), most: most) { finding in
      let example = finding.example
      let popups = [example.name, example.otherName].filter { !$0.isEmpty }.map { MarkdownText.name($0, limit: 60) }
      return [
        "`\(finding.rule.id)`", popups.joined(separator: " and "), MarkdownText.name(example.pageClass, limit: 60),
        finding.share(in: report).grouped, MarkdownText.prose(finding.gradeWords),
        MarkdownText.prose(finding.judgementWords), MarkdownText.prose(example.because),
      ]
    }
  }

  private mutating func addExamples() {
    let shown = report.findings.filter { $0.judgement.isFailure && !$0.example.timeline.isEmpty }
    for finding in shown.prefix(limits.examples) {
      let lines = finding.example.timeline.suffix(limits.events).map { event in
        // No line of a trace's making begins a line of the block.
        let mark = event.isWitness ? "▸" : " "
        let line =
          "\(mark) \(event.time.grouped) ms  \(told(event.kind, limit: 100))  \(told(event.detail, limit: 200))"
        return line.last == " " ? String(line.dropLast(2)) : line
      }
      let session = finding.positions.first.map {
        " in \(MarkdownText.name($0.trace)), session \(MarkdownText.name($0.session))"
      }
      add(
        "`\(finding.rule.id)` \(MarkdownText.prose(finding.subject))\(session ?? ""):\n\n```text\n"
          + lines.joined(separator: "\n") + "\n```")
    }
  }

  private mutating func addStale(_ gate: GateReport) {
    guard let baseline = gate.baseline else { return }
    let entries = counted(baseline.stale.count, "entry", plural: "entries")
    let words =
      "\(MarkdownText.name(baseline.file)) has \(entries) on what nobody has any more"
      + (baseline.isStrict ? ", which fails the build." : ".")
    addTable("Accepted, and gone", ["line", "what", "fingerprint"], baseline.stale, words: words) {
      [String($0.line), MarkdownText.prose($0.words), $0.fingerprint.map { MarkdownText.name($0) } ?? "–"]
    }
  }

  private mutating func addLimits(_ gate: GateReport) {
    let broken = gate.thresholds.count(where: \.isFailure)
    let columns = ["metric", "of", "baseline", "candidate", "change", "evidence", "limits"]
    let words = broken == 0 ? "" : "\(counted(broken, "metric")) beyond a limit."
    addTable("Limits", columns, gate.orderedThresholds, words: words) { one in
      let limits = one.limits.map { MarkdownText.prose($0.words, limit: 100) + ($0.isBroken ? " **broken**" : "") }
      return [
        MarkdownText.name(one.metric), MarkdownText.prose(one.scope, limit: 100), one.reference?.description ?? "–",
        one.candidate?.description ?? "–", one.change?.words(between: "to") ?? "–", one.evidence.words,
        limits.isEmpty ? "–" : limits.joined(separator: ", "),
      ]
    }
  }

  private mutating func addBlame(_ blame: BlameReport) {
    let findings = Dictionary(
      report.findings.filter { $0.status == .new }.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first }
    )
    let words = "With the key put back to what it was, the finding is gone."
    let columns = ["finding", "key", "from", "to", "line", "tried in"]
    addTable("Which key brings what", columns, blame.rows, words: words, beyond: blame.leftOut) { row in
      let subject = findings[row.fingerprint].map { MarkdownText.prose($0.title, limit: 120) }
      let causes = row.alone.map { [$0] } + row.pairs
      let keys = causes.flatMap(\.self).compactMap { name in blame.keys.first { $0.name == name } }
      func all(_ value: (BlameReport.Key) -> String) -> String { keys.map(value).joined(separator: ", ") }
      let names = causes.map { $0.map { MarkdownText.name($0) }.joined(separator: " with ") }
      return [
        subject ?? MarkdownText.name(row.fingerprint),
        names.isEmpty ? "several keys together" : names.joined(separator: ", "),
        all { MarkdownText.name($0.reference) }, all { MarkdownText.name($0.candidate) },
        all { $0.line.map(String.init) ?? "–" }, counted(row.sessions, "session"),
      ]
    }
  }

  private mutating func addHurt(_ gate: GateReport) {
    for breakdown in gate.breakdowns {
      let dimension = MarkdownText.prose(breakdown.dimension, limit: 60)
      addTable(
        "Hurt sessions by " + dimension, [dimension, "hurt sessions", "", "failures"], breakdown.rows,
        most: limits.breakdownRows, beyond: breakdown.leftOut
      ) {
        [
          $0.value.isEmpty ? "not said" : MarkdownText.name($0.value), $0.hurt.grouped,
          percent($0.hurt.count, of: $0.hurt.all), grouping($0.failures),
        ]
      }
    }
    addTable(
      "Hurt sessions", ["trace", "session", "app", "build", "policy", "failures", "rules"], gate.hurt,
      beyond: max(0, gate.hurtSessions - gate.hurt.count)
    ) {
      [$0.position.trace, $0.position.session, $0.app, $0.build, $0.policy].map { MarkdownText.name($0) } + [
        grouping($0.failures), $0.rules.map { MarkdownText.name($0.id) }.joined(separator: ", "),
      ]
    }
  }

  private mutating func addHowToGoOn() {
    let failures = report.findings.filter(\.judgement.isFailure)
    guard !failures.isEmpty else { return }
    var rules: [Rule] = []
    for finding in failures where !rules.contains(finding.rule) { rules.append(finding.rule) }
    var lines = rules.prefix(5).map { "poptrace rules \($0.id)" }
    let command = ShellCommand(report.gate?.acceptCommand ?? []).text
    lines.append(command.isEmpty ? "poptrace bless TRACES --policy POLICY --reason WHY" : command)
    add(
      "### How to go on\n\nWhat a rule means, and how to accept what is meant to be so:\n\n```sh\n"
        + lines.joined(separator: "\n") + "\n```")
  }
}

/// Text from traces and configurations as it stands in Markdown: none of it can become markup, a link, a mention or a reference.
enum MarkdownText {
  /// A name as code, which nothing else is made of; as ``prose(_:limit:)`` where it has characters that end code or a cell of a table.
  static func name(_ text: String, limit: Int = 120) -> String {
    let text = told(text, limit: limit)
    guard !text.isEmpty else { return "" }
    let isPlain = !text.utf8.contains { [UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "\\")].contains($0) }
    // Spaces at the ends would be taken off, and spaces alone are no code.
    guard isPlain, text.first != " ", text.last != " " else { return prose(text, limit: limit) }
    return "`\(text)`"
  }

  /// A text as prose: punctuation that Markdown knows is a character reference, and what GitHub and GitLab make mentions, references, emoji
  /// and links of when the markup is already gone is broken up by a space of no width.
  static func prose(_ text: String, limit: Int = 400) -> String {
    var result = ""
    var word = ""
    let scalars = Array(told(text, limit: limit).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isWord || scalar.value >= 0x80 {
        result.unicodeScalars.append(scalar)
      } else {
        switch scalar {
        // Spaces at the start make code, a number with a point or bracket behind it a list.
        case " " where result.isEmpty: result += reference(scalar)
        case _ where (scalar == "." || scalar == ")") && isNumber(result): result += reference(scalar)
        case " ", ",", ";", "?", "'", "\"", "(", ")", "/": result.unicodeScalars.append(scalar)
        case "." where word.lowercased() != "www": result.unicodeScalars.append(scalar)
        // A sentence may have these; what is made of them has a word, a bracket or slashes behind it.
        case _ where ":%!".unicodeScalars.contains(scalar) && " ,;)".unicodeScalars.contains(next):
          result.unicodeScalars.append(scalar)
        case "-", "+", "=":
          // At the start of a line they make lists and headings; after letters they make references such as GH-1.
          result += result.isEmpty || word == "GH" ? reference(scalar) : String(scalar)
        default: result += reference(scalar)
        }
      }
      word = isWord ? word + String(scalar) : ""
      if word.utf8.count > 8 { word = "…" }
    }
    return result
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A character reference; behind what begins a mention or reference, a space of no width.
  private static func reference(_ scalar: Unicode.Scalar) -> String {
    let breaks = "@#!~%$&:^-_".unicodeScalars.contains(scalar)
    return "&#\(scalar.value);" + (breaks ? "&#8203;" : "")
  }
}

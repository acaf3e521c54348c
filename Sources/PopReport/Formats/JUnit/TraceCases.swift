import PopAudit
import PopReplay

/// The test cases of one trace.
struct TraceCases {
  /// The cases: what could not be read first, then the rules in their order.
  private(set) var cases: [JUnitCase] = []
  private let trace: TraceFindings
  private let report: NeutralReport

  /// Makes the cases.
  ///
  /// - Parameters:
  ///   - judged: What is made of each finding, by the number of its fingerprint, with its place in the report.
  ///   - unread: What of the trace could not be read.
  ///   - isSummedUp: Whether the cases that pass are one.
  init(
    _ trace: TraceFindings, _ judged: [Int: (place: Int, finding: JudgedFinding)], _ unread: [NotJudged],
    isSummedUp: Bool, of report: NeutralReport
  ) {
    self.trace = trace
    self.report = report
    addUnread(unread)
    addLeftOut()
    let found = trace.found.compactMap { number, found in
      judged[number].map { (place: $0.place, finding: $0.finding, found: found) }
    }.sorted { $0.place < $1.place }
    guard trace.judged > 0 || !found.isEmpty else { return }
    let byRule = Dictionary(grouping: found, by: \.finding.rule)
    var passed: [String] = []
    for rule in Rule.allCases {
      let own = byRule[rule] ?? []
      let failures = own.filter(\.finding.judgement.isFailure)
      let others = own.filter { !$0.finding.judgement.isFailure }.map { words($0.finding, $0.found) }
      if let first = failures.first {
        let texts = failures.map { words($0.finding, $0.found) }
        let type = first.finding.judgement.word
        add(rule.id, .failed(told(texts + others, command: "poptrace rules \(rule.id)"), type: type))
      } else if isSummedUp {
        passed += others
      } else {
        add(rule.id, .passed(others.isEmpty ? nil : told(others, command: "poptrace rules \(rule.id)")))
      }
    }
    guard isSummedUp else { return }
    let name = cases.contains { if case .failed = $0.result { true } else { false } } ? "all other rules" : "all rules"
    add(name, .passed(passed.isEmpty ? nil : told(passed, command: "poptrace rules")))
  }

  private mutating func add(_ name: String, _ result: JUnitCase.Result) {
    cases.append(JUnitCase(classname: trace.trace, name: name, file: trace.trace, result: result))
  }

  private mutating func addUnread(_ unread: [NotJudged]) {
    for entry in unread.prefix(TraceFindings.leftOutLimit) {
      let name = entry.session.map { "session " + $0 } ?? (entry.sessions == 0 ? "the input" : "lost sessions")
      add(name, .error(PopReport.told(entry.because), type: "unread"))
    }
    let more = unread.count - TraceFindings.leftOutLimit
    if more > 0 { add("more of it", .error("\(grouping(more)) more could not be read", type: "unread")) }
  }

  private mutating func addLeftOut() {
    for (session, because) in trace.leftOut {
      add("session " + session, .skipped(because.isEmpty ? "not judged" : PopReport.told(because)))
    }
    let more = trace.leftOutCount - trace.leftOut.count
    if more > 0 { add("more sessions", .skipped("\(counted(more, "more session")) not judged")) }
  }

  /// A finding of this trace in a paragraph.
  private func words(_ finding: JudgedFinding, _ found: TraceFindings.Found) -> String {
    let words = FindingWords(finding, in: report)
    let more = found.sessions > 1 ? " and \(counted(found.sessions - 1, "more session")) of this trace" : ""
    // What is certain in one trace may rest on assumptions in another.
    let here = found.grade.rawValue
    let grade = words.grade == here ? here : "\(here), of all sessions \(words.grade)"
    return """
      \(PopReport.told(words.title, limit: 300))
        \(PopReport.told(finding.example.because))
        session \(PopReport.told(found.session, limit: 300))\(more), \(words.often) of all
        \(PopReport.told(words.judgement)); grade \(grade); fingerprint \(finding.fingerprint)
      """
  }

  /// As many paragraphs as a case holds, and the command that explains their rule.
  private func told(_ paragraphs: [String], command: String) -> String {
    var texts = Array(paragraphs.prefix(JUnitReport.findingLimit))
    let more = paragraphs.count - texts.count
    if more > 0 { texts.append("and \(grouping(more)) more") }
    return texts.joined(separator: "\n") + "\nmore: " + command
  }
}

import PopAudit
import PopDocument
import PopReplay

/// One test case, for forms that CI systems read as the result of tests.
struct TestCase {
  /// How many findings of one rule a case tells of one trace.
  static let findingLimit = 20

  /// What it belongs to: a trace, or a part of the whole.
  var group: String
  /// Its name, unique among those of its ``group``.
  var name: String
  /// The file it links to; nil where there is none.
  var file: String?
  /// What came of it.
  var result: Result

  enum Result {
    /// It passed; perhaps there is something to say all the same.
    case passed(String?)
    /// It failed, of a kind, with sentences that say why.
    case failed(String, type: String)
    /// It could not be carried out.
    case error(String, type: String)
    case skipped(String)
  }

  /// Whether it comes first where there is no room for all.
  var isImportant: Bool {
    if case .passed = result { return false }
    return true
  }
}

struct TraceCases {
  /// The cases: what could not be read first, then the rules in their order.
  private(set) var cases: [TestCase] = []
  private let trace: TraceFindings
  private let report: ReportDocument

  /// Makes the cases.
  ///
  /// - Parameters:
  ///   - judged: What is made of each finding, by the number of its fingerprint, with its place in the report.
  ///   - unread: What of the trace could not be read.
  ///   - isSummedUp: Whether the cases that pass are one.
  init(
    _ trace: TraceFindings, _ judged: [Int: (place: Int, finding: JudgedFinding)], _ unread: [NotJudged],
    isSummedUp: Bool, of report: ReportDocument
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
        let type = first.finding.judgement.word.rawValue
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

  private mutating func add(_ name: String, _ result: TestCase.Result) {
    cases.append(TestCase(group: trace.trace, name: name, file: trace.trace, result: result))
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
    let more = found.sessions > 1 ? " and \(counted(found.sessions - 1, "more session")) of this trace" : ""
    // What is certain in one trace may rest on assumptions in another.
    let here = found.grade.rawValue
    let grade = finding.gradeWords == here ? here : "\(here), of all sessions \(finding.gradeWords)"
    return """
      \(PopReport.told(finding.title, limit: 300))
        \(PopReport.told(finding.example.because))
        session \(PopReport.told(found.session, limit: 300))\(more), \(finding.often(in: report)) of all
        \(PopReport.told(finding.judgementWords)); grade \(grade); fingerprint \(finding.fingerprint)
      """
  }

  /// As many paragraphs as a case holds, and the command that explains their rule.
  private func told(_ paragraphs: [String], command: String) -> String {
    var texts = Array(paragraphs.prefix(TestCase.findingLimit))
    let more = paragraphs.count - texts.count
    if more > 0 { texts.append("and \(grouping(more)) more") }
    return texts.joined(separator: "\n") + "\nmore: " + command
  }
}

/// What is kept of one trace while sessions come by: which new findings it has, and what of it was not judged.
struct TraceFindings {
  /// The input, as the user named it.
  let trace: String
  /// How many of its sessions were judged.
  private(set) var judged = 0
  /// The new findings by the index of their fingerprint.
  private(set) var found: [Int: Found] = [:]
  /// The sessions that were left out, and why; no more than ``leftOutLimit``.
  private(set) var leftOut: [(session: String, because: String)] = []
  private(set) var leftOutCount = 0

  /// How many sessions that were left out get a test case of their own.
  static let leftOutLimit = 100

  /// A new finding in a trace.
  struct Found {
    /// The first of its sessions that has it.
    var session: String
    var sessions = 1
    /// The best grade it has there.
    var grade: Grade
  }

  init(_ trace: String) { self.trace = trace }

  /// Takes a session; `index` gives a fingerprint's number.
  mutating func add(_ session: SessionReport, index: (String) -> Int) {
    // What met a limit is among what could not be read.
    guard session.failure == nil else { return }
    guard session.identity.isJudged else {
      leftOutCount += 1
      if leftOut.count < Self.leftOutLimit { leftOut.append((session.session, session.mismatch?.because ?? "")) }
      return
    }
    judged += 1
    for finding in session.findings where finding.status == .new {
      add(index(finding.fingerprint), session: session.session, grade: finding.grade)
    }
  }

  mutating func add(_ index: Int, session: String, grade: Grade) {
    if found[index] == nil {
      found[index] = Found(session: session, grade: grade)
    } else {
      found[index]?.sessions += 1
      if let known = found[index]?.grade, grade < known { found[index]?.grade = grade }
    }
  }
}

/// The test cases that are about a report as a whole: what its limits are kept by, and whether anything was judged.
struct WholeCases {
  private(set) var cases: [TestCase] = []

  init(_ report: ReportDocument) {
    let summary = report.summary
    add("poptrace.verdict", "something was judged", file: nil, judged(summary))
    if let most = summary.mostAffected {
      let words = "at most \(most) of the sessions of the field may have a new error"
      add(
        "poptrace.limits", "affected sessions", file: nil,
        summary.isAboveAffected ? .failed("more are expected; " + words, type: "affected") : .passed(words))
    }
    if summary.isBelowCoverage {
      add("poptrace.limits", "coverage", file: nil, .skipped("Less was reached than asked for."))
    }
    guard let gate = report.gate else { return }
    let file = gate.configuration.isEmpty ? nil : gate.configuration
    for threshold in gate.thresholds {
      for limit in threshold.limits {
        let words = threshold.words(limit)
        add(
          "poptrace.limits", "\(threshold.name), \(limit.words)", file: file,
          limit.isBroken ? .failed(words, type: "limit") : .passed(words))
      }
    }
    if let baseline = gate.baseline { add(baseline) }
  }

  private mutating func add(_ group: String, _ name: String, file: String?, _ result: TestCase.Result) {
    cases.append(TestCase(group: group, name: name, file: file, result: result))
  }

  private func judged(_ summary: ReportSummary) -> TestCase.Result {
    guard summary.judgedSessions == 0 else { return .passed(nil) }
    return .error("No session was judged.", type: "nothing")
  }

  private mutating func add(_ baseline: BaselineReport) {
    let accepted = "\(counted(baseline.accepted, "finding")) accepted"
    guard !baseline.stale.isEmpty else {
      return add("poptrace.baseline", "nothing accepted is gone", file: baseline.file, .passed(accepted))
    }
    var lines = baseline.stale.prefix(TestCase.findingLimit).map {
      told($0.placed, limit: 300)
    }
    if baseline.stale.count > lines.count { lines.append("and \(grouping(baseline.stale.count - lines.count)) more") }
    let words = "\(counted(baseline.stale.count, "acceptance")) of what is gone\n" + lines.joined(separator: "\n")
    add(
      "poptrace.baseline", "nothing accepted is gone", file: baseline.file,
      baseline.isFailure ? .failed(words + "\npoptrace bless --prune takes them out", type: "stale") : .passed(words))
  }
}

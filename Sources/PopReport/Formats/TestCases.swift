import PopAudit
import PopDocument
import PopReplay

/// One test case, for forms that CI systems read as the result of tests.
struct TestCase {
  static let findingLimit = 20

  var group: String
  /// Its name, unique among those of its ``group``.
  var name: String
  /// The file it links to; nil where there is none.
  var file: String?
  var result: Result

  enum Result {
    /// It passed; perhaps there is something to say all the same.
    case passed(String?)
    /// It failed, of a kind, with sentences that say why.
    case failed(String, type: String)
    case error(String, type: String)
    case skipped(String)
  }

  /// Whether it comes first where there is no room for all.
  var isImportant: Bool {
    if case .passed = result { return false }
    return true
  }

  fileprivate static func told(_ paragraphs: [String]) -> String {
    var texts = Array(paragraphs.prefix(findingLimit))
    if paragraphs.count > texts.count { texts.append("and \(grouping(paragraphs.count - texts.count)) more") }
    return texts.joined(separator: "\n")
  }
}

/// What is kept of one trace while sessions come by: which new findings it has, and what of it was not judged.
struct TraceFindings {
  /// How many sessions that were left out get a test case of their own.
  static let leftOutLimit = 100

  let trace: String
  private(set) var judged = 0
  /// The new findings by their fingerprint.
  private(set) var found: [String: Found] = [:]
  /// The sessions that were left out, and why; no more than ``leftOutLimit``.
  private var leftOut: [(session: String, because: String)] = []
  private var leftOutCount = 0

  struct Found {
    /// The first of its sessions that has it.
    var session: String
    var sessions = 0
    var grade: Grade
  }

  init(_ trace: String) { self.trace = trace }

  mutating func add(_ session: SessionReport) {
    // What met a limit is among what could not be read.
    guard session.failure == nil else { return }
    guard session.identity.isJudged else {
      leftOutCount += 1
      if leftOut.count < Self.leftOutLimit { leftOut.append((session.session, session.mismatch?.because ?? "")) }
      return
    }
    judged += 1
    for finding in session.findings where finding.status == .new {
      add(finding.fingerprint, session: session.session, grade: finding.grade)
    }
  }

  mutating func add(_ fingerprint: String, session: String, grade: Grade) {
    var known = found[fingerprint] ?? Found(session: session, grade: grade)
    known.sessions += 1
    known.grade = min(known.grade, grade)
    found[fingerprint] = known
  }

  /// The cases: what could not be read first, then the rules in their order.
  func cases(
    _ findings: [String: (place: Int, finding: JudgedFinding)], _ unread: [NotJudged], isSummedUp: Bool,
    of report: ReportDocument
  ) -> [TestCase] {
    var results = unjudged(unread)
    let found = found.compactMap { fingerprint, found in
      findings[fingerprint].map { (place: $0.place, finding: $0.finding, found: found) }
    }.sorted { $0.place < $1.place }
    if judged > 0 || !found.isEmpty {
      let byRule = Dictionary(grouping: found, by: \.finding.rule)
      var passed: [String] = []
      var hasFailed = false
      for rule in Rule.allCases {
        let own = byRule[rule] ?? []
        let more = "\nmore: poptrace rules \(rule.id)"
        let failures = own.filter(\.finding.judgement.isFailure)
        let others = own.filter { !$0.finding.judgement.isFailure }.map { words($0.finding, $0.found, in: report) }
        if let first = failures.first {
          let texts = failures.map { words($0.finding, $0.found, in: report) } + others
          let type = first.finding.judgement.word.rawValue
          results.append((rule.id, .failed(TestCase.told(texts) + more, type: type)))
          hasFailed = true
        } else if isSummedUp {
          passed += others
        } else {
          results.append((rule.id, .passed(others.isEmpty ? nil : TestCase.told(others) + more)))
        }
      }
      if isSummedUp {
        let words = passed.isEmpty ? nil : TestCase.told(passed) + "\nmore: poptrace rules"
        results.append((hasFailed ? "all other rules" : "all rules", .passed(words)))
      }
    }
    return results.map { TestCase(group: trace, name: $0.name, file: trace, result: $0.result) }
  }

  private func unjudged(_ unread: [NotJudged]) -> [(name: String, result: TestCase.Result)] {
    var results: [(name: String, result: TestCase.Result)] = unread.prefix(Self.leftOutLimit).map { entry in
      let name = entry.session.map { "session " + $0 } ?? (entry.sessions == 0 ? "the input" : "lost sessions")
      return (name, .error(told(entry.because), type: "unread"))
    }
    let more = unread.count - results.count
    if more > 0 { results.append(("more of it", .error("\(grouping(more)) more could not be read", type: "unread"))) }
    for (session, because) in leftOut {
      results.append(("session " + session, .skipped(because.isEmpty ? "not judged" : told(because))))
    }
    let others = leftOutCount - leftOut.count
    if others > 0 { results.append(("more sessions", .skipped("\(counted(others, "more session")) not judged"))) }
    return results
  }

  private func words(_ finding: JudgedFinding, _ found: Found, in report: ReportDocument) -> String {
    let more = found.sessions > 1 ? " and \(counted(found.sessions - 1, "more session")) of this trace" : ""
    // What is certain in one trace may rest on assumptions in another.
    let here = found.grade.rawValue
    let grade = finding.gradeWords == here ? here : "\(here), of all sessions \(finding.gradeWords)"
    return """
      \(told(finding.title, limit: 300))
        \(told(finding.example.because))
        session \(told(found.session, limit: 300))\(more), \(finding.often(in: report)) of all
        \(told(finding.judgementWords)); grade \(grade); fingerprint \(finding.fingerprint)
      """
  }
}

extension ReportDocument {
  /// The test cases that are about the whole: what its limits are kept by, and whether anything was judged.
  var wholeCases: [TestCase] {
    var cases: [TestCase] = []
    func add(_ part: String, _ name: String, file: String? = nil, _ result: TestCase.Result) {
      cases.append(TestCase(group: "poptrace." + part, name: name, file: file, result: result))
    }
    let isNothing = summary.judgedSessions == 0
    add("verdict", "something was judged", isNothing ? .error("No session was judged.", type: "nothing") : .passed(nil))
    if let most = summary.mostAffected {
      let words = "at most \(most) of the sessions of the field may have a new error"
      add(
        "limits", "affected sessions",
        summary.isAboveAffected ? .failed("more are expected; " + words, type: "affected") : .passed(words))
    }
    if summary.isBelowCoverage { add("limits", "coverage", .skipped("Less was reached than asked for.")) }
    guard let gate else { return cases }
    for threshold in gate.thresholds {
      for limit in threshold.limits {
        let words = threshold.words(limit)
        add(
          "limits", "\(threshold.name), \(limit.words)", file: gate.configuration.isEmpty ? nil : gate.configuration,
          limit.isBroken ? .failed(words, type: "limit") : .passed(words))
      }
    }
    if let baseline = gate.baseline {
      add("baseline", "nothing accepted is gone", file: baseline.file, result(of: baseline))
    }
    return cases
  }

  private func result(of baseline: BaselineReport) -> TestCase.Result {
    guard !baseline.stale.isEmpty else { return .passed("\(counted(baseline.accepted, "finding")) accepted") }
    let words =
      "\(counted(baseline.stale.count, "acceptance")) of what is gone\n"
      + TestCase.told(baseline.stale.map { told($0.placed, limit: 300) })
    guard baseline.isFailure else { return .passed(words) }
    return .failed(words + "\npoptrace bless --prune takes them out", type: "stale")
  }
}

import PopAudit
package import PopDocument
import PopReplay
import PopTrace

/// The report as JUnit XML, which every CI system reads: a suite for each trace, and in it a test case for each rule.
///
/// A case fails where its trace has findings of its rule that fail the build; what is accepted, ignored or no more than a warning stands in
/// the output of a case that passes. What could not be read is an error, a session that was left out is skipped, each in a case of its own.
/// The first suite is about the whole: the limits, the baseline file, and in its properties the policy and the verdict.
///
/// GitLab takes a case for the same as another with equal `classname` and `name`, shows `classname` as the suite, and reads no more than 30
/// MB. So no two cases are alike, with more than ``traceLimit`` traces the cases that pass are summed up to one for each trace, and what is
/// beyond ``byteLimit`` is left out, what passes first, and counted in the properties `cut-testcases` and `cut-failures`.
package struct JUnitReport: ReportWriter {
  /// With how many traces each still has a case for every rule.
  package static let traceLimit = 200
  package static let byteLimit = 24_000_000

  private var traces: [TraceFindings] = []
  private var traceIndices: [String: Int] = [:]
  private let room: Int

  package init() { self.init(byteLimit: Self.byteLimit) }
  init(byteLimit: Int) { room = byteLimit }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    traces[index(of: session.trace)].add(session)
    return []
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    addMissing(report)
    var findings: [String: (index: Int, finding: JudgedFinding)] = [:]
    for (index, finding) in report.findings.enumerated()
    where findings[finding.fingerprint] == nil && (finding.status == .new || finding.judgement.isFailure) {
      findings[finding.fingerprint] = (index, finding)
    }
    let unread = Dictionary(grouping: report.summary.unread, by: \.trace)
    let isSummedUp = traces.count > Self.traceLimit
    var suites = [JUnitSuite("poptrace", report.wholeCases)]
    suites += traces.map { trace in
      JUnitSuite(trace.trace, trace.cases(findings, unread[trace.trace] ?? [], isSummedUp: isSummedUp, of: report))
    }.filter { !$0.cases.isEmpty }
    var room = room
    for important in [true, false] {
      for index in suites.indices { suites[index].write(important: important, room: &room) }
    }
    return Array(xml(of: suites, report).utf8)
  }

  /// Makes sure that every input that could not be read, and every failure, has a trace.
  private mutating func addMissing(_ report: ReportDocument) {
    for entry in report.summary.unread { _ = index(of: entry.trace) }
    var known = Set(traces.lazy.flatMap(\.found.keys))
    for finding in report.failures where known.insert(finding.fingerprint).inserted {
      guard let position = finding.positions.first else { continue }
      traces[index(of: position.trace)].add(finding.fingerprint, session: position.session, grade: finding.grade)
    }
  }

  private mutating func index(of trace: String) -> Int {
    traces.index(of: trace, in: &traceIndices, orNew: TraceFindings(trace))
  }

  private func xml(of suites: [JUnitSuite], _ report: ReportDocument) -> String {
    var properties: [(String, String)] = [
      ("policy", report.head.policy), ("baseline", report.head.reference), ("verdict", report.summary.verdict.rawValue),
      ("sessions", String(report.summary.sessions)),
    ]
    let cut = suites.flatMap(\.cases).filter { $0.text == nil }
    let counts = [("cut-testcases", cut.count), ("cut-failures", cut.count { $0.element == "failure" })]
    properties += counts.filter { $0.1 > 0 }.map { ($0.0, String($0.1)) }
    let before = properties.map {
      "      <property" + XMLText.attribute("name", $0.0) + XMLText.attribute(named: "value", $0.1) + "/>\n"
    }.joined()
    let verdict = "    <system-out>\(XMLText.escaped(VerdictSentence(report).text))</system-out>\n"
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
      + XMLText.attribute(named: "name", "poptrace " + report.head.policy) + JUnitSuite.counts(of: suites) + ">\n"
      + suites[0].xml(before: "    <properties>\n\(before)    </properties>\n", after: verdict)
      + suites.dropFirst().map { $0.xml() }.joined() + "</testsuites>\n"
  }

  private struct JUnitSuite {
    let name: String
    private(set) var cases: [TestCase]

    init(_ name: String, _ cases: [TestCase]) {
      self.name = name
      self.cases = cases
      var used: Set<String> = []
      for (index, one) in cases.enumerated() {
        var number = 1
        while !used.insert(self.cases[index].identity).inserted {
          number += 1
          self.cases[index].name = "\(one.name) (\(number))"
        }
      }
    }

    mutating func write(important: Bool, room: inout Int) {
      for (index, one) in cases.enumerated() where (one.element != nil) == important {
        let xml = one.xml
        guard xml.utf8.count <= room else { continue }
        room -= xml.utf8.count
        cases[index].text = xml
      }
    }

    func xml(before: String = "", after: String = "") -> String {
      "  <testsuite" + XMLText.attribute(named: "name", name) + Self.counts(of: [self]) + ">\n" + before
        + cases.lazy.compactMap(\.text).joined() + after + "  </testsuite>\n"
    }

    static func counts(of suites: [JUnitSuite]) -> String {
      let elements = suites.flatMap(\.cases).filter { $0.text != nil }.map(\.element)
      let counts = [
        ("tests", elements.count), ("failures", elements.count { $0 == "failure" }),
        ("errors", elements.count { $0 == "error" }), ("skipped", elements.count { $0 == "skipped" }), ("time", 0),
      ]
      return counts.map { XMLText.attribute($0.0, String($0.1)) }.joined()
    }
  }
}

enum XMLText {
  /// A line feed is the only control character that stays, in an attribute as a reference, for attributes are normalised. What XML 1.0 has
  /// no way to write, and what steers a terminal, is spelled out as `printable(_:)` does.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    markup(text) { scalar in
      if scalar == "\n" { return inAttribute ? "&#10;" : "\n" }
      guard scalar.steersTerminals || scalar.value & 0xFFFE == 0xFFFE else { return nil }
      return "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  /// ` name="value"`, of a name that a trace may have chosen.
  static func attribute(named name: String, _ value: String) -> String { attribute(name, printable(value)) }

  /// ` name="value"`, of words that may have several lines.
  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(value, inAttribute: true))\""
  }
}

extension TestCase {
  fileprivate var identity: String {
    XMLText.attribute(named: "classname", group) + XMLText.attribute(named: "name", name)
  }

  fileprivate var element: String? {
    switch result {
    case .passed: nil
    case .failed: "failure"
    case .error: "error"
    case .skipped: "skipped"
    }
  }

  fileprivate var xml: String {
    let name = element ?? "system-out"
    let open = "    <testcase" + identity + (file.map { XMLText.attribute(named: "file", $0) } ?? "") + " time=\"0\""
    let content: String
    switch result {
    case .passed(nil): return open + "/>\n"
    case .passed(let words?): content = "<\(name)>\(XMLText.escaped(words))</\(name)>"
    case .failed(let words, let type), .error(let words, let type):
      // The words stand in the attribute and in the body, for some readers show the one and some the other.
      content =
        "<\(name)" + XMLText.attribute("message", words) + XMLText.attribute("type", type)
        + ">\(XMLText.escaped(words))</\(name)>"
    case .skipped(let words): content = "<\(name)" + XMLText.attribute("message", words) + "/>"
    }
    return "\(open)>\n      \(content)\n    </testcase>\n"
  }
}

struct TestCase {
  static let findingLimit = 20

  var group: String
  var name: String
  var file: String?
  var result: Result
  /// Its element; nil while it is not written, and where it was cut.
  fileprivate(set) var text: String?

  enum Result {
    case passed(String?)
    case failed(String, type: String)
    case error(String, type: String)
    case skipped(String)
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
    _ findings: [String: (index: Int, finding: JudgedFinding)], _ unread: [NotJudged], isSummedUp: Bool,
    of report: ReportDocument
  ) -> [TestCase] {
    var results = unjudged(unread)
    let found = found.compactMap { fingerprint, found in
      findings[fingerprint].map { (index: $0.index, finding: $0.finding, found: found) }
    }.sorted { $0.index < $1.index }
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

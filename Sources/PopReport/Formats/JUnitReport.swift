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
  /// How many bytes the cases may have together.
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
    var findings: [String: (place: Int, finding: JudgedFinding)] = [:]
    for (place, finding) in report.findings.enumerated()
    where findings[finding.fingerprint] == nil && (finding.status == .new || finding.judgement.isFailure) {
      findings[finding.fingerprint] = (place, finding)
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
      guard let place = finding.places.first else { continue }
      traces[index(of: place.trace)].add(finding.fingerprint, session: place.session, grade: finding.grade)
    }
  }

  private mutating func index(of trace: String) -> Int {
    if let index = traceIndices[trace] { return index }
    traceIndices[trace] = traces.count
    traces.append(TraceFindings(trace))
    return traces.count - 1
  }

  private func xml(of suites: [JUnitSuite], _ report: ReportDocument) -> String {
    var properties: [(String, String)] = [
      ("policy", report.head.policy), ("baseline", report.head.reference), ("verdict", report.summary.verdict.rawValue),
      ("sessions", String(report.summary.sessions)),
    ]
    let counts = [
      ("cut-testcases", suites.reduce(0) { $0 + $1.cutTests }),
      ("cut-failures", suites.reduce(0) { $0 + $1.cutFailures }),
    ]
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

  /// A test suite of a JUnit report: the cases there was room for, and what they count.
  struct JUnitSuite {
    let name: String
    /// No two of them alike.
    let cases: [TestCase]
    /// The elements, each at its place; nil where it was cut.
    private var elements: [String?]
    /// How many of its cases were written, of which result.
    private var counts = (tests: 0, failures: 0, errors: 0, skipped: 0)
    private(set) var cutTests = 0
    private(set) var cutFailures = 0

    init(_ name: String, _ cases: [TestCase]) {
      self.name = name
      var used: Set<String> = []
      self.cases = cases.map { one in
        var one = one
        let name = one.name
        var number = 1
        while !used.insert(XMLText.attribute(named: "", one.group) + XMLText.attribute(named: "", one.name)).inserted {
          number += 1
          one.name = "\(name) (\(number))"
        }
        return one
      }
      elements = Array(repeating: nil, count: cases.count)
    }

    /// Writes the cases that are important, or the others, while there is room.
    mutating func write(important: Bool, room: inout Int) {
      for (index, one) in cases.enumerated() where one.isImportant == important {
        let xml = one.xml
        guard xml.utf8.count <= room else {
          cutTests += 1
          if case .failed = one.result { cutFailures += 1 }
          continue
        }
        room -= xml.utf8.count
        elements[index] = xml
        counts.tests += 1
        switch one.result {
        case .passed: break
        case .failed: counts.failures += 1
        case .error: counts.errors += 1
        case .skipped: counts.skipped += 1
        }
      }
    }

    /// The element, with what stands before and after the cases.
    func xml(before: String = "", after: String = "") -> String {
      "  <testsuite" + XMLText.attribute(named: "name", name) + Self.counts(of: [self]) + ">\n" + before
        + elements.lazy.compactMap(\.self).joined() + after + "  </testsuite>\n"
    }

    static func counts(of suites: [JUnitSuite]) -> String {
      let counts = [
        ("tests", suites.reduce(0) { $0 + $1.counts.tests }),
        ("failures", suites.reduce(0) { $0 + $1.counts.failures }),
        ("errors", suites.reduce(0) { $0 + $1.counts.errors }),
        ("skipped", suites.reduce(0) { $0 + $1.counts.skipped }),
        ("time", 0),
      ]
      return counts.map { XMLText.attribute($0.0, String($0.1)) }.joined()
    }
  }
}

/// Text as it stands in XML 1.0.
enum XMLText {
  /// Escapes a text for an element or an attribute in double quotes.
  ///
  /// A line feed is the only control character that stays, in an attribute as a reference, for attributes are normalised. What XML 1.0 has
  /// no way to write, and what steers a terminal, is spelled out as ``printable(_:)`` does.
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
  var xml: String {
    var open = "    <testcase" + XMLText.attribute(named: "classname", group) + XMLText.attribute(named: "name", name)
    if let file { open += XMLText.attribute(named: "file", file) }
    open += XMLText.attribute("time", "0")
    let content: String
    switch result {
    case .passed(nil): return open + "/>\n"
    case .passed(let words?): content = "<system-out>\(XMLText.escaped(words))</system-out>"
    case .failed(let words, let type): content = Self.element("failure", words, type)
    case .error(let words, let type): content = Self.element("error", words, type)
    case .skipped(let words): content = "<skipped" + XMLText.attribute("message", words) + "/>"
    }
    return "\(open)>\n      \(content)\n    </testcase>\n"
  }

  /// The words stand in the attribute and in the body, for some readers show the one and some the other.
  private static func element(_ name: String, _ words: String, _ type: String) -> String {
    "<\(name)" + XMLText.attribute("message", words) + XMLText.attribute("type", type)
      + ">\(XMLText.escaped(words))</\(name)>"
  }
}

extension ReportFormat {
  package static let junit = ReportFormat("junit", "JUnit XML, for every CI system") { _ in JUnitReport() }
}

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

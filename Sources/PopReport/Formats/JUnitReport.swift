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

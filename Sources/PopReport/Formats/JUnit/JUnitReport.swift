import PopAudit
import PopReplay

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
  /// How many findings of one rule a case tells of one trace.
  package static let findingLimit = 20

  private var head = ReportHead(policy: "", baseline: "")
  private var traces: [TraceFindings] = []
  private var traceIndices: [String: Int] = [:]
  private var fingerprints: [String: Int] = [:]
  private let room: Int

  /// Makes a writer.
  package init() { self.init(byteLimit: Self.byteLimit) }

  /// Makes a writer of a report with fewer bytes.
  init(byteLimit: Int) { room = byteLimit }

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    self.head = head
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    let trace = index(of: session.trace)
    traces[trace].add(session) { fingerprint in Self.index(of: fingerprint, in: &fingerprints) }
    return []
  }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    head = report.head
    addMissing(report)
    let isSummedUp = traces.count > Self.traceLimit
    let judged = judgedByIndex(report)
    let unread = Dictionary(grouping: report.summary.unread, by: \.trace)
    var suites = [JUnitSuite("poptrace", WholeCases(report).cases)]
    for trace in traces {
      let cases = TraceCases(trace, judged, unread[trace.trace] ?? [], isSummedUp: isSummedUp, of: report).cases
      if !cases.isEmpty { suites.append(JUnitSuite(trace.trace, cases)) }
    }
    var room = room
    for important in [true, false] {
      for index in suites.indices { suites[index].write(important: important, room: &room) }
    }
    return Array(xml(of: suites, report).utf8)
  }

  /// Makes sure that every input that could not be read, and every failure, has a trace.
  private mutating func addMissing(_ report: NeutralReport) {
    for entry in report.summary.unread { _ = index(of: entry.trace) }
    for finding in report.findings where finding.judgement.isFailure && fingerprints[finding.fingerprint] == nil {
      guard let place = finding.places.first else { continue }
      let number = Self.index(of: finding.fingerprint, in: &fingerprints)
      let trace = index(of: place.trace)
      traces[trace].add(number, session: place.session, grade: finding.grade)
    }
  }

  /// What is made of each finding, by the number of its fingerprint, with its place in the report.
  private func judgedByIndex(_ report: NeutralReport) -> [Int: (place: Int, finding: JudgedFinding)] {
    var judged: [Int: (place: Int, finding: JudgedFinding)] = [:]
    for (place, finding) in report.findings.enumerated() {
      guard let number = fingerprints[finding.fingerprint], judged[number] == nil,
        finding.status == .new || finding.judgement.isFailure
      else { continue }
      judged[number] = (place, finding)
    }
    return judged
  }

  private mutating func index(of trace: String) -> Int {
    if let index = traceIndices[trace] { return index }
    traceIndices[trace] = traces.count
    traces.append(TraceFindings(trace))
    return traces.count - 1
  }

  private static func index(of fingerprint: String, in all: inout [String: Int]) -> Int {
    if let index = all[fingerprint] { return index }
    all[fingerprint] = all.count
    return all.count - 1
  }

  private func xml(of suites: [JUnitSuite], _ report: NeutralReport) -> String {
    var properties: [(String, String)] = [
      ("policy", head.policy), ("baseline", head.baseline), ("verdict", report.summary.verdict.rawValue),
      ("sessions", String(report.summary.sessions)),
    ]
    let cut = (suites.reduce(0) { $0 + $1.cutTests }, suites.reduce(0) { $0 + $1.cutFailures })
    if cut.0 > 0 { properties.append(("cut-testcases", String(cut.0))) }
    if cut.1 > 0 { properties.append(("cut-failures", String(cut.1))) }
    let before = properties.map {
      "      <property" + XMLText.attribute("name", $0.0) + XMLText.attribute("value", $0.1) + "/>\n"
    }.joined()
    let verdict = "    <system-out>\(XMLText.escaped(VerdictSentence(report).text))</system-out>\n"
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
    text += XMLText.attribute("name", "poptrace " + head.policy) + JUnitSuite.counts(of: suites) + ">\n"
    for (index, suite) in suites.enumerated() {
      text +=
        index == 0
        ? suite.xml(before: "    <properties>\n\(before)    </properties>\n", after: verdict) : suite.xml()
    }
    return text + "</testsuites>\n"
  }
}

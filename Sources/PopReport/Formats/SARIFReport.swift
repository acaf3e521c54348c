import PopAudit
package import PopDocument
import PopReplay

/// The report as SARIF 2.1.0, for code scanning: one run with a result for each fingerprint and status.
///
/// GitHub's code scanning knows neither states nor suppressions and shows every result as an open alert; what is for it alone is best
/// taken through `jq 'del(.runs[].results[] | select(.baselineState != "new" or .suppressions != []))'`.
///
/// A severity of `info` is the level `note`. No more than ``resultLimit`` results and ``stepLimit`` events of code flows are written, the
/// worst first; what is left out is counted in the properties of the run.
package struct SARIFReport: ReportWriter {
  /// How many results there may be; GitHub takes no more.
  package static let resultLimit = 25_000
  /// How many events all code flows may have together; GitHub shows no more.
  package static let stepLimit = 1000
  private static let notificationLimit = 100

  /// How many more events code flows may have, and how many results have none, for there was no room.
  private var steps = Self.stepLimit
  private var cutFlows = 0

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.members(["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0"])
      $0.array("runs") { $0.object { write(report, into: &$0) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private mutating func write(_ report: ReportDocument, into json: inout JSONWriter) {
    json.object("tool") { $0.object("driver") { Self.writeDriver(report.head, into: &$0) } }
    json.array("invocations") { $0.object { Self.writeInvocation(report, into: &$0) } }
    // Times and columns of code flows are not of this file; paths are as the user named them.
    json.member("columnKind", "unicodeCodePoints")
    let locator = FindingLocator(report)
    json.newLine()
    json.array("results") {
      for finding in report.findings.prefix(Self.resultLimit) {
        $0.newLine()
        $0.object { write(finding, at: locator.location(of: finding), in: report, into: &$0) }
      }
    }
    json.newLine()
    json.object("properties") {
      $0.members([
        "verdict": report.summary.verdict, "sentence": VerdictSentence(report).text,
        "policy": printable(report.head.policy), "baseline": printable(report.head.reference),
        "sessions": report.summary.sessions, "brokenLimits": report.gate?.thresholds.count(where: \.isFailure) ?? 0,
        "cutResults": max(0, report.findings.count - Self.resultLimit), "cutCodeFlows": cutFlows,
      ])
    }
  }

  private static func writeDriver(_ head: ReportHead, into json: inout JSONWriter) {
    json.member("name", "poptrace")
    if let version = head.provenance?.tool, !version.isEmpty {
      // A version by itself; some writers put the tool's name in front of it.
      json.member("semanticVersion", printable(version.split(separator: " ").last.map(String.init) ?? version))
    }
    json.array("rules") {
      for rule in Rule.allCases {
        let definition = escaped(rule.definition, limit: 4000)
        $0.newLine()
        $0.object([
          "id": rule.id, "shortDescription": message(firstSentence(of: definition)),
          "fullDescription": message(definition),
          "help": message("\(definition)\nAn example: poptrace rules \(rule.id)"),
          "defaultConfiguration": ["level": level(of: rule.severity)] as JSONObject,
        ])
      }
    }
  }

  private static func firstSentence(of text: String) -> String {
    // What the standard library has for this needs macOS 13.
    for index in text.indices where text[index...].hasPrefix(". ") { return String(text[...index]) }
    return text
  }

  private static func level(of severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func writeInvocation(_ report: ReportDocument, into json: inout JSONWriter) {
    let unread = report.summary.unread
    json.member("executionSuccessful", report.summary.verdict != .failed)
    guard !unread.isEmpty else { return }
    var notifications: [JSONObject] = unread.prefix(notificationLimit).map { entry in
      let session = entry.session.map { "session \($0): " } ?? ""
      return [
        "level": "error", "message": message(escaped(session + entry.because)),
        "locations": [["physicalLocation": physical(FindingLocation(entry.trace))] as JSONObject],
      ]
    }
    if unread.count > notificationLimit {
      let more = "\(grouping(unread.count - notificationLimit)) more could not be read"
      notifications.append(["level": "error", "message": message(more)])
    }
    json.member("toolExecutionNotifications", notifications)
  }

  private mutating func write(
    _ finding: JudgedFinding, at location: FindingLocation, in report: ReportDocument, into json: inout JSONWriter
  ) {
    let words =
      "\(Self.escaped(finding.reason)); \(Self.escaped(finding.judgementWords)), \(finding.often(in: report)). "
      + "More: \(finding.command)"
    json.members([
      "ruleId": finding.rule.id, "ruleIndex": Rule.allCases.firstIndex(of: finding.rule) ?? -1,
      "level": Self.level(of: finding), "baselineState": Self.state(of: finding), "message": Self.message(words),
      "locations": [["physicalLocation": Self.physical(location)] as JSONObject],
      "partialFingerprints": ["poptrace/v1": finding.fingerprint] as JSONObject,
      "occurrenceCount": max(1, finding.sessions),
    ])
    if let flow = flow(of: finding) { json.member("codeFlows", [["threadFlows": [flow]] as JSONObject]) }
    // Only what holds: an acceptance that is over suppresses nothing.
    let excuse = finding.judgement.isFailure ? nil : finding.judgement.excuse
    let suppressions: [JSONObject] = [excuse].compactMap(\.self).map {
      ["kind": "external", "status": "accepted", "justification": told($0.words)]
    }
    json.member("suppressions", suppressions)
    json.object("properties") {
      $0.members([
        "grade": finding.grade, "judgement": finding.judgement.word, "sessions": finding.sessions,
        "firmSessions": finding.firmSessions, "popup": told(finding.example.name),
        "page": told(finding.example.pageClass),
      ])
    }
  }

  /// What rests on assumptions is no more than a note, whatever its severity.
  static func level(of finding: JudgedFinding) -> String {
    if finding.judgement == .assumed || finding.judgement == .notes { return "note" }
    // A failure that somebody asked for in spite of assumptions stays one.
    if finding.grade == .assumed, !finding.judgement.isFailure { return "note" }
    return level(of: finding.severity)
  }

  static func state(of finding: JudgedFinding) -> String {
    if finding.judgement.word == .accepted { return "unchanged" }
    return switch finding.status {
    case .new: "new"
    case .same: "unchanged"
    case .fixed: "absent"
    }
  }

  /// The events before the violation, and those that are it.
  private mutating func flow(of finding: JudgedFinding) -> JSONObject? {
    let timeline = finding.example.timeline
    guard let last = timeline.lastIndex(where: \.isWitness) ?? timeline.indices.last else { return nil }
    let events = timeline[...last]
    guard events.count <= steps else {
      cutFlows += 1
      return nil
    }
    steps -= events.count
    let location = Self.physical(FindingLocation(finding.positions.first?.trace ?? ""))
    let locations: [JSONObject] = events.map { event in
      let detail = event.detail.isEmpty ? "" : " " + event.detail
      let message = Self.message(Self.escaped("\(event.time.grouped) ms \(event.kind)\(detail)"))
      return [
        "location": ["physicalLocation": location, "message": message] as JSONObject,
        "importance": event.isWitness ? "essential" : "important",
      ]
    }
    return ["locations": locations]
  }

  private static func physical(_ location: FindingLocation) -> JSONObject {
    [
      "artifactLocation": ["uri": location.uri] as JSONObject,
      "region": ["startLine": location.line] as JSONObject,
    ]
  }

  private static func message(_ text: String) -> JSONObject { ["text": text] }

  /// Makes a text a plain message: braces would be placeholders, and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
  static func escaped(_ text: String, limit: Int = 1000) -> String {
    spelled(told(text, limit: limit), ["{": "{{", "}": "}}", "[": "\\[", "]": "\\]", "\\": "\\\\"])
  }
}

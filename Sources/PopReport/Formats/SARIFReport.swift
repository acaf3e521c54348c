import PopAudit
package import PopDocument
import PopReplay

/// The report as SARIF 2.1.0, for code scanning: one run with a result for each fingerprint and status.
///
/// | judged as | `baselineState` | `level` | `suppressions` |
/// | --- | --- | --- | --- |
/// | new, and fails, a warning or a note | `new` | by its severity | none |
/// | new, and rests on assumptions | `new` | `note` | none |
/// | worse than accepted, or accepted until a day that is over | `new` | by its severity | none |
/// | accepted by the baseline file | `unchanged` | by its severity | external, accepted |
/// | ignored by the configuration | `new` | by its severity | external, accepted |
/// | the same as before | `unchanged` | by its severity | none |
/// | fixed | `absent` | by its severity | none |
///
/// GitHub's code scanning knows neither states nor suppressions and shows every result as an open alert; what is for it alone is best
/// taken through `jq 'del(.runs[].results[] | select(.baselineState != "new" or .suppressions != []))'`.
///
/// A severity of `info` is the level `note`. No more than ``resultLimit`` results and ``stepLimit`` events of code flows are written, the
/// worst first; what is left out is counted in the properties of the run.
package struct SARIFReport: ReportWriter {
  static let format = ReportFormat("sarif", "SARIF 2.1.0, for code scanning") { _ in SARIFReport() }

  /// How many results there may be; GitHub takes no more.
  package static let resultLimit = 25_000
  /// How many events all code flows may have together; GitHub shows no more.
  package static let stepLimit = 1000

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.array("runs") { $0.object { Self.write(report, into: &$0) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ report: ReportDocument, into json: inout JSONWriter) {
    json.object("tool") {
      $0.object("driver") { writeDriver(report.head, into: &$0) }
    }
    json.array("invocations") { $0.object { writeInvocation(report, into: &$0) } }
    // Times and columns of code flows are not of this file; paths are as the user named them.
    json.member("columnKind", "unicodeCodePoints")
    var results = SARIFResults(report)
    json.newLine()
    json.array("results") { results.write(into: &$0) }
    json.newLine()
    json.object("properties") {
      $0.member("verdict", report.summary.verdict.rawValue)
      $0.member("sentence", VerdictSentence(report).text)
      $0.member("policy", printable(report.head.policy))
      $0.member("baseline", printable(report.head.reference))
      $0.member("sessions", report.summary.sessions)
      $0.member("brokenLimits", report.gate?.thresholds.count(where: \.isFailure) ?? 0)
      $0.member("cutResults", results.cut)
      $0.member("cutCodeFlows", results.cutFlows)
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
        $0.newLine()
        $0.object { write(rule, into: &$0) }
      }
    }
  }

  private static func write(_ rule: Rule, into json: inout JSONWriter) {
    let definition = SARIFText.escaped(rule.definition, limit: 4000)
    json.member("id", rule.id)
    json.message("shortDescription", firstSentence(of: definition))
    json.message("fullDescription", definition)
    json.message("help", "\(definition)\nAn example: poptrace rules \(rule.id)")
    json.object("defaultConfiguration") { $0.member("level", level(of: rule.severity)) }
  }

  private static func firstSentence(of text: String) -> String {
    // What the standard library has for this needs macOS 13.
    for index in text.indices where text[index...].hasPrefix(". ") { return String(text[...index]) }
    return text
  }

  static func level(of severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// How many notifications of what could not be read there are.
  private static let notificationLimit = 100

  private static func writeInvocation(_ report: ReportDocument, into json: inout JSONWriter) {
    let unread = report.summary.unread
    json.member("executionSuccessful", report.summary.verdict != .failed)
    guard !unread.isEmpty else { return }
    json.array("toolExecutionNotifications") {
      for entry in unread.prefix(notificationLimit) {
        $0.object {
          $0.member("level", "error")
          let session = entry.session.map { "session \($0): " } ?? ""
          $0.message("message", SARIFText.escaped(session + entry.because))
          $0.array("locations") {
            $0.object { SARIFResults.write(FindingLocation(path: entry.trace, line: 1), into: &$0) }
          }
        }
      }
      guard unread.count > notificationLimit else { return }
      $0.object {
        $0.member("level", "error")
        $0.message("message", "\(grouping(unread.count - notificationLimit)) more could not be read")
      }
    }
  }
}

struct SARIFResults {
  private let report: ReportDocument
  private let locator: FindingLocator
  private var steps = SARIFReport.stepLimit
  /// How many findings were left out, and how many results have no code flow, for there was no room.
  private(set) var cut = 0
  private(set) var cutFlows = 0

  init(_ report: ReportDocument) {
    self.report = report
    locator = FindingLocator(report)
  }

  /// Writes as many as there may be, in the order of the report.
  mutating func write(into json: inout JSONWriter) {
    for finding in report.findings.prefix(SARIFReport.resultLimit) {
      json.newLine()
      json.open(UInt8(ascii: "{"))
      write(finding, into: &json)
      json.close(UInt8(ascii: "}"))
    }
    cut = max(0, report.findings.count - SARIFReport.resultLimit)
  }

  private mutating func write(_ finding: JudgedFinding, into json: inout JSONWriter) {
    json.member("ruleId", finding.rule.id)
    json.member("ruleIndex", Rule.allCases.firstIndex(of: finding.rule) ?? -1)
    json.member("level", Self.level(of: finding))
    json.member("baselineState", Self.state(of: finding))
    json.message(
      "message",
      "\(SARIFText.escaped(finding.reason)); \(SARIFText.escaped(finding.judgementWords)), \(finding.often(in: report)). "
        + "More: \(finding.command)")
    json.array("locations") { $0.object { Self.write(locator.location(of: finding), into: &$0) } }
    json.object("partialFingerprints") { $0.member("poptrace/v1", finding.fingerprint) }
    json.member("occurrenceCount", max(1, finding.sessions))
    writeFlow(of: finding, into: &json)
    json.array("suppressions") { Self.writeSuppressions(finding.judgement, into: &$0) }
    json.object("properties") {
      $0.member("grade", finding.grade.rawValue)
      $0.member("judgement", finding.judgement.word.rawValue)
      $0.member("sessions", finding.sessions)
      $0.member("firmSessions", finding.firmSessions)
      $0.member("popup", told(finding.example.name))
      $0.member("page", told(finding.example.pageClass))
    }
  }

  /// What rests on assumptions is no more than a note, whatever its severity.
  static func level(of finding: JudgedFinding) -> String {
    if finding.judgement == .assumed || finding.judgement == .notes { return "note" }
    // A failure that somebody asked for in spite of assumptions stays one.
    if finding.grade == .assumed, !finding.judgement.isFailure { return "note" }
    return SARIFReport.level(of: finding.severity)
  }

  /// What became of it since the baseline.
  static func state(of finding: JudgedFinding) -> String {
    if case .accepted = finding.judgement { return "unchanged" }
    return switch finding.status {
    case .new: "new"
    case .same: "unchanged"
    case .fixed: "absent"
    }
  }

  /// Only what holds: an acceptance that is over suppresses nothing.
  private static func writeSuppressions(_ judgement: FindingJudgement, into json: inout JSONWriter) {
    guard !judgement.isFailure, let excuse = judgement.excuse else { return }
    json.object {
      $0.member("kind", "external")
      $0.member("status", "accepted")
      $0.member("justification", told(excuse.words))
    }
  }

  /// The events before the violation, and those that are it.
  private mutating func writeFlow(of finding: JudgedFinding, into json: inout JSONWriter) {
    let timeline = finding.example.timeline
    guard let last = timeline.lastIndex(where: \.isWitness) ?? timeline.indices.last else { return }
    let events = timeline[...last]
    guard events.count <= steps else {
      cutFlows += 1
      return
    }
    steps -= events.count
    let place = FindingLocation(path: finding.places.first?.trace ?? "", line: 1)
    json.array("codeFlows") {
      $0.object {
        $0.array("threadFlows") {
          $0.object {
            $0.array("locations") { for event in events { Self.write(event, at: place, into: &$0) } }
          }
        }
      }
    }
  }

  private static func write(_ event: TimelineLine, at place: FindingLocation, into json: inout JSONWriter) {
    json.object {
      $0.object("location") {
        write(place, into: &$0)
        let detail = event.detail.isEmpty ? "" : " " + event.detail
        $0.message("message", SARIFText.escaped("\(event.time.grouped) ms \(event.kind)\(detail)"))
      }
      $0.member("importance", event.isWitness ? "essential" : "important")
    }
  }

  /// Writes the member of a location that says file and line.
  static func write(_ location: FindingLocation, into json: inout JSONWriter) {
    json.object("physicalLocation") {
      $0.object("artifactLocation") { $0.member("uri", relativeURI(location.path)) }
      $0.object("region") { $0.member("startLine", location.line) }
    }
  }
}

/// Text as it stands in a message of SARIF.
enum SARIFText {
  /// Makes a text a plain message: braces would be placeholders, and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
  static func escaped(_ text: String, limit: Int = 1000) -> String {
    var result = ""
    for scalar in told(text, limit: limit).unicodeScalars {
      switch scalar {
      case "{": result += "{{"
      case "}": result += "}}"
      case "[", "]", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension JSONWriter {
  /// Writes a message of SARIF that is escaped already.
  mutating func message(_ name: StaticString, _ text: String) {
    key(name)
    object { $0.member("text", text) }
  }
}

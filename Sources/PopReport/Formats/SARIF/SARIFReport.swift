import PopAudit
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
  /// How many results there may be; GitHub takes no more.
  package static let resultLimit = 25_000
  /// How many events all code flows may have together; GitHub shows no more.
  package static let stepLimit = 1000

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.array("runs") { $0.object { Self.write(report, into: &$0) } }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ report: NeutralReport, into json: inout JSONWriter) {
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
      $0.member("baseline", printable(report.head.baseline))
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

  /// The level of a severity.
  static func level(of severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// How many notifications of what could not be read there are.
  private static let notificationLimit = 100

  private static func writeInvocation(_ report: NeutralReport, into json: inout JSONWriter) {
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

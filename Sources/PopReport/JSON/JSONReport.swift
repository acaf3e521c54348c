import PopAudit
import PopReplay

/// The report for programs: schema `poptrace.report/1` (Diff, *The JSON report*).
///
/// Written session by session, so that no more than one of them is held. Keys come in a fixed order and nothing in it depends on the time, the
/// machine or the number of jobs. Keys beyond those of Diff, *The JSON report* may be added within a schema's version, none removed.
package enum JSONReport {
  /// The name of the form of one report.
  package static let schema = "poptrace.report/1"
  /// The name of the form of several.
  package static let comparisonSchema = "poptrace.comparison/1"

  /// Opens a report, up to where its sessions follow.
  package static func begin(_ head: ReportHead, into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.member("schema", schema)
    json.member("policy", head.policy)
    json.member("baseline", head.baseline)
    if let premises = head.premises { write(premises, into: &json) }
    if let provenance = head.provenance {
      json.key("provenance")
      write(provenance, into: &json)
    }
    json.key("traces")
    json.open(UInt8(ascii: "["))
  }

  /// Adds a session that ``session(_:isWhole:)`` wrote.
  package static func add(_ session: [UInt8], into json: inout JSONWriter) {
    json.newLine()
    json.raw(session)
  }

  /// Closes a report with its summary.
  ///
  /// - Parameter report: Where it has what a gate says, that follows.
  package static func end(_ summary: ReportSummary, _ report: NeutralReport? = nil, into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.newLine()
    json.object("summary") { write(summary, into: &$0) }
    if let report, let gate = report.gate {
      json.newLine()
      json.object("gate") { write(gate, report.findings, into: &$0) }
    }
    json.close(UInt8(ascii: "}"))
  }

  /// Opens a comparison of several policies, up to where their reports follow.
  package static func beginComparison(into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.member("schema", comparisonSchema)
    json.key("reports")
    json.open(UInt8(ascii: "["))
  }

  /// Closes a comparison.
  package static func endComparison(into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.close(UInt8(ascii: "}"))
  }

  static func write(_ coverage: Coverage, _ grades: GradeCounts, into json: inout JSONWriter) {
    json.member("reached", coverage.reached)
    json.member("unreached", coverage.unreached)
    json.member("assumed", grades.assumed)
    json.member("robust", grades.robust)
    json.member("derived", grades.derived)
    json.member("exact", grades.exact)
    json.member("beyondEnd", coverage.beyondEnd)
    json.member("reachedReactions", coverage.reachedReactions)
    json.member("unreachedReactions", coverage.unreachedReactions)
  }
}

package import PopDocument

/// The report for programs, as one of several forms.
package struct JSONReportWriter: ReportWriter {
  static let format = ReportFormat("json", "poptrace.report/1, for programs") { _ in JSONReportWriter() }

  private var json = JSONWriter()

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    JSONReport.begin(head, into: &json)
    return taken()
  }

  package mutating func add(_ session: SessionReport, json text: [UInt8]) -> [UInt8] {
    JSONReport.add(text.isEmpty ? JSONReport.session(session) : text, into: &json)
    return taken()
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    JSONReport.end(report.summary, report, into: &json)
    return taken() + [UInt8(ascii: "\n")]
  }

  private mutating func taken() -> [UInt8] {
    defer { json.bytes.removeAll(keepingCapacity: true) }
    return json.bytes
  }
}

/// The report for workers, a line a session.
package struct NDJSONReport: ReportWriter {
  static let format = ReportFormat(
    "ndjson", "the same, a line a session, for workers and merge-reports", needsJSON: true
  ) { _ in NDJSONReport() }

  private var lines = ReportLines()

  package init() {}

  package mutating func begin(_ head: ReportHead) -> [UInt8] { lines.begin(head) }
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] { lines.add(json) }
  package mutating func add(_ aside: ReportAside) -> [UInt8] { lines.add(aside) }
  package mutating func end(_ report: ReportDocument) -> [UInt8] { lines.end(report) }
}

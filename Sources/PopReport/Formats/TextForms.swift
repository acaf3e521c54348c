package import PopDocument

package struct JSONReportWriter: ReportWriter {
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
extension ReportLines: ReportWriter {
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] { add(json) }
}

/// The report for people.
extension TextReport: ReportWriter {
  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    self.head = head
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    add(session)
    return []
  }

  package mutating func end(_ whole: ReportDocument) -> [UInt8] {
    if head == .blank { head = whole.head }
    return Array(text(whole).utf8)
  }
}

extension ReportFormat {
  package static let json = ReportFormat("json", "poptrace.report/1, for programs") { _ in JSONReportWriter() }
  package static let ndjson = ReportFormat(
    "ndjson", "the same, a line a session, for workers and merge-reports", needsJSON: true
  ) { _ in ReportLines() }
  package static let text = ReportFormat("text", "for people") {
    TextReport(.blank, style: $0.style, limits: $0.showsAll ? .none : .usual)
  }
}

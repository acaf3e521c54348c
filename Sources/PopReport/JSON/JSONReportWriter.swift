/// The report for programs, as one of several forms.
package struct JSONReportWriter: ReportWriter {
  private var json = JSONWriter()

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    JSONReport.begin(head, into: &json)
    return taken()
  }

  package mutating func add(_ session: SessionReport, json _: [UInt8]) -> [UInt8] {
    JSONReport.add(JSONReport.session(session), into: &json)
    return taken()
  }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    JSONReport.end(report.summary, report, into: &json)
    return taken() + [UInt8(ascii: "\n")]
  }

  private mutating func taken() -> [UInt8] {
    defer { json.bytes.removeAll(keepingCapacity: true) }
    return json.bytes
  }
}

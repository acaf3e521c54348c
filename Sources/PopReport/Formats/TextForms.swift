package import PopDocument

/// The report for programs, as one of several forms.
package struct JSONReportWriter: ReportWriter {
  static let format = ReportFormat("json", "poptrace.report/1, for programs") { _ in JSONReportWriter() }

  private var json = JSONWriter()

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    JSONReport.begin(head, into: &json)
    return taken()
  }

  package mutating func add(_ session: SessionReport, json _: [UInt8]) -> [UInt8] {
    JSONReport.add(JSONReport.session(session), into: &json)
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

/// The report for people, as one of several forms.
package struct TextForm: ReportWriter {
  static let format = ReportFormat("text", "for people") {
    TextForm(style: $0.style, limits: $0.showsAll ? .none : .usual)
  }

  let style: Style
  let limits: TextReport.Limits
  private var report: TextReport?

  init(style: Style, limits: TextReport.Limits) {
    self.style = style
    self.limits = limits
  }

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    report = TextReport(head, style: style, limits: limits)
    return []
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    report?.add(session)
    return []
  }

  package mutating func end(_ whole: ReportDocument) -> [UInt8] {
    Array((report ?? TextReport(whole.head, style: style, limits: limits)).text(whole).utf8)
  }
}

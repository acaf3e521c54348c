/// The report for people, as one of several forms.
package struct TextReportWriter: ReportWriter {
  private let style: Style
  private let limits: TextReport.Limits
  private var report: TextReport?

  /// Makes a writer.
  package init(style: Style, limits: TextReport.Limits = TextReport.Limits()) {
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

  package mutating func end(_ whole: NeutralReport) -> [UInt8] {
    Array((report ?? TextReport(whole.head, style: style, limits: limits)).text(whole).utf8)
  }
}

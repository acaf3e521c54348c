package import PopDocument

/// The report for people, as one of several forms.
package struct TextForm: ReportWriter {
  static let format = ReportFormat("text", "for people") {
    TextForm(style: $0.style, limits: $0.showsAll ? .none : TextReport.Limits())
  }

  let style: Style
  let limits: TextReport.Limits
  private var report: TextReport?

  init(style: Style, limits: TextReport.Limits = TextReport.Limits()) {
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

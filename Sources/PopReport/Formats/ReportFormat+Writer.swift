extension ReportFormat {
  /// What writes a report in this form.
  ///
  /// - Parameters:
  ///   - style: What a text may look like.
  ///   - showsAll: Whether a text shows everything.
  ///   - pageBytes: How many bytes of sessions a page may hold.
  package func makeWriter(style: Style, showsAll: Bool, pageBytes: Int = ReportPage.usualBytes) -> any ReportWriter {
    switch self {
    case .text: TextReportWriter(style: style, limits: showsAll ? .none : TextReport.Limits())
    case .json: JSONReportWriter()
    case .ndjson: NDJSONReport()
    case .junit: JUnitReport()
    case .sarif: SARIFReport()
    case .github: GitHubAnnotations()
    case .githubSummary: MarkdownReport.stepSummary()
    case .gitlab: GitLabCodeQuality()
    case .xcode: XcodeReport()
    case .markdown: MarkdownReport.comment()
    case .csv: OutcomesCSV()
    case .html: HTMLReport(byteLimit: pageBytes)
    }
  }
}

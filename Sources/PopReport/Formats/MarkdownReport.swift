import PopDocument

/// The report as Markdown: what does not fit is left out, and counted in the last line.
struct MarkdownReport: ReportWriter {
  let byteLimit: Int
  private let limits: MarkdownSections.Limits

  /// A comment on a pull request, which has at most 65,536 characters.
  static func comment(byteLimit: Int = 65_000) -> MarkdownReport {
    MarkdownReport(
      byteLimit: byteLimit,
      limits: MarkdownSections.Limits(failures: 20, examples: 1, events: 12, rows: 10, breakdownRows: 5))
  }

  /// A step summary of GitHub Actions, which drops one of more than a mebibyte as a whole.
  static func stepSummary(byteLimit: Int = 1_048_576) -> MarkdownReport {
    MarkdownReport(
      byteLimit: byteLimit,
      limits: MarkdownSections.Limits(failures: 1000, examples: 5, events: 40, rows: 200, breakdownRows: 50))
  }

  mutating func end(_ report: ReportDocument) -> [UInt8] {
    var sections = MarkdownSections(report: report, limits: limits, document: MarkdownDocument(limit: byteLimit))
    sections.write()
    return sections.document.finished()
  }
}

extension ReportFormat {
  package static let markdown = ReportFormat("markdown", "a comment on a pull request") { _ in MarkdownReport.comment()
  }
  package static let githubSummary = ReportFormat("github-summary", "a step summary of GitHub Actions") { _ in
    MarkdownReport.stepSummary()
  }
}

/// The report as a step summary of GitHub Actions: Markdown of less than a mebibyte, for GitHub drops a longer one as a whole.
///
/// What is left out is counted in the last line.
package struct StepSummary: ReportWriter {
  /// How many bytes GitHub takes.
  package static let byteLimit = 1_048_576

  private let limit: Int

  /// Makes a writer.
  package init() { limit = Self.byteLimit }

  /// Makes a writer of a summary with fewer bytes.
  init(byteLimit: Int) { limit = byteLimit }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    var document = MarkdownDocument(limit: limit)
    let limits = MarkdownSections.Limits(failures: 1000, examples: 5, events: 40, rows: 200, breakdownRows: 50)
    MarkdownSections(report: report, limits: limits).write(into: &document)
    return document.finished()
  }
}

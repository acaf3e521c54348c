/// The report as a comment on a pull request: Markdown like ``StepSummary``, and shorter, for a comment has at most 65,536 characters.
package struct MarkdownReport: ReportWriter {
  /// How many bytes, and so at most how many characters, a comment has.
  package static let byteLimit = 65_000

  private let limit: Int

  /// Makes a writer.
  package init() { limit = Self.byteLimit }

  /// Makes a writer of a comment with fewer bytes.
  init(byteLimit: Int) { limit = byteLimit }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    var document = MarkdownDocument(limit: limit)
    let limits = MarkdownSections.Limits(failures: 20, examples: 1, events: 12, rows: 10, breakdownRows: 5)
    MarkdownSections(report: report, limits: limits).write(into: &document)
    return document.finished()
  }
}

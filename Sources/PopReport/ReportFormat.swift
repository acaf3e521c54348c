package import PopDocument

package struct ReportFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// All of them, in the order in which they are listed.
  package static let allCases: [ReportFormat] = [
    .text, .json, .ndjson, .junit, .sarif, .github, .githubSummary, .gitlab, .xcode, .markdown, .csv, .html,
  ]

  package let rawValue: String
  package let summary: String
  package let needsJSON: Bool
  package let needsWindows: Bool
  private let make: @Sendable (Options) -> any ReportWriter

  package struct Options: Sendable {
    var style: Style
    var showsAll: Bool
    var pageBytes: Int
  }

  init(
    _ name: String, _ summary: String, needsJSON: Bool = false, needsWindows: Bool = false,
    _ make: @escaping @Sendable (Options) -> any ReportWriter
  ) {
    rawValue = name
    self.summary = summary
    self.needsJSON = needsJSON
    self.needsWindows = needsWindows
    self.make = make
  }

  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  package static func == (lhs: ReportFormat, rhs: ReportFormat) -> Bool { lhs.rawValue == rhs.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  package func makeWriter(style: Style, showsAll: Bool, pageBytes: Int = ReportPage.usualBytes) -> any ReportWriter {
    make(Options(style: style, showsAll: showsAll, pageBytes: pageBytes))
  }
}

/// Writes a report in one form, session by session, so that no more than one of them is held.
///
/// Deterministic: the same sessions in the same order give the same bytes, without times, host names or absolute paths.
package protocol ReportWriter {
  mutating func begin(_ head: ReportHead) -> [UInt8]

  /// Takes a session, in order, and gives what is to be written of it now.
  ///
  /// - `json`: The session as ``JSONReport/session(_:isWhole:)`` writes it, whole; empty where no form needs it.
  mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8]

  /// Takes what is to be said between sessions, in order, and gives what is to be written of it now.
  mutating func add(_ remark: ReportRemark) -> [UInt8]

  mutating func end(_ report: ReportDocument) -> [UInt8]
}

extension ReportWriter {
  package mutating func begin(_ head: ReportHead) -> [UInt8] { [] }
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] { [] }
  package mutating func add(_ remark: ReportRemark) -> [UInt8] { [] }
}

extension JSONReport: ReportWriter {}
extension ReportLines: ReportWriter {}

extension ReportFormat {
  package static let json = ReportFormat("json", "poptrace.report/1, for programs") { _ in JSONReport() }
  package static let ndjson = ReportFormat(
    "ndjson", "the same, a line a session, for workers and merge-reports", needsJSON: true
  ) { _ in ReportLines() }
  package static let text = ReportFormat("text", "for people") {
    TextReport(.blank, style: $0.style, limits: $0.showsAll ? .none : .usual)
  }
  package static let junit = ReportFormat("junit", "JUnit XML, for every CI system") { _ in JUnitReport() }
  package static let sarif = ReportFormat("sarif", "SARIF 2.1.0, for code scanning") { _ in SARIFReport() }
  package static let github = ReportFormat("github", "annotations of GitHub Actions") { _ in GitHubAnnotations() }
  package static let githubSummary = ReportFormat("github-summary", "a step summary of GitHub Actions") { _ in
    MarkdownReport.stepSummary()
  }
  package static let gitlab = ReportFormat("gitlab", "GitLab's code quality report") { _ in GitLabCodeQuality() }
  package static let xcode = ReportFormat("xcode", "lines that Xcode shows") { _ in XcodeReport() }
  package static let markdown = ReportFormat("markdown", "a comment on a pull request") { _ in
    MarkdownReport.comment()
  }
  package static let csv = ReportFormat("csv", "the outcomes, for spreadsheets and notebooks") { _ in OutcomesCSV() }
  package static let html = ReportFormat(
    "html", "a page to look at, in one file: runs side by side around what was found", needsWindows: true
  ) { HTMLReport(byteLimit: $0.pageBytes) }
}

/// The forms in which a report can be written.
package enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// For people.
  case text
  /// Schema `poptrace.report/1`.
  case json
  /// The same, a line a session, which can be merged.
  case ndjson
  /// JUnit XML, which every CI system reads.
  case junit
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// GitHub's workflow commands: annotations.
  case github
  /// GitHub's step summary, in Markdown.
  case githubSummary = "github-summary"
  /// GitLab's code quality report.
  case gitlab
  /// Lines that Xcode shows as errors and warnings.
  case xcode
  /// Markdown for a comment on a pull request.
  case markdown
  /// The outcomes, a line each.
  case csv
  /// A page for a browser.
  case html

  /// What it is for, in a clause.
  package var summary: String {
    switch self {
    case .text: "for people"
    case .json: "poptrace.report/1, for programs"
    case .ndjson: "the same, a line a session, for workers and merge-reports"
    case .junit: "JUnit XML, for every CI system"
    case .sarif: "SARIF 2.1.0, for code scanning"
    case .github: "annotations of GitHub Actions"
    case .githubSummary: "a step summary of GitHub Actions"
    case .gitlab: "GitLab's code quality report"
    case .xcode: "lines that Xcode shows"
    case .markdown: "a comment on a pull request"
    case .csv: "the outcomes, for spreadsheets and notebooks"
    case .html: "a page to look at, in one file: runs side by side around what was found"
    }
  }
}

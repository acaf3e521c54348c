/// What is wrong with a report that is read.
package struct ReportError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// A line is not JSON, or lacks what it must have.
    case malformed
    /// The report is of another version.
    case otherVersion = "other-version"
    /// The report ends before its summary: whoever wrote it was stopped.
    case cutShort = "cut-short"
    /// Two reports that do not belong together.
    case mismatch
    /// Two reports of one part that differ.
    case contradiction
  }

  /// What sort of mistake it is.
  package var code: Code
  /// The line of the report, counted from 1; nil where it is the report as a whole.
  package var line: Int?
  /// What is wrong and what to do, in full sentences.
  package var message: String

  /// Makes an error.
  package init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}

/// What is wrong with a file that a gate reads.
package struct GateError: Error, Hashable, Sendable {
  /// What sort of mistake it is.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// The file is not of its form at all.
    case malformed
    /// A key that there is none of.
    case unknownKey = "unknown-key"
    /// A key that stands there twice.
    case repeatedKey = "repeated-key"
    /// A key that must be there is not.
    case missingKey = "missing-key"
    /// A value that its key does not take.
    case badValue = "bad-value"
  }

  /// What sort of mistake it is.
  package var code: Code
  /// The line, counted from 1; nil where it is the file as a whole.
  package var line: Int?
  /// What is wrong and what to do, in full sentences.
  package var message: String

  /// Makes an error.
  package init(_ code: Code, line: Int?, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }
}

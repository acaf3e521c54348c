/// Why a trace, a scenario or a policy file could not be read or written.
public struct TraceError: Error, Hashable, Sendable {
  /// What is wrong.
  public var code: Code
  /// Where: an offset in bytes, or a line number from 1; nil where it concerns the whole.
  public var position: Position?
  /// A full sentence that says what is wrong, where, and what to do.
  public var message: String

  /// An index in the input.
  public enum Position: Hashable, Sendable {
    /// So many bytes from the start.
    case byte(Int)
    /// A line, counted from 1.
    case line(Int)
  }

  /// What is wrong, for programs.
  public enum Code: String, Hashable, Sendable {
    case notATrace, truncated, corrupt, tooLarge, newerVersion, empty, unreadable, unwritable
    case badJSON, unknownEvent, unknownField, badValue, missingField, badOrder, badAnchor, badHeader
    case unknownPolicy, badPolicy
  }

  /// Makes an error.
  public init(_ code: Code, at position: Position? = nil, _ message: String) {
    self.code = code
    self.position = position
    self.message = message
  }
}

extension TraceError: CustomStringConvertible {
  public var description: String {
    switch position {
    case .byte(let offset): "at byte \(offset): \(message)"
    case .line(let line): "line \(line): \(message)"
    case nil: message
    }
  }
}

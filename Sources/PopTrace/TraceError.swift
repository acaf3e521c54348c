package import PopSystem

/// Why a trace, a scenario or a policy file could not be read or written.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
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

  public var description: String {
    switch position {
    case .byte(let offset): "at byte \(offset): \(message)"
    case .line(let line): "line \(line): \(message)"
    case nil: message
    }
  }

  package init(_ error: SystemError) { self.init(error.isReading ? .unreadable : .unwritable, error.message) }

  /// Calls the system, and says its errors as errors of traces.
  package static func catching<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(TraceError) -> Result {
    do throws(SystemError) { return try body() } catch { throw TraceError(error) }
  }

  /// All bytes of a file, as many as a limit allows.
  package static func contents(of path: String, upTo limit: Int) throws(TraceError) -> [UInt8] {
    let file = try catching { () throws(SystemError) in try SystemFile.open(path, .read) }
    let size = try catching { () throws(SystemError) in try file.size() }
    guard size <= limit else {
      throw TraceError(.tooLarge, "\(path) has \(size) bytes, more than the \(limit) such a file can have.")
    }
    return try catching { () throws(SystemError) in try file.read(first: size) }
  }
}

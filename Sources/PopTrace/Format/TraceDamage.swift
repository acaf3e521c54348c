/// A stretch of a file that could not be read, and what is missing because of it.
public struct TraceDamage: Hashable, Sendable {
  /// Where in the file, as bytes; empty where something is missing altogether.
  public var bytes: Range<Int>
  /// The sequence numbers of the events that are missing in the session around it; nil where that cannot be known.
  public var sequences: Range<Int>?
  /// What is wrong there.
  public var error: TraceError
}

/// Something to say about a file that is no damage, and that its reader may want to know.
public struct TraceRemark: Hashable, Sendable, CustomStringConvertible {
  /// Where in the file, as bytes.
  public var bytes: Range<Int>
  /// A full sentence that says what, and where.
  public var message: String

  public var description: String { message }

  /// The end of an unfinished file: a frame that was not written to its end (TimeAndTurns, *The end of a session*).
  static func cutOff(_ bytes: Range<Int>) -> TraceRemark {
    TraceRemark(
      bytes: bytes,
      message:
        "The last \(bytes.count) bytes, from byte \(bytes.lowerBound) on, are the beginning of a chunk whose rest "
        + "was not written; they are left out.")
  }
}

/// Reads the sessions of a `.poptrace` file one after another (design 6).
///
/// ```swift
/// var reader = try TraceReader(bytes)
/// var session = Session()
/// while try reader.next(&session) { … }
/// ```
public struct TraceReader: Sendable {
  /// Opens a file's bytes.
  ///
  /// - Throws: A ``TraceError`` where the file is empty, not a trace, or of a newer version than this reader.
  public init(_ bytes: [UInt8]) throws(TraceError) {}

  /// Reads the next session in place of the given one, whose memory is used again; false when there are no more.
  public mutating func next(_ session: inout Session) throws(TraceError) -> Bool { false }
}

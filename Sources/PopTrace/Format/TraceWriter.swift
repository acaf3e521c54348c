/// Writes sessions as a `.poptrace` file (design 6).
///
/// ```swift
/// var writer = TraceWriter()
/// try writer.append(session)
/// let bytes = try writer.finish()
/// ```
public struct TraceWriter: Sendable {
  /// How a file is written.
  public struct Options: Hashable, Sendable {
    /// How many events a chunk holds at most.
    public var eventsPerChunk = 4096
    /// The zstd level, 1 … 22.
    public var level: Int32 = 3
    /// Makes the options for files written in the field.
    public init() {}
  }

  /// Makes a writer of an empty file.
  public init(options: Options = Options()) {}

  /// Adds a whole session.
  public mutating func append(_ session: Session) throws(TraceError) {}

  /// Ends the file with its seek table and hands its bytes over.
  public mutating func finish() throws(TraceError) -> [UInt8] { [] }
}

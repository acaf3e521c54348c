/// The files of one session in a directory of recordings.
public struct RecordedSession: Hashable, Sendable {
  /// What its files are called, without extension; sorted by it, the oldest comes first.
  public var name: String
  /// The path of its trace.
  public var path: String
  /// The bytes of its files.
  public var byteCount: Int
  /// When it was last written, in seconds since 1970.
  public var modified: Int64
}

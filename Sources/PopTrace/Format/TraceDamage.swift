/// A stretch of a file that could not be read, and what is missing because of it.
public struct TraceDamage: Hashable, Sendable {
  /// Where in the file, as bytes; empty where something is missing altogether.
  public var bytes: Range<Int>
  /// The sequence numbers of the events that are missing in the session around it; nil where that cannot be known.
  public var sequences: Range<Int>?
  /// What is wrong there.
  public var error: TraceError
}

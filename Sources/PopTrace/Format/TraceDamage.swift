/// A stretch of a file that could not be read, and what is missing because of it.
public struct TraceDamage: Hashable, Sendable {
  /// Where in the file, as bytes; empty where something is missing altogether.
  public var bytes: Range<Int>
  /// The sequence numbers of the events that are missing in the session around it; nil where that cannot be known.
  public var sequences: Range<Int>?
  /// What is wrong there.
  public var error: TraceError

  /// Makes an entry of a list of damage.
  package init(bytes: Range<Int>, sequences: Range<Int>? = nil, error: TraceError) {
    self.bytes = bytes
    self.sequences = sequences
    self.error = error
  }
}

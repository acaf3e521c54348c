/// How many events are missing in a trace, by reason, and how many times had to be corrected.
public struct TraceLosses: Hashable, Sendable {
  /// Events that came while both halves of the journal were full, and in a trace those that somebody took away with its file; their sequence
  /// numbers are missing in it.
  public var dropped: Int64 = 0
  /// Events and calls that were not what their kind asks for, such as one about a popup that was never submitted.
  public var refused: Int64 = 0
  /// Times that were earlier than the one before (TimeAndTurns, *Times never decrease*).
  public var clamped: Int64 = 0
  /// Events that came after the recording had ended.
  public var afterEnd: Int64 = 0

  /// Makes a count of nothing.
  public init() {}
}

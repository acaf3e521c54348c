/// What became of events that are not in a trace, and of times that were not what they should be.
public struct TraceLosses: Hashable, Sendable {
  /// Events that came while both halves of the journal were full; their sequence numbers are missing in the trace.
  public var dropped: Int64 = 0
  /// Events and calls that were not what their kind asks for, such as one about a popup that nobody submitted.
  public var refused: Int64 = 0
  /// Times that were earlier than the one before (TimeAndTurns, *Times never decrease*).
  public var clamped: Int64 = 0
  /// Events that came after the recording had ended.
  public var afterEnd: Int64 = 0

  /// Makes a count of nothing.
  public init() {}
}

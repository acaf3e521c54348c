public import PopTrace

/// One event of a run, in words.
public struct TimelineLine: Hashable, Sendable {
  /// The event's number in its run; nil for a line that stands for several events left out.
  public var event: Int32?
  /// When it happened.
  public var time: Milliseconds
  /// The event's name, or how many events were left out.
  public var kind: String
  /// The popup or page, by name and number, and what else the event says.
  public var detail: String
  /// Whether the event shows the finding.
  public var isWitness: Bool

  /// Makes a line.
  public init(event: Int32?, time: Milliseconds, kind: String, detail: String, isWitness: Bool = false) {
    self.event = event
    self.time = time
    self.kind = kind
    self.detail = detail
    self.isWitness = isWitness
  }
}

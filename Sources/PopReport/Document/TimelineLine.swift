package import PopTrace

/// One event of a run, in words.
package struct TimelineLine: Hashable, Sendable {
  /// The event's number in its run; nil for a line that stands for several events left out.
  package var event: Int32?
  /// When it happened.
  package var time: Milliseconds
  /// The event's name, or how many events were left out.
  package var kind: String
  /// The popup or page, by name and number, and what else the event says.
  package var detail: String
  /// Whether the event shows the finding.
  package var isWitness: Bool

  /// Makes a line.
  package init(event: Int32?, time: Milliseconds, kind: String, detail: String, isWitness: Bool = false) {
    self.event = event
    self.time = time
    self.kind = kind
    self.detail = detail
    self.isWitness = isWitness
  }
}

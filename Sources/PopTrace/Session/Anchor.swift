public import PopupScheduling

/// What a stimulus of a scenario waits for in place of a time (TimeAndTurns, *Scenario files*, `after`).
public struct Anchor: Hashable, Sendable {
  /// The event waited for: slots that are not named in ``fields`` do not count.
  public var pattern: Event
  /// Which fields of the pattern must match, besides its kind.
  public var fields: Set<EventField>
  /// Which occurrence, counted from 1 since the stimulus's popup was submitted.
  public var nth: Int
  /// Whether the stimulus follows every occurrence.
  public var every: Bool
  /// How long after it the stimulus happens.
  public var delay: Ticks

  /// Makes an anchor on the first occurrence of an event.
  public init(pattern: Event, fields: Set<EventField>, nth: Int = 1, every: Bool = false, delay: Ticks = .zero) {
    self.pattern = pattern
    self.fields = fields
    self.nth = nth
    self.every = every
    self.delay = delay
  }
}

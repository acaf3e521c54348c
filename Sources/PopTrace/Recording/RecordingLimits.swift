/// How much of a phone's storage recordings may take.
public struct RecordingLimits: Hashable, Sendable {
  /// The most bytes of one session's trace; at that size its recording stops.
  public var sessionBytes = 8 << 20
  /// The most sessions kept; the oldest go first.
  public var sessions = 100
  /// The most bytes of all of them together, journals included; the oldest go first.
  public var totalBytes = 32 << 20
  /// How long a session is kept, in seconds.
  public var ageSeconds: Int64 = 14 * 86_400
  /// Of so many sessions one is recorded, chosen at random.
  public var sampleOneIn = 1

  /// Makes limits that suit a phone.
  public init() {}
}

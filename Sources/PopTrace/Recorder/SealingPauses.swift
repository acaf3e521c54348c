/// How long the sealing thread rests before it looks again where nobody calls before.
struct SealingPauses {
  /// In milliseconds; nil where it waits for a call.
  private(set) var milliseconds: Int?
  /// The last pause before what failed was tried again.
  private var retry = 0

  /// How often the journal's name is looked at while events come, and while none do.
  private static let (least, most) = (100, 1000)
  /// How soon it is looked at again where it led nowhere, and how soon what failed is tried again the first time.
  private static let next = 20
  /// How long it takes at most until what failed is tried again: where the journal has no name, which puts events at risk, and else.
  private static let (mostWithoutName, mostRetry) = (1000, 60_000)

  /// Takes note that all was done that there was to do.
  ///
  /// - Parameter isResting: Whether nothing was recorded since it looked last.
  mutating func noteSuccess(isFile: Bool, isGone: Bool, isResting: Bool) {
    retry = 0
    if isFile { milliseconds = isResting ? min(2 * (milliseconds ?? Self.least), Self.most) : Self.least }
    if isGone { milliseconds = Self.next }
  }

  /// Takes note that something failed, which is tried again later and later.
  mutating func noteFailure(isGone: Bool) {
    retry = min(2 * retry + Self.next, isGone ? Self.mostWithoutName : Self.mostRetry)
    milliseconds = retry
  }
}

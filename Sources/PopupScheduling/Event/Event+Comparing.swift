extension Event {
  /// The fields as words, in the order in which they stand.
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt32)

  /// Whether all fields are equal, but for where the popups that lost stand in their logs.
  ///
  /// Eight words in place of eighteen fields: runs are compared with recordings event by event.
  ///
  /// - Parameter unknown: Flags that do not count.
  public func isSame(as other: Event, ignoring unknown: Flags) -> Bool {
    var (one, other) = (self, other)
    one.overStart = 0
    other.overStart = 0
    one.flags.subtract(unknown)
    other.flags.subtract(unknown)
    let left = unsafe unsafeBitCast(one, to: Words.self)
    let right = unsafe unsafeBitCast(other, to: Words.self)
    let times = (left.0 ^ right.0) | (left.1 ^ right.1)
    let identifiers = (left.2 ^ right.2) | (left.3 ^ right.3) | (left.4 ^ right.4) | (left.5 ^ right.5)
    return times | identifiers | (left.6 ^ right.6) | UInt64(left.7 ^ right.7) == 0
  }
}

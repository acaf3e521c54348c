/// An instant or a length on a session's own clock, counted in ticks (``TickLength``) since the session began.
@frozen
public struct Ticks: Hashable, Comparable, Sendable {
  /// The count of ticks.
  public var rawValue: Int64

  @inlinable public init(_ rawValue: Int64) { self.rawValue = rawValue }
  /// The session's start, or no time at all.
  @inlinable public static var zero: Ticks { Ticks(0) }
  /// Later than anything a trace may contain.
  @inlinable public static var distantFuture: Ticks { Ticks(.max) }
  @inlinable public static func < (lhs: Ticks, rhs: Ticks) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The sum, which stays at the far end of the range where it would leave it, as does a difference.
  @inlinable
  public static func + (lhs: Ticks, rhs: Ticks) -> Ticks {
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow ? (rhs.rawValue < 0 ? Ticks(.min) : .distantFuture) : Ticks(sum)
  }

  /// The difference, which stays at the far end of the range where it would leave it.
  @inlinable
  public static func - (lhs: Ticks, rhs: Ticks) -> Ticks {
    let (difference, overflow) = lhs.rawValue.subtractingReportingOverflow(rhs.rawValue)
    return overflow ? (rhs.rawValue < 0 ? .distantFuture : Ticks(.min)) : Ticks(difference)
  }

  /// Moves an instant on.
  @inlinable public static func += (lhs: inout Ticks, rhs: Ticks) { lhs = lhs + rhs }
}

/// How long one tick of a session is.
@frozen
public struct TickLength: Hashable, Sendable {
  /// The length in microseconds, at least 1.
  public let microseconds: Int64

  /// The longest tick a trace may declare: one minute.
  public static let longestMicroseconds: Int64 = 60_000_000

  /// Makes a tick of so many microseconds; nil outside 1 … 60,000,000.
  @inlinable
  public init?(microseconds: Int64) {
    guard microseconds >= 1, microseconds <= Self.longestMicroseconds else { return nil }
    self.microseconds = microseconds
  }

  /// One millisecond, the default.
  public static let millisecond = TickLength(microseconds: 1000)!

  /// The latest time that a trace can hold: less than 2^60 ticks, and so few that the sum of two can be told in microseconds.
  package var latest: Ticks { Ticks(min(1 << 60, 1 << 61 / microseconds) - 1) }

  /// The fewest ticks that last at least so many milliseconds (<doc:TimeAndTurns#Ticks>: lengths round up).
  @inlinable
  public func ticks(ceilingMilliseconds milliseconds: Int64) -> Ticks {
    if microseconds == 1000 { return Ticks(milliseconds) }
    let (us, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
    if overflow { return milliseconds < 0 ? Ticks(.min) : .distantFuture }
    let quotient = us / microseconds
    return Ticks(us % microseconds > 0 ? quotient + 1 : quotient)
  }

  /// The length of so many ticks in microseconds, clamped to the range of `Int64`.
  @inlinable
  public func microseconds(_ ticks: Ticks) -> Int64 {
    let (us, overflow) = ticks.rawValue.multipliedReportingOverflow(by: microseconds)
    return overflow ? (ticks.rawValue < 0 ? .min : .max) : us
  }
}

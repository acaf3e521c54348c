import PopupScheduling

/// The time of a session by the system's clock, in its ticks.
struct SessionClock: Sendable {
  private let start: Int64
  private let nanosecondsPerTick: UInt64
  /// 2 to the 64th divided by that, rounded down: to multiply by it takes a tenth of the time of a division.
  private let reciprocal: UInt64

  /// Makes a clock that begins now.
  init(tick: TickLength) {
    start = MonotonicClock.nanoseconds()
    // At least 1000, as no tick is shorter than a microsecond.
    nanosecondsPerTick = UInt64(tick.microseconds) * 1000
    reciprocal = nanosecondsPerTick.dividingFullWidth((1, 0)).quotient
  }

  /// The time since it was made.
  @inline(__always)
  var now: Ticks { ticks(nanoseconds: MonotonicClock.nanoseconds() &- start) }

  /// The whole ticks in so many nanoseconds; 0 where the clock stepped back.
  @inline(__always)
  func ticks(nanoseconds: Int64) -> Ticks {
    let nanoseconds = UInt64(max(0, nanoseconds))
    // Rounded down twice, and so one too few at most.
    let ticks = nanoseconds.multipliedFullWidth(by: reciprocal).high
    let rest = nanoseconds &- ticks &* nanosecondsPerTick
    return Ticks(Int64(truncatingIfNeeded: rest < nanosecondsPerTick ? ticks : ticks &+ 1))
  }
}

import CJournal

/// The system's monotonic clock, which no change of the time of day affects.
enum MonotonicClock {
  /// Nanoseconds since some moment in the past.
  @inline(__always)
  static func nanoseconds() -> Int64 { poptrace_nanoseconds() }
}

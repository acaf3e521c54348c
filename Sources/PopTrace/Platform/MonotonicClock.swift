import CJournal

/// The system's clock that nobody sets.
enum MonotonicClock {
  /// Nanoseconds since some moment in the past.
  @inline(__always)
  static func nanoseconds() -> Int64 { poptrace_nanoseconds() }
}

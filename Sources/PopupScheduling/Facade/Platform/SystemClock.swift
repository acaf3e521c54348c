#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's monotonic clock, which no change of the time of day affects and which goes on while the device sleeps.
///
/// `ContinuousClock` is that clock, too, but asks for iOS 16.
enum SystemClock {
  /// Nanoseconds since some moment in the past.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

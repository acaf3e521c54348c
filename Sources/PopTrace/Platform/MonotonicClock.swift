#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's clock that nobody sets.
enum MonotonicClock {
  /// Nanoseconds since some moment in the past.
  @inline(__always)
  static func nanoseconds() -> Int64 {
    #if canImport(Darwin)
      // The same clock in one step: goes on while the device sleeps, and is read without a call of the kernel.
      return Int64(bitPattern: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #endif
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A lock for short critical sections.
///
/// The library's own, because the standard library's needs a newer system than the package supports.
@safe
package final class Mutex: Sendable {
  // The system's functions are what makes sharing it safe.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let result = unsafe pthread_mutex_init(mutex, nil)
    precondition(result == 0, "the system has no memory for a lock")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  @inline(__always)
  package func lock() { unsafe pthread_mutex_lock(mutex) }

  @inline(__always)
  package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Runs something that nobody else runs at the same time.
  @inline(__always)
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

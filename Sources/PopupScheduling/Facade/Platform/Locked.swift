#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Something that one thread at a time may touch, for a few nanoseconds.
///
/// The package's own, because the standard library's needs a newer system than the package supports.
@safe
package final class Locked<Value>: @unchecked Sendable {
  // The system's functions are what makes sharing both safe.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let result = unsafe pthread_mutex_init(mutex, nil)
    precondition(result == 0, "the system has no memory for a lock")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs something while no other thread holds the lock.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

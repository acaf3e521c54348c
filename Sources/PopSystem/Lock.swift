import CJournal

/// A lock for short critical sections.
///
/// One atomic instruction to take it and one to give it back while no thread waits for it; a thread that waits sleeps. The package's own, because
/// the standard library's needs a newer system than the package supports.
@safe
package final class Mutex: Sendable {
  // Touched by the functions of the lock only, which are what makes sharing it safe; in memory of its own, because its address must not
  // change.
  @usableFromInline
  package nonisolated(unsafe) let word: UnsafeMutablePointer<UInt32>

  package init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  deinit { unsafe word.deallocate() }

  @inlinable @inline(__always)
  package func lock() { unsafe poptrace_lock(word) }

  @inlinable @inline(__always)
  package func unlock() { unsafe poptrace_unlock(word) }

  /// Runs something while no other thread holds the lock.
  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// Something that one thread at a time may touch, for a few nanoseconds.
@safe
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline
  package let mutex = Mutex()
  // Touched with the lock only.
  @usableFromInline
  package var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  /// Runs something while no other thread holds the lock.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}

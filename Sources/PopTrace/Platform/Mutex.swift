import CJournal

/// A lock for short critical sections.
///
/// One atomic instruction to take it and one to give it back while no thread waits for it; a thread that waits sleeps. The library's own,
/// because the standard library's needs a newer system than the package supports.
@safe
package final class Mutex: Sendable {
  // Touched by the functions of the lock only, which are what makes sharing it safe; in memory of its own, because its address must not
  // change.
  private nonisolated(unsafe) let word: UnsafeMutablePointer<UInt32>

  package init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  deinit { unsafe word.deallocate() }

  @inline(__always)
  package func lock() { unsafe poptrace_lock(word) }

  @inline(__always)
  package func unlock() { unsafe poptrace_unlock(word) }

  /// Runs something while no other thread holds the lock.
  @inline(__always)
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

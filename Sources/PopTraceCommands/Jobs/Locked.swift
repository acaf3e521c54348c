#if Tool
import PopTrace

/// A value that several threads change, one at a time.
///
/// In place of the standard library's `Mutex`, which would ask macOS 15 of every app that depends on the package.
final class Locked<Value>: @unchecked Sendable {
  // The lock is what makes it safe to share.
  private let mutex = Mutex()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Changes the value while nobody else does.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try mutex.withLock { try body(&value) }
  }
}
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Why a call of the system failed.
package struct SystemError: Error, Hashable, Sendable {
  /// Whether something was to be read or looked at, and not written or made.
  package var isReading: Bool
  /// The system's number of the error; 0 where no call failed.
  package var number: Int32
  /// A full sentence.
  package var message: String

  /// A failure that no call of the system tells of.
  package init(_ message: String) {
    isReading = false
    number = 0
    self.message = message
  }

  /// Somebody has taken away what was being written.
  static func missing(_ draft: String) -> SystemError {
    var error = SystemError("Somebody took \(draft) away while it was written.")
    error.number = ENOENT
    return error
  }

  /// The error of a call that failed.
  ///
  /// - Parameter number: The system's number of it; by default the one that the last call left behind.
  package init(_ what: String, _ path: String, isReading: Bool = false, number: Int32 = errno) {
    self.isReading = isReading
    self.number = number
    message = "Cannot \(what) \(path): \(Self.reason(number))."
  }

  /// What the system calls the error.
  package var reason: String { Self.reason(number) }
  /// There is nothing of that name.
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// There is something of that name already.
  package var isTaken: Bool { number == EEXIST }
  /// The reader of the other end has gone.
  package var isBrokenPipe: Bool { number == EPIPE }

  private static func reason(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  /// Calls the system again where a signal came between.
  static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

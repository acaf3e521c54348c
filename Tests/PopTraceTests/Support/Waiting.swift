import Foundation
import Testing

/// What was waited for has not come: nothing behind it can be tried.
struct NeverCame: Error {
  var what: Comment
}

/// Waits for what another thread brings about, and looks a millisecond apart, so many times at most that only a fault outlasts them.
func expectSoon(_ what: Comment, _ isSo: () throws -> Bool) throws {
  for _ in 0..<60_000 {
    if try isSo() { return }
    usleep(1000)
  }
  throw NeverCame(what: what)
}

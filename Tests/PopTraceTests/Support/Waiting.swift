import Foundation
import Testing

/// Waits for what another thread brings about, and looks a millisecond apart, so many times at most that only a fault outlasts them.
func expectSoon(_ what: Comment, _ isSo: () throws -> Bool) rethrows {
  for _ in 0..<60_000 {
    if try isSo() { return }
    usleep(1000)
  }
  Issue.record("What was waited for has not come: \(what)")
}

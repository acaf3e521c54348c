import Testing

/// Lets others have their turn until something is so, so many times at most that only a fault outlasts them.
@MainActor
func expectSoon(_ what: Comment, _ isSo: @MainActor () -> Bool) async {
  for _ in 0..<10_000_000 {
    if isSo() { return }
    await Task.yield()
  }
  Issue.record("What was waited for has not come: \(what)")
}

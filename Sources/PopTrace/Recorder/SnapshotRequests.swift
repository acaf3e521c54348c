import PopSystem

/// What the thread that takes snapshots is asked for, and what it has done.
final class SnapshotRequests: Sendable {
  private struct State {
    /// How often a snapshot, or a look, was asked for, and how many of these requests are answered.
    var asked = 0
    var answered = 0
    /// What is asked for and not taken up yet.
    var open = Open()
    var paths: [String] = []
    var hasClosed = false
  }

  /// Requests that are answered together.
  struct Open {
    /// How many there are, of snapshots and of looks.
    var count = 0
    /// Whether a snapshot is among what is asked for.
    var wantsSnapshot = false
    /// The number of the first event behind all turns that are known to be whole.
    var turnEnd: Int32 = 0
  }

  private let most: Int
  /// Whether somebody wants to know where turns end.
  private let watchesTurns: Bool
  private let wake: WakeUp
  private let answers = WakeUp()
  private let state = Locked(State())

  /// - Parameter wake: Wakes the thread that takes snapshots.
  init(most: Int, watchesTurns: Bool = false, wake: WakeUp) {
    self.most = most
    self.watchesTurns = watchesTurns
    self.wake = wake
  }

  /// The paths of the snapshots there are, in order; empty texts for those in memory.
  var paths: [String] { state.withLock { $0.paths } }

  /// Asks for a snapshot of all that was recorded until now; false where there are as many as there may be, or the recording is over.
  func ask() -> Bool {
    let isTaken = state.withLock { state in
      // One that is being taken will be there; those asked for together become one.
      let count = state.paths.count + (state.asked > state.answered ? 1 : 0)
      guard !state.hasClosed, state.open.wantsSnapshot || count < most else { return false }
      state.asked += 1
      state.open.count += 1
      state.open.wantsSnapshot = true
      return true
    }
    if isTaken { wake.wake() }
    return isTaken
  }

  /// A turn is over.
  ///
  /// - Parameter sequence: The number of the next event.
  func turnEnded(before sequence: Int32) {
    guard watchesTurns else { return }
    state.withLock { $0.open.turnEnd = sequence }
    wake.wake()
  }

  /// What has been asked for and not taken up, to be answered together.
  func takeOpen() -> Open {
    state.withLock { state in
      let open = state.open
      state.open = Open(turnEnd: open.turnEnd)
      return open
    }
  }

  /// Whether there may be another snapshot.
  var isOpenForMore: Bool { state.withLock { $0.paths.count < most } }

  /// So many requests have been answered: by a snapshot, or by none where it was not wanted or could not be stored.
  func answer(_ count: Int, path: String? = nil) {
    state.withLock { state in
      state.answered += count
      if let path { state.paths.append(path) }
    }
    answers.wake()
  }

  /// No request is answered from now on.
  func close() {
    state.withLock { state in
      state.hasClosed = true
      state.answered = state.asked
    }
    answers.wake()
  }

  /// Waits until all that has been asked for until now is answered, and the trigger has looked at what was recorded until now.
  func waitUntilAnswered() {
    let wanted = state.withLock { state in
      guard !state.hasClosed else { return state.answered }
      state.asked += 1
      state.open.count += 1
      return state.asked
    }
    wake.wake()
    var calls = 0
    while state.withLock({ $0.answered < wanted }) { calls = answers.sleep(after: calls) }
  }
}

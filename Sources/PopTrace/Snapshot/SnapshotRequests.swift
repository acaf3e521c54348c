/// The snapshots that were asked for and those that were taken, between the callers who ask and the thread that takes them.
@safe
final class SnapshotRequests: Sendable {
  private let most: Int
  private let wake: WakeUp
  private let mutex = Mutex()
  private let taken = WakeUp()
  // Touched with the lock only.
  private nonisolated(unsafe) var open: [SnapshotReason] = []
  private nonisolated(unsafe) var asked = 0
  private nonisolated(unsafe) var answered = 0
  private nonisolated(unsafe) var storedPaths: [String] = []
  private nonisolated(unsafe) var hasClosed = false

  /// - Parameter wake: Wakes the thread that takes snapshots.
  init(most: Int, wake: WakeUp) {
    self.most = most
    self.wake = wake
  }

  /// The paths of the snapshots there are, in order; empty texts for those in memory.
  var paths: [String] { mutex.withLock { unsafe storedPaths } }

  /// Asks for a snapshot of all that was recorded until now; false where there are as many as there may be, or the recording is over.
  func ask(_ reason: SnapshotReason) -> Bool {
    let isTaken = mutex.withLock { () -> Bool in
      // One that is being taken will be there; those asked for together become one.
      let count = unsafe storedPaths.count + (asked > answered ? 1 : 0)
      guard unsafe !hasClosed, unsafe !open.isEmpty || count < most else { return false }
      unsafe open.append(reason)
      unsafe asked += 1
      return true
    }
    if isTaken { wake.wake() }
    return isTaken
  }

  /// What has been asked for and not answered, to be answered by one snapshot.
  func takeOpen() -> [SnapshotReason] {
    mutex.withLock {
      defer { unsafe open = [] }
      return unsafe open
    }
  }

  /// So many requests have been answered: by a snapshot, or by none where it could not be stored.
  func answer(_ count: Int, path: String?) {
    mutex.withLock {
      unsafe answered += count
      if let path { unsafe storedPaths.append(path) }
    }
    taken.wake()
  }

  /// No request is answered from now on.
  func close() {
    mutex.withLock {
      unsafe hasClosed = true
      unsafe answered = asked
    }
    taken.wake()
  }

  /// Waits until all that has been asked for until now has been answered.
  func waitUntilAnswered() {
    let wanted = mutex.withLock { unsafe asked }
    var calls = 0
    while mutex.withLock({ unsafe answered < wanted }) { calls = taken.sleep(after: calls) }
  }
}

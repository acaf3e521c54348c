/// A recording under way, for code other than the recorder: to flush it, to see how it goes, and to wait for its end.
@safe
public final class TraceRecording: Sendable {
  /// The extension of traces, with its dot.
  public static let traceExtension = ".poptrace"
  /// The extension of journals, with its dot.
  public static let journalExtension = ".popjournal"

  /// How far a recording has come.
  public enum Phase: Hashable, Sendable {
    /// Events are being recorded.
    case open
    /// The trace is complete.
    case ended
    /// The trace has reached its limit in bytes and ends there; what comes later is not recorded.
    case full
  }

  /// Where the trace is, or will be; empty for one in memory, and where only snapshots are written.
  public let path: String
  private let memory: JournalMemory
  private let mutex = Mutex()
  // Touched with the lock only.
  private nonisolated(unsafe) var storedPhase = Phase.open
  private nonisolated(unsafe) var storedProblem: TraceError?
  private nonisolated(unsafe) var isOver = false
  private nonisolated(unsafe) var waiting: [CheckedContinuation<Void, Never>] = []
  private let sink: any TraceSink
  let requests: SnapshotRequests?
  private let over = WakeUp()

  init(memory: JournalMemory, sink: any TraceSink, path: String) {
    self.memory = memory
    self.sink = sink
    self.path = path
    requests = nil
  }

  /// A recording that keeps the last minutes only.
  init(memory: JournalMemory, snapshots requests: SnapshotRequests, in store: SnapshotStore) {
    self.memory = memory
    self.requests = requests
    path = ""
    if case .memory(let sink) = store { self.sink = sink } else { sink = MemorySink() }
  }

  /// How far it has come.
  public var phase: Phase { mutex.withLock { unsafe storedPhase } }

  /// Why something could not be stored, if that is so now; it is tried again, and until then the journal keeps what it has room for.
  ///
  /// Where snapshots are kept, also why events are missing in them; that stays to the end and beyond.
  public var problem: TraceError? { mutex.withLock { unsafe storedProblem } }

  /// What has been lost so far.
  public var losses: TraceLosses { memory.losses }

  /// Has the system store what was recorded so that even a power cut does not take it back; an app calls it as it goes to the background.
  ///
  /// Nothing needs this for the process being killed: that loses nothing. No chunk is made before there is enough for one.
  ///
  /// - Complexity: Waits for the storage, some milliseconds; on no particular thread, but best not on the main one.
  public func flush() throws(TraceError) { try memory.sync() }

  /// Waits until the trace is complete, or cannot be for now.
  public func waitUntilOver() {
    var calls = 0
    while !mutex.withLock({ unsafe isOver }) { calls = over.sleep(after: calls) }
  }

  /// Waits until the trace is complete, or cannot be for now, and lets others work meanwhile.
  public func untilOver() async {
    await withCheckedContinuation { continuation in
      let isOver = mutex.withLock { () -> Bool in
        let isOver = unsafe self.isOver
        if !isOver { unsafe waiting.append(continuation) }
        return isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// The trace of a recording in memory that is over, or the snapshots of one that keeps these, one after another; empty for any other.
  public var bytes: [UInt8] {
    guard requests != nil || mutex.withLock({ unsafe isOver }) else { return [] }
    return (sink as? MemorySink)?.bytes ?? []
  }

  /// Takes note of how the sealing goes.
  func note(_ result: Result<SealingThread.Outcome, TraceError>, isLast: Bool = false) {
    let waiters = mutex.withLock { () -> [CheckedContinuation<Void, Never>] in
      switch result {
      case .success(.waiting): unsafe storedProblem = nil
      case .success(.ended): unsafe (storedPhase, storedProblem, isOver) = (.ended, nil, true)
      case .success(.full): unsafe (storedPhase, storedProblem, isOver) = (.full, nil, true)
      case .failure(let error): unsafe (storedProblem, isOver) = (error, isOver || isLast)
      }
      guard unsafe isOver else { return [] }
      defer { unsafe waiting = [] }
      return unsafe waiting
    }
    for waiter in waiters { waiter.resume() }
    self.over.wake()
  }
}

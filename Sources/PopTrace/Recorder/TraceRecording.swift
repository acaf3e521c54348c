import CJournal
import PopSystem
import PopupScheduling

/// A recording under way, for code other than the recorder: to flush it, to see how it goes, and to wait for its end.
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
    /// The trace has reached its limit in bytes; what comes later is not recorded. It is complete once the session has ended.
    case full
  }

  private struct State: Sendable {
    var phase = Phase.open
    var problem: TraceError?
    var isOver = false
    var lostEvents: Int64 = 0
    /// How many are still to read the trace.
    var readers = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Where the trace is, or will be; empty for one in memory, and where only snapshots are written.
  public let path: String
  private let memory: JournalMemory
  private let state = Locked(State())
  private let sink: any TraceSink
  let requests: SnapshotRequests?
  private let over = WakeUp()
  private let forks = poptrace_forks()

  init(_ memory: JournalMemory, sink: any TraceSink, path: String = "", requests: SnapshotRequests? = nil) {
    self.memory = memory
    self.sink = sink
    self.path = path
    self.requests = requests
  }

  /// How far it has come.
  public var phase: Phase { state.withLock { $0.phase } }

  /// Why something cannot be stored now, or is not recorded any more; nil once the cause is gone, unless stored events were taken away.
  public var problem: TraceError? {
    let hasEnded = memory.state.hasLast
    let (phase, problem, lost) = state.withLock { ($0.phase, $0.problem, $0.lostEvents) }
    if let problem { return problem }
    if lost > 0 {
      return TraceError(
        .unwritable, "Somebody took \(lost) events away with the session's trace while it was recorded.")
    }
    guard !hasEnded, phase == .full else { return hasEnded ? memory.damage : memory.problem }
    return TraceError(
      .tooLarge, "The session's trace has as many bytes as it may have; what comes now is not recorded.")
  }

  /// What has been lost so far. Events that were taken away with the trace's file count as dropped.
  public var losses: TraceLosses {
    var losses = memory.losses
    losses.dropped += state.withLock { $0.lostEvents }
    return losses
  }

  var isComplete: Bool {
    state.withLock { state in
      state.readers == 0
        && (state.phase == .ended || state.phase == .full && state.isOver && state.problem == nil)
    }
  }

  /// Has the trace count as one under way until it is let go.
  func hold() { state.withLock { $0.readers += 1 } }
  func letGo() { state.withLock { $0.readers -= 1 } }

  /// What was recorded, once that is over; nil where the trace is not all of it, or cannot be read.
  func recordedSession() -> Session? {
    guard phase == .ended, requests == nil else { return nil }
    var session = Session()
    guard let bytes = path.isEmpty ? bytes : try? SystemFile.open(path, .read).contents(),
      var reader = try? TraceReader(bytes), (try? reader.next(&session)) == true
    else { return nil }
    return session
  }

  /// Has the system store what was recorded so that even a power cut does not take it back; a killed process loses nothing without it.
  ///
  /// - Complexity: Waits for the storage, some milliseconds: best not on the main thread.
  public func flush() throws(TraceError) {
    // What could not be stored before may be now.
    memory.state.wake.wake()
    try TraceError.catching { () throws(SystemError) in
      if !memory.state.hasLast { _ = try memory.mend() }
      try memory.sync()
    }
  }

  /// Waits until the trace is complete, or cannot be for now; in a process that was forked off the one that records, not at all.
  public func waitUntilOver() {
    var calls = 0
    while forks == poptrace_forks(), !state.withLock({ $0.isOver }) { calls = over.sleep(after: calls) }
  }

  /// Waits until the trace is complete, or cannot be for now, and lets others work meanwhile.
  public func untilOver() async {
    guard forks == poptrace_forks() else { return }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Has the last minutes, with all that `record` has returned from, written out in the background; from any thread. Several calls at once
  /// give one snapshot.
  ///
  /// - Returns: Whether there will be one: the recording keeps snapshots (``RecorderOptions/snapshots``), goes on, and has not taken as many as
  ///   it may. One that cannot be stored is reported by ``problem``.
  @discardableResult
  public func takeSnapshot() -> Bool { requests?.ask() ?? false }
  /// The paths of the snapshots that were taken, in order; an empty text for each one in memory.
  public var snapshotPaths: [String] { requests?.paths ?? [] }
  /// Waits until the snapshots asked for until now are written, or cannot be, and the trigger has looked at all turns that are over; not for the
  /// main thread.
  public func waitForSnapshots() { requests?.waitUntilAnswered() }

  /// The trace of a recording in memory that is over, or the snapshots of one that keeps these, one after another; empty for any other.
  public var bytes: [UInt8] {
    guard requests != nil || state.withLock({ $0.isOver }) else { return [] }
    return (sink as? MemorySink)?.bytes ?? []
  }

  func note(_ result: Result<Phase, TraceError>, isLast: Bool = false) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      switch result {
      case .success(.open): state.problem = nil
      case .success(.full): (state.phase, state.problem) = (.full, nil)
      case .success(.ended):
        (state.phase, state.problem, state.isOver) = (state.phase == .full ? .full : .ended, nil, true)
      case .failure(let error): (state.problem, state.isOver) = (error, state.isOver || isLast)
      }
      guard state.isOver else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiters { waiter.resume() }
    self.over.wake()
  }

  /// Takes note of events that were taken away with the trace's file.
  func note(lost count: Int) { state.withLock { $0.lostEvents += Int64(count) } }
}

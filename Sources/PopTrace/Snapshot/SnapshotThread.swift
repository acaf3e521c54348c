/// The thread that keeps the last minutes of a session, and writes them out when a snapshot is asked for: one a recording, asleep but for a few
/// milliseconds every some thousand events.
final class SnapshotThread {
  private let memory: JournalMemory
  private let head: JournalHead
  private let state: JournalState
  private let wake: WakeUp
  private let requests: SnapshotRequests
  private let store: SnapshotStore
  private let recording: TraceRecording
  private let writing: TraceWriter.Options
  private var stretch: SnapshotStretch
  private var nextGeneration: UInt64 = 1
  private var snapshots = 0

  init(
    memory: JournalMemory, head: JournalHead, state: JournalState, wake: WakeUp, requests: SnapshotRequests,
    store: SnapshotStore, options: RecorderOptions, _ snapshots: SnapshotOptions, recording: TraceRecording
  ) {
    self.memory = memory
    self.head = head
    self.state = state
    self.wake = wake
    self.requests = requests
    self.store = store
    self.recording = recording
    var writing = TraceWriter.Options()
    writing.level = options.level
    writing.compresses = options.compresses
    self.writing = writing
    stretch = SnapshotStretch(header: head.session, snapshots)
  }

  /// Begins to work. The thread holds this object until the recording has ended.
  static func start(_ make: @escaping @Sendable () -> SnapshotThread) throws(TraceError) {
    try DetachedThread.run { make().run() }
  }

  private func run() {
    var calls = 0
    while true {
      calls = wake.sleep(after: calls)
      // First what is asked for: whatever was recorded before somebody asked is there by then.
      let asked = requests.takeOpen()
      let hasEnded = takeFullHalves()
      if let reason = asked.first {
        if !hasEnded { takeFillingHalf() }
        answer(asked.count, reason)
      }
      stretch.forget()
      guard hasEnded else { continue }
      // Who asked while the end was being taken in is answered as well; who comes later is told no.
      let late = requests.takeOpen()
      if let reason = late.first { answer(late.count, reason) }
      requests.close()
      recording.note(.success(.ended), isLast: true)
      return
    }
  }

  /// Takes every full half, the older one first; says whether the session has ended with one.
  private func takeFullHalves() -> Bool {
    while true {
      let half = Int((nextGeneration - 1) % UInt64(JournalLayout.halfCount))
      guard case .full(let byteCount, let isLast) = state[half] else { return false }
      take(half, byteCount)
      nextGeneration += 1
      if isLast { return true }
      state[half] = .free
    }
  }

  /// Takes what there is of the half that is being filled; it is taken again, without that, when it is full.
  private func takeFillingHalf() {
    let half = Int((nextGeneration - 1) % UInt64(JournalLayout.halfCount))
    let start = head.headBytes + half * head.halfBytes
    take(half, memory.filledBytes(from: start, to: start + head.halfBytes, head.nonce, nextGeneration))
  }

  private func take(_ half: Int, _ byteCount: Int) {
    let start = head.headBytes + half * head.halfBytes
    let bytes = memory.bytes(start..<start + byteCount)
    guard
      var records = JournalRecords(bytes, at: start, nonce: head.nonce, isSearching: false, limits: .none),
      records.begin.generation == nextGeneration
    else { return }
    stretch.take(&records)
    stretch.note(recording.losses)
  }

  private func answer(_ count: Int, _ reason: SnapshotReason) {
    do throws(TraceError) {
      let session = stretch.snapshot(number: snapshots + 1, reason)
      var writer = TraceWriter(options: writing)
      try writer.append(session)
      let path = try store.add(try writer.finish(), number: snapshots + 1)
      snapshots += 1
      recording.note(.success(.waiting))
      requests.answer(count, path: path)
    } catch {
      // Before the answer, for whoever waits for that looks at the problem next.
      recording.note(.failure(error))
      requests.answer(count, path: nil)
    }
  }
}

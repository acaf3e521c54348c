/// The thread that keeps the last minutes of a session, and writes them out when a snapshot is asked for: one a recording, asleep but for a few
/// milliseconds every some thousand events.
final class SnapshotThread {
  private let wake: WakeUp
  private let requests: SnapshotRequests
  private let store: SnapshotStore
  private let recording: TraceRecording
  private let writing: TraceWriter.Options
  private var stretch: SnapshotStretch
  private var halves: JournalHalves
  private var snapshots = 0
  /// Why all that a half had is missing, once there was one that could not be read.
  private var loss: TraceError?

  init(
    memory: JournalMemory, head: JournalHead, state: JournalState, wake: WakeUp, requests: SnapshotRequests,
    store: SnapshotStore, options: RecorderOptions, _ snapshots: SnapshotOptions, recording: TraceRecording
  ) {
    self.wake = wake
    self.requests = requests
    self.store = store
    self.recording = recording
    var writing = TraceWriter.Options()
    writing.level = options.level
    writing.compresses = options.compresses
    self.writing = writing
    halves = JournalHalves(memory: memory, head: head, state: state)
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
      // First what is asked for: everything recorded before the request is there by then.
      let asked = requests.takeOpen()
      let hasEnded = takeFullHalves()
      if let reason = asked.first {
        if !hasEnded { takeFillingHalf() }
        answer(asked.count, reason)
      }
      stretch.forget()
      guard hasEnded else { continue }
      // Requests that came while the end was being taken in are answered as well; later ones are refused.
      let late = requests.takeOpen()
      if let reason = late.first { answer(late.count, reason) }
      requests.close()
      recording.note(loss.map { .failure($0) } ?? .success(.ended), isLast: true)
      return
    }
  }

  /// Takes every full half, the older one first; says whether the session has ended with one.
  private func takeFullHalves() -> Bool {
    while let full = halves.full {
      take(full.byteCount)
      if full.isLast { return true }
      halves.release()
    }
    return false
  }

  /// Takes what there is of the half that is being filled; it is taken again, without that, when it is full.
  private func takeFillingHalf() {
    let byteCount = halves.filledBytes
    // Nothing yet, not even its beginning.
    if byteCount > 0 { take(byteCount) }
  }

  /// Takes what is in the first bytes of a half. Where that cannot be read its events are missing, and the next half's are not.
  private func take(_ byteCount: Int) {
    do throws(TraceError) {
      var records = try halves.records(in: byteCount)
      stretch.take(&records)
      stretch.note(recording.losses)
    } catch {
      loss = error
      recording.note(.failure(error))
    }
  }

  private func answer(_ count: Int, _ reason: SnapshotReason) {
    do throws(TraceError) {
      let session = stretch.snapshot(number: snapshots + 1, reason)
      var writer = TraceWriter(options: writing)
      try writer.append(session)
      let path = try store.add(try writer.finish(), number: snapshots + 1)
      snapshots += 1
      recording.note(loss.map { .failure($0) } ?? .success(.waiting))
      requests.answer(count, path: path)
    } catch {
      // Before the answer, because a caller that waits for it looks at the problem next.
      recording.note(.failure(error))
      requests.answer(count, path: nil)
    }
  }
}

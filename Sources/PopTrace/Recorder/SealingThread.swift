/// The thread that makes chunks of full halves: one a recording, asleep but for a few milliseconds every some thousand events.
final class SealingThread {
  /// How it went on.
  enum Outcome: Sendable {
    /// There is nothing to be done until the recording side calls again.
    case waiting
    /// The trace is complete.
    case ended
    /// The trace has as many bytes as it may have; nothing more is taken.
    case full
  }

  private let memory: JournalMemory
  private let wake: WakeUp
  private let sink: any TraceSink
  private let byteLimit: Int
  private var sealer: ChunkSealer
  private var halves: JournalHalves
  /// A chunk that is not stored yet, and how it goes on once it is.
  private var unsaved: (bytes: [UInt8], next: Outcome)?
  /// Told of every change: an error, or that it is over.
  private let report: @Sendable (_ result: Result<Outcome, TraceError>, _ isLast: Bool) -> Void

  init(
    memory: JournalMemory, head: JournalHead, state: JournalState, wake: WakeUp, sink: any TraceSink, byteLimit: Int,
    compression: ZstdFrame.Compression,
    report: @escaping @Sendable (_ result: Result<Outcome, TraceError>, _ isLast: Bool) -> Void
  ) {
    self.memory = memory
    self.wake = wake
    self.sink = sink
    self.byteLimit = byteLimit
    self.report = report
    halves = JournalHalves(memory: memory, head: head, state: state)
    sealer = ChunkSealer(header: head.session, compression: compression)
  }

  /// Begins to work. The thread holds this object until the trace is complete.
  static func start(_ make: @escaping @Sendable () -> SealingThread) throws(TraceError) {
    try DetachedThread.run { make().run() }
  }

  private func run() {
    var calls = 0
    while true {
      calls = wake.sleep(after: calls)
      do throws(TraceError) {
        let outcome = try sealAll()
        report(.success(outcome), true)
        if case .waiting = outcome { continue }
        return
      } catch {
        // The halves stay as they are; the next call tries again, and so does recovery.
        let isLast = halves.hasLast
        report(.failure(error), isLast)
        if isLast { return }
      }
    }
  }

  /// Seals every full half, the older one first. What has been made is kept until it is stored, for it cannot be made twice.
  private func sealAll() throws(TraceError) -> Outcome {
    while true {
      if unsaved == nil {
        guard let full = halves.full else { return .waiting }
        unsaved = (try chunk(of: full.byteCount, isLast: full.isLast), full.isLast ? .ended : .waiting)
      }
      guard let chunk = unsaved else { return .waiting }
      try sink.append(chunk.bytes)
      unsaved = nil
      guard case .waiting = chunk.next else {
        try sink.finish()
        return chunk.next
      }
      if sink.byteCount + chunk.bytes.count > byteLimit {
        // Another chunk like this one would be too much: the trace ends here, as that of a killed session does. The half is not freed, so that
        // what comes now has no place to go.
        sealer.note(memory.losses)
        unsaved = (try sealer.seal(isLast: true) + sealer.finish(), .full)
      } else {
        halves.release()
      }
    }
  }

  private func chunk(of byteCount: Int, isLast: Bool) throws(TraceError) -> [UInt8] {
    var records = try halves.records(in: byteCount)
    sealer.take(&records)
    // A recorder that was dropped without an end could not close its half, and what was lost since that began stands in the journal's head.
    if isLast { sealer.note(memory.losses) }
    let chunk = try sealer.seal(isLast: isLast)
    return isLast ? chunk + sealer.finish() : chunk
  }
}

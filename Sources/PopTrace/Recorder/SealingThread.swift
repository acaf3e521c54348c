/// The thread that makes chunks of full halves, and sees to it that the journal has its name: one a recording, asleep but for some microseconds
/// now and then, and a few milliseconds every some thousand events.
final class SealingThread {
  /// How it went on.
  enum Outcome: Sendable {
    /// There is nothing to be done until the recording side calls again.
    case waiting
    /// The trace has as many bytes as it may have: what does not fit into the journal any more is not recorded.
    case full
    /// The trace is complete.
    case ended
  }

  private let memory: JournalMemory
  private let head: JournalHead
  private let state: JournalState
  private let wake: WakeUp
  private let sink: any TraceSink
  private let byteLimit: Int
  private var sealer: ChunkSealer
  private var halves: JournalHalves
  /// A chunk that is not stored yet, and whether it is the last one.
  private var unsaved: (bytes: [UInt8], isLast: Bool)?
  /// Whether the trace has as many bytes as it may have.
  private var isFull = false
  /// Whether the last chunk is stored.
  private var hasStoredAll = false
  private var hasStoredHead = false
  /// Whether the journal's name led nowhere when it was looked at last.
  private var isGone = false
  /// Told of every change: an error, or that it is over.
  private let report: @Sendable (_ result: Result<Outcome, TraceError>, _ isLast: Bool) -> Void
  /// Told how many events were taken away with the trace's file.
  private let reportLost: @Sendable (_ count: Int) -> Void

  init(
    memory: JournalMemory, head: JournalHead, state: JournalState, wake: WakeUp, sink: any TraceSink, byteLimit: Int,
    compression: ZstdFrame.Compression,
    report: @escaping @Sendable (_ result: Result<Outcome, TraceError>, _ isLast: Bool) -> Void,
    reportLost: @escaping @Sendable (_ count: Int) -> Void
  ) {
    self.memory = memory
    self.head = head
    self.state = state
    self.wake = wake
    self.sink = sink
    self.byteLimit = byteLimit
    self.report = report
    self.reportLost = reportLost
    halves = JournalHalves(memory: memory, head: head, state: state)
    sealer = ChunkSealer(header: head.session, compression: compression)
  }

  /// Begins to work. The thread holds this object until the trace is complete.
  static func start(_ make: @escaping @Sendable () -> SealingThread) throws(TraceError) {
    try DetachedThread.run { make().run() }
  }

  private func run() {
    var calls = 0
    var pauses = SealingPauses()
    var filledBytes = 0
    while true {
      do throws(TraceError) {
        let (wasGone, isGone) = (self.isGone, memory.isGone)
        self.isGone = isGone
        // Who has emptied the directory may be about to remove it, which fails where a file comes into it: that has time until the next look.
        let isLeftAlone = isGone && !wasGone
        // What would be lost with the process first, so that nothing is once no problem is named; that it fails is no reason not to seal. What has
        // been made and not stored finds out itself whether the trace is there.
        let isDue = !state.hasLast && !isLeftAlone && unsaved == nil && sink.byteCount > 0
        let restored = Result { () throws(TraceError) in isDue ? try sink.append([]) : true }
        if case .success(false) = restored { reportLost(sealer.beginAnew(isLastStored: true)) }
        let mended = Result { () throws(TraceError) in isLeftAlone ? false : try memory.mend(state) }
        // While nothing is recorded it looks less and less often. Right behind that, for to read what was cut off is a signal.
        let filled = halves.filledBytes
        let isResting = !isGone && filled == filledBytes
        filledBytes = filled
        let outcome = try sealAll()
        _ = try restored.get()
        let isAnew = try mended.get()
        state.isStuck = isFull
        if isAnew { try memory.sync() } else if !hasStoredHead { try memory.syncHead() }
        hasStoredHead = true
        report(.success(outcome), true)
        if case .ended = outcome { return }
        pauses.noteSuccess(isFile: memory.isFile, isGone: isGone, isResting: isResting)
      } catch {
        // The halves stay as they are, and so does what recovery needs.
        state.isStuck = true
        report(.failure(error), state.hasLast)
        pauses.noteFailure(isGone: isGone)
      }
      calls = wake.sleep(after: calls, most: pauses.milliseconds)
    }
  }

  /// Seals every full half, the older one first. What has been made is kept until it is stored, for it cannot be made twice.
  private func sealAll() throws(TraceError) -> Outcome {
    while !hasStoredAll {
      if unsaved == nil {
        guard let full = halves.full else { return isFull ? .full : .waiting }
        unsaved = (try chunk(of: full.byteCount, isLast: full.isLast), full.isLast)
      }
      guard let chunk = unsaved else { return .waiting }
      let isStored = try sink.append(chunk.bytes)
      unsaved = nil
      guard isStored else {
        // The half is still there, and the trace begins anew with it.
        reportLost(sealer.beginAnew(isLastStored: false))
        continue
      }
      if chunk.isLast {
        hasStoredAll = true
      } else if sink.byteCount + 2 * chunk.bytes.count > byteLimit {
        // Two chunks more like this one would be too much, and one is on its way. The half is kept, so that what does not fit into the other
        // one has no place to go: what was recorded until then is in the trace all the same.
        isFull = true
        halves.keep()
      } else {
        halves.release()
      }
    }
    try sink.finish()
    return .ended
  }

  private func chunk(of byteCount: Int, isLast: Bool) throws(TraceError) -> [UInt8] {
    do throws(TraceError) {
      var records = try halves.records(in: byteCount)
      sealer.take(&records)
    } catch {
      memory.noteDamage()
      sealer.noteLostHalf()
    }
    // A recorder that was dropped without an end could not close its half, and what was lost since that began stands in the journal's head.
    if isLast { sealer.note(memory.losses) }
    // A trace that reaches its limit ends as that of a killed session does.
    if isFull { sealer.change { $0.ended = nil } }
    let chunk = try sealer.seal(isLast: isLast)
    return isLast ? chunk + sealer.finish() : chunk
  }
}

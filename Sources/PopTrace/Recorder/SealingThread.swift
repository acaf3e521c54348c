import PopSystem

/// The thread that makes chunks of full halves, and sees to it that the journal has its name: one a recording, asleep nearly always.
final class SealingThread {
  private let memory: JournalMemory
  private let state: JournalState
  private let sink: any TraceSink
  private let byteLimit: Int
  private var sealer: ChunkSealer
  private var halves: JournalHalves
  /// A chunk that is not stored yet, and whether it is the last one.
  private var unsaved: (bytes: [UInt8], isLast: Bool)?
  private var isFull = false
  private var hasStoredAll = false
  private var hasStoredHead = false
  /// Whether the journal's name led nowhere when it was looked at last.
  private var isGone = false
  private let recording: TraceRecording

  init(_ memory: JournalMemory, into sink: any TraceSink, _ options: RecorderOptions, _ recording: TraceRecording) {
    self.memory = memory
    state = memory.state
    self.sink = sink
    self.recording = recording
    byteLimit = options.byteLimit
    halves = JournalHalves(memory)
    sealer = ChunkSealer(header: memory.head.session, compression: options.compression)
  }

  func run() {
    var calls = 0
    var pauses = SealingPauses()
    var filledBytes = 0
    while true {
      do throws(TraceError) {
        // Who has emptied the directory may be about to remove it, which fails where a file comes into it: that has time until the next look.
        let wasGone = isGone
        isGone = memory.isGone
        let isLeftAlone = isGone && !wasGone
        // First what would be lost with the process; that it fails is no reason not to seal. What has been made and not stored finds out itself
        // whether the trace is there.
        let isDue = !state.hasLast && !isLeftAlone && unsaved == nil && sink.byteCount > 0
        let restored = Result { () throws(SystemError) in isDue ? try sink.append([]) : true }
        if case .success(false) = restored { recording.note(lost: sealer.beginAnew(isLastStored: true)) }
        let mended = Result { () throws(SystemError) in isLeftAlone ? false : try memory.mend() }
        // While nothing is recorded it looks less and less often. Right behind that, for to read what was cut off is a signal.
        let known = filledBytes
        filledBytes = halves.filledBytes
        let isResting = !isGone && filledBytes == known
        let outcome = try sealAll()
        let isAnew = try TraceError.catching { () throws(SystemError) in
          _ = try restored.get()
          return try mended.get()
        }
        state.isStuck = isFull
        try TraceError.catching { () throws(SystemError) in
          if isAnew { try memory.sync() } else if !hasStoredHead { try memory.syncHead() }
        }
        hasStoredHead = true
        recording.note(.success(outcome), isLast: true)
        if outcome == .ended { return }
        pauses.noteSuccess(isFile: memory.isFile, isGone: isGone, isResting: isResting)
      } catch {
        // The halves stay as they are, and so does what recovery needs.
        state.isStuck = true
        recording.note(.failure(error), isLast: state.hasLast)
        pauses.noteFailure(isGone: isGone)
      }
      calls = state.wake.sleep(after: calls, most: pauses.milliseconds)
    }
  }

  /// Seals every full half, the older one first. What has been made is kept until it is stored, for it cannot be made twice.
  private func sealAll() throws(TraceError) -> TraceRecording.Phase {
    while !hasStoredAll {
      if unsaved == nil {
        guard let full = halves.full else { return isFull ? .full : .open }
        unsaved = (try chunk(of: full.byteCount, isLast: full.isLast), full.isLast)
      }
      guard let chunk = unsaved else { return .open }
      let isStored = try TraceError.catching { () throws(SystemError) in try sink.append(chunk.bytes) }
      unsaved = nil
      guard isStored else {
        // The half is still there, and the trace begins anew with it.
        recording.note(lost: sealer.beginAnew(isLastStored: false))
        continue
      }
      if chunk.isLast {
        hasStoredAll = true
      } else if sink.byteCount + 2 * chunk.bytes.count > byteLimit {
        // Two chunks more would be too much, and one is on its way. The half is kept, so that what does not fit into the other has no place to go.
        isFull = true
        halves.keep()
      } else {
        halves.release()
      }
    }
    try TraceError.catching { () throws(SystemError) in try sink.finish() }
    return .ended
  }

  private func chunk(of byteCount: Int, isLast: Bool) throws(TraceError) -> [UInt8] {
    do throws(TraceError) {
      var records = try halves.records(in: byteCount)
      sealer.take(&records)
    } catch {
      memory.noteDamage()
      sealer.builder.lacksHalf = true
    }
    // A recorder that was dropped without an end could not close its half, and what was lost since that began stands in the journal's head.
    if isLast { sealer.builder.note(memory.losses) }
    // A trace that reaches its limit ends as that of a killed session does.
    if isFull { sealer.builder.session.header.ended = nil }
    let chunk = try sealer.seal(isLast: isLast)
    return isLast ? chunk + sealer.finish() : chunk
  }
}

/// How long the sealing thread rests before it looks again where nobody calls before.
struct SealingPauses {
  private(set) var milliseconds: Int?
  private var retry = 0

  /// How often the journal's name is looked at while events come, and while none do.
  private static let (least, most) = (100, 1000)
  /// How soon it is looked at again where it led nowhere, and how soon what failed is tried again the first time.
  private static let next = 20
  /// How long it takes at most until what failed is tried again: where the journal has no name, which puts events at risk, and else.
  private static let (mostWithoutName, mostRetry) = (1000, 60_000)

  mutating func noteSuccess(isFile: Bool, isGone: Bool, isResting: Bool) {
    retry = 0
    if isFile { milliseconds = isResting ? min(2 * (milliseconds ?? Self.least), Self.most) : Self.least }
    if isGone { milliseconds = Self.next }
  }

  mutating func noteFailure(isGone: Bool) {
    retry = min(2 * retry + Self.next, isGone ? Self.mostWithoutName : Self.mostRetry)
    milliseconds = retry
  }
}

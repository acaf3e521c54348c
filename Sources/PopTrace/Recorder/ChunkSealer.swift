import PopupScheduling

/// Makes chunks of what the halves of a journal say: the state of the sealing thread.
struct ChunkSealer {
  var builder: JournalSessionBuilder
  /// Whether it is known how much of the session the file's chunks say, so that another one can go on from there.
  private(set) var knowsBases = true
  private var sealedGenerations: UInt64 = 0
  private let compression: ZstdFrame.Compression
  private var encoder = ChunkEncoder()
  private var bases = SegmentBases()
  private(set) var file = TraceFileBuilder()
  /// How many events are in the chunks before the last one, and in that.
  private var events = (before: 0, last: 0)
  /// Whether the next half begins a file that has nothing of the session yet.
  private var beginsAnew = false

  init(header: SessionHeader, compression: ZstdFrame.Compression, limits: ResourceLimits = .none) {
    builder = JournalSessionBuilder(Session(header: header), limits: limits)
    self.compression = compression
  }

  /// Goes on with a file that has chunks of the session already.
  init(
    header: SessionHeader, compression: ZstdFrame.Compression, after chunks: [TraceInfo.Chunk], limits: ResourceLimits
  ) {
    self.init(header: header, compression: compression, limits: limits)
    for chunk in chunks {
      let frameSize = chunk.head.frameSize
      file.note(headSize: chunk.bytes.count - frameSize, frameSize: frameSize, contentSize: chunk.contentSize)
      if let sequences = chunk.sequences { builder.lastSequence = Int32(truncatingIfNeeded: sequences.upperBound) }
      if chunk.eventCount > 0 { builder.lastTime = chunk.lastTime }
    }
    sealedGenerations = UInt64(chunks.count)
    knowsBases = chunks.isEmpty
  }

  /// Begins another file, because the first one is gone; says how many events went with it. Where the last chunk was not in it, its half is
  /// taken once more.
  mutating func beginAnew(isLastStored: Bool) -> Int {
    let lost = events.before + (isLastStored ? events.last : 0)
    (bases, file, encoder) = (SegmentBases(), TraceFileBuilder(), ChunkEncoder())
    builder.fixedNames = 0..<0
    builder.sealed = SegmentBases()
    builder.lostEvents += Int64(lost)
    beginsAnew = true
    events = (0, 0)
    return lost
  }

  /// Takes a half's events over; those that the file has already are left out.
  mutating func take(_ half: inout JournalRecords) {
    if beginsAnew {
      builder.lastSequence = half.begin.nextSequence - 1
      builder.lastTime = half.begin.lastTime
      beginsAnew = false
    }
    // The half after those of which the file has chunks says how much of the session these say.
    if half.begin.generation == sealedGenerations + 1 { (bases, knowsBases) = (half.begin.bases, true) }
    builder.take(&half)
    guard half.begin.generation <= sealedGenerations else { return }
    moveOn()
    knowsBases = builder.hasClosed
  }

  private mutating func moveOn() {
    bases = builder.session.catalog.sizes
    bases.timers = builder.timersEnd
  }

  /// Makes a chunk of the events taken over; empty where there are none and nothing has to be said.
  mutating func seal(isLast: Bool) throws(TraceError) -> [UInt8] {
    builder.leaveOutWhatCannotBeWritten()
    // A half without events says what was mentioned first by some that were dropped; each half is a chunk, as recovery takes it.
    var sizes = builder.session.catalog.sizes
    sizes.timers = bases.timers
    guard isLast || !builder.session.log.events.isEmpty || sizes != bases else { return [] }
    var piece = SegmentPiece(
      session: 0, events: builder.session.log.events.indices, isFirst: file.chunkCount == 0, isLast: isLast)
    piece.saysAllTables = true
    piece.changedPages = builder.writtenPages.filter { $0 < bases.pages }
    let (before, session) = (bases, builder.session)
    let mentions = SegmentMentions(piece, of: session, bases: bases)
    encoder.add(piece, of: session, mentions, bases: &bases, isAlone: piece.isFirst)
    do throws(TraceError) {
      file.append(try encoder.finish(number: file.chunkCount, compression))
    } catch {
      (bases, encoder) = (before, ChunkEncoder())
      throw error
    }
    events = (events.before + events.last, session.log.events.count)
    // What a chunk says of a name no later one can take back.
    builder.fixedNames = (builder.fixedNames.isEmpty ? before.names : builder.fixedNames.lowerBound)..<bases.names
    moveOn()
    builder.sealed = bases
    builder.session.log.removeAll()
    return file.takeBytes()
  }

  mutating func finish() -> [UInt8] { file.finish() }
}

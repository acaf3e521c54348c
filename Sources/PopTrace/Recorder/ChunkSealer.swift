import PopupScheduling

/// Makes chunks of recorded events: what belongs to whoever seals.
struct ChunkSealer {
  /// What is known of the session.
  var header: SessionHeader {
    get { session.header }
    set { session.header = newValue }
  }
  /// Events that were not what their kind asks for, and are not in the trace.
  private(set) var refused: Int64 = 0
  private let compression: ZstdFrame.Compression
  private var session: Session
  private var encoder = ChunkEncoder()
  private var bases = SegmentBases()
  private var seekTable = SeekTable()
  private var chunkCount = 0
  private var lastSequence: Int32 = -1
  private var lastTime = Ticks.zero
  /// Pages as they were last written: their attributes may come to be known later than they themselves.
  private var writtenPages: [PageSpec] = []

  init(header: SessionHeader, options: TraceRecorder.Options) {
    session = Session(header: header)
    compression = options.compresses ? .zstd(level: options.level) : .none
  }

  /// Takes a buffer's events over and empties it.
  mutating func take(_ buffer: inout RecordBuffer) { buffer.drain(into: &session.log) }

  /// Makes a chunk of the events taken over.
  mutating func seal(_ catalog: Catalog, isLast: Bool) throws(TraceError) -> [UInt8] {
    session.catalog = catalog
    PageTree.cut(&session.catalog.pages)
    leaveOutWhatCannotBeWritten()
    guard isLast || !session.log.events.isEmpty else { return [] }
    var piece = SegmentPiece(
      session: 0, events: session.log.events.indices, isFirst: chunkCount == 0, isLast: isLast)
    piece.changedPages = writtenPages.indices.filter { session.catalog.pages[$0] != writtenPages[$0] }
    encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
    let chunk = try encoder.finish(number: chunkCount, compression)
    seekTable.add(chunk)
    chunkCount += 1
    writtenPages = Array(session.catalog.pages[..<bases.pages])
    if let last = session.log.events.last {
      lastSequence = last.sequence
      lastTime = last.time
    }
    return chunk.head + chunk.frame
  }

  /// The seek table, for the end of the file.
  func finish() -> [UInt8] { seekTable.encoded() }

  /// A recording does not fail for one event that a scheduler got wrong; that event is missing, and its sequence number says so.
  private mutating func leaveOutWhatCannotBeWritten() {
    var check = SlotCheck(session, after: lastSequence, lastTime)
    var written = 0
    for var event in session.log.events {
      // Under a header that says nothing of marks they would be an error, and readers do without them.
      if !session.header.marksReentrantStimuli { event.flags.remove(.reentrant) }
      if check.violation(of: event, in: session) == nil {
        session.log.events[written] = event
        written += 1
      } else {
        refused += 1
      }
    }
    session.log.events.removeLast(session.log.events.count - written)
  }
}

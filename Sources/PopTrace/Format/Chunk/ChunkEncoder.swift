import PopupScheduling

/// Gathers segments of sessions and makes a chunk of them. It is used for one chunk after another and keeps its memory.
struct ChunkEncoder: Sendable {
  private(set) var eventCount = 0
  private(set) var segmentCount = 0
  private var head = ChunkHead()
  private var before = SegmentEncoder.Before(header: SessionHeader())
  private var tables = ChunkTables()
  private var segments: [UInt8] = []
  private var countIndex = 0..<0
  private var anchors: [UInt8] = []
  private var events = EventEncoder()

  mutating func add(
    _ piece: SegmentPiece, of session: Session, _ mentions: SegmentMentions, bases: inout SegmentBases
  ) {
    let log = session.log.events[piece.events]
    var segment = SegmentEncoder(catalog: session.catalog, tick: session.header.tick, tables: tables)
    // The one copy is the segment's, for as long as it grows.
    tables = ChunkTables()
    // The session's names come first in the chunk's, so that where they stand need not be said.
    segment.writeTables(mentions, isFirst: piece.isFirst)
    let sessionTables = segment.bytes
    segment.bytes = []
    swap(&segment.bytes, &segments)
    note(piece, session, log)
    countIndex = segment.writeHead(of: session, piece, after: before)
    swap(&segment.bytes, &segments)
    segments += sessionTables
    before = SegmentEncoder.Before(header: session.header.storable)
    events.add(log, of: session, mentions, names: &segment)
    if session.isScenario { segment.writeAnchors(of: session, piece.events, into: &anchors) }
    tables = segment.tables
    bases = mentions.bases
  }

  var isNearlyFull: Bool { tables.isNearlyFull || segments.count + anchors.count > ZstdFrame.contentLimit / 4 }

  mutating func finish(number: Int, _ compression: ZstdFrame.Compression) throws(TraceError) -> EncodedChunk {
    var content: [UInt8] = []
    if segmentCount == 1 { segments.removeSubrange(countIndex) }
    try tables.check()
    tables.write(into: &content)
    for part in [segments, anchors] {
      content.append(count: part.count)
      content.append(contentsOf: part)
    }
    try events.write(into: &content, tables)
    guard content.count <= ZstdFrame.contentLimit else {
      let size = "\(content.count) bytes, more than \(ZstdFrame.contentLimit)"
      throw TraceError(.tooLarge, "A chunk of \(eventCount) events takes \(size). Choose fewer events per chunk.")
    }
    let frame = try ZstdFrame.encode(content, compression)
    head.number = number
    head.events = eventCount
    head.segments = segmentCount
    head.contentSize = content.count
    head.frameSize = frame.count
    head.frameChecksum = XXH64.low32(frame)
    let chunk = EncodedChunk(head: head.encoded(), frame: frame, contentSize: content.count)
    (eventCount, segmentCount, head, tables) = (0, 0, ChunkHead(), ChunkTables())
    segments.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    events.removeAll()
    return chunk
  }

  private mutating func note(_ piece: SegmentPiece, _ session: Session, _ log: ArraySlice<Event>) {
    let header = session.header
    if segmentCount == 0 {
      head.session = piece.session
      head.firstSequence = Int(log.first?.sequence ?? 0)
      head.firstTime = log.first?.time.rawValue ?? 0
      head.tickMicroseconds = header.tick.microseconds
      head.sessionName = header.session
      head.policy = header.policy
      before = SegmentEncoder.Before(header: SessionHeader(), sequence: head.firstSequence, time: head.firstTime)
      before.header.session = head.wholeSessionName
      before.header.policy = head.wholePolicy
      before.header.tick = header.tick
    }
    if let last = log.last {
      head.lastSequence = Int(last.sequence)
      head.lastTime = last.time.rawValue
    }
    head.begun += piece.isFirst ? 1 : 0
    head.ended += piece.isLast ? 1 : 0
    segmentCount += 1
    eventCount += log.count
  }
}

struct EncodedChunk {
  var head: [UInt8]
  var frame: [UInt8]
  var contentSize: Int
}

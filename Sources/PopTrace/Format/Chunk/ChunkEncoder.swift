import PopupScheduling

/// Gathers segments of sessions and makes a chunk of them. It is used for one chunk after another and keeps its memory.
struct ChunkEncoder: Sendable {
  private var head = ChunkHead()
  private var before = SegmentEncoder.Before(header: SessionHeader())
  private var tables = ChunkTables()
  private var segments: [UInt8] = []
  private var countIndex = 0..<0
  private var anchors: [UInt8] = []
  private var events = EventEncoder()

  var eventCount: Int { head.events }
  var segmentCount: Int { head.segments }

  /// Adds a segment. `isAlone` is for a whole session that no other one follows in its chunk, which is the first of a file.
  mutating func add(
    _ piece: SegmentPiece, of session: Session, _ mentions: SegmentMentions, bases: inout SegmentBases,
    isAlone: Bool = false
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
    note(piece, session, log, isAlone: isAlone && piece.isFirst && piece.isLast)
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
    head.contentSize = content.count
    head.frameSize = frame.count
    head.frameChecksum = XXH64.low32(frame)
    let chunk = EncodedChunk(head: head.encoded(), frame: frame, contentSize: content.count)
    (head, tables) = (ChunkHead(), ChunkTables())
    segments.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    events.removeAll()
    return chunk
  }

  private mutating func note(
    _ piece: SegmentPiece, _ session: Session, _ log: ArraySlice<Event>, isAlone: Bool
  ) {
    if segmentCount == 0 {
      head.isShort = isAlone
      head.session = piece.session
      before = SegmentEncoder.Before(header: SessionHeader(), isAlone: isAlone)
      if !isAlone {
        head.noteBeginning(session.header, log.first)
        before = SegmentEncoder.Before(head)
      }
    }
    head.noteEnd(log.last)
    head.begun += piece.isFirst ? 1 : 0
    head.ended += piece.isLast ? 1 : 0
    head.segments += 1
    head.events += log.count
  }
}

struct EncodedChunk {
  var head: [UInt8]
  var frame: [UInt8]
  var contentSize: Int
}

struct TraceFileBuilder: Sendable {
  private(set) var chunkCount = 0
  private var bytes: [UInt8] = []
  private var seekTable = SeekTable()

  mutating func append(_ chunk: EncodedChunk) {
    note(headSize: chunk.head.count, frameSize: chunk.frame.count, contentSize: chunk.contentSize)
    bytes += chunk.head
    bytes += chunk.frame
  }

  /// Takes note of a chunk that is in the file already.
  mutating func note(headSize: Int, frameSize: Int, contentSize: Int) {
    seekTable.add(size: headSize)
    seekTable.add(size: frameSize, contentSize: contentSize)
    chunkCount += 1
  }

  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func finish() -> [UInt8] {
    defer { self = TraceFileBuilder() }
    return bytes + seekTable.encoded()
  }
}

/// Turns events into shapes and columns: an event's shape has all its constants, and those of rare shapes move to columns.
struct EventEncoder: Sendable {
  private var shapes = EventShape.Table()
  private var shapeOf: [Int32] = []
  /// What an event has in slots whose place, shape or column, is not settled yet.
  private var constants: [(generation: Int32, name: Int32, value: Int64)] = []
  private var columns = [[UInt8]](repeating: [], count: ChunkSection.end)
  /// A shape that occurs less often than this keeps its constants in columns.
  private static let rarity = 3
  /// In a chunk of as many events or fewer, shapes are told by what usually comes next; in a longer one zstd sees that by itself.
  private static let rankedEvents = 1024

  mutating func add(
    _ events: ArraySlice<Event>, of session: Session, _ mentions: SegmentMentions, names segment: inout SegmentEncoder
  ) {
    var context = Context(before: events.first, mentions)
    for event in events {
      guard let contract = EventContract.all[Int(event.kind.rawValue)] else { continue }
      let hasValue = contract.allowed.contains(.value)
      var shape = EventShape()
      shape.kind = event.kind.rawValue
      shape.code = event.code
      shape.flags = event.flags.rawValue
      shape.overCount = event.overCount
      shape.scene = event.scene
      shape.scheduler = event.scheduler
      shape.modes[.code] = event.code == 0 ? 0 : 1
      shape.modes[.flags] = event.flags.isEmpty ? 0 : 1
      shape.modes[.over] = event.overCount == 0 ? 0 : 1
      shape.modes[.scene] = event.scene == 0 ? 0 : 1
      shape.modes[.scheduler] = event.scheduler == 0 ? 0 : 1
      addTime(event, &shape, &context)
      addCause(event, &shape, &context)
      shape.modes[.popup] = mention(event.popup.rawValue, .popup, &context.popups)
      shape.modes[.page] = mention(event.page.rawValue, .page, &context.pages)
      shape.modes[.timer] = index(event.timer.rawValue, .timer, &context.newestTimer)
      shape.modes[.attributes] =
        event.kind == .popupChanged
        ? index(mentions.changes.entry(of: event.attributes), .attributes, &context.newestChange)
        : index(mentions.specs.entry(of: event.attributes), .attributes, &context.newestSpec)
      shape.generation = event.generation
      shape.name = segment.index(of: event.name)
      shape.value = hasValue ? event.value - event.time.rawValue : event.value
      shape.modes[.generation] = event.generation == 0 ? 0 : 1
      shape.modes[.name] = event.name.isNone ? 0 : 1
      shape.modes[.value] = hasValue || event.value != 0 ? 1 : 0
      for popup in session.log.over(of: event) {
        columns[ChunkSection.over.rawValue].append(zigzag: Int64(context.popups.newest - popup.rawValue))
      }
      shapeOf.append(shapes.index(of: shape))
      constants.append((shape.generation, shape.name, shape.value))
    }
  }

  mutating func write(into content: inout [UInt8], _ tables: ChunkTables) throws(TraceError) {
    guard !shapeOf.isEmpty else { return }
    let isRanked = shapeOf.count <= Self.rankedEvents
    let wellKnown = tables.wellKnownNames
    let numbering = shapes.settle(rarity: Self.rarity, wellKnown: wellKnown, usesVocabulary: isRanked)
    try ChunkLimits.check(numbering.own.count, ChunkLimits.entries, "shapes of events")
    content.append(count: numbering.own.count << 1 | (isRanked ? 1 : 0))
    for shape in numbering.own { shape.write(into: &content, wellKnown: wellKnown) }
    writeColumns(numbering, isRanked: isRanked)
    for column in ChunkSection.allCases where column.rawValue >= ChunkSection.shape.rawValue {
      content.append(contentsOf: columns[column.rawValue])
      columns[column.rawValue].removeAll(keepingCapacity: true)
    }
  }

  mutating func removeAll() {
    shapes.removeAll()
    shapeOf.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
  }

  /// Writes the columns that could not be written before the shapes were settled.
  private mutating func writeColumns(_ numbering: EventShape.Table.Numbering, isRanked: Bool) {
    let vocabulary = ShapeVocabulary.standard
    var row = vocabulary.start
    let ranks = isRanked ? ShapeVocabulary.ranks : 0
    var bits: [UInt8] = []
    for event in shapeOf.indices {
      let choice = numbering.choices[Int(shapeOf[event])]
      let number = Int(choice.number)
      let rank = isRanked && choice.isCommon ? vocabulary.rank(of: number, after: row) : nil
      let code = rank ?? ranks + number + (choice.isCommon ? numbering.own.count : 0)
      // Of a rank two bits, which for the last of them say that a number follows.
      let last = max(0, ranks - 1)
      if isRanked {
        if event & 3 == 0 { bits.append(0) }
        bits[event / 4] |= UInt8(min(code, last)) << UInt8(event & 3 * 2)
      }
      if code >= last { columns[ChunkSection.shape.rawValue].append(count: code - last) }
      row = choice.isCommon ? number : vocabulary.start
      let modes = choice.shape.modes
      let column = EventShape.Constant.column.rawValue
      let (generation, name, value) = constants[event]
      if modes[.generation] == column { columns[ChunkSection.generation.rawValue].append(count: Int(generation)) }
      if modes[.name] == column { columns[ChunkSection.name.rawValue].append(count: Int(name)) }
      if modes[.value] == column { columns[ChunkSection.value.rawValue].append(zigzag: value) }
    }
    columns[ChunkSection.shape.rawValue].insert(contentsOf: bits, at: 0)
  }

  private mutating func addTime(_ event: Event, _ shape: inout EventShape, _ context: inout Context) {
    let skip = event.sequence - context.sequence - 1
    if skip > 0 {
      shape.modes[.skip] = 1
      columns[ChunkSection.skip.rawValue].append(count: Int(skip))
    }
    let delta = event.time.rawValue - context.time
    if delta != 0 {
      shape.modes[.time] = (delta > 0 ? EventShape.Time.later : .earlier).rawValue
      columns[ChunkSection.time.rawValue].append(varint: delta.magnitude)
    }
    context.time = event.time.rawValue
  }

  private mutating func addCause(_ event: Event, _ shape: inout EventShape, _ context: inout Context) {
    let mode: EventShape.Cause
    if event.cause < 0 {
      mode = .none
    } else if event.cause == context.sequence {
      mode = .previous
    } else if event.cause == context.cause {
      mode = .asPrevious
    } else if let kind = context.latest.firstIndex(of: event.cause) {
      mode = .latestOfKind
      shape.causeKind = UInt8(kind)
    } else {
      mode = .column
      columns[ChunkSection.cause.rawValue].append(count: Int(event.sequence - event.cause))
    }
    shape.modes[.cause] = mode.rawValue
    context.cause = event.cause
    context.sequence = event.sequence
    context.latest[Int(event.kind.rawValue)] = event.sequence
  }

  private mutating func mention(_ id: Int32, _ column: ChunkSection, _ mentions: inout Context.Mentions) -> UInt8 {
    guard id >= 0 else { return EventShape.Mention.none.rawValue }
    defer { mentions.note(id) }
    if id == mentions.last { return EventShape.Mention.last.rawValue }
    if id == mentions.beforeLast { return EventShape.Mention.beforeLast.rawValue }
    if id == mentions.newest + 1 { return EventShape.Mention.new.rawValue }
    columns[column.rawValue].append(zigzag: Int64(mentions.newest - id))
    return EventShape.Mention.column.rawValue
  }

  private mutating func index(_ id: Int32, _ column: ChunkSection, _ newest: inout Int32) -> UInt8 {
    guard id >= 0 else { return EventShape.TableIndex.none.rawValue }
    if id == newest + 1 {
      newest = id
      return EventShape.TableIndex.new.rawValue
    }
    columns[column.rawValue].append(zigzag: Int64(newest - id))
    newest = max(newest, id)
    return EventShape.TableIndex.column.rawValue
  }
}

extension EventEncoder {
  /// What is known of the events so far in a segment, from which the next event's slots are foretold; the reader knows the same.
  struct Context {
    var time: Int64
    var sequence: Int32
    var cause: Int32 = -1
    var popups: Mentions
    var pages: Mentions
    var newestTimer: Int32
    /// The highest entries of popups' attributes and of changes so far, among those of the segment.
    var newestSpec: Int32
    var newestChange: Int32
    var latest: [Int32]

    struct Mentions {
      var last: Int32 = -1
      var beforeLast: Int32 = -1
      var newest: Int32

      @inline(__always)
      mutating func note(_ id: Int32) {
        if id != last {
          beforeLast = last
          last = id
        }
        newest = max(newest, id)
      }
    }

    init(before first: Event?, _ mentions: SegmentMentions) {
      let bases = mentions.basesBefore
      time = first?.time.rawValue ?? 0
      sequence = (first?.sequence ?? 0) - 1
      popups = Mentions(newest: Int32(bases.popups) - 1)
      pages = Mentions(newest: Int32(bases.pages) - 1)
      newestTimer = Int32(bases.timers) - 1
      newestSpec = Int32(mentions.specs.older.count) - 1
      newestChange = Int32(mentions.changes.older.count) - 1
      latest = Array(repeating: -1, count: 256)
    }
  }
}

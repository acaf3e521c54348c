import PopupScheduling

/// Makes events of a chunk's shapes and columns, segment by segment.
///
/// No branch depends on an event's values: how a slot is given selects among numbers that are all at hand, and what is out of range is
/// noticed by looking at all values of a segment together.
struct EventDecoder: Sendable {
  private var next = 0
  private var cursors = [Int](repeating: 0, count: ChunkSection.end)
  /// The sequence number of the latest event of every kind in the segment.
  private var latest = [Int32](repeating: -1, count: 256)
  /// The sequence number and time of the last event read; nil where the last segment had none.
  private(set) var last: (sequence: Int32, time: Int64)?

  mutating func open(_ chunk: borrowing ChunkContent) {
    next = 0
    cursors = chunk.columns.starts
  }

  func isAtEnd(of chunk: borrowing ChunkContent) -> Bool { next == chunk.shapeOf.count }

  mutating func read(
    _ head: SegmentHead, _ known: SegmentKnowledge, symbols: [Int32], _ chunk: borrowing ChunkContent,
    into session: inout Session
  ) throws(Malformed) {
    try require(head.eventCount <= chunk.shapeOf.count - next, "has segments with more events than it holds")
    last = nil
    guard head.eventCount > 0 else { return }
    var state = State(head, known, session.catalog, cursors)
    guard read(head.eventCount, &state, chunk, symbols, &session), state.isSound else {
      throw Malformed("has an event with a value out of range")
    }
    guard head.header.marksReentrantStimuli || !state.flags.contains(.reentrant) else {
      throw Malformed(
        .corrupt, "marks a stimulus as re-entrant in a session whose header does not say that such stimuli are marked")
    }
    try require(state.sequence <= SlotCheck.sequenceLimit, "has a sequence number out of range")
    // In a recording the last time is the latest.
    let latest = head.isScenario ? session.log.events.suffix(head.eventCount).map(\.time).max() : nil
    guard state.time < head.header.tick.timeLimit, (latest?.rawValue ?? 0) < head.header.tick.timeLimit else {
      throw Malformed("has a time out of range")
    }
    cursors = state.cursors
    last = (state.sequence, state.time)
  }

  /// Reads events until all are read; false where one is so far out of range that the next could not be read. That all memory is there was
  /// checked when the chunk was opened.
  private mutating func read(
    _ count: Int, _ state: inout State, _ chunk: borrowing ChunkContent, _ symbols: [Int32], _ session: inout Session
  ) -> Bool {
    for kind in latest.indices { latest[kind] = -1 }
    return unsafe chunk.shapes.withUnsafeBufferPointer { shapes in
      unsafe chunk.shapeOf.withUnsafeBufferPointer { shapeOf in
        unsafe chunk.columns.integers.withUnsafeBufferPointer { integers in
          unsafe symbols.withUnsafeBufferPointer { symbols in
            unsafe latest.withUnsafeMutableBufferPointer { latest in
              guard let shapes = shapes.baseAddress, let shapeOf = shapeOf.baseAddress,
                let integers = integers.baseAddress, let symbols = symbols.baseAddress,
                let latest = latest.baseAddress
              else { return false }
              let memory = unsafe Memory(
                shapes: shapes, shapeOf: shapeOf + next, integers: integers, symbols: symbols, latest: latest)
              next += count
              return unsafe Self.read(count, &state, memory, &session)
            }
          }
        }
      }
    }
  }

  /// Reads events in blocks that stay in the processor's nearest cache: a block of blank events is added to the log, then filled in.
  private static func read(_ count: Int, _ state: inout State, _ memory: Memory, _ session: inout Session) -> Bool {
    var memory = unsafe memory
    var left = count
    while left > 0 {
      let size = min(left, blanks.count)
      let start = session.log.events.count
      session.log.events.append(contentsOf: blanks[..<size])
      // The log is taken out for the while, so that what else a session holds can be changed beside it.
      var events = session.log.events
      session.log.events = []
      let filled = unsafe events.withUnsafeMutableBufferPointer { events in
        unsafe state.fill(events.extracting(start..<start + size), at: start, memory, &session)
      }
      if let filled, filled < size { events.removeLast(size - filled) }
      session.log.events = events
      guard filled != nil else { return false }
      unsafe memory.shapeOf += size
      left -= size
    }
    return true
  }

  private static let blanks = [Event](repeating: Event(.idle), count: 64)

  @unsafe
  struct Memory {
    let shapes: UnsafePointer<DecodingShape>
    /// The shape of every event, from the next one on.
    var shapeOf: UnsafePointer<Int32>
    let integers: UnsafePointer<UInt64>
    /// The session's symbol of each of the chunk's names, after that of none.
    let symbols: UnsafePointer<Int32>
    let latest: UnsafeMutablePointer<Int32>
  }

  struct State {
    private(set) var sequence: Int32
    private(set) var time: Int64
    private var cause: Int64 = -1
    private var popups: Mentions
    private var pages: Mentions
    private var rare: Rare
    private var timeCursor: Int
    private var causeCursor: Int
    private var popupCursor: Int
    private var pageCursor: Int
    /// All bits that were set in any time so far: the way to check many at once.
    private var timeBits: UInt64
    /// Negative as soon as a cause was not before its event.
    private var causeBits: Int64 = 0
    private(set) var flags: Event.Flags = []
    private var lowestSymbol: Int32 = 0

    init(_ head: SegmentHead, _ known: SegmentKnowledge, _ catalog: Catalog, _ cursors: [Int]) {
      sequence = head.firstSequence - 1
      time = head.firstTime
      timeBits = UInt64(bitPattern: head.firstTime)
      popups = Mentions(known.bases.popups, limit: catalog.popupNumbers.count)
      pages = Mentions(known.bases.pages, limit: catalog.pages.count)
      rare = Rare(known, catalog, head.header.tick.instantLimit, cursors)
      timeCursor = cursors[ChunkSection.time.rawValue]
      causeCursor = cursors[ChunkSection.cause.rawValue]
      popupCursor = cursors[ChunkSection.popup.rawValue]
      pageCursor = cursors[ChunkSection.page.rawValue]
    }

    var isSound: Bool {
      timeBits < UInt64(SlotCheck.timeLimit) && causeBits >= 0 && lowestSymbol > SegmentDecoder.unknown
        && popups.isSound && pages.isSound && rare.isSound
    }

    var cursors: [Int] {
      var cursors = rare.cursors
      cursors[ChunkSection.time.rawValue] = timeCursor
      cursors[ChunkSection.cause.rawValue] = causeCursor
      cursors[ChunkSection.popup.rawValue] = popupCursor
      cursors[ChunkSection.page.rawValue] = pageCursor
      return cursors
    }

    /// Fills blank events in, and says how many: fewer where kinds are unknown, nil where sequence numbers or times leave their range.
    mutating func fill(
      _ events: UnsafeMutableBufferPointer<Event>, at start: Int, _ memory: Memory, _ session: inout Session
    ) -> Int? {
      guard var event = events.baseAddress else { return 0 }
      let first = unsafe event
      // A copy, of which the compiler can keep in registers what the calls below do not touch.
      var state = self
      for index in 0..<events.count {
        let shape = unsafe memory.shapes + Int(memory.shapeOf[index])
        let previous = state.sequence
        state.sequence &+= 1
        unsafe state.moveTime(shape, memory)
        unsafe event.pointee.kind = shape.pointee.eventKind
        unsafe event.pointee.code = shape.pointee.shape.code
        let flags = unsafe Event.Flags(rawValue: shape.pointee.shape.flags)
        unsafe event.pointee.flags = flags
        state.flags.formUnion(flags)
        unsafe event.pointee.generation = shape.pointee.shape.generation
        let symbol = unsafe memory.symbols[Int(shape.pointee.shape.name) &+ 1]
        state.lowestSymbol = min(state.lowestSymbol, symbol)
        unsafe event.pointee.name = Symbol(symbol)
        let popup = unsafe state.popups.take(shape.pointee.popup, memory.integers[state.popupCursor])
        unsafe event.pointee.popup = PopupID(popup)
        unsafe state.popupCursor &-= Int(shape.pointee.popup.column)
        if unsafe shape.pointee.hasPage {
          let page = unsafe state.pages.take(shape.pointee.page, memory.integers[state.pageCursor])
          unsafe event.pointee.page = PageID(page)
          unsafe state.pageCursor &-= Int(shape.pointee.page.column)
        }
        if unsafe shape.pointee.hasMore {
          let position = unsafe Rare.Position(
            index: start + (event - first), sequence: state.sequence, time: state.time, popups: state.popups)
          let skip = unsafe state.rare.read(shape, &event.pointee, position, memory, &session)
          guard skip >= 0 else { return nil }
          state.sequence &+= skip
        }
        unsafe event.pointee.sequence = state.sequence
        unsafe event.pointee.time = Ticks(state.time)
        unsafe event.pointee.cause = state.takeCause(shape, previous, memory)
        unsafe memory.latest[Int(shape.pointee.shape.kind)] = state.sequence
        if unsafe shape.pointee.isKnown {
          unsafe event += 1
        } else {
          unsafe event.pointee = Event(.idle)
          session.skippedEvents += 1
        }
      }
      self = state
      return unsafe event - first
    }

    @inline(__always)
    private mutating func moveTime(_ shape: UnsafePointer<DecodingShape>, _ memory: Memory) {
      let delta = unsafe Int64(bitPattern: memory.integers[timeCursor])
      time = unsafe time &+ (delta & shape.pointee.later) &- (delta & shape.pointee.earlier)
      timeBits |= UInt64(bitPattern: time)
      unsafe timeCursor &-= Int(shape.pointee.later | shape.pointee.earlier)
    }

    @inline(__always)
    private mutating func takeCause(_ shape: UnsafePointer<DecodingShape>, _ previous: Int32, _ memory: Memory) -> Int32
    {
      let ways = unsafe shape.pointee.cause
      let distance = unsafe Int64(bitPattern: memory.integers[causeCursor])
      let far = Int64(sequence) &- distance
      causeBits |= ((distance &- 1) | far) & ways.column
      let near = (Int64(previous) & ways.previous) | (cause & ways.asPrevious)
      let latest = unsafe Int64(memory.latest[Int(ways.kind)]) & ways.latestOfKind
      cause = near | latest | (far & ways.column) | ways.none
      causeCursor &-= Int(ways.column)
      return Int32(truncatingIfNeeded: cause)
    }
  }
}

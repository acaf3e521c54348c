import PopupScheduling

/// Makes events of a chunk's shapes and columns, segment by segment.
///
/// No branch depends on an event's values: how a slot is given selects among numbers that are all at hand, and what is out of range is
/// noticed by looking at all values of a segment together. Slots are filled in one after another, so that what a loop needs stays in registers.
struct EventDecoder: Sendable {
  private var next = 0
  /// The next integer of each column, and behind them the sequence number of the latest event of every kind in the segment.
  private var places = [Int](repeating: -1, count: ChunkSection.end + 256)
  /// The sequence number and time of the last event read; nil where the last segment had none.
  private(set) var last: (sequence: Int32, time: Int64)?

  mutating func open(_ chunk: borrowing ChunkContent) {
    next = 0
    for column in 0..<ChunkSection.end { places[column] = chunk.columns.starts[column] }
  }

  func isAtEnd(of chunk: borrowing ChunkContent) -> Bool { next == chunk.shapeOf.count }

  mutating func read(
    _ head: borrowing SegmentHead, _ known: borrowing SegmentKnowledge, symbols: [Int32],
    _ chunk: borrowing ChunkContent, into session: inout Session
  ) throws(Malformed) {
    try require(head.eventCount <= chunk.shapeOf.count - next, "has segments with more events than it holds")
    last = nil
    guard head.eventCount > 0 else { return }
    var state = State(head, known, session)
    guard read(head.eventCount, &state, chunk, symbols, &session), state.isSound else {
      throw Malformed("has an event with a value out of range")
    }
    guard session.header.marksReentrantStimuli || !state.flags.contains(.reentrant) else {
      throw Malformed(
        .corrupt, "marks a stimulus as re-entrant in a session whose header does not say that such stimuli are marked")
    }
    try require(state.sequence <= SlotCheck.sequenceLimit, "has a sequence number out of range")
    // In a recording the last time is the latest.
    let latest = head.isScenario ? session.log.events.suffix(head.eventCount).map(\.time).max() : nil
    let limit = session.header.tick.timeLimit
    guard state.time < limit, (latest?.rawValue ?? 0) < limit else {
      throw Malformed("has a time out of range")
    }
    last = (state.sequence, state.time)
  }

  /// Reads events until all are read; false where one is so far out of range that the next could not be read. That all memory is there was
  /// checked when the chunk was opened.
  private mutating func read(
    _ count: Int, _ state: inout State, _ chunk: borrowing ChunkContent, _ symbols: [Int32], _ session: inout Session
  ) -> Bool {
    for kind in ChunkSection.end..<places.count { places[kind] = -1 }
    return unsafe chunk.shapes.withUnsafeBufferPointer { shapes in
      unsafe chunk.shapeOf.withUnsafeBufferPointer { shapeOf in
        unsafe chunk.columns.integers.withUnsafeBufferPointer { integers in
          unsafe symbols.withUnsafeBufferPointer { symbols in
            unsafe places.withUnsafeMutableBufferPointer { places in
              guard let shapes = shapes.baseAddress, let shapeOf = shapeOf.baseAddress,
                let integers = integers.baseAddress, let symbols = symbols.baseAddress,
                let places = places.baseAddress
              else { return false }
              let memory = unsafe Memory(
                shapes: shapes, shapeOf: shapeOf + next, integers: integers, symbols: symbols, cursors: places,
                latest: places + ChunkSection.end)
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
    // The log is taken out for the while, so that what else a session holds can be changed beside it.
    var events = session.log.events
    session.log.events = []
    defer { session.log.events = events }
    var left = count
    while left > 0 {
      let size = min(left, blanks.count)
      let start = events.count
      events.append(contentsOf: blanks[..<size])
      let filled = unsafe events.withUnsafeMutableBufferPointer { events in
        unsafe state.fill(events.extracting(start..<start + size), at: start, memory, &session)
      }
      guard let filled else { return false }
      if filled < size { events.removeLast(size - filled) }
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
    let cursors: UnsafeMutablePointer<Int>
    let latest: UnsafeMutablePointer<Int>

    @inline(__always)
    func shape(_ index: Int) -> UnsafePointer<DecodingShape> { unsafe shapes + Int(shapeOf[index]) }

    @inline(__always)
    func take(_ column: ChunkSection) -> UInt64 {
      defer { unsafe cursors[column.rawValue] &+= 1 }
      return unsafe integers[cursors[column.rawValue]]
    }
  }

  struct State {
    private(set) var sequence: Int32
    private(set) var time: Int64
    private var cause: Int64 = -1
    private var popups: Mentions
    private var pages: Mentions
    private var rare: Rare
    /// All bits that were set in any time so far: the way to check many at once.
    private var timeBits: UInt64
    /// Negative as soon as a cause was not before its event.
    private var causeBits: Int64 = 0
    private(set) var flags: Event.Flags = []
    private var lowestSymbol: Int32 = 0

    init(_ head: borrowing SegmentHead, _ known: borrowing SegmentKnowledge, _ session: borrowing Session) {
      sequence = head.firstSequence - 1
      time = head.firstTime
      timeBits = UInt64(bitPattern: head.firstTime)
      popups = Mentions(known.bases.popups, limit: session.catalog.popupNumbers.count)
      pages = Mentions(known.bases.pages, limit: session.catalog.pages.count)
      rare = Rare(known, session.catalog, session.header.tick.instantLimit)
    }

    var isSound: Bool {
      timeBits < UInt64(SlotCheck.timeLimit) && causeBits >= 0 && lowestSymbol > SegmentDecoder.unknown
        && popups.isSound && pages.isSound && rare.isSound
    }

    /// Fills blank events in, and says how many: fewer where kinds are unknown, nil where sequence numbers or times leave their range.
    mutating func fill(
      _ events: UnsafeMutableBufferPointer<Event>, at start: Int, _ memory: Memory, _ session: inout Session
    ) -> Int? {
      let previous = sequence
      guard let unknown = unsafe fillOwn(events, at: start, memory, &session) else { return nil }
      unsafe fillPopups(events, memory, &session)
      unsafe fillPages(events, memory)
      unsafe fillCauses(events, after: previous, memory)
      guard unknown > 0 else { return events.count }
      session.skippedEvents += unknown
      var known = 0
      for index in 0..<events.count where unsafe memory.shape(index).pointee.isKnown {
        unsafe events[known] = unsafe events[index]
        known += 1
      }
      return known
    }

    /// Fills in what depends on no other event but by its time and its sequence number; says how many kinds are unknown.
    private mutating func fillOwn(
      _ events: UnsafeMutableBufferPointer<Event>, at start: Int, _ memory: Memory, _ session: inout Session
    ) -> Int? {
      // Copies, which the compiler can keep in registers.
      var (sequence, time, timeBits) = (sequence, time, timeBits)
      var (flags, lowestSymbol, unknown) = (flags, lowestSymbol, 0)
      var cursor = unsafe memory.cursors[ChunkSection.time.rawValue]
      guard var event = events.baseAddress else { return 0 }
      for index in 0..<events.count {
        let shape = unsafe memory.shape(index)
        let step = unsafe shape.pointee.timeStep
        time = unsafe time &+ step &* Int64(bitPattern: memory.integers[cursor])
        timeBits |= UInt64(bitPattern: time)
        cursor &+= Int(step & 1)
        sequence &+= 1
        unsafe event.pointee.kind = shape.pointee.eventKind
        unsafe event.pointee.code = shape.pointee.shape.code
        unsafe event.pointee.flags = Event.Flags(rawValue: shape.pointee.shape.flags)
        unsafe flags.formUnion(event.pointee.flags)
        unsafe event.pointee.generation = shape.pointee.shape.generation
        let symbol = unsafe memory.symbols[Int(shape.pointee.shape.name) &+ 1]
        lowestSymbol = min(lowestSymbol, symbol)
        unsafe event.pointee.name = Symbol(symbol)
        unsafe event.pointee.time = Ticks(time)
        unsafe event.pointee.sequence = sequence
        if unsafe !shape.pointee.isPlain {
          let skip = unsafe rare.read(shape, &event.pointee, at: start + index - unknown, memory, &session)
          guard skip >= 0 else { return nil }
          sequence &+= skip
          unsafe event.pointee.sequence = sequence
          if unsafe !shape.pointee.isKnown { unknown += 1 }
        }
        unsafe event += 1
      }
      (self.sequence, self.time, self.timeBits) = (sequence, time, timeBits)
      (self.flags, self.lowestSymbol) = (flags, lowestSymbol)
      unsafe memory.cursors[ChunkSection.time.rawValue] = cursor
      return unknown
    }

    private mutating func fillPopups(
      _ events: UnsafeMutableBufferPointer<Event>, _ memory: Memory, _ session: inout Session
    ) {
      var popups = popups
      var cursor = unsafe memory.cursors[ChunkSection.popup.rawValue]
      for index in 0..<events.count {
        let shape = unsafe memory.shape(index)
        let popup = unsafe popups.take(shape.pointee.popup, back: Int64(bitPattern: memory.integers[cursor]))
        unsafe cursor &-= Int(shape.pointee.popup.column)
        unsafe events[index].popup = PopupID(popup)
        guard unsafe shape.pointee.shape.overCount > 0 else { continue }
        unsafe rare.readOver(shape.pointee.shape.overCount, &events[index], popups, memory, &session)
      }
      self.popups = popups
      unsafe memory.cursors[ChunkSection.popup.rawValue] = cursor
    }

    private mutating func fillPages(_ events: UnsafeMutableBufferPointer<Event>, _ memory: Memory) {
      var pages = pages
      var cursor = unsafe memory.cursors[ChunkSection.page.rawValue]
      for index in 0..<events.count {
        let shape = unsafe memory.shape(index)
        guard unsafe shape.pointee.hasPage else { continue }
        let page = unsafe pages.take(shape.pointee.page, back: Int64(bitPattern: memory.integers[cursor]))
        unsafe cursor &-= Int(shape.pointee.page.column)
        unsafe events[index].page = PageID(page)
      }
      self.pages = pages
      unsafe memory.cursors[ChunkSection.page.rawValue] = cursor
    }

    private mutating func fillCauses(
      _ events: UnsafeMutableBufferPointer<Event>, after first: Int32, _ memory: Memory
    ) {
      var (previous, cause, causeBits) = (Int64(first), cause, causeBits)
      var cursor = unsafe memory.cursors[ChunkSection.cause.rawValue]
      for index in 0..<events.count {
        let shape = unsafe memory.shape(index)
        let ways = unsafe shape.pointee.cause
        let sequence = unsafe Int64(events[index].sequence)
        let distance = unsafe Int64(bitPattern: memory.integers[cursor])
        let far = sequence &- distance
        causeBits |= ((distance &- 1) | far) & ways.column
        let near = (previous & ways.previous) | (cause & ways.asPrevious)
        let latest = unsafe memory.latest[Int(ways.kind)] & Int(ways.latestOfKind)
        cause = near | Int64(latest) | (far & ways.column) | ways.none
        cursor &-= Int(ways.column)
        unsafe events[index].cause = Int32(truncatingIfNeeded: cause)
        unsafe memory.latest[Int(shape.pointee.shape.kind)] = Int(sequence)
        previous = sequence
      }
      (self.cause, self.causeBits) = (cause, causeBits)
      unsafe memory.cursors[ChunkSection.cause.rawValue] = cursor
    }
  }
}

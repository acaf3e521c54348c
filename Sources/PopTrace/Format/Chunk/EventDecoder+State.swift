import PopupScheduling

extension EventDecoder {
  /// What is known of a segment's events so far: the reader's ``EventContext``.
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
    /// All properties that any event so far had.
    private(set) var flags: Event.Flags = []
    /// The lowest symbol of a name.
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

    /// Whether all values so far were in range.
    var isSound: Bool {
      timeBits < UInt64(SlotCheck.timeLimit) && causeBits >= 0 && lowestSymbol > SegmentDecoder.unknown
        && popups.isSound && pages.isSound && rare.isSound
    }

    /// The next integer of every column.
    var cursors: [Int] {
      var cursors = rare.cursors
      cursors[ChunkSection.time.rawValue] = timeCursor
      cursors[ChunkSection.cause.rawValue] = causeCursor
      cursors[ChunkSection.popup.rawValue] = popupCursor
      cursors[ChunkSection.page.rawValue] = pageCursor
      return cursors
    }

    /// Fills blank events in; says how many, which is fewer where some are of unknown kinds, and nil where sequence numbers or times leave
    /// their range.
    ///
    /// - Parameter start: The index of the first of them in the log.
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
        unsafe event.pointee.code = shape.pointee.code
        unsafe event.pointee.flags = shape.pointee.flags
        unsafe state.flags.formUnion(shape.pointee.flags)
        unsafe event.pointee.generation = shape.pointee.generation
        let symbol = unsafe memory.symbols[Int(shape.pointee.name) &+ 1]
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
          let surroundings = unsafe Rare.Surroundings(
            index: start + (event - first), sequence: state.sequence, time: state.time, popups: state.popups)
          let skip = unsafe state.rare.read(shape, &event.pointee, surroundings, memory, &session)
          guard skip >= 0 else { return nil }
          state.sequence &+= skip
        }
        unsafe event.pointee.sequence = state.sequence
        unsafe event.pointee.time = Ticks(state.time)
        unsafe event.pointee.cause = state.takeCause(shape, previous, memory)
        unsafe memory.latest[Int(shape.pointee.kind)] = state.sequence
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

    /// Moves the time on or back.
    @inline(__always)
    private mutating func moveTime(_ shape: UnsafePointer<DecodingShape>, _ memory: Memory) {
      let delta = unsafe Int64(bitPattern: memory.integers[timeCursor])
      time = unsafe time &+ (delta & shape.pointee.later) &- (delta & shape.pointee.earlier)
      timeBits |= UInt64(bitPattern: time)
      unsafe timeCursor &-= Int(shape.pointee.later | shape.pointee.earlier)
    }

    /// The cause in the way the shape gives it.
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

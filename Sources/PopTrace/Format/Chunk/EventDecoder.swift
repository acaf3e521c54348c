import PopupScheduling

/// Makes events of a chunk's shapes and columns, segment by segment.
///
/// The way most events go has no branch that hangs on their values: how a slot is given selects among numbers that are all at hand, and what
/// is out of range is noticed by looking at all values of a segment together.
struct EventDecoder: Sendable {
  /// The next event of the chunk.
  private var next = 0
  /// The next integer of every column.
  private var cursors = [Int](repeating: 0, count: ChunkSection.end)
  /// The sequence number and time of the last event read; nil where the last segment had none.
  private(set) var last: (sequence: Int32, time: Int64)?

  /// Begins with a chunk's first event.
  mutating func open(_ chunk: borrowing ChunkContent) {
    next = 0
    for column in ChunkSection.columns { cursors[column.rawValue] = chunk.columns.starts[column.rawValue] }
  }

  /// Whether all events have been read.
  func isAtEnd(of chunk: borrowing ChunkContent) -> Bool { next == chunk.shapeOf.count }

  /// Reads a segment's events into its session.
  mutating func read(
    _ head: SegmentHead, bases: SegmentBases, symbols: [Int32], _ chunk: borrowing ChunkContent,
    into session: inout Session
  ) throws(Malformed) {
    guard head.eventCount <= chunk.shapeOf.count - next else {
      throw Malformed(.corrupt, "has segments with more events than it holds")
    }
    last = nil
    guard head.eventCount > 0 else { return }
    var state = State(head, bases, session.catalog, cursors)
    session.log.events.reserveCapacity(session.log.events.count + head.eventCount)
    let ended = Self.read(next..<next + head.eventCount, &state, chunk, symbols, &session)
    cursors = state.cursors
    guard ended, state.isSound else {
      throw Malformed(.corrupt, "has an event with a value out of range")
    }
    next += head.eventCount
    last = (state.sequence, state.time)
  }

  /// Reads events until all are read; false where one has a value so far out of range that the next could not be read.
  private static func read(
    _ places: Range<Int>, _ state: inout State, _ chunk: borrowing ChunkContent, _ symbols: [Int32],
    _ session: inout Session
  ) -> Bool {
    let shapes = chunk.shapes.span
    let shapeOf = chunk.shapeOf.span
    let integers = chunk.columns.integers.span
    let symbols = symbols.span
    /// The sequence number of the latest event of every kind in the segment.
    var latestOfKind = [Int32](repeating: -1, count: 256)
    var latest = latestOfKind.mutableSpan
    var cursors = (
      time: state.cursors[ChunkSection.time.rawValue], cause: state.cursors[ChunkSection.cause.rawValue],
      popup: state.cursors[ChunkSection.popup.rawValue], page: state.cursors[ChunkSection.page.rawValue]
    )
    for place in places {
      let shape = Int(shapeOf[place])
      let previous = state.sequence
      state.sequence &+= 1
      state.move(by: Int64(bitPattern: integers[cursors.time]), shapes[shape].later, shapes[shape].earlier)
      cursors.time &+= shapes[shape].takesTime
      let hasMore = shapes[shape].hasMore
      if hasMore {
        guard state.readMore(shapes[shape], integers, symbols, &session) else { return false }
      }
      // Slot by slot and never as a whole, so that an event is written once, straight into the log.
      var event = Event(shapes[shape].eventKind ?? .idle)
      event.sequence = state.sequence
      event.time = Ticks(state.time)
      event.code = shapes[shape].code
      event.flags = shapes[shape].flags
      event.scene = shapes[shape].scene
      event.scheduler = shapes[shape].scheduler
      event.overCount = shapes[shape].overCount
      event.generation = hasMore ? state.more.generation : shapes[shape].generation
      event.name = hasMore ? state.more.name : state.symbol(shapes[shape].name, symbols)
      event.timer = TimerID(hasMore ? state.more.timer : -1)
      event.attributes = hasMore ? state.more.attributes : -1
      event.value = hasMore ? state.more.value : 0

      let ways = shapes[shape].cause
      event.cause = state.takeCause(ways, previous, latest[Int(ways.kind)], integers[cursors.cause])
      cursors.cause &-= Int(ways.column)
      latest[Int(shapes[shape].kind)] = state.sequence
      event.popup = PopupID(state.popups.take(shapes[shape].popup, integers[cursors.popup]))
      cursors.popup &-= Int(shapes[shape].popup.column)
      event.page = PageID(state.pages.take(shapes[shape].page, integers[cursors.page]))
      cursors.page &-= Int(shapes[shape].page.column)
      if event.overCount > 0 { event.overStart = state.readOver(event.overCount, integers, &session) }
      if shapes[shape].eventKind == nil { session.skippedEvents += 1 } else { session.log.events.append(event) }
    }
    state.cursors[ChunkSection.time.rawValue] = cursors.time
    state.cursors[ChunkSection.cause.rawValue] = cursors.cause
    state.cursors[ChunkSection.popup.rawValue] = cursors.popup
    state.cursors[ChunkSection.page.rawValue] = cursors.page
    return true
  }
}

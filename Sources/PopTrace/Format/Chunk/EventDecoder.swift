import PopupScheduling

/// Makes events of a chunk's shapes and columns, segment by segment.
///
/// The way most events go has no branch that depends on their values: how a slot is given selects among numbers that are all at hand, and
/// what is out of range is noticed by looking at all values of a segment together.
struct EventDecoder: Sendable {
  /// The next event of the chunk.
  private var next = 0
  /// The next integer of every column.
  private var cursors = [Int](repeating: 0, count: ChunkSection.end)
  /// The sequence number of the latest event of every kind in the segment.
  private var latest = [Int32](repeating: -1, count: 256)
  /// The sequence number and time of the last event read; nil where the last segment had none.
  private(set) var last: (sequence: Int32, time: Int64)?

  /// Begins with a chunk's first event.
  mutating func open(_ chunk: borrowing ChunkContent) {
    next = 0
    cursors = chunk.columns.starts
  }

  /// Whether all events have been read.
  func isAtEnd(of chunk: borrowing ChunkContent) -> Bool { next == chunk.shapeOf.count }

  /// Reads a segment's events into its session.
  mutating func read(
    _ head: SegmentHead, _ known: SegmentKnowledge, symbols: [Int32], _ chunk: borrowing ChunkContent,
    into session: inout Session
  ) throws(Malformed) {
    guard head.eventCount <= chunk.shapeOf.count - next else {
      throw Malformed(.corrupt, "has segments with more events than it holds")
    }
    last = nil
    guard head.eventCount > 0 else { return }
    var state = State(head, known, session.catalog, cursors)
    guard read(head.eventCount, &state, chunk, symbols, &session), state.isSound else {
      throw Malformed(.corrupt, "has an event with a value out of range")
    }
    guard head.header.marksReentrantStimuli || !state.flags.contains(.reentrant) else {
      throw Malformed(
        .corrupt, "marks a stimulus as re-entrant in a session whose header does not say that such stimuli are marked")
    }
    guard state.sequence <= SlotCheck.sequenceLimit else {
      throw Malformed(.corrupt, "has a sequence number out of range")
    }
    // In a recording the last time is the latest.
    let latest = head.isScenario ? session.log.events.suffix(head.eventCount).map(\.time).max() : nil
    guard state.time < head.header.tick.timeLimit, (latest?.rawValue ?? 0) < head.header.tick.timeLimit else {
      throw Malformed(.corrupt, "has a time out of range")
    }
    cursors = state.cursors
    last = (state.sequence, state.time)
  }

  /// Reads events until all are read; false where one has a value so far out of range that the next could not be read.
  ///
  /// Looks at memory without asking at every step whether it is there: that a chunk's events have shapes it has, and its columns as many
  /// integers as those take, was made sure of once when the chunk was opened (``ChunkContent/open(events:)``).
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
  private static func read(
    _ count: Int, _ state: inout State, _ memory: Memory, _ session: inout Session
  ) -> Bool {
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

  /// Events of which nothing is known.
  private static let blanks = [Event](repeating: Event(.idle), count: 64)

  /// What events are made of.
  @unsafe
  struct Memory {
    let shapes: UnsafePointer<DecodingShape>
    /// The shape of every event, from the next one on.
    var shapeOf: UnsafePointer<Int32>
    /// The columns' integers.
    let integers: UnsafePointer<UInt64>
    /// The session's symbol of each of the chunk's names, after that of none.
    let symbols: UnsafePointer<Int32>
    /// The sequence number of the latest event of every kind in the segment.
    let latest: UnsafeMutablePointer<Int32>
  }
}

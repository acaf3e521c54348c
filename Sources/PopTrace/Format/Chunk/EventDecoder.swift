import PopupScheduling

/// Makes events of a chunk's shapes and columns, segment by segment.
struct EventDecoder: Sendable {
  /// The next event of the chunk.
  private var next = 0
  /// The next integer of every column.
  private var cursors = [Int](repeating: 0, count: ChunkSection.end)

  /// The sequence number and time of the last event read; nil where the last segment had none.
  private(set) var last: (sequence: Int32, time: Int64)?

  /// Begins with a chunk's first event.
  mutating func open() {
    next = 0
    for column in cursors.indices { cursors[column] = 0 }
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
    let limits = Limits(session.catalog)
    var context = EventContext(time: head.firstTime, firstSequence: head.firstSequence, bases: bases)
    var isSound = true
    session.log.events.reserveCapacity(session.log.events.count + head.eventCount)
    for _ in 0..<head.eventCount {
      let ready = chunk.shapes[Int(chunk.shapeOf[next])]
      next += 1
      let modes = ready.shape.modes
      var event = ready.template
      let skip = modes.skip != 0 ? take(.skip, chunk) : 0
      if skip > 0, !session.isScenario { session.gaps.append(session.log.events.count) }
      isSound = isSound && skip < UInt64(Int32.max) - UInt64(max(context.sequence, 0))
      guard isSound else { break }
      event.sequence = context.sequence + 1 + Int32(skip)

      if modes.time != 0 {
        let delta = take(.time, chunk)
        isSound = isSound && delta < UInt64(SlotCheck.timeLimit)
        guard isSound else { break }
        context.time += modes.time == EventShape.Time.later.rawValue ? Int64(delta) : -Int64(delta)
        isSound =
          context.time >= 0 && context.time < SlotCheck.timeLimit
          && (modes.time == EventShape.Time.later.rawValue || session.isScenario)
      }
      event.time = Ticks(context.time)
      event.cause = cause(ready.shape, context, event.sequence, chunk, &isSound)
      event.popup = PopupID(mention(modes.popup, .popup, &context.popups, limits.popups, chunk, &isSound))
      event.page = PageID(mention(modes.page, .page, &context.pages, limits.pages, chunk, &isSound))
      event.timer = TimerID(
        place(modes.timer, .timer, &context.newestTimer, SlotCheck.timerLimit, chunk, &isSound))
      if ready.shape.kind == EventKind.popupChanged.rawValue {
        event.attributes = place(
          modes.attributes, .attributes, &context.newestChange, limits.changes, chunk, &isSound)
      } else {
        event.attributes = place(modes.attributes, .attributes, &context.newestSpec, limits.specs, chunk, &isSound)
      }
      if modes.generation == EventShape.Constant.column.rawValue {
        let generation = take(.generation, chunk)
        isSound = isSound && generation > 0 && generation <= UInt64(Int32.max)
        event.generation = Int32(truncatingIfNeeded: generation)
      }
      if modes.name != 0 {
        let name = modes.name == EventShape.Constant.column.rawValue ? take(.name, chunk) : UInt64(event.name.rawValue)
        isSound = isSound && name < UInt64(chunk.names.count)
        guard isSound else { break }
        event.name = Symbol(symbols[Int(name) + 1])
        isSound = event.name.rawValue != SegmentDecoder.unknown
      }
      if modes.value != 0 {
        if modes.value == EventShape.Constant.column.rawValue { event.value = Zigzag.decode(take(.value, chunk)) }
        event.value &+= context.time
        isSound = isSound && event.value > -SlotCheck.timeLimit && event.value < SlotCheck.timeLimit
      }
      if event.overCount > 0 { readOver(&event, context, limits, chunk, &session, &isSound) }
      context.sequence = event.sequence
      context.cause = event.cause
      context.latest[Int(ready.shape.kind)] = event.sequence
      guard isSound else { break }
      if ready.isKnown { session.log.events.append(event) } else { session.skippedEvents += 1 }
    }
    guard isSound else { throw Malformed(.corrupt, "has an event with a value out of range") }
    last = head.eventCount > 0 ? (context.sequence, context.time) : nil
  }

  // MARK: - One slot each

  private mutating func take(_ column: ChunkSection, _ chunk: borrowing ChunkContent) -> UInt64 {
    defer { cursors[column.rawValue] += 1 }
    return chunk.columns[column.rawValue][cursors[column.rawValue]]
  }

  private mutating func cause(
    _ shape: EventShape, _ context: EventContext, _ sequence: Int32, _ chunk: borrowing ChunkContent,
    _ isSound: inout Bool
  ) -> Int32 {
    switch EventShape.Cause(rawValue: shape.modes.cause) {
    case .previous: return context.sequence
    case .asPrevious: return context.cause
    case .latestOfKind: return context.latest[Int(shape.causeKind)]
    case .column:
      let distance = take(.cause, chunk)
      isSound = isSound && distance > 0 && distance <= UInt64(sequence)
      return isSound ? sequence - Int32(distance) : -1
    case .some(.none), nil: return -1
    }
  }

  private mutating func mention(
    _ mode: UInt8, _ column: ChunkSection, _ mentions: inout EventContext.Mentions, _ limit: Int32,
    _ chunk: borrowing ChunkContent, _ isSound: inout Bool
  ) -> Int32 {
    let id: Int32
    switch EventShape.Mention(rawValue: mode) {
    case .last: id = mentions.last
    case .beforeLast: id = mentions.beforeLast
    case .new: id = mentions.newest + 1
    case .column: id = distance(from: mentions.newest, take(column, chunk), &isSound)
    case .some(.none), nil: return -1
    }
    isSound = isSound && id >= 0 && id < limit
    if isSound { mentions.note(id) }
    return id
  }

  private mutating func place(
    _ mode: UInt8, _ column: ChunkSection, _ newest: inout Int32, _ limit: Int32,
    _ chunk: borrowing ChunkContent, _ isSound: inout Bool
  ) -> Int32 {
    let id: Int32
    switch EventShape.Place(rawValue: mode) {
    case .new: id = newest + 1
    case .column: id = distance(from: newest, take(column, chunk), &isSound)
    case .some(.none), nil: return -1
    }
    isSound = isSound && id >= 0 && id < limit
    if isSound { newest = max(newest, id) }
    return id
  }

  private func distance(from newest: Int32, _ coded: UInt64, _ isSound: inout Bool) -> Int32 {
    let id = Int64(newest) &- Zigzag.decode(coded)
    isSound = isSound && id >= 0 && id <= Int64(Int32.max)
    return Int32(truncatingIfNeeded: id)
  }

  private mutating func readOver(
    _ event: inout Event, _ context: EventContext, _ limits: Limits, _ chunk: borrowing ChunkContent,
    _ session: inout Session, _ isSound: inout Bool
  ) {
    event.overStart = Int32(truncatingIfNeeded: session.log.over.count)
    for _ in 0..<event.overCount {
      let popup = distance(from: context.popups.newest, take(.over, chunk), &isSound)
      isSound = isSound && popup < limits.popups
      session.log.over.append(PopupID(popup))
    }
  }

  /// The sizes of the session's tables, which references must stay below.
  private struct Limits {
    let popups: Int32
    let pages: Int32
    let specs: Int32
    let changes: Int32

    init(_ catalog: Catalog) {
      popups = Int32(clamping: catalog.popupNumbers.count)
      pages = Int32(clamping: catalog.pages.count)
      specs = Int32(clamping: catalog.specs.count)
      changes = Int32(clamping: catalog.changes.count)
    }
  }
}

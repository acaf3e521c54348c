import PopupScheduling

/// Turns events into shapes and columns.
///
/// Three steps: every event is given a shape with all constants in it; shapes too rare to be worth their constants move these to columns; the
/// rest is numbered by how often it occurs, and written.
struct EventEncoder: Sendable {
  private var shapes = ShapeTable()
  /// The shape of every event.
  private var shapeOf: [Int32] = []
  /// What an event has in slots whose place, shape or column, is not settled yet.
  private var names: [Int32] = []
  private var generations: [Int32] = []
  private var values: [Int64] = []
  private var columns = [[UInt8]](repeating: [], count: ChunkSection.end)

  /// A shape that occurs less often than this keeps its constants in columns.
  private static let rarity = 3
  /// In a chunk of as many events or fewer, shapes are told by what usually comes next; a longer one has shapes of its own, numbered by how
  /// often they occur, and zstd sees by itself what comes next.
  private static let rankedEvents = 1024

  /// Adds the events of a segment.
  mutating func add(
    _ events: ArraySlice<Event>, of session: Session, _ mentions: SegmentMentions,
    names segment: inout SegmentEncoder, _ context: EventContext
  ) {
    var context = context
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
      shape.modes.code = event.code == 0 ? 0 : 1
      shape.modes.flags = event.flags.isEmpty ? 0 : 1
      shape.modes.over = event.overCount == 0 ? 0 : 1
      shape.modes.scene = event.scene == 0 ? 0 : 1
      shape.modes.scheduler = event.scheduler == 0 ? 0 : 1
      addTime(event, &shape, &context)
      addCause(event, &shape, &context)
      shape.modes.popup = mention(event.popup.rawValue, .popup, &context.popups)
      shape.modes.page = mention(event.page.rawValue, .page, &context.pages)
      shape.modes.timer = index(event.timer.rawValue, .timer, &context.newestTimer)
      if event.kind == .popupChanged {
        shape.modes.attributes = index(
          mentions.changes.entry(of: event.attributes), .attributes, &context.newestChange)
      } else {
        shape.modes.attributes = index(mentions.specs.entry(of: event.attributes), .attributes, &context.newestSpec)
      }
      shape.generation = event.generation
      shape.name = segment.index(of: event.name)
      shape.value = hasValue ? event.value - event.time.rawValue : event.value
      shape.modes.generation = event.generation == 0 ? 0 : 1
      shape.modes.name = event.name.isNone ? 0 : 1
      shape.modes.value = hasValue || event.value != 0 ? 1 : 0
      for popup in session.log.over(of: event) {
        columns[ChunkSection.over.rawValue].append(zigzag: Int64(context.popups.newest - popup.rawValue))
      }
      shapeOf.append(shapes.index(of: shape))
      names.append(shape.name)
      generations.append(shape.generation)
      values.append(shape.value)
    }
  }

  /// Adds the chunk's own shapes and all columns to a chunk.
  mutating func write(into content: inout [UInt8], _ tables: ChunkTables) throws(TraceError) {
    guard !shapeOf.isEmpty else { return }
    let isRanked = shapeOf.count <= Self.rankedEvents
    let wellKnown = tables.wellKnownNames
    let numbering = shapes.settle(rarity: Self.rarity, wellKnown: wellKnown, usesVocabulary: isRanked)
    guard numbering.own.count <= ChunkLimits.entries else {
      throw ChunkLimits.error(numbering.own.count, "shapes of events")
    }
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
    names.removeAll(keepingCapacity: true)
    generations.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Writes the columns that could not be written before the shapes were settled.
  private mutating func writeColumns(_ numbering: ShapeTable.Numbering, isRanked: Bool) {
    let vocabulary = ShapeVocabulary.standard
    var row = vocabulary.start
    let ranks = isRanked ? ShapeVocabulary.ranks : 0
    var bits: [UInt8] = []
    for event in shapeOf.indices {
      let choice = numbering.choices[Int(shapeOf[event])]
      let number = Int(choice.number)
      let rank = isRanked && choice.isCommon ? vocabulary.rank(of: number, after: row) : nil
      let code = rank ?? ranks + number + (choice.isCommon ? numbering.own.count : 0)
      if isRanked {
        if event & 3 == 0 { bits.append(0) }
        bits[event / 4] |= UInt8(min(code, 3)) << UInt8(event & 3 * 2)
        if code >= 3 { columns[ChunkSection.shape.rawValue].append(count: code - 3) }
      } else {
        columns[ChunkSection.shape.rawValue].append(count: code)
      }
      row = choice.isCommon ? number : vocabulary.start
      let modes = choice.shape.modes
      let column = EventShape.Constant.column.rawValue
      if modes.generation == column {
        columns[ChunkSection.generation.rawValue].append(count: Int(generations[event]))
      }
      if modes.name == column { columns[ChunkSection.name.rawValue].append(count: Int(names[event])) }
      if modes.value == column { columns[ChunkSection.value.rawValue].append(zigzag: values[event]) }
    }
    columns[ChunkSection.shape.rawValue].insert(contentsOf: bits, at: 0)
  }

  private mutating func addTime(_ event: Event, _ shape: inout EventShape, _ context: inout EventContext) {
    let skip = event.sequence - context.sequence - 1
    if skip > 0 {
      shape.modes.skip = 1
      columns[ChunkSection.skip.rawValue].append(count: Int(skip))
    }
    let delta = event.time.rawValue - context.time
    if delta > 0 {
      shape.modes.time = EventShape.Time.later.rawValue
      columns[ChunkSection.time.rawValue].append(varint: UInt64(delta))
    } else if delta < 0 {
      shape.modes.time = EventShape.Time.earlier.rawValue
      columns[ChunkSection.time.rawValue].append(varint: UInt64(-delta))
    }
    context.time = event.time.rawValue
  }

  /// Gives the cause, and moves the context on to this event.
  private mutating func addCause(_ event: Event, _ shape: inout EventShape, _ context: inout EventContext) {
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
    shape.modes.cause = mode.rawValue
    context.cause = event.cause
    context.sequence = event.sequence
    context.latest[Int(event.kind.rawValue)] = event.sequence
  }

  private mutating func mention(
    _ id: Int32, _ column: ChunkSection, _ mentions: inout EventContext.Mentions
  ) -> UInt8 {
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

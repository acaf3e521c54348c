import PopupScheduling

extension EventDecoder {
  /// What is known of the slots that few events use.
  struct Rare {
    /// The next integer of every column.
    private(set) var cursors: [Int]
    private var timers: TableIndices
    private var specs: TableIndices
    private var changes: TableIndices
    private let instantLimit: Int64
    private var isOwnSound = true

    /// What an event's other slots say.
    struct Surroundings {
      /// The event's index in the log.
      let index: Int
      let sequence: Int32
      let time: Int64
      let popups: Mentions
    }

    init(_ known: SegmentKnowledge, _ catalog: Catalog, _ instantLimit: Int64, _ cursors: [Int]) {
      self.cursors = cursors
      self.instantLimit = instantLimit
      timers = TableIndices(known.bases.timers, limit: Int(SlotCheck.timerLimit) + 1)
      specs = TableIndices(known.specs, limit: catalog.specs.count)
      changes = TableIndices(known.changes, limit: catalog.changes.count)
    }

    /// Whether all values so far were in range.
    var isSound: Bool { isOwnSound && timers.isSound && specs.isSound && changes.isSound }

    /// Reads an event's rare slots; says how many sequence numbers are skipped before it, and -1 where those leave their range or time goes
    /// back.
    @inline(never)
    mutating func read(
      _ shape: UnsafePointer<DecodingShape>, _ event: inout Event, _ surroundings: Surroundings, _ memory: Memory,
      _ session: inout Session
    ) -> Int32 {
      let modes = unsafe shape.pointee.modes
      let column = EventShape.Constant.column.rawValue
      guard unsafe shape.pointee.earlier == 0 || session.isScenario else { return -1 }
      unsafe event.scene = shape.pointee.scene
      unsafe event.scheduler = shape.pointee.scheduler
      event.timer = TimerID(timers.take(modes.timer, modes.timer == column ? unsafe take(.timer, memory) : 0))
      let attributes = modes.attributes == column ? unsafe take(.attributes, memory) : 0
      event.attributes =
        event.kind == .popupChanged
        ? changes.take(modes.attributes, attributes) : specs.take(modes.attributes, attributes)
      if modes.generation == column {
        let generation = unsafe take(.generation, memory)
        isOwnSound = isOwnSound && generation > 0 && generation <= UInt64(Int32.max)
        event.generation = Int32(truncatingIfNeeded: generation)
      }
      if modes.name == column {
        // In range: the column's integers were checked against the number of names when it was read.
        let symbol = unsafe memory.symbols[Int(truncatingIfNeeded: take(.name, memory)) + 1]
        isOwnSound = isOwnSound && symbol > SegmentDecoder.unknown
        event.name = Symbol(symbol)
      }
      if modes.value != 0 {
        let value = unsafe modes.value == column ? Zigzag.decode(take(.value, memory)) : shape.pointee.value
        event.value = value &+ surroundings.time
        isOwnSound = isOwnSound && event.value > -instantLimit && event.value < instantLimit
      }
      unsafe readOver(shape.pointee.overCount, &event, surroundings.popups, memory, &session)
      guard modes.skip != 0 else { return 0 }
      let skip = unsafe take(.skip, memory)
      let room = SlotCheck.sequenceLimit &- surroundings.sequence
      guard room >= 0, skip <= UInt64(room) else { return -1 }
      if !session.isScenario { session.gaps.append(surroundings.index) }
      return Int32(skip)
    }

    private mutating func readOver(
      _ count: UInt8, _ event: inout Event, _ popups: Mentions, _ memory: Memory, _ session: inout Session
    ) {
      guard count > 0 else { return }
      event.overCount = count
      event.overStart = Int32(truncatingIfNeeded: session.log.over.count)
      for _ in 0..<count {
        let popup = unsafe popups.back(by: take(.over, memory))
        isOwnSound = isOwnSound && popup != nil
        session.log.over.append(popup ?? .none)
      }
    }

    private mutating func take(_ column: ChunkSection, _ memory: Memory) -> UInt64 {
      defer { cursors[column.rawValue] += 1 }
      return unsafe memory.integers[cursors[column.rawValue]]
    }
  }
}

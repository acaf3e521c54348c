import PopupScheduling

extension EventDecoder {
  /// What is known of a segment's events so far: the reader's ``EventContext``.
  struct State {
    var sequence: Int32
    private(set) var time: Int64
    var popups: Mentions
    var pages: Mentions
    /// The next integer of every column.
    var cursors: [Int]
    /// The slots of the event under way that few events use.
    private(set) var more = More()
    private var cause: Int64 = -1
    private var timers: Places
    private var specs: Places
    private var changes: Places
    /// All bits that were set in any time so far: the way to check many at once.
    private var timeBits: UInt64
    /// All bits that were set in any distance that must not be negative.
    private var causeBits: Int64 = 0
    private var isOwnSound = true

    init(_ head: SegmentHead, _ bases: SegmentBases, _ catalog: Catalog, _ cursors: [Int]) {
      self.cursors = cursors
      sequence = head.firstSequence - 1
      time = head.firstTime
      timeBits = UInt64(bitPattern: head.firstTime)
      popups = Mentions(bases.popups, limit: catalog.popupNumbers.count)
      pages = Mentions(bases.pages, limit: catalog.pages.count)
      timers = Places(bases.timers, limit: Int(SlotCheck.timerLimit) + 1)
      specs = Places(bases.specs, limit: catalog.specs.count)
      changes = Places(bases.changes, limit: catalog.changes.count)
    }

    /// Whether all values so far were in range.
    var isSound: Bool {
      isOwnSound && timeBits < UInt64(SlotCheck.timeLimit) && causeBits >= 0 && popups.isSound && pages.isSound
        && timers.isSound && specs.isSound && changes.isSound
    }

    /// Moves the time on or back.
    @inline(__always)
    mutating func move(by integer: Int64, _ later: Int64, _ earlier: Int64) {
      time = time &+ (integer & later) &- (integer & earlier)
      timeBits |= UInt64(bitPattern: time)
    }

    /// The cause given in this way; the integer counts for one way only.
    @inline(__always)
    mutating func takeCause(_ ways: CauseWays, _ previous: Int32, _ latest: Int32, _ integer: UInt64) -> Int32 {
      let distance = Int64(bitPattern: integer)
      let far = Int64(sequence) &- distance
      causeBits |= ((distance &- 1) | far) & ways.column
      cause =
        (Int64(previous) & ways.previous) | (cause & ways.asPrevious) | (Int64(latest) & ways.latestOfKind)
        | (far & ways.column) | ways.none
      return Int32(truncatingIfNeeded: cause)
    }

    /// The session's symbol of one of the chunk's names.
    @inline(__always)
    mutating func symbol(_ name: Int32, _ symbols: Span<Int32>) -> Symbol {
      let symbol = symbols[Int(name) &+ 1]
      isOwnSound = isOwnSound && symbol != SegmentDecoder.unknown
      return Symbol(symbol)
    }

    /// Reads the slots that few events use; false where sequence numbers leave their range or times go back.
    @inline(never)
    mutating func readMore(
      _ shape: ReadyShape, _ integers: Span<UInt64>, _ symbols: Span<Int32>, _ session: inout Session
    ) -> Bool {
      let modes = shape.modes
      if modes.skip != 0 {
        let skip = take(.skip, integers)
        guard sequence <= SlotCheck.sequenceLimit, skip <= UInt64(SlotCheck.sequenceLimit - sequence) else {
          return false
        }
        sequence += Int32(skip)
        if !session.isScenario { session.gaps.append(session.log.events.count) }
      }
      guard shape.earlier == 0 || session.isScenario else { return false }
      let column = EventShape.Constant.column.rawValue
      more.timer = timers.take(modes.timer, modes.timer == column ? take(.timer, integers) : 0)
      let attributes = modes.attributes == column ? take(.attributes, integers) : 0
      if shape.eventKind == .popupChanged {
        more.attributes = changes.take(modes.attributes, attributes)
      } else {
        more.attributes = specs.take(modes.attributes, attributes)
      }
      let generation = modes.generation == column ? take(.generation, integers) : UInt64(shape.generation)
      isOwnSound = isOwnSound && generation <= UInt64(Int32.max) && (generation > 0) == (modes.generation != 0)
      more.generation = Int32(truncatingIfNeeded: generation)
      more.name = symbol(
        modes.name == column ? Int32(truncatingIfNeeded: take(.name, integers)) : shape.name, symbols)
      more.value = 0
      if modes.value != 0 {
        more.value = (modes.value == column ? Zigzag.decode(take(.value, integers)) : shape.value) &+ time
        isOwnSound = isOwnSound && more.value > -SlotCheck.timeLimit && more.value < SlotCheck.timeLimit
      }
      return true
    }

    /// Reads the popups that lost; where they begin in the log's list.
    mutating func readOver(_ count: UInt8, _ integers: Span<UInt64>, _ session: inout Session) -> Int32 {
      let start = Int32(truncatingIfNeeded: session.log.over.count)
      for _ in 0..<count { session.log.over.append(PopupID(popups.back(by: take(.over, integers)))) }
      return start
    }

    private mutating func take(_ column: ChunkSection, _ integers: Span<UInt64>) -> UInt64 {
      defer { cursors[column.rawValue] += 1 }
      return integers[cursors[column.rawValue]]
    }
  }

  /// Slots that few events use.
  struct More {
    var timer: Int32 = -1
    var attributes: Int32 = -1
    var generation: Int32 = 0
    var name = Symbol.none
    var value: Int64 = 0
  }
}

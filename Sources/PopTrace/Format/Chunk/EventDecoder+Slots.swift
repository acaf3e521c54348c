import PopupScheduling

extension EventDecoder {
  /// The popups or the pages mentioned, as the encoder's context has them: without branches, which are mostly mispredicted here.
  struct Mentions {
    private var last: Int64 = -1
    private var beforeLast: Int64 = -1
    private var newest: Int64
    private let limit: Int64
    /// Negative as soon as one was negative.
    private var bits: Int64 = 0

    init(_ base: Int, limit: Int) {
      newest = Int64(base) - 1
      self.limit = Int64(limit)
    }

    var isSound: Bool { bits >= 0 && newest < limit }

    /// The popup or page given in this way; how far it is back counts for one way only.
    @inline(__always)
    mutating func take(_ ways: MentionWays, back: Int64) -> Int32 {
      // An event that mentions none counts as mentioning the last one again, so that nothing changes.
      let id =
        (last & ways.lastOrNone) | (beforeLast & ways.beforeLast) | ((newest &+ 1) & ways.new)
        | ((newest &- back) & ways.column)
      bits |= id & ~ways.none
      beforeLast = id == last ? beforeLast : last
      last = id
      newest = max(newest, id)
      return Int32(truncatingIfNeeded: id | ways.none)
    }

    func back(by integer: UInt64) -> PopupID? {
      let id = newest &- Zigzag.decode(integer)
      return id >= 0 && id < limit ? PopupID(Int32(truncatingIfNeeded: id)) : nil
    }
  }

  struct TableIndices {
    private var newest: Int64
    private let limit: Int64
    private let older: [Int32]
    /// How far a new entry's number is from its index.
    private let jump: Int
    private(set) var isSound = true

    /// Entries are numbered from 0: first those that are said again, then those from the base on.
    init(_ older: [Int32], base: Int, limit: Int) {
      self.older = older
      jump = base - older.count
      newest = Int64(older.count) - 1
      self.limit = Int64(limit - jump)
    }

    /// Timers have no entries, and are all numbered.
    init(timersBefore base: Int) {
      (older, jump, newest) = ([], 0, Int64(base) - 1)
      limit = Int64(SlotCheck.timerLimit) + 1
    }

    mutating func take(_ mode: UInt8, _ integer: UInt64) -> Int32 {
      guard mode != EventShape.TableIndex.none.rawValue else { return -1 }
      let entry = mode == EventShape.TableIndex.new.rawValue ? newest &+ 1 : newest &- Zigzag.decode(integer)
      guard entry >= 0, entry < limit else {
        isSound = false
        return -1
      }
      newest = max(newest, entry)
      if entry < Int64(older.count) { return older[Int(entry)] }
      return Int32(truncatingIfNeeded: entry &+ Int64(jump))
    }
  }

  /// How a popup or a page is given: all bits set in the way that counts, none in the others.
  struct MentionWays: Sendable {
    let none, lastOrNone, beforeLast, new, column: Int64

    init(_ mode: UInt8) {
      func mask(_ way: EventShape.Mention) -> Int64 { mode == way.rawValue ? -1 : 0 }
      none = mask(.none)
      lastOrNone = mask(.last) | mask(.none)
      beforeLast = mask(.beforeLast)
      new = mask(.new)
      column = mask(.column)
    }
  }

  struct CauseWays: Sendable {
    let none, previous, asPrevious, latestOfKind, column: Int64
    let kind: UInt8

    init(_ mode: UInt8, kind: UInt8) {
      func mask(_ way: EventShape.Cause) -> Int64 { mode == way.rawValue ? -1 : 0 }
      none = mask(.none)
      previous = mask(.previous)
      asPrevious = mask(.asPrevious)
      latestOfKind = mask(.latestOfKind)
      column = mask(.column)
      self.kind = kind
    }
  }

  struct Rare {
    private var timers: TableIndices
    private var specs: TableIndices
    private var changes: TableIndices
    private let instantLimit: Int64
    private var isOwnSound = true

    init(_ known: borrowing SegmentKnowledge, _ catalog: borrowing Catalog, _ instantLimit: Int64) {
      self.instantLimit = instantLimit
      timers = TableIndices(timersBefore: known.bases.timers)
      specs = TableIndices(known.specs, base: known.bases.specs, limit: catalog.specs.count)
      changes = TableIndices(known.changes, base: known.bases.changes, limit: catalog.changes.count)
    }

    var isSound: Bool { isOwnSound && timers.isSound && specs.isSound && changes.isSound }

    /// Says how many sequence numbers are skipped before an event, and -1 where those leave their range or time goes back. What else the
    /// event has was filled in before, but for popup, page and cause.
    @inline(never)
    mutating func read(
      _ ready: UnsafePointer<DecodingShape>, _ event: inout Event, at index: Int, _ memory: Memory,
      _ session: inout Session
    ) -> Int32 {
      guard unsafe ready.pointee.hasMore else { return 0 }
      let shape = unsafe ready.pointee.shape
      let modes = shape.modes
      let column = EventShape.Constant.column.rawValue
      guard unsafe ready.pointee.timeStep >= 0 || session.isScenario else { return -1 }
      event.scene = shape.scene
      event.scheduler = shape.scheduler
      event.timer = TimerID(timers.take(modes[.timer], modes[.timer] == column ? unsafe memory.take(.timer) : 0))
      let attributes = modes[.attributes] == column ? unsafe memory.take(.attributes) : 0
      event.attributes =
        event.kind == .popupChanged
        ? changes.take(modes[.attributes], attributes) : specs.take(modes[.attributes], attributes)
      if modes[.generation] == column {
        let generation = unsafe memory.take(.generation)
        isOwnSound = isOwnSound && generation > 0 && generation <= UInt64(Int32.max)
        event.generation = Int32(truncatingIfNeeded: generation)
      }
      if modes[.name] == column {
        // In range: the column's integers were checked against the number of names when it was read.
        let symbol = unsafe memory.symbols[Int(truncatingIfNeeded: memory.take(.name)) + 1]
        isOwnSound = isOwnSound && symbol > SegmentDecoder.unknown
        event.name = Symbol(symbol)
      }
      if modes[.value] != 0 {
        let value = unsafe modes[.value] == column ? Zigzag.decode(memory.take(.value)) : shape.value
        event.value = value &+ event.time.rawValue
        isOwnSound = isOwnSound && event.value > -instantLimit && event.value < instantLimit
      }
      guard modes[.skip] != 0 else { return 0 }
      let skip = unsafe memory.take(.skip)
      let room = SlotCheck.sequenceLimit &- event.sequence
      guard room >= 0, skip <= UInt64(room) else { return -1 }
      if !session.isScenario { session.gaps.append(index) }
      return Int32(skip)
    }

    @inline(never)
    mutating func readOver(
      _ count: UInt8, _ event: inout Event, _ popups: Mentions, _ memory: Memory, _ session: inout Session
    ) {
      event.overCount = count
      event.overStart = Int32(truncatingIfNeeded: session.log.over.count)
      for _ in 0..<count {
        let popup = unsafe popups.back(by: memory.take(.over))
        isOwnSound = isOwnSound && popup != nil
        session.log.over.append(popup ?? .none)
      }
    }
  }
}

/// A shape made ready for reading many events of it: numbers to reckon with, and no cases to tell apart.
struct DecodingShape: Sendable {
  /// The shape; its flags mean nothing where the kind is not known, and are left out.
  var shape: EventShape
  /// The kind; any where this version does not know it.
  let eventKind: EventKind
  let isKnown: Bool
  let popup: EventDecoder.MentionWays
  let page: EventDecoder.MentionWays
  let cause: EventDecoder.CauseWays
  /// 1 where the time is later than the last event's, -1 where it is earlier, else 0.
  let timeStep: Int64
  let hasPage: Bool
  let hasMore: Bool
  /// Whether the kind is known, and there is nothing that few events have.
  let isPlain: Bool
  let columns: UInt16

  init(_ shape: EventShape) throws(Malformed) {
    self.shape = shape
    let modes = shape.modes
    columns = modes.columns
    let known = EventKind(rawValue: shape.kind)
    eventKind = known ?? .idle
    isKnown = known != nil
    if known == nil { self.shape.flags = 0 }
    if let violation = EventContract.all[Int(shape.kind)]?.violation(of: shape) {
      throw Malformed("has an event of kind \(shape.kind) that \(violation)")
    }
    popup = EventDecoder.MentionWays(modes[.popup])
    page = EventDecoder.MentionWays(modes[.page])
    cause = EventDecoder.CauseWays(modes[.cause], kind: shape.causeKind)
    timeStep = modes[.time] == 0 ? 0 : modes[.time] == EventShape.Time.later.rawValue ? 1 : -1
    hasPage = modes[.page] != 0
    let column = EventShape.Constant.column.rawValue
    hasMore =
      modes[.skip] != 0 || timeStep < 0 || modes[.timer] != 0 || modes[.attributes] != 0 || shape.scene != 0
      || shape.scheduler != 0 || shape.overCount != 0 || modes[.generation] == column || modes[.name] == column
      || modes[.value] != 0
    isPlain = isKnown && !hasMore
  }
}

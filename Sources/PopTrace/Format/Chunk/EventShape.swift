import PopupScheduling

/// What many events of a chunk have in common: every slot either the same in all of them, or following from the events before, or taken
/// from a column of its own.
struct EventShape: Hashable, Sendable {
  var modes = Modes()
  /// The kind, as it stands in the file; a newer version may have more of them.
  var kind: UInt8 = 0
  var code: UInt8 = 0
  var flags: UInt8 = 0
  var overCount: UInt8 = 0
  /// Whose latest event is the cause, where the mode of the cause says so.
  var causeKind: UInt8 = 0
  var scene: UInt16 = 0
  var scheduler: UInt16 = 0
  /// The generation, where the shape gives it.
  var generation: Int32 = 0
  /// The name, as an index in the chunk's names, where the shape gives it.
  var name: Int32 = -1
  /// The value less the time, where the shape gives it.
  var value: Int64 = 0

  enum Time: UInt8 { case same, later, earlier }
  enum Cause: UInt8 { case none, previous, asPrevious, latestOfKind, column }
  enum Mention: UInt8 { case none, last, beforeLast, new, column }
  enum TableIndex: UInt8 { case none, new, column }
  enum Constant: UInt8 { case none, shape, column }

  /// What a shape says how it is given, in order of the bits that say it.
  enum Slot: CaseIterable {
    case time, popup, cause, code, flags, page, generation, name, attributes, timer, value, over, scene, scheduler, skip

    /// The lowest bit and how many there are, and the column that the highest mode takes an integer from: the one with the highest bit alone.
    @inline(__always)
    var layout: (shift: UInt32, width: UInt32, column: ChunkSection?) {
      switch self {
      case .time: (0, 2, .time)
      case .popup: (2, 3, .popup)
      case .cause: (5, 3, .cause)
      case .code: (8, 1, nil)
      case .flags: (9, 1, nil)
      case .page: (10, 3, .page)
      case .generation: (13, 2, .generation)
      case .name: (15, 2, .name)
      case .attributes: (17, 2, .attributes)
      case .timer: (19, 2, .timer)
      case .value: (21, 2, .value)
      case .over: (23, 1, nil)
      case .scene: (24, 1, nil)
      case .scheduler: (25, 1, nil)
      case .skip: (26, 1, .skip)
      }
    }
  }

  /// How each slot is given, packed as in the file.
  struct Modes: Hashable, Sendable {
    var bits: UInt32 = 0

    @inline(__always)
    subscript(_ slot: Slot) -> UInt8 {
      get { UInt8(truncatingIfNeeded: bits >> slot.layout.shift & (1 << slot.layout.width - 1)) }
      set { bits = bits & ~((1 << slot.layout.width - 1) << slot.layout.shift) | UInt32(newValue) << slot.layout.shift }
    }

    /// Whether the shape itself gives a generation, a name or a value.
    @inline(__always)
    func gives(_ slot: Slot) -> Bool { self[slot] == Constant.shape.rawValue }
    static let end: UInt32 = 1 << 27
    /// The lowest bits of the slots that have two bits, and of those that have three.
    private static let (pairs, triples) = (lowest(ofWidth: 2), lowest(ofWidth: 3))

    private static func lowest(ofWidth width: UInt32) -> UInt32 {
      Slot.allCases.reduce(0) { $1.layout.width == width ? $0 | 1 << $1.layout.shift : $0 }
    }

    /// Whether no slot has a mode above its highest.
    var areKnown: Bool {
      (bits & bits >> 1) & Self.pairs == 0 && (bits >> 2) & (bits | bits >> 1) & Self.triples == 0
    }

    /// The columns from which an event takes an integer, as bits counted from the column of shapes; popups that lost are not told.
    var columns: UInt16 {
      @inline(__always)
      func bit(_ slot: Slot, from least: UInt8? = nil) -> UInt16 {
        let layout = slot.layout
        guard let column = layout.column, self[slot] >= least ?? 1 << UInt8(layout.width - 1) else { return 0 }
        return 1 << UInt16(column.rawValue - ChunkSection.shape.rawValue)
      }
      // Of times both those that are later and those that are earlier say by how much.
      return bit(.time, from: 1) | bit(.popup) | bit(.cause) | bit(.page) | bit(.generation) | bit(.name)
        | bit(.attributes) | bit(.timer) | bit(.value) | bit(.skip)
    }
  }
}

extension EventShape {
  /// What a shape begins with that is one of the vocabulary, in place of a kind: its number follows.
  static let common: UInt8 = 0

  /// Adds the shape to a chunk; `wellKnown` are the indexes in its names of those that the vocabulary's shapes may have.
  func write(into bytes: inout [UInt8], wellKnown: [Int32]) {
    let form = commonForm(wellKnown)
    if form.isWhole, let number = ShapeVocabulary.numbers[form.shape] {
      bytes.append(Self.common)
      bytes.append(count: number)
      return
    }
    bytes.append(kind)
    bytes.append(varint: UInt64(modes.bits))
    if modes[.cause] == Cause.latestOfKind.rawValue { bytes.append(causeKind) }
    if modes[.code] != 0 { bytes.append(code) }
    if modes[.flags] != 0 { bytes.append(flags) }
    if modes.gives(.generation) { bytes.append(count: Int(generation)) }
    if modes.gives(.name) { bytes.append(count: Int(name)) }
    if modes.gives(.value) { bytes.append(zigzag: value) }
    if modes[.over] != 0 { bytes.append(overCount) }
    if modes[.scene] != 0 { bytes.append(count: Int(scene)) }
    if modes[.scheduler] != 0 { bytes.append(count: Int(scheduler)) }
  }

  /// Reads a shape, and checks that each slot is given in a way that has a meaning.
  init(_ reader: inout ByteReader, names: Int) throws(Malformed) {
    kind = try reader.byte()
    let bits = try reader.varint()
    try require(bits < UInt64(Modes.end), "has a shape with an unknown slot")
    modes.bits = UInt32(bits)
    try require(modes.areKnown, "has a shape with an unknown way to give a slot")
    if modes[.cause] == Cause.latestOfKind.rawValue { causeKind = try reader.byte() }
    if modes[.code] != 0 { code = try reader.byte() }
    if modes[.flags] != 0 { flags = try reader.byte() }
    if modes.gives(.generation) {
      generation = Int32(try reader.count(upTo: Int(Int32.max), "as a generation"))
      try require(generation > 0, "has a shape that gives generation 0")
    }
    if modes.gives(.name) { name = Int32(try reader.count(upTo: names - 1, "as a name")) }
    if modes.gives(.value) { value = try reader.zigzag() }
    if modes[.over] != 0 { overCount = UInt8(try reader.count(upTo: EventLog.overLimit, "popups that lost")) }
    if modes[.scene] != 0 { scene = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scene")) }
    if modes[.scheduler] != 0 { scheduler = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scheduler")) }
  }

  var withColumns: EventShape {
    var shape = self
    for slot in [.generation, .name, .value] as [Slot]
    where modes.gives(slot) && (slot != .generation || generation > 1) { shape.modes[slot] = Constant.column.rawValue }
    return shape.withoutUnusedConstants
  }

  /// The shape that the vocabulary may have for it, and whether that has all of its constants.
  func commonForm(_ wellKnown: [Int32]) -> (shape: EventShape, isWhole: Bool) {
    var common = withColumns
    if modes.gives(.name), let index = wellKnown.firstIndex(of: name) {
      common.modes[.name] = Constant.shape.rawValue
      common.name = Int32(index)
    }
    return (common, common.modes == modes)
  }

  /// The same shape; what is not given by it is empty, so that equal shapes are equal values.
  var withoutUnusedConstants: EventShape {
    var shape = self
    if !modes.gives(.generation) { shape.generation = 0 }
    if !modes.gives(.name) { shape.name = -1 }
    if !modes.gives(.value) { shape.value = 0 }
    return shape
  }
}

extension EventContract {
  func violation(of shape: EventShape) -> String? {
    @inline(__always)
    func bit(_ slot: EventShape.Slot, _ bit: Slots) -> Slots { shape.modes[slot] == 0 ? [] : bit }
    let used: Slots = [
      bit(.popup, .popup), bit(.page, .page), bit(.generation, .generation), bit(.timer, .timer), bit(.name, .name),
      bit(.attributes, .attributes), bit(.value, .value), bit(.over, .over),
    ]
    return violation(used, Event.Flags(rawValue: shape.flags), code: shape.code)
  }
}

extension EventShape {
  /// The shapes of a chunk's events, and how often each occurs.
  struct Table: Sendable {
    private var shapes: [EventShape] = []
    private var counts: [Int] = []
    private var indices: [EventShape: Int32] = [:]
    private var last: Int32 = -1
    /// The shape that followed each shape the last time: the one most likely to follow it again.
    private var successors: [Int32] = []

    struct Numbering {
      /// The shapes that are the chunk's own, the most frequent first.
      var own: [EventShape] = []
      /// The shape as it is written, which says what stands in columns; its number among the chunk's own, or in the vocabulary, if it is common.
      var choices: [(shape: EventShape, number: Int32, isCommon: Bool)] = []
    }

    mutating func index(of shape: EventShape) -> Int32 {
      let likely = last >= 0 ? successors[Int(last)] : -1
      let known = likely >= 0 && shapes[Int(likely)] == shape ? likely : indices[shape]
      let index = known ?? Int32(shapes.count)
      if known == nil {
        shapes.append(shape)
        counts.append(0)
        successors.append(-1)
        indices[shape] = index
      }
      counts[Int(index)] += 1
      if last >= 0 { successors[Int(last)] = index }
      last = index
      return index
    }

    /// Has shapes be those of the vocabulary where that may be used, or give their constants in columns where they occur less often than
    /// `rarity`, and numbers the others by frequency.
    func settle(rarity: Int, wellKnown: [Int32], usesVocabulary: Bool) -> Numbering {
      var numbering = Numbering()
      var totals: [Int] = []
      var indices: [EventShape: Int32] = [:]
      let vocabulary = ShapeVocabulary.standard
      for (shape, count) in zip(shapes, counts) {
        let common = shape.commonForm(wellKnown)
        if usesVocabulary, let number = ShapeVocabulary.numbers[common.shape], common.isWhole || count < Self.worth {
          numbering.choices.append((vocabulary.shapes[number], Int32(number), isCommon: true))
          continue
        }
        let final = count < rarity ? shape.withColumns : shape.withoutUnusedConstants
        let index = indices[final] ?? Int32(numbering.own.count)
        if index == numbering.own.count {
          indices[final] = index
          numbering.own.append(final)
          totals.append(0)
        }
        totals[Int(index)] += count
        numbering.choices.append((final, index, isCommon: false))
      }
      let order = numbering.own.indices.sorted { (totals[$0], $1) > (totals[$1], $0) }
      var rank = [Int32](repeating: 0, count: order.count)
      for (index, shape) in order.enumerated() { rank[shape] = Int32(index) }
      numbering.own = order.map { numbering.own[$0] }
      for index in numbering.choices.indices where !numbering.choices[index].isCommon {
        numbering.choices[index].number = rank[Int(numbering.choices[index].number)]
      }
      return numbering
    }

    /// A shape that occurs as often as this is worth an index in the chunk, if that saves columns.
    private static let worth = 12

    mutating func removeAll() {
      shapes.removeAll(keepingCapacity: true)
      counts.removeAll(keepingCapacity: true)
      successors.removeAll(keepingCapacity: true)
      indices.removeAll(keepingCapacity: true)
      last = -1
    }
  }
}

import PopupScheduling

/// What many events of a chunk have in common: every slot either the same in all of them, or following from the events before, or taken from
/// a column of its own.
///
/// The key to both size and speed: an event costs one byte that names its shape, and the few numbers that are news.
struct EventShape: Hashable, Sendable {
  /// How each slot is given.
  var modes = Modes()
  /// The kind, as it stands in the file; a newer version may have more of them.
  var kind: UInt8 = 0
  /// The word whose type depends on the kind.
  var code: UInt8 = 0
  /// The yes-or-no properties.
  var flags: UInt8 = 0
  /// How many popups lost.
  var overCount: UInt8 = 0
  /// Whose latest event is the cause, where ``Modes/cause`` says so.
  var causeKind: UInt8 = 0
  /// The scene.
  var scene: UInt16 = 0
  /// The scheduler.
  var scheduler: UInt16 = 0
  /// The generation, where the shape gives it.
  var generation: Int32 = 0
  /// The name, as an index in the chunk's names, where the shape gives it.
  var name: Int32 = -1
  /// The value less the time, where the shape gives it.
  var value: Int64 = 0

  /// How a time is given.
  enum Time: UInt8 { case same, later, earlier }
  /// How a cause is given.
  enum Cause: UInt8 { case none, previous, asPrevious, latestOfKind, column }
  /// How a popup or a page is given.
  enum Mention: UInt8 { case none, last, beforeLast, new, column }
  /// How the index of a timer or of attributes is given.
  enum TableIndex: UInt8 { case none, new, column }
  /// How a generation, a name or a value is given.
  enum Constant: UInt8 { case none, shape, column }

  /// How each slot is given, packed as in the file.
  struct Modes: Hashable, Sendable {
    var bits: UInt32 = 0

    @inline(__always)
    private func field(_ shift: UInt32, _ width: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: bits >> shift & (1 << width - 1))
    }
    @inline(__always)
    private mutating func set(_ shift: UInt32, _ width: UInt32, _ value: UInt8) {
      bits = bits & ~((1 << width - 1) << shift) | UInt32(value) << shift
    }

    var time: UInt8 {
      get { field(0, 2) }
      set { set(0, 2, newValue) }
    }
    var popup: UInt8 {
      get { field(2, 3) }
      set { set(2, 3, newValue) }
    }
    var cause: UInt8 {
      get { field(5, 3) }
      set { set(5, 3, newValue) }
    }
    var code: UInt8 {
      get { field(8, 1) }
      set { set(8, 1, newValue) }
    }
    var flags: UInt8 {
      get { field(9, 1) }
      set { set(9, 1, newValue) }
    }
    var page: UInt8 {
      get { field(10, 3) }
      set { set(10, 3, newValue) }
    }
    var generation: UInt8 {
      get { field(13, 2) }
      set { set(13, 2, newValue) }
    }
    var name: UInt8 {
      get { field(15, 2) }
      set { set(15, 2, newValue) }
    }
    var attributes: UInt8 {
      get { field(17, 2) }
      set { set(17, 2, newValue) }
    }
    var timer: UInt8 {
      get { field(19, 2) }
      set { set(19, 2, newValue) }
    }
    var value: UInt8 {
      get { field(21, 2) }
      set { set(21, 2, newValue) }
    }
    var over: UInt8 {
      get { field(23, 1) }
      set { set(23, 1, newValue) }
    }
    var scene: UInt8 {
      get { field(24, 1) }
      set { set(24, 1, newValue) }
    }
    var scheduler: UInt8 {
      get { field(25, 1) }
      set { set(25, 1, newValue) }
    }
    var skip: UInt8 {
      get { field(26, 1) }
      set { set(26, 1, newValue) }
    }

    /// One more than the largest value that has a meaning.
    static let end: UInt32 = 1 << 27
  }
}

extension EventShape {
  /// What a shape begins with that is one of the vocabulary, in place of a kind: its number follows.
  static let common: UInt8 = 0

  /// Adds the shape to a chunk.
  ///
  /// - Parameter wellKnown: The indexes in the chunk's names of those that the vocabulary's shapes may have.
  func write(into bytes: inout [UInt8], wellKnown: [Int32]) {
    let form = commonForm(wellKnown)
    if form.isWhole, let number = ShapeVocabulary.numbers[form.shape] {
      bytes.append(Self.common)
      bytes.append(count: number)
      return
    }
    bytes.append(kind)
    bytes.append(varint: UInt64(modes.bits))
    if modes.cause == Cause.latestOfKind.rawValue { bytes.append(causeKind) }
    if modes.code != 0 { bytes.append(code) }
    if modes.flags != 0 { bytes.append(flags) }
    if modes.generation == Constant.shape.rawValue { bytes.append(count: Int(generation)) }
    if modes.name == Constant.shape.rawValue { bytes.append(count: Int(name)) }
    if modes.value == Constant.shape.rawValue { bytes.append(zigzag: value) }
    if modes.over != 0 { bytes.append(overCount) }
    if modes.scene != 0 { bytes.append(count: Int(scene)) }
    if modes.scheduler != 0 { bytes.append(count: Int(scheduler)) }
  }

  /// Reads a shape, and checks that each slot is given in a way that has a meaning.
  init(_ reader: inout ByteReader, names: Int) throws(Malformed) {
    kind = try reader.byte()
    let bits = try reader.varint()
    guard bits < UInt64(Modes.end) else { throw Malformed(.corrupt, "has a shape with an unknown slot") }
    modes.bits = UInt32(bits)
    guard modes.time <= 2, modes.cause <= 4, modes.popup <= 4, modes.page <= 4, modes.timer <= 2,
      modes.attributes <= 2, modes.generation <= 2, modes.name <= 2, modes.value <= 2
    else { throw Malformed(.corrupt, "has a shape with an unknown way to give a slot") }
    if modes.cause == Cause.latestOfKind.rawValue { causeKind = try reader.byte() }
    if modes.code != 0 { code = try reader.byte() }
    if modes.flags != 0 { flags = try reader.byte() }
    if modes.generation == Constant.shape.rawValue {
      generation = Int32(try reader.count(upTo: Int(Int32.max), "as a generation"))
      guard generation > 0 else { throw Malformed(.corrupt, "has a shape that gives generation 0") }
    }
    if modes.name == Constant.shape.rawValue {
      name = Int32(try reader.count(upTo: names - 1, "as a name"))
    }
    if modes.value == Constant.shape.rawValue { value = try reader.zigzag() }
    if modes.over != 0 { overCount = UInt8(try reader.count(upTo: EventLog.overLimit, "popups that lost")) }
    if modes.scene != 0 { scene = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scene")) }
    if modes.scheduler != 0 { scheduler = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scheduler")) }
  }
}

extension EventContract {
  /// What is wrong with events of this shape; nil where nothing is.
  func violation(of shape: EventShape) -> String? {
    let modes = shape.modes
    var used: Slots = []
    if modes.popup != 0 { used.insert(.popup) }
    if modes.page != 0 { used.insert(.page) }
    if modes.generation != 0 { used.insert(.generation) }
    if modes.timer != 0 { used.insert(.timer) }
    if modes.name != 0 { used.insert(.name) }
    if modes.attributes != 0 { used.insert(.attributes) }
    if modes.value != 0 { used.insert(.value) }
    if modes.over != 0 { used.insert(.over) }
    return violation(used, Event.Flags(rawValue: shape.flags), code: shape.code)
  }
}

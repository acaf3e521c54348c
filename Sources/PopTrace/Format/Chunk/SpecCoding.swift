import PopupScheduling

/// The attributes of popups in a chunk: the name, a bit for each attribute that is not the default, and the values of those that need one.
enum SpecCoding {
  /// The attributes, by bit number. Never changed, only added to.
  private enum Bit: UInt64 {
    case kind, level, pages, exact, instance, keepAlive, async, conditionFalse, dropWhenBarred, onHigher
    case chain, key, expires, autoDismiss, showLength, hideLength, needsKeyboard, scene, scheduler, object
    case host, dismissal, next, user, callerPage
    static let end: UInt64 = 25
  }

  /// Adds attributes, whose lengths must be ones that a trace can hold (``TickLength/clamp(_:)``).
  ///
  /// - Parameter before: The attributes that were added before these.
  static func write(_ spec: PopupSpec, after before: PopupSpec?, into bytes: inout [UInt8]) {
    if var before {
      before.name = spec.name
      if spec == before {
        bytes.append(count: (Int(spec.name.rawValue) + 1) << 1 | 1)
        return
      }
    }
    let plain = PopupSpec(name: .none)
    var bits: UInt64 = 0
    var values: [UInt8] = []
    func flag(_ bit: Bit, _ isSet: Bool) { if isSet { bits |= 1 << bit.rawValue } }
    func value(_ bit: Bit, _ value: Int64, _ usual: Int64) {
      guard value != usual else { return }
      bits |= 1 << bit.rawValue
      values.append(zigzag: value)
    }
    value(.kind, Int64(spec.kind.rawValue), Int64(plain.kind.rawValue))
    value(.level, Int64(spec.level), Int64(plain.level))
    value(.pages, Int64(spec.pages.rawValue), -1)
    flag(.exact, spec.matching == .exact)
    value(.instance, Int64(spec.instance.rawValue), -1)
    flag(.keepAlive, spec.keepAlive)
    flag(.async, spec.content == .async)
    flag(.conditionFalse, !spec.condition)
    flag(.dropWhenBarred, spec.whenBarred == .drop)
    value(.onHigher, Int64(spec.onHigher.rawValue), Int64(plain.onHigher.rawValue))
    value(.chain, Int64(spec.chain.rawValue), -1)
    value(.key, Int64(spec.key.rawValue), -1)
    value(.expires, spec.expires.rawValue, plain.expires.rawValue)
    value(.autoDismiss, spec.autoDismiss.rawValue, plain.autoDismiss.rawValue)
    value(.showLength, spec.showLength.rawValue, plain.showLength.rawValue)
    value(.hideLength, spec.hideLength.rawValue, plain.hideLength.rawValue)
    flag(.needsKeyboard, spec.needsKeyboard)
    value(.scene, Int64(spec.scene), 0)
    value(.scheduler, Int64(spec.scheduler), 0)
    value(.object, Int64(spec.object), Int64(plain.object))
    value(.host, Int64(spec.host.rawValue), -1)
    value(.dismissal, Int64(spec.dismissal.rawValue), Int64(plain.dismissal.rawValue))
    flag(.next, spec.next)
    value(.user, Int64(spec.user.rawValue), -1)
    value(.callerPage, Int64(spec.callerPage.rawValue), -1)
    bytes.append(count: (Int(spec.name.rawValue) + 1) << 1)
    bytes.append(varint: bits)
    bytes.append(contentsOf: values)
  }

  /// Reads attributes as version 3 has them, those of which may be the same as the ones before but for the name.
  static func read(
    _ reader: inout ByteReader, after before: [PopupSpec], names: Int, lists: Int
  ) throws(Malformed) -> PopupSpec {
    let word = try reader.count(upTo: names << 1 | 1, "as a name")
    let name = Symbol((word >> 1) - 1)
    guard word & 1 == 1 else { return try readRest(&reader, name, names, lists) }
    guard var spec = before.last else { throw Malformed(.corrupt, "has attributes like others, which are not there") }
    spec.name = name
    return spec
  }

  /// Reads attributes as versions 1 and 2 have them; names and lists are places in the chunk and checked, pages are not yet.
  static func read(_ reader: inout ByteReader, names: Int, lists: Int) throws(Malformed) -> PopupSpec {
    try readRest(&reader, Symbol(try reader.count(upTo: names, "as a name") - 1), names, lists)
  }

  private static func readRest(
    _ reader: inout ByteReader, _ name: Symbol, _ names: Int, _ lists: Int
  ) throws(Malformed) -> PopupSpec {
    var spec = PopupSpec(name: name)
    let bits = try reader.varint()
    guard bits < 1 << Bit.end else { throw Malformed(.corrupt, "has an unknown attribute of a popup") }
    func has(_ bit: Bit) -> Bool { bits >> bit.rawValue & 1 == 1 }
    if has(.kind) { spec.kind = try word(&reader, PopupKind.init) }
    if has(.level) { spec.level = try integer(&reader) }
    if has(.pages) { spec.pages = NameListID(try index(&reader, of: lists)) }
    if has(.exact) { spec.matching = .exact }
    if has(.instance) { spec.instance = PageID(try index(&reader, of: Int(Int32.max))) }
    spec.keepAlive = has(.keepAlive)
    if has(.async) { spec.content = .async }
    if has(.conditionFalse) { spec.condition = false }
    if has(.dropWhenBarred) { spec.whenBarred = .drop }
    if has(.onHigher) { spec.onHigher = try word(&reader, OnHigher.init) }
    if has(.chain) { spec.chain = Symbol(try index(&reader, of: names)) }
    if has(.key) { spec.key = Symbol(try index(&reader, of: names)) }
    if has(.expires) { spec.expires = try reader.length() }
    if has(.autoDismiss) { spec.autoDismiss = try reader.length() }
    if has(.showLength) { spec.showLength = try reader.length() }
    if has(.hideLength) { spec.hideLength = try reader.length() }
    spec.needsKeyboard = has(.needsKeyboard)
    if has(.scene) { spec.scene = try integer(&reader) }
    if has(.scheduler) { spec.scheduler = try integer(&reader) }
    if has(.object) { spec.object = try integer(&reader) }
    if has(.host) { spec.host = Symbol(try index(&reader, of: names)) }
    if has(.dismissal) { spec.dismissal = try word(&reader, DismissalStyle.init) }
    spec.next = has(.next)
    if has(.user) { spec.user = Symbol(try index(&reader, of: names)) }
    if has(.callerPage) { spec.callerPage = PageID(try index(&reader, of: Int(Int32.max))) }
    return spec
  }

  private static func integer<Value: FixedWidthInteger>(_ reader: inout ByteReader) throws(Malformed) -> Value {
    guard let value = Value(exactly: try reader.zigzag()) else {
      throw Malformed(.corrupt, "has an attribute out of range")
    }
    return value
  }

  private static func word<Word>(_ reader: inout ByteReader, _ make: (UInt8) -> Word?) throws(Malformed) -> Word {
    let raw: UInt8 = try integer(&reader)
    guard let word = make(raw) else { throw Malformed(.corrupt, "has an attribute with an unknown word") }
    return word
  }

  private static func index(_ reader: inout ByteReader, of count: Int) throws(Malformed) -> Int {
    let index = try reader.zigzag()
    guard index >= 0, index < Int64(count) else { throw Malformed(.corrupt, "has an attribute that refers to nothing") }
    return Int(index)
  }
}

extension ByteReader {
  /// A length of time in ticks.
  mutating func length() throws(Malformed) -> Ticks {
    let length = try zigzag()
    guard length > -SlotCheck.timeLimit, length < SlotCheck.timeLimit else {
      throw Malformed(.corrupt, "has a length of time out of range")
    }
    return Ticks(length)
  }
}

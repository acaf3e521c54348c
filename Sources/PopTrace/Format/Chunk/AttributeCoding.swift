import PopupScheduling

/// The attributes of popups in a chunk: the name, a bit for each attribute that is not the default, and the values of those that need one.
enum PopupAttributeCoding {
  private static let end = UInt64(PopupSpec.attributes.count { $0.bit != nil })

  /// Adds attributes, whose lengths must be ones that a trace can hold; `before` are those that were added before.
  static func write(_ spec: PopupSpec, after before: PopupSpec?, into bytes: inout [UInt8]) {
    var spec = spec
    let name = Int(spec.name.rawValue) + 1
    if var before {
      before.name = spec.name
      if spec == before {
        bytes.append(count: name << 1 | 1)
        return
      }
    }
    var writer = Writer()
    spec.visit(&writer)
    bytes.append(count: name << 1)
    bytes.append(varint: writer.bits)
    bytes.append(contentsOf: writer.values)
  }

  private struct Writer: PopupAttributeVisitor {
    var bits: UInt64 = 0
    var values: [UInt8] = []

    @inline(__always)
    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      guard let bit = attribute.bit, value != usual else { return }
      bits |= 1 << UInt64(bit)
      if !attribute.shape.isBit { values.append(zigzag: value.stored) }
    }
  }

  /// Reads the attributes of so many; names and lists are indices in the chunk and checked, pages are not yet.
  static func read(
    _ count: Int, from reader: inout ByteReader, into specs: inout [PopupSpec], names: Int, lists: Int
  ) throws(Malformed) {
    // One visitor for all of them, which has the bytes as long.
    var visitor = Reader(bits: 0, bytes: reader, names: Int64(names), lists: Int64(lists))
    for _ in 0..<count {
      let word = try visitor.bytes.count(upTo: names << 1 | 1, "as a name")
      let place = specs.count
      if word & 1 == 1 {
        guard let before = specs.last else { throw Malformed("has attributes like others, which are not there") }
        specs.append(before)
      } else {
        visitor.bits = try visitor.bytes.varint()
        try require(visitor.bits < 1 << end, "has an unknown attribute of a popup")
        // Where they come to stand, for most of them are left as they are.
        specs.append(PopupSpec(name: .none))
        try specs[place].visit(&visitor)
      }
      specs[place].name = Symbol((word >> 1) - 1)
    }
    reader = visitor.bytes
  }

  private struct Reader: PopupAttributeVisitor {
    typealias Failure = Malformed
    var bits: UInt64
    var bytes: ByteReader
    let names: Int64
    let lists: Int64

    @inline(__always)
    mutating func visit<Value: AttributeValue>(
      _ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value
    ) throws(Malformed) {
      guard let bit = attribute.bit, bits >> UInt64(bit) & 1 == 1 else { return }
      // Of two values the other one.
      let stored = attribute.shape.isBit ? 1 - usual.stored : try bytes.zigzag()
      let (isValid, flaw): (Bool, StaticString) =
        switch attribute.shape {
        case .name: (stored >= 0 && stored < names, "has an attribute that refers to nothing")
        case .list: (stored >= 0 && stored < lists, "has an attribute that refers to nothing")
        case .page: (stored >= 0 && stored < Int64(Int32.max), "has an attribute that refers to nothing")
        case .length:
          (stored > -SlotCheck.timeLimit && stored < SlotCheck.timeLimit, "has a length of time out of range")
        case .number: (true, "has an attribute out of range")
        case .word, .choice, .flag: (true, "has an attribute with an unknown word")
        }
      guard isValid, let given = Value(stored: stored) else { throw Malformed("\(flaw)") }
      value = given
    }
  }
}

enum PageKindCoding {
  /// Adds a kind; `next` is the index plus 1 of the list of classes that is expected: the one after that of the kind before.
  static func write(_ kind: PageSpec, after next: inout Int, into bytes: inout [UInt8]) {
    let classes = Int(kind.classes.rawValue) + 1
    let navigation: UInt8 = kind.navigation.map { $0 ? 2 : 1 } ?? 0
    let word = kind.presentation.rawValue << 2 | navigation
    let isPlain = word == 0 && kind.scene == 0
    bytes.append(varint: Zigzag.encode(Int64(classes - next)) << 1 | (isPlain ? 0 : 1))
    if !isPlain {
      bytes.append(word)
      bytes.append(count: Int(kind.scene))
    }
    next = classes + 1
  }

  static func read(_ reader: inout ByteReader, after next: inout Int, lists: Int) throws(Malformed) -> PageSpec {
    let first = try reader.varint()
    let classes = Int64(next) &+ Zigzag.decode(first >> 1)
    try require(classes >= 0 && classes <= Int64(lists), "has a page with classes that are not there")
    next = Int(classes) + 1
    var kind = PageSpec()
    kind.classes = NameListID(Int(classes) - 1)
    guard first & 1 == 1 else { return kind }
    let word = try reader.byte()
    guard let presentation = PagePresentation(rawValue: word >> 2), word & 3 < 3 else {
      throw Malformed("has a page with an unknown word")
    }
    kind.presentation = presentation
    kind.navigation = word & 3 == 0 ? nil : word & 3 == 2
    kind.scene = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scene"))
    return kind
  }
}

enum ChangeCoding {
  /// Adds a change; `list` is the index of its pages in the chunk's lists, and read only where it has any.
  static func write(_ change: PopupChange, list: Int, into bytes: inout [UInt8]) {
    let bits: UInt8 = (change.level == nil ? 0 : 1) | (change.pages == nil ? 0 : 2) | (change.expires == nil ? 0 : 4)
    bytes.append(bits)
    if let level = change.level { bytes.append(zigzag: Int64(level)) }
    if change.pages != nil { bytes.append(count: list + 1) }
    if let expires = change.expires { bytes.append(zigzag: expires.rawValue) }
  }

  static func read(_ reader: inout ByteReader, lists: Int) throws(Malformed) -> PopupChange {
    var change = PopupChange()
    let bits = try reader.byte()
    try require(bits < 8, "has a change of something unknown")
    if bits & 1 != 0 {
      guard let level = Int32(exactly: try reader.zigzag()) else { throw Malformed("has a level out of range") }
      change.level = level
    }
    if bits & 2 != 0 { change.pages = NameListID(try reader.count(upTo: lists, "as a list of pages") - 1) }
    if bits & 4 != 0 {
      let length = try reader.zigzag()
      try require(length.magnitude < SlotCheck.timeLimit, "has a length of time out of range")
      change.expires = Ticks(length)
    }
    return change
  }
}

extension PopupSpec {
  /// The same attributes in the one way in which a trace says "for ever" and "not given".
  func storable(_ tick: TickLength) -> PopupSpec {
    var spec = self
    var clamping = LengthClamping(tick: tick)
    spec.visit(&clamping)
    return spec
  }

  /// Whether two attributes say the same, whichever of several equal lists they name.
  func isSame(as other: PopupSpec, _ names: Names) -> Bool {
    var aligned = other
    if names.areSame(pages, other.pages) { aligned.pages = pages }
    return self == aligned
  }
}

private struct LengthClamping: PopupAttributeVisitor {
  let tick: TickLength

  @inline(__always)
  mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
    let stored = value.stored
    switch attribute.shape {
    case .length: value = stored < 0 ? usual : Value(stored: tick.clamp(Ticks(stored)).rawValue) ?? usual
    // A number that there is not means that there is none.
    case .number(let numbers) where stored < numbers.lowerBound: value = usual
    case .number, .name, .list, .page, .word, .choice, .flag: break
    }
  }
}

extension PopupChange {
  func storable(_ tick: TickLength) -> PopupChange {
    var change = self
    if let expires { change.expires = expires < .zero ? tick.clamp(.distantFuture) : tick.clamp(expires) }
    return change
  }

  func isSame(as other: PopupChange, _ names: Names) -> Bool {
    var aligned = other
    if let pages, let others = other.pages, names.areSame(pages, others) { aligned.pages = pages }
    return self == aligned
  }
}

extension Names {
  /// Whether two lists have the same members: a chunk has one for both, and cannot tell which of them is meant.
  fileprivate func areSame(_ list: NameListID, _ other: NameListID) -> Bool {
    list == other || list.isNone == other.isNone && self.list(list).elementsEqual(self.list(other))
  }
}

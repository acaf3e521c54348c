import PopupScheduling

/// The attributes of popups in a chunk: the name, a bit for each attribute that is not the default, and the values of those that need one.
enum PopupAttributeCoding {
  /// One more than the highest bit.
  private static let end = UInt64(PopupSpec.attributes.count { $0.bit != nil })

  /// Adds attributes, whose lengths must be ones that a trace can hold (``TickLength/clamp(_:)``).
  ///
  /// - Parameter before: The attributes that were added before these.
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
    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute, _ value: inout Value, usual: Value) {
      guard let bit = attribute.bit, value != usual else { return }
      bits |= 1 << UInt64(bit)
      if !attribute.shape.isBit { values.append(zigzag: value.stored) }
    }
  }

  /// Reads attributes, which may be the same as the ones before but for the name; names and lists are indices in the chunk and checked, pages
  /// are not yet.
  static func read(
    _ reader: inout ByteReader, after before: [PopupSpec], names: Int, lists: Int
  ) throws(Malformed) -> PopupSpec {
    let word = try reader.count(upTo: names << 1 | 1, "as a name")
    let name = Symbol((word >> 1) - 1)
    if word & 1 == 1 {
      guard var spec = before.last else { throw Malformed(.corrupt, "has attributes like others, which are not there") }
      spec.name = name
      return spec
    }
    let bits = try reader.varint()
    guard bits < 1 << end else { throw Malformed(.corrupt, "has an unknown attribute of a popup") }
    var spec = PopupSpec(name: name)
    guard bits != 0 else { return spec }
    var visitor = Reader(bits: bits, bytes: reader, names: Int64(names), lists: Int64(lists))
    try spec.visit(&visitor)
    reader = visitor.bytes
    return spec
  }

  private struct Reader: PopupAttributeVisitor {
    typealias Failure = Malformed

    let bits: UInt64
    var bytes: ByteReader
    let names: Int64
    let lists: Int64

    @inline(__always)
    mutating func visit<Value: AttributeValue>(
      _ attribute: PopupAttribute, _ value: inout Value, usual: Value
    ) throws(Malformed) {
      guard let bit = attribute.bit, bits >> UInt64(bit) & 1 == 1 else { return }
      // Of two values the other one.
      let stored = attribute.shape.isBit ? 1 - usual.stored : try bytes.zigzag()
      let isValid: Bool
      switch attribute.shape {
      case .name: isValid = stored >= 0 && stored < names
      case .list: isValid = stored >= 0 && stored < lists
      case .page: isValid = stored >= 0 && stored < Int64(Int32.max)
      case .length: isValid = stored > -SlotCheck.timeLimit && stored < SlotCheck.timeLimit
      case .number, .word, .choice, .flag: isValid = true
      }
      guard isValid, let given = Value(stored: stored) else { throw Self.flaw(in: attribute) }
      value = given
    }

    private static func flaw(in attribute: PopupAttribute) -> Malformed {
      switch attribute.shape {
      case .name, .list, .page: Malformed(.corrupt, "has an attribute that refers to nothing")
      case .length: Malformed(.corrupt, "has a length of time out of range")
      case .number: Malformed(.corrupt, "has an attribute out of range")
      case .word, .choice, .flag: Malformed(.corrupt, "has an attribute with an unknown word")
      }
    }
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

/// Takes JSON texts apart, strictly by RFC 8259, without building anything but a flat list of what is where, used again for every text.
///
/// Names that occur twice in an object are for the reader to find, which knows the names there can be.
package struct JSONScanner {
  package let bytes: [UInt8]
  package private(set) var nodes: [Node] = []
  private var position = 0
  private var limit = 0
  /// How deep objects and lists may stand in each other.
  static let deepest = 16

  package struct Failure: Error {
    package var offset: Int
    /// What is wrong, to be put behind "this is not JSON:".
    package var what: String
  }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func scan(_ range: Range<Int>) throws(Failure) {
    nodes.removeAll(keepingCapacity: true)
    position = range.lowerBound
    limit = range.upperBound
    skipSpace()
    try scanValue(depth: 1)
    skipSpace()
    guard position == limit else { throw fail("something follows its end") }
  }

  private func fail(_ what: String) -> Failure { Failure(offset: position, what: what) }
  /// The next byte; 0, which no text may contain, at the end.
  private var byte: UInt8 { position < limit ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < limit {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func add(_ kind: Node.Kind, _ start: Int, _ end: Int) {
    nodes.append(Node(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func scanValue(depth: Int) throws(Failure) {
    switch byte {
    case UInt8(ascii: "{"): try scanObject(depth: depth)
    case UInt8(ascii: "["): try scanArray(depth: depth)
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"): try scanWord("true", .yes)
    case UInt8(ascii: "f"): try scanWord("false", .no)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: throw fail(position < limit ? "a value is expected here" : "it ends where a value is expected")
    }
  }

  private mutating func scanWord(_ word: StaticString, _ kind: Node.Kind) throws(Failure) {
    let start = position
    for expected in "\(word)".utf8 {
      guard byte == expected else {
        throw Failure(offset: start, what: "only true, false and null stand without quotes")
      }
      position += 1
    }
    add(kind, start, position)
  }

  private mutating func open(_ kind: Node.Kind, depth: Int) throws(Failure) -> Int {
    guard depth <= Self.deepest else { throw fail("it is nested more than \(Self.deepest) deep") }
    let index = nodes.count
    add(kind, position, position)
    position += 1
    skipSpace()
    return index
  }

  private mutating func close(_ index: Int) {
    position += 1
    nodes[index].end = position
    nodes[index].next = nodes.count
  }

  /// Goes past a comma; false at the closing bracket.
  private mutating func goesOn(to closing: UInt8) throws(Failure) -> Bool {
    skipSpace()
    if byte == closing { return false }
    guard byte == UInt8(ascii: ",") else {
      throw fail(position < limit ? "a comma or the closing bracket is expected here" : "it ends before it is closed")
    }
    position += 1
    skipSpace()
    return true
  }

  private mutating func scanArray(depth: Int) throws(Failure) {
    let index = try open(.array, depth: depth)
    if byte != UInt8(ascii: "]") {
      repeat { try scanValue(depth: depth + 1) } while try goesOn(to: UInt8(ascii: "]"))
    }
    close(index)
  }

  private mutating func scanObject(depth: Int) throws(Failure) {
    let index = try open(.object, depth: depth)
    if byte != UInt8(ascii: "}") {
      repeat {
        guard byte == UInt8(ascii: "\"") else { throw fail("the name of a field, in quotes, is expected here") }
        try scanString()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw fail("a colon is expected here") }
        position += 1
        skipSpace()
        try scanValue(depth: depth + 1)
      } while try goesOn(to: UInt8(ascii: "}"))
    }
    close(index)
  }

  private mutating func scanDigits() throws(Failure) {
    let start = position
    while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw fail("a digit is expected here") }
  }

  private mutating func scanNumber() throws(Failure) {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") {
      position += 1
      guard byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") else { throw fail("a number may not begin with 0") }
    } else {
      try scanDigits()
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      try scanDigits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try scanDigits()
    }
    add(.number, start, position)
  }

  private mutating func scanString() throws(Failure) {
    position += 1
    let start = position
    var kind = Node.Kind.string
    while position < limit {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        add(kind, start, position)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        position = try endOfEscape(at: position)
      case 0x00..<0x20: throw fail("a control character in a text must be escaped")
      case 0x20..<0x80: position += 1
      default: position = try endOfSequence(at: position)
      }
    }
    throw fail("a text is not closed")
  }

  /// Where the sequence of UTF-8 that begins at a byte of 0x80 or more ends.
  private func endOfSequence(at start: Int) throws(Failure) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[start..<limit].makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else {
      throw Failure(offset: start, what: "a text is not UTF-8")
    }
    return start + scalar.count
  }

  /// Where the escape that begins at a backslash ends; of a surrogate pair, the end of both.
  private func endOfEscape(at start: Int) throws(Failure) -> Int {
    guard start + 1 < limit else { throw Failure(offset: start, what: "a text is not closed") }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard let unit = unit(at: start, limit: limit) else {
        throw Failure(offset: start, what: "\\u needs four hexadecimal digits")
      }
      if unit & 0xF800 != 0xD800 { return start + 6 }
      guard unit < 0xDC00, let low = self.unit(at: start + 6, limit: limit), low & 0xFC00 == 0xDC00 else {
        throw Failure(offset: start, what: "half of a surrogate pair stands alone")
      }
      return start + 12
    default: throw Failure(offset: start, what: "there is no such escape")
    }
  }

  private func unit(at start: Int, limit: Int) -> UInt32? {
    guard start + 6 <= limit, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt32 = 0
    for byte in bytes[start + 2..<start + 6] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// What a text, or the name of a field, says, its escapes taken back.
  package func text(of node: Node) -> String {
    if node.kind == .string { return String(decoding: bytes[node.start..<node.end], as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(node.end - node.start)
    var offset = node.start
    while offset < node.end {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      switch bytes[offset + 1] {
      case UInt8(ascii: "u"):
        var scalar = unit(at: offset, limit: node.end) ?? 0xFFFD
        offset += 6
        if scalar & 0xFC00 == 0xD800, let low = unit(at: offset, limit: node.end) {
          scalar = 0x10000 + ((scalar & 0x3FF) << 10 | low & 0x3FF)
          offset += 6
        }
        text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        continue
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case let literal: text.append(literal)
      }
      offset += 2
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// One value of a scanned JSON text, in a flat list: an object or array is followed by what it contains.
  package struct Node {
    package enum Kind: UInt8 {
      case object, array, string, escapedString, number, yes, no, null

      package var wireName: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string, .escapedString: "text"
        case .number: "a number"
        case .yes, .no: "true or false"
        case .null: "null"
        }
      }
    }

    package var kind: Kind
    /// Where it begins; of a text, behind the opening quote.
    package var start: Int
    /// Where it ends; of a text, before the closing quote.
    package var end: Int
    /// The index in the list behind it and all that it contains.
    package var next: Int
  }
}

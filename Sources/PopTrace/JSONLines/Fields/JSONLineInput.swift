import PopupScheduling

struct JSONValue {
  var node: Int
  var name: String
}

/// What the fields of JSON lines are read with: the scanned line, and the catalog that grows with what they mention. Every value is checked here.
struct JSONLineInput {
  var scanner: JSONScanner
  var catalog = Catalog()
  /// The popups that lost, of all decisions so far.
  var over: [PopupID] = []
  var tick = TickLength.millisecond
  /// The number of the line, from 1.
  var line = 0
  func error(_ code: TraceError.Code, _ message: String) -> TraceError { TraceError(code, at: .line(line), message) }

  func check(_ isRight: Bool, _ code: TraceError.Code, _ message: @autoclosure () -> String) throws(TraceError) {
    if !isRight { throw error(code, message()) }
  }

  func wrong(_ value: JSONValue, _ wanted: String) -> TraceError {
    error(.badValue, "\(Quoted(value.name)) must be \(wanted), not \(shown(value)).")
  }

  private func shown(_ value: JSONValue) -> String {
    let node = scanner.nodes[value.node]
    switch node.kind {
    case .number, .yes, .no:
      return String(decoding: scanner.bytes[node.start..<min(node.end, node.start + 40)], as: UTF8.self)
    case .string, .escapedString: return Quoted(text(at: value.node)).description
    case .object, .array, .null: return node.kind.wireName
    }
  }

  func text(at index: Int) -> String { scanner.text(of: scanner.nodes[index]) }

  func text(
    _ value: JSONValue, orNumber: Bool = false, _ wanted: @autoclosure () -> String = "text"
  ) throws(TraceError) -> String {
    switch scanner.nodes[value.node].kind {
    case .string, .escapedString: return text(at: value.node)
    case .number where orNumber: return String(try integer(value, in: -(.max)...(.max)))
    default: throw wrong(value, orNumber ? "text or a whole number" : wanted())
    }
  }

  mutating func symbol(_ value: JSONValue, orNumber: Bool = false) throws(TraceError) -> Symbol {
    catalog.names.intern(try text(value, orNumber: orNumber))
  }

  func elements(_ value: JSONValue, _ wanted: String) throws(TraceError) -> [JSONValue] {
    let list = scanner.nodes[value.node]
    guard list.kind == .array else { throw wrong(value, wanted) }
    var elements: [JSONValue] = []
    var index = value.node + 1
    while index < list.next {
      elements.append(JSONValue(node: index, name: value.name))
      index = scanner.nodes[index].next
    }
    return elements
  }

  mutating func symbols(_ value: JSONValue) throws(TraceError) -> [Symbol] {
    try elements(value, "a list of names").map { element throws(TraceError) in try symbol(element) }
  }

  func flag(_ value: JSONValue) throws(TraceError) -> Bool {
    switch scanner.nodes[value.node].kind {
    case .yes: return true
    case .no: return false
    default: throw wrong(value, "true or false")
    }
  }

  func word<Word: WireNamed>(_ value: JSONValue) throws(TraceError) -> Word {
    let words = Array(Word.allCases)
    return words[try word(value, among: words.map(\.wireName))]
  }

  func word(_ value: JSONValue, among names: [String]) throws(TraceError) -> Int {
    let text = try text(value, "one of \(names.joined(separator: ", "))")
    if let index = names.firstIndex(of: text) { return index }
    let guess = NearestName.to(text, among: names).map { " Did you mean \(Quoted($0))?" } ?? ""
    throw error(
      .badValue,
      "\(Quoted(value.name)) cannot be \(Quoted(text)); it is one of \(names.joined(separator: ", ")).\(guess)")
  }

  func number(_ value: JSONValue, _ wanted: @autoclosure () -> String) throws(TraceError) -> DecimalNumber {
    let node = scanner.nodes[value.node]
    guard node.kind == .number else { throw wrong(value, wanted()) }
    return DecimalNumber(scanner.bytes, node.start..<node.end)
  }

  func integer(_ value: JSONValue, in bounds: ClosedRange<Int64>) throws(TraceError) -> Int64 {
    func wanted() -> String { "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)" }
    let number = try number(value, wanted())
    guard let (magnitude, isExact) = number.magnitude(), isExact else { throw wrong(value, wanted()) }
    let integer = number.isNegative ? -Int64(magnitude) : Int64(magnitude)
    guard bounds.contains(integer) else { throw wrong(value, wanted()) }
    return integer
  }

  mutating func popup(_ value: JSONValue) throws(TraceError) -> PopupID {
    catalog.popup(numbered: try integer(value, in: 0...SessionCheck.largestNumber))
  }

  mutating func page(_ value: JSONValue) throws(TraceError) -> PageID {
    catalog.page(numbered: try integer(value, in: 0...SessionCheck.largestNumber))
  }
}

// Times are given in ms and kept in ticks, exactly (TimeAndTurns, *Ticks*).
extension JSONLineInput {
  /// An instant in ms, which may be before the session's start.
  func instant(_ value: JSONValue) throws(TraceError) -> Ticks { try ticks(value, below: tick.instantLimit) }

  func length(_ value: JSONValue) throws(TraceError) -> Ticks {
    let length = try ticks(value, below: tick.timeLimit)
    guard length >= .zero else { throw wrong(value, "0 or more") }
    return length
  }

  private func ticks(_ value: JSONValue, below limit: Int64) throws(TraceError) -> Ticks {
    let number = try number(value, "a number of milliseconds")
    guard let (ticks, isExact) = number.magnitude(shiftedBy: 3, dividedBy: UInt64(tick.microseconds)) else {
      throw wrong(value, "fewer than 2^60 ticks")
    }
    guard isExact else {
      throw wrong(value, "a whole number of ticks of \(tick.microseconds) µs\(helpfulTick(for: number))")
    }
    guard ticks < UInt64(limit) else {
      throw wrong(value, limit == SlotCheck.timeLimit ? "fewer than 2^60 ticks" : "less than \(limit) ticks")
    }
    return Ticks(number.isNegative ? -Int64(ticks) : Int64(ticks))
  }

  /// The longest tick that would hold a number of milliseconds and everything that the session's own tick holds.
  private func helpfulTick(for number: DecimalNumber) -> String {
    guard let (microseconds, isExact) = number.magnitude(shiftedBy: 3), isExact else {
      return ", and no tick is shorter than 1 µs"
    }
    var (tick, rest) = (UInt64(tick.microseconds), microseconds)
    while rest != 0 { (tick, rest) = (rest, tick % rest) }
    return " (\"tick_us\":\(tick) in the header would hold it)"
  }

  func line(_ value: JSONValue) throws(TraceError) -> SchedulerID {
    let elements = try elements(value, "a list of a scene and a scheduler")
    guard elements.count == 2 else { throw wrong(value, "a list of a scene and a scheduler") }
    return SchedulerID(
      scene: UInt16(try integer(elements[0], in: 0...Int64(UInt16.max))),
      scheduler: UInt16(try integer(elements[1], in: 0...Int64(UInt16.max))))
  }
}

extension JSONLineInput {
  /// The fields of an object in order, each by its index among the names it may have, and the indexes of those that are given, as bits.
  func members(
    of index: Int, _ names: FieldNames
  ) throws(TraceError) -> (members: [(index: Int, value: JSONValue)], given: UInt64) {
    let object = scanner.nodes[index]
    guard object.kind == .object else {
      throw error(
        .badValue, "Here an object with the fields of \(names.owner) is expected, not \(object.kind.wireName).")
    }
    var members: [(index: Int, value: JSONValue)] = []
    var given: UInt64 = 0
    var node = index + 1
    while node < object.next {
      guard let field = field(at: node, names) else { throw unknownField(at: node, names) }
      guard given & 1 << UInt64(field) == 0 else {
        throw error(.badJSON, "\(Quoted(names.names[field])) is given twice; keep one of them.")
      }
      given |= 1 << UInt64(field)
      members.append((field, JSONValue(node: node + 1, name: names.names[field])))
      node = scanner.nodes[node + 1].next
    }
    return (members, given)
  }

  /// The members of an object whose names are free, in order of their names; all of them are texts.
  func entries(_ value: JSONValue) throws(TraceError) -> [HeaderEntry] {
    let object = scanner.nodes[value.node]
    guard object.kind == .object else { throw wrong(value, "an object of texts") }
    var entries: [HeaderEntry] = []
    var node = value.node + 1
    while node < object.next {
      let name = text(at: node)
      entries.append(HeaderEntry(name, try text(JSONValue(node: node + 1, name: name))))
      node = scanner.nodes[node + 1].next
    }
    // By bytes; which of two of one name comes first does not matter, for that is refused.
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (entry, next) in zip(entries, entries.dropFirst()) where entry.name == next.name {
      throw error(.badJSON, "\(Quoted(entry.name)) is given twice in \(Quoted(value.name)); keep one of them.")
    }
    return entries
  }

  private func field(at node: Int, _ names: FieldNames) -> Int? {
    let key = scanner.nodes[node]
    if key.kind == .string { return names.index(of: key.start..<key.end, in: scanner.bytes) }
    return names.names.firstIndex(of: text(at: node))
  }

  private func unknownField(at node: Int, _ names: FieldNames) -> TraceError {
    let name = text(at: node)
    let help =
      NearestName.to(name, among: names.names).map { "Did you mean \(Quoted($0))?" }
      ?? "It may have \(names.names.joined(separator: ", "))."
    return error(.unknownField, "There is no field \(Quoted(name)) in \(names.owner). \(help)")
  }

  /// The value of a field of an object, found by its name alone; nil where there is none.
  func member(_ lone: FieldNames, of index: Int) -> JSONValue? {
    let object = scanner.nodes[index]
    guard object.kind == .object else { return nil }
    var node = index + 1
    while node < object.next {
      if field(at: node, lone) != nil { return JSONValue(node: node + 1, name: lone.names[0]) }
      node = scanner.nodes[node + 1].next
    }
    return nil
  }

  func kind(_ value: JSONValue) throws(TraceError) -> EventKind {
    let name = try text(value)
    if let kind = LineShape.kind(named: name) { return kind }
    let guess = NearestName.to(name, among: EventKind.allCases.map(\.wireName))
    let help = guess.map { "Did you mean \(Quoted($0))?" } ?? "The documentation lists the events there are."
    throw error(.unknownEvent, "There is no event \(Quoted(name)). \(help)")
  }
}

/// A number as the decimal text it was written as, so that converting it rounds nothing by accident.
struct DecimalNumber {
  private let bytes: [UInt8]
  private let whole: Range<Int>
  private let fraction: Range<Int>
  private let exponent: Int
  let isNegative: Bool

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    var offset = range.lowerBound
    isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    func skipDigits() -> Range<Int> {
      let start = offset
      while offset < range.upperBound, bytes[offset] >= UInt8(ascii: "0"), bytes[offset] <= UInt8(ascii: "9") {
        offset += 1
      }
      return start..<offset
    }
    whole = skipDigits()
    if offset < range.upperBound, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      fraction = skipDigits()
    } else {
      fraction = offset..<offset
    }
    var exponent = 0
    if offset < range.upperBound {
      offset += 1
      let minus = bytes[offset] == UInt8(ascii: "-")
      if minus || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
      for digit in bytes[skipDigits()] { exponent = min(exponent * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000) }
      if minus { exponent = -exponent }
    }
    self.exponent = exponent
  }

  private func digit(_ offset: Int) -> UInt64 {
    if offset < whole.count { return UInt64(bytes[whole.lowerBound + offset] - UInt8(ascii: "0")) }
    let offset = offset - whole.count
    return offset < fraction.count ? UInt64(bytes[fraction.lowerBound + offset] - UInt8(ascii: "0")) : 0
  }

  /// Its magnitude, shifted by so many decimal places and divided, rounded down; nil where that is more than `Int64` holds.
  func magnitude(shiftedBy offsets: Int = 0, dividedBy divisor: UInt64 = 1) -> (quotient: UInt64, isExact: Bool)? {
    let count = whole.count + fraction.count
    let wholeCount = whole.count + exponent + offsets
    guard (0..<count).contains(where: { digit($0) != 0 }) else { return (0, true) }
    var quotient: UInt64 = 0
    var remainder: UInt64 = 0
    // Ends soon although the exponent may be large: a digit other than 0 is in `remainder` or `quotient`, which overflows.
    var offset = 0
    while offset < wholeCount {
      remainder = remainder * 10 + digit(offset)
      let (tenfold, overflow) = quotient.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(remainder / divisor)
      guard !overflow, !carry, sum <= UInt64(Int64.max) else { return nil }
      quotient = sum
      remainder %= divisor
      offset += 1
    }
    let rest = (max(0, wholeCount)..<max(0, wholeCount, count)).contains { digit($0) != 0 }
    return (quotient, remainder == 0 && !rest)
  }
}

/// A text from an input in quotes, cut short, with characters that steer a terminal spelled out, as error messages show it.
struct Quoted: CustomStringConvertible {
  private let text: String
  init(_ text: String) { self.text = text }
  static let longest = 60

  var description: String {
    var shown = "\""
    for scalar in text.unicodeScalars.prefix(Self.longest) {
      if scalar.value >= 0x7F, scalar.steersTerminals {
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        shown += scalar.escaped(asASCII: false)
      }
    }
    if text.unicodeScalars.count > Self.longest { shown += "…" }
    return shown + "\""
  }
}

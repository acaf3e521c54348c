import PopupScheduling

/// A value of a JSON line, and the name it has there.
struct JSONValue {
  /// The index in the scanner's list.
  var node: Int
  /// The name of its field.
  var name: String
}

/// What the fields of JSON lines are read with: the scanned line, and the catalog that grows with what they mention.
///
/// Every value is checked here, once: a field that is read has the right type and is within its bounds.
struct JSONLineInput {
  /// The line, scanned.
  var scanner: JSONScanner
  /// What the lines so far mention.
  var catalog = Catalog()
  /// The popups that lost, of all decisions so far.
  var over: [PopupID] = []
  /// How long a tick is.
  var tick = TickLength.millisecond
  /// The number of the line, from 1.
  var line = 0

  /// An error on this line.
  func error(_ code: TraceError.Code, _ message: String) -> TraceError { TraceError(code, at: .line(line), message) }

  /// The error about a value that is not what its field wants.
  func wrong(_ value: JSONValue, _ wanted: String) -> TraceError {
    error(.badValue, "\(Quoted(value.name)) must be \(wanted), not \(shown(value)).")
  }

  private func shown(_ value: JSONValue) -> String {
    let node = scanner.nodes[value.node]
    switch node.kind {
    case .number: return String(decoding: scanner.bytes[node.start..<min(node.end, node.start + 40)], as: UTF8.self)
    case .string, .escapedString: return Quoted(text(at: value.node)).description
    case .yes: return "true"
    case .no: return "false"
    case .object, .array, .null: return node.kind.wireName
    }
  }

  /// The text at a place that holds one.
  func text(at index: Int) -> String {
    let node = scanner.nodes[index]
    if node.kind == .string { return String(decoding: scanner.bytes[node.start..<node.end], as: UTF8.self) }
    return String(decoding: JSONEscape.text(in: scanner.bytes, node.start..<node.end), as: UTF8.self)
  }

  private func isText(_ value: JSONValue) -> Bool {
    let kind = scanner.nodes[value.node].kind
    return kind == .string || kind == .escapedString
  }

  /// A text.
  func text(_ value: JSONValue) throws(TraceError) -> String {
    guard isText(value) else { throw wrong(value, "text") }
    return text(at: value.node)
  }

  /// A text, or a whole number in place of it.
  func textOrNumber(_ value: JSONValue) throws(TraceError) -> String {
    if scanner.nodes[value.node].kind == .number { return String(try integer(value, in: -(.max)...(.max))) }
    guard isText(value) else { throw wrong(value, "text or a whole number") }
    return text(at: value.node)
  }

  /// A name.
  mutating func symbol(_ value: JSONValue) throws(TraceError) -> Symbol { catalog.names.intern(try text(value)) }

  /// A name, or a number that serves as one.
  mutating func symbolOrNumber(_ value: JSONValue) throws(TraceError) -> Symbol {
    catalog.names.intern(try textOrNumber(value))
  }

  /// The elements of a list.
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

  /// A list of names.
  mutating func symbols(_ value: JSONValue) throws(TraceError) -> [Symbol] {
    var symbols: [Symbol] = []
    for element in try elements(value, "a list of names") { symbols.append(try symbol(element)) }
    return symbols
  }

  /// True or false.
  func flag(_ value: JSONValue) throws(TraceError) -> Bool {
    switch scanner.nodes[value.node].kind {
    case .yes: return true
    case .no: return false
    default: throw wrong(value, "true or false")
    }
  }

  /// A word of the vocabulary.
  func word<Word: WireNamed>(_ value: JSONValue) throws(TraceError) -> Word {
    let words = Array(Word.allCases)
    return words[try word(value, among: words.map(\.wireName))]
  }

  /// The index of a word among others.
  func word(_ value: JSONValue, among names: [String]) throws(TraceError) -> Int {
    guard isText(value) else { throw wrong(value, "one of \(names.joined(separator: ", "))") }
    let text = text(at: value.node)
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

  /// A whole number within bounds.
  func integer(_ value: JSONValue, in bounds: ClosedRange<Int64>) throws(TraceError) -> Int64 {
    func wanted() -> String { "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)" }
    let number = try number(value, wanted())
    guard let (magnitude, isExact) = number.magnitude(), isExact else { throw wrong(value, wanted()) }
    let integer = number.isNegative ? -Int64(magnitude) : Int64(magnitude)
    guard bounds.contains(integer) else { throw wrong(value, wanted()) }
    return integer
  }

  /// The popup with a number.
  mutating func popup(_ value: JSONValue) throws(TraceError) -> PopupID {
    catalog.popup(numbered: try integer(value, in: 0...SessionCheck.largestNumber))
  }

  /// The page with a number.
  mutating func page(_ value: JSONValue) throws(TraceError) -> PageID {
    catalog.page(numbered: try integer(value, in: 0...SessionCheck.largestNumber))
  }
}

package import PopTrace

/// Writes JSON text, a value at a time, with keys in the order in which they are written.
///
/// ```swift
/// var json = JSONWriter()
/// json.object {
///   $0.member("rule", "overlap")
///   $0.member("witness", [12, 15])
/// }
/// // json.bytes is {"rule":"overlap","witness":[12,15]}
/// ```
///
/// Deterministic: the same calls give the same bytes. Text is escaped as ``PopTrace/JSONText`` says, so that none can steer a terminal.
package struct JSONWriter: Sendable {
  /// What was written so far.
  package var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a key; the value must follow.
  package mutating func key(_ name: StaticString) {
    separate()
    JSONText.append(plain: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that the program does not know beforehand; the value must follow.
  package mutating func key(named name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  package mutating func objects<Elements: Sequence>(
    _ name: StaticString, of elements: Elements, _ members: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name) { for element in elements { $0.object { members(&$0, element) } } }
  }

  /// Begins a new line, for files that people and `diff` look at.
  package mutating func newLine() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Opens an object or array that ``close(_:)`` ends; for what is written over several calls.
  package mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  /// Closes what ``open(_:)`` opened.
  package mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  package mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func quote(_ text: String) { JSONText.append(text, to: &bytes) }
}

// MARK: - Values

extension JSONWriter {
  package mutating func value(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  package mutating func value(_ text: String?) {
    if let text { value(text) } else { null() }
  }

  package mutating func value(_ number: some BinaryInteger) {
    separate()
    if let number = Int64(exactly: number) {
      JSONText.append(number, to: &bytes)
    } else {
      bytes += String(number).utf8
    }
    needsComma = true
  }

  package mutating func value(_ truth: Bool) { word(truth ? "true" : "false") }

  package mutating func value(_ time: Milliseconds) {
    if let whole = time.wholeMilliseconds { value(whole) } else { word(time.plain) }
  }

  package mutating func null() { word("null") }

  private mutating func word(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  package mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  package mutating func member(named name: String, _ text: String) {
    key(named: name)
    value(text)
  }

  package mutating func member(named name: String, _ number: some BinaryInteger) {
    key(named: name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ number: Int64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  package mutating func member(_ name: StaticString, _ truth: Bool) {
    key(name)
    value(truth)
  }

  package mutating func member(_ name: StaticString, _ time: Milliseconds?) {
    key(name)
    if let time { value(time) } else { null() }
  }

  package mutating func member(_ name: StaticString, _ numbers: [Int32]) {
    key(name)
    array { for number in numbers { $0.value(number) } }
  }

  package mutating func member(_ name: StaticString, _ texts: [String]) {
    key(name)
    array { for text in texts { $0.value(text) } }
  }
}

extension JSONWriter {
  mutating func decimal(_ number: Int, places: Int) {
    var digits = String(number.magnitude)
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let point = digits.index(digits.endIndex, offsetBy: -places)
    var text = digits[..<point] + "." + digits[point...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    raw(Array(((number < 0 ? "-" : "") + text).utf8))
  }

  package mutating func member<Value: FieldValue>(_ name: StaticString, of value: Value?) {
    key(name)
    guard let value else { return null() }
    fields { value.write(to: &$0) }
  }

  package mutating func members(of value: some Fielded) { fields { $0.members(of: value) } }

  private mutating func fields(_ write: (inout FieldWriter) -> Void) {
    var form = FieldWriter()
    swap(&self, &form.json)
    write(&form)
    swap(&self, &form.json)
  }
}

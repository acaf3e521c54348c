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

  /// Makes a writer of an empty text.
  package init() {}

  /// Writes an object whose members the closure writes.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array whose elements the closure writes.
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

  /// Writes a member with an object whose members the closure writes.
  package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member with an array whose elements the closure writes.
  package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  /// Writes a member with an array of objects, one for each of some elements.
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

  /// Writes text that is JSON already.
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
  /// Writes a text.
  package mutating func value(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  /// Writes a text, or null.
  package mutating func value(_ text: String?) {
    if let text { value(text) } else { null() }
  }

  /// Writes a whole number.
  package mutating func value(_ number: some BinaryInteger) {
    separate()
    if let number = Int64(exactly: number) {
      JSONText.append(number, to: &bytes)
    } else {
      bytes += String(number).utf8
    }
    needsComma = true
  }

  /// Writes a truth value.
  package mutating func value(_ truth: Bool) { word(truth ? "true" : "false") }

  /// Writes a time in milliseconds, with a fraction where there is one.
  package mutating func value(_ time: Milliseconds) {
    if let whole = time.wholeMilliseconds { value(whole) } else { word(time.plain) }
  }

  /// Writes null.
  package mutating func null() { word("null") }

  /// Writes what is JSON without quotes.
  private mutating func word(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// Writes a member with a text.
  package mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  /// Writes a member with a text, or null.
  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  /// Writes a member with a number.
  package mutating func member(_ name: StaticString, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }

  /// Writes a member with a text, under a key that the program does not know beforehand.
  package mutating func member(named name: String, _ text: String) {
    key(named: name)
    value(text)
  }

  /// Writes a member with a number, under a key that the program does not know beforehand.
  package mutating func member(named name: String, _ number: some BinaryInteger) {
    key(named: name)
    value(number)
  }

  /// Writes a member with a number, or null.
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// Writes a member with a truth value.
  package mutating func member(_ name: StaticString, _ truth: Bool) {
    key(name)
    value(truth)
  }

  /// Writes a member with a time, or null.
  package mutating func member(_ name: StaticString, _ time: Milliseconds?) {
    key(name)
    if let time { value(time) } else { null() }
  }

  /// Writes a member with a list of numbers.
  package mutating func member(_ name: StaticString, _ numbers: [Int32]) {
    key(name)
    array { for number in numbers { $0.value(number) } }
  }

  /// Writes a member with a list of texts.
  package mutating func member(_ name: StaticString, _ texts: [String]) {
    key(name)
    array { for text in texts { $0.value(text) } }
  }
}

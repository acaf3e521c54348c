package import PopTrace

/// Writes JSON text, a value at a time, with keys in the order in which they are written.
///
/// Deterministic: the same calls give the same bytes. Text is escaped as `JSONText` says, so that none can steer a terminal.
package struct JSONWriter: Sendable {
  package var bytes: [UInt8] = []
  package let isWhole: Bool
  private var needsComma = false

  package init(isWhole: Bool = false) { self.isWhole = isWhole }

  package static func bytes(of value: some JSONWritable, isWhole: Bool = false) -> [UInt8] {
    var json = JSONWriter(isWhole: isWhole)
    value.write(to: &json)
    return json.bytes
  }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func object(_ members: JSONObject) { object { $0.members(members) } }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  package mutating func key(_ name: StaticString) {
    separate()
    JSONText.append(plain: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that the program does not know beforehand; the value must follow.
  package mutating func key(named name: String) {
    value(name)
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
    _ name: StaticString, of elements: Elements, _ members: (Elements.Element) -> JSONObject
  ) {
    array(name) { for element in elements { $0.object(members(element)) } }
  }

  /// Begins a new line, for files that people and `diff` look at.
  package mutating func newLine() {
    separate()
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Opens an object or array that ``close(_:)`` ends; for what is written over several calls.
  package mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  package mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  package mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  // MARK: - Values

  package mutating func value(_ text: String) {
    separate()
    JSONText.append(text, to: &bytes)
    needsComma = true
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

  package mutating func value(_ truth: Bool) { raw((truth ? "true" : "false").utf8) }

  package mutating func value(_ time: Milliseconds) {
    if let whole = time.wholeMilliseconds { value(whole) } else { raw(time.plain.utf8) }
  }

  package mutating func null() { raw("null".utf8) }

  package mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
    key(name)
    if let value { value.write(to: &self) } else { null() }
  }

  package mutating func member(named name: String, _ value: some JSONWritable) {
    key(named: name)
    value.write(to: &self)
  }

  package mutating func members(_ members: JSONObject) {
    for (name, value) in members.members {
      key(name)
      if let value { value.write(to: &self) } else { null() }
    }
  }
}

/// An object as a literal: its members by their names, null where there is nothing.
package struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  fileprivate let members: [(StaticString, (any JSONWritable)?)]

  package init(dictionaryLiteral members: (StaticString, (any JSONWritable)?)...) { self.members = members }
  package func write(to json: inout JSONWriter) { json.object(self) }
}

package import PopAudit
package import PopReplay
package import PopTrace
package import PopupScheduling

package protocol JSONWritable {
  func write(to json: inout JSONWriter)
}

package protocol FieldValue: JSONWritable {
  static func read(_ json: JSONFields) throws(ReportError) -> Self
}

package protocol FieldWord: FieldValue, RawRepresentable, CaseIterable where RawValue == String {}

extension FieldWord {
  package func write(to json: inout JSONWriter) { json.value(rawValue) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Self {
    let text = try json.text
    guard let word = Self(rawValue: text) else { throw json.mistake("There is no word \"\(printable(text))\" here") }
    return word
  }
}

/// A value that is written as text, and read again.
package protocol FieldText: FieldValue, LosslessStringConvertible {
  /// What is said of a text that is none.
  static func mistake(in text: String) -> String
}

extension FieldText {
  package func write(to json: inout JSONWriter) { json.value(description) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Self {
    let text = try json.text
    guard let value = Self(text) else { throw json.mistake(mistake(in: text)) }
    return value
  }
}

extension String: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> String { try json.text }
}

/// A whole number from 0 on, unless its shape says otherwise; no greater than what can be added up.
extension Int: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Int {
    try json.number("A whole number from 0 on") { Int($0).flatMap { (0...(1 << 32)).contains($0) ? $0 : nil } }
  }
}

extension Int32: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Int32 {
    try json.number("The number of an event") { Int32($0) }
  }
}

extension Int64: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Int64 {
    try json.number("A whole number") { Int64($0) }
  }
}

extension Bool: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func read(_ json: JSONFields) -> Bool { json.isTrue }
}

/// A time in milliseconds, with at most three decimals.
extension Milliseconds: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Milliseconds {
    Milliseconds(microseconds: try json.number("A time in ms") { FixedDecimal.scaled($0, places: 3) })
  }
}

package struct FixedDecimal: FieldValue {
  package var number: Int
  package var places = 6

  package func write(to json: inout JSONWriter) { json.raw(decimalText(number, places: places).utf8) }

  package static func read(_ json: JSONFields) throws(ReportError) -> FixedDecimal {
    let number = try json.number("A number from 0 on with at most six decimals") {
      Self.scaled($0, places: 6).flatMap { $0 >= 0 ? Int($0) : nil }
    }
    return FixedDecimal(number: number)
  }

  /// A decimal number, times a power of ten; nil where that is no whole number of 64 bits.
  static func scaled(_ number: String, places: Int) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count <= 2, fraction.utf8.count <= places else { return nil }
    return Int64(String(parts[0]) + fraction + String(repeating: "0", count: places - fraction.utf8.count))
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to json: inout JSONWriter) { json.array { for element in self { element.write(to: &$0) } } }
}

extension Array: FieldValue where Element: FieldValue {
  package static func read(_ json: JSONFields) throws(ReportError) -> [Element] {
    try json.elements.map(Element.read)
  }
}

// MARK: - Values of other modules

extension Rule: FieldWord {}
extension Severity: FieldWord {}
extension FindingStatus: FieldWord {}
extension IdentityWord: FieldWord {}
extension OutcomeChange.Kind: FieldWord {}
extension Grade: FieldWord {}
extension Assumption.Reason: FieldWord {}
extension ReplayNote.Kind: FieldWord {}
extension ReplayOptions.Visits: FieldWord {}

extension PopupKind: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(wireName) }

  package static func read(_ json: JSONFields) throws(ReportError) -> PopupKind {
    let word = try json.text
    guard let kind = PopupKind.allCases.first(where: { $0.wireName == word }) else {
      throw json.mistake("There is no kind of popup \"\(printable(word))\"")
    }
    return kind
  }
}

extension Fingerprint: FieldText {
  package static func mistake(in text: String) -> String { "A digest has 16 hexadecimal digits" }
}

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

extension Fielded {
  package func write(to json: inout JSONWriter) { json.object { $0.members(of: self) } }

  package static func read(_ json: JSONFields) throws(ReportError) -> Self {
    var value = Self.blank
    var form = FieldReader(json)
    try value.fields(&form)
    return value
  }
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

/// The number of an event.
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

/// A number that is counted in decimal places of 1.
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
    var elements: [Element] = []
    for element in try json.elements { elements.append(try Element.read(element)) }
    return elements
  }
}

/// A value for each word of a list.
package struct ByWord<Word: FieldWord, Value: FieldValue>: FieldValue {
  private let values: [Value]

  package init(_ value: (Word) -> Value) { values = Word.allCases.map(value) }
  private init(values: [Value]) { self.values = values }

  package func write(to json: inout JSONWriter) {
    json.object { for (word, value) in zip(Word.allCases, values) { $0.member(named: word.rawValue, value) } }
  }

  package static func read(_ json: JSONFields) throws(ReportError) -> ByWord {
    var values: [Value] = []
    for word in Word.allCases { values.append(try Value.read(try json[word.rawValue])) }
    return ByWord(values: values)
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

extension Fingerprint: FieldValue {
  package func write(to json: inout JSONWriter) { json.value(description) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Fingerprint {
    guard let fingerprint = Fingerprint(try json.text) else { throw json.mistake("A digest has 16 hexadecimal digits") }
    return fingerprint
  }
}

// MARK: - Fields

/// A value whose fields stand in one table, ``fields(_:)``, by which it is written, read, and described by a schema.
///
/// ```swift
/// struct Point: Fielded {
///   var x = 0
///   var note = ""
///   static var blank: Self { Self() }
///
///   mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
///     try form.field("x", &x)
///     try form.field("note", &note, unless: "")
///   }
/// }
/// ```
package protocol Fielded: FieldValue {
  static var blank: Self { get }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError)
}

/// What takes the fields of a value one by one: a writer, a reader, a schema.
///
/// A writer looks at a value and leaves it as it is; a reader sets it. Only a reader throws.
package protocol FieldForm {
  /// Whether there is all that other forms of a report are made of, and not only what JSON for programs has.
  var isWhole: Bool { get }
  var isReading: Bool { get }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ shape: FieldShape, about: StaticString) throws(ReportError)

  /// A field that is always there, and null where there is nothing.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _ shape: FieldShape, about: StaticString) throws(ReportError)

  /// A field that is missing where there is nothing.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, _ shape: FieldShape, about: StaticString) throws(ReportError)

  /// A field that is missing where its value is the usual one.
  mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _ shape: FieldShape, about: StaticString
  ) throws(ReportError)

  /// A field that always has the same value, which nobody reads.
  mutating func constant(_ name: StaticString, _ value: StaticString)

  mutating func rows<Value: FieldValue>(_ name: StaticString, _ values: [Value], about: StaticString)
}

extension FieldForm {
  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ shape: FieldShape = .any
  ) throws(ReportError) { try field(name, &value, shape, about: "") }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _ shape: FieldShape = .any
  ) throws(ReportError) { try field(name, &value, shape, about: "") }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, _ shape: FieldShape = .any
  ) throws(ReportError) { try field(name, ifAny: &value, shape, about: "") }

  package mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _ shape: FieldShape = .any
  ) throws(ReportError) { try field(name, &value, unless: usual, shape, about: "") }

  /// A text that is null where what it belongs to is missing.
  package mutating func field(
    _ name: StaticString, _ text: inout String, orNullUnless isKnown: Bool
  ) throws(ReportError) {
    var known: String? = isKnown ? text : nil
    try field(name, &known)
    if isReading { text = known ?? "" }
  }

  /// A field that follows from others, so that nobody reads it.
  package mutating func derived<Value: FieldValue>(
    _ name: StaticString, _ value: Value, _ shape: FieldShape = .any, about: StaticString = ""
  ) {
    guard !isReading else { return }
    var value = value
    do { try field(name, &value, shape, about: about) } catch { preconditionFailure("only a reader throws") }
  }

  /// Several of them that are always there.
  package mutating func derived(_ members: KeyValuePairs<StaticString, any FieldValue>) {
    for (name, value) in members { derived(name, value) }
  }

  /// The same of what may be nothing, and is null then.
  package mutating func derived<Value: FieldValue>(
    _ name: StaticString, _ value: Value?, _ shape: FieldShape = .any, about: StaticString = ""
  ) {
    guard !isReading else { return }
    var value = value
    do { try field(name, &value, shape, about: about) } catch { preconditionFailure("only a reader throws") }
  }

  /// The same of what is missing where there is nothing.
  package mutating func derived<Value: FieldValue>(
    _ name: StaticString, ifAny value: Value?, _ shape: FieldShape = .any, about: StaticString = ""
  ) {
    guard !isReading else { return }
    var value = value
    do { try field(name, ifAny: &value, shape, about: about) } catch { preconditionFailure("only a reader throws") }
  }
}

/// What a schema says of a field beyond the type of its value.
package enum FieldShape: Sendable {
  case any
  /// Text that is never empty, a list with at least one element.
  case notEmpty
  /// A whole number from 1 on.
  case positive
  case atLeastZero
  /// A number from 0 to 1.
  case part
  /// What a finding is recognised by: 16 hexadecimal digits.
  case fingerprint
  /// `1,3/4`, each part perhaps with the digest of its lines.
  case shards
  /// A word, with a reason behind a colon: `dropped:expired`.
  case ending
  case digits
  /// A number of so much at most, or so many elements.
  case atMost(Int)
}

/// Sets the fields of a value to what JSON says. Everything in it is untrusted.
struct FieldReader: FieldForm {
  let isWhole = true
  let isReading = true
  private let json: JSONFields

  init(_ json: JSONFields) { self.json = json }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _: FieldShape, about _: StaticString
  ) throws(ReportError) { value = try Value.read(try json["\(name)"]) }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _ shape: FieldShape, about: StaticString
  ) throws(ReportError) { try field(name, ifAny: &value, shape, about: about) }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, _: FieldShape, about _: StaticString
  ) throws(ReportError) {
    value = if let member = json.optional("\(name)") { try Value.read(member) } else { nil }
  }

  mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _: FieldShape, about _: StaticString
  ) throws(ReportError) {
    value = if let member = json.optional("\(name)") { try Value.read(member) } else { usual }
  }

  mutating func constant(_: StaticString, _: StaticString) {}
  mutating func rows<Value: FieldValue>(_: StaticString, _: [Value], about _: StaticString) {}
}

/// A value whose fields stand in one table, ``fields(_:)``, by which it is written, read, and described by a schema.
package protocol Fielded: FieldValue {
  static var blank: Self { get }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError)
}

extension Fielded {
  package func write(to json: inout JSONWriter) { json.object { $0.members(of: self) } }

  package static func read(_ json: JSONFields) throws(ReportError) -> Self {
    var value = Self.blank
    var form = FieldReader(json: json)
    try value.fields(&form)
    return value
  }
}

/// What takes the fields of a value one by one: a writer, a reader, a schema.
///
/// A writer looks at a value and leaves it as it is; a reader sets it. Only a reader throws.
package protocol FieldForm {
  /// Whether there is all that other forms of a report are made of, and not only what JSON for programs has.
  var isWhole: Bool { get }
  var isReading: Bool { get }

  mutating func take(_ name: StaticString, _ value: inout some FieldValue, _ shape: FieldShape) throws(ReportError)

  /// Takes a field that is null, or missing, where there is nothing.
  mutating func take<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, orNull: Bool, _ shape: FieldShape
  ) throws(ReportError)

  mutating func take<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _ shape: FieldShape
  ) throws(ReportError)

  /// Takes a field that always has the same value, which nobody reads.
  mutating func constant(_ name: StaticString, _ value: StaticString)

  mutating func rows<Value: FieldValue>(_ name: StaticString, _ values: [Value])
}

extension FieldForm {
  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ shape: FieldShape = .any
  ) throws(ReportError) { try take(name, &value, shape) }

  /// A field that is always there, and null where there is nothing.
  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _ shape: FieldShape = .any
  ) throws(ReportError) { try take(name, ifAny: &value, orNull: true, shape) }

  /// A field that is missing where there is nothing.
  package mutating func field<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, _ shape: FieldShape = .any
  ) throws(ReportError) { try take(name, ifAny: &value, orNull: false, shape) }

  /// A field that is missing where its value is the usual one.
  package mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _ shape: FieldShape = .any
  ) throws(ReportError) { try take(name, &value, unless: usual, shape) }

  /// A text that is null where what it belongs to is missing.
  package mutating func field(
    _ name: StaticString, _ text: inout String, orNullUnless isKnown: Bool
  ) throws(ReportError) {
    var known: String? = isKnown ? text : nil
    try field(name, &known)
    if isReading { text = known ?? "" }
  }

  /// A field that follows from others, so that nobody reads it.
  package mutating func derived(_ name: StaticString, _ value: some FieldValue, _ shape: FieldShape = .any) {
    guard !isReading else { return }
    var value = value
    do { try take(name, &value, shape) } catch { preconditionFailure("only a reader throws") }
  }

  /// Several of them that are always there.
  package mutating func derived(_ members: KeyValuePairs<StaticString, any FieldValue>) {
    for (name, value) in members { derived(name, value) }
  }

  /// The same of what may be nothing, and is null then.
  package mutating func derived(_ name: StaticString, _ value: (some FieldValue)?, _ shape: FieldShape = .any) {
    derive(name, value, orNull: true, shape)
  }

  /// The same of what is missing where there is nothing.
  package mutating func derived(_ name: StaticString, ifAny value: (some FieldValue)?, _ shape: FieldShape = .any) {
    derive(name, value, orNull: false, shape)
  }

  private mutating func derive(_ name: StaticString, _ value: (some FieldValue)?, orNull: Bool, _ shape: FieldShape) {
    guard !isReading else { return }
    var value = value
    do { try take(name, ifAny: &value, orNull: orNull, shape) } catch {
      preconditionFailure("only a reader throws")
    }
  }
}

/// What a schema says of a field beyond the type of its value.
package enum FieldShape: Sendable {
  case any
  /// Text that is never empty, a list with at least one element.
  case notEmpty
  case positive
  case atLeastZero
  case part
  /// What a finding is recognised by: 16 hexadecimal digits.
  case fingerprint
  /// `1,3/4`, each part perhaps with the digest of its lines.
  case shards
  /// A word, with a reason behind a colon: `dropped:expired`.
  case ending
  case digits
  case atMost(Int)
}

/// Sets the fields of a value to what JSON says. Everything in it is untrusted.
struct FieldReader: FieldForm {
  let isWhole = true
  let isReading = true
  let json: JSONFields

  mutating func take<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _: FieldShape
  ) throws(ReportError) { value = try Value.read(try json["\(name)"]) }

  mutating func take<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, orNull: Bool, _: FieldShape
  ) throws(ReportError) {
    value = if let member = json.optional("\(name)") { try Value.read(member) } else { nil }
  }

  mutating func take<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _: FieldShape
  ) throws(ReportError) {
    value = if let member = json.optional("\(name)") { try Value.read(member) } else { usual }
  }

  mutating func constant(_: StaticString, _: StaticString) {}
  mutating func rows<Value: FieldValue>(_: StaticString, _: [Value]) {}
}

extension JSONWriter: FieldForm {
  package var isReading: Bool { false }

  package mutating func members(of value: some Fielded) {
    var value = value
    do { try value.fields(&self) } catch { preconditionFailure("only a reader throws") }
  }

  package mutating func take(_ name: StaticString, _ value: inout some FieldValue, _: FieldShape) {
    key(name)
    value.write(to: &self)
  }

  package mutating func take<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, orNull: Bool, _: FieldShape
  ) {
    if value != nil || orNull { member(name, value) }
  }

  package mutating func take<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _: FieldShape
  ) {
    if value != usual { member(name, value) }
  }

  package mutating func constant(_ name: StaticString, _ value: StaticString) { member(name, "\(value)") }

  package mutating func rows<Value: FieldValue>(_ name: StaticString, _ values: [Value]) {
    array(name) {
      for value in values {
        $0.newLine()
        value.write(to: &$0)
      }
    }
  }
}

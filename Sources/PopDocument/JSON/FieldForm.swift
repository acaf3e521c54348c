/// A value whose fields stand in one table, ``fields(_:)``, by which it is written, read, and described by a schema.
///
/// ```swift
/// extension Point: Fielded {
///   package static var blank: Self { Self() }
///
///   package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
///     try form.field("x", &x)
///     try form.field("note", &note, unless: "")
///   }
/// }
/// ```
package protocol Fielded: FieldValue {
  /// A value that nothing is known of yet.
  static var blank: Self { get }

  /// Hands its fields to a form, in their order.
  mutating func fields(_ form: inout some FieldForm) throws(ReportError)
}

/// What takes the fields of a value one by one: a writer, a reader, a schema.
///
/// A writer looks at a value and leaves it as it is; a reader sets it. Only a reader throws.
package protocol FieldForm {
  /// Whether there is all that other forms of a report are made of, and not only what JSON for programs has.
  var isWhole: Bool { get }
  var isReading: Bool { get }

  /// A field that is always there.
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

  /// A list of which each element begins a line.
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
  /// A number from 0 on.
  case atLeastZero
  /// A number from 0 to 1.
  case part
  /// What a finding is recognised by: 16 hexadecimal digits.
  case fingerprint
  /// `1,3/4`, each part perhaps with the digest of its lines.
  case shards
  /// A word, with a reason behind a colon: `dropped:expired`.
  case ending
  /// A whole number as text.
  case digits
  /// A number of so much at most, or so many elements.
  case atMost(Int)
}

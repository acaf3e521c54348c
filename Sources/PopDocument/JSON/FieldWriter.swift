/// Writes the fields of values as JSON.
package struct FieldWriter: FieldForm {
  package let isWhole: Bool
  package var isReading: Bool { false }
  package var json = JSONWriter()

  package init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// A value as JSON.
  package static func bytes(of value: some FieldValue, isWhole: Bool = false) -> [UInt8] {
    var form = FieldWriter(isWhole: isWhole)
    value.write(to: &form)
    return form.json.bytes
  }

  /// Writes the fields of a value, in an object that is open.
  package mutating func members(of value: some Fielded) {
    var value = value
    do { try value.fields(&self) } catch { preconditionFailure("only a reader throws") }
  }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _: FieldShape, about _: StaticString
  ) {
    json.key(name)
    value.write(to: &self)
  }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _: FieldShape, about _: StaticString
  ) {
    json.key(name)
    if let value { value.write(to: &self) } else { json.null() }
  }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, ifAny value: inout Value?, _: FieldShape, about _: StaticString
  ) {
    guard let value else { return }
    json.key(name)
    value.write(to: &self)
  }

  package mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, unless usual: Value, _: FieldShape, about _: StaticString
  ) {
    guard value != usual else { return }
    json.key(name)
    value.write(to: &self)
  }

  package mutating func constant(_ name: StaticString, _ value: StaticString) { json.member(name, "\(value)") }

  package mutating func rows<Value: FieldValue>(_ name: StaticString, _ values: [Value], about _: StaticString) {
    json.key(name)
    json.open(UInt8(ascii: "["))
    for value in values {
      json.newLine()
      value.write(to: &self)
    }
    json.close(UInt8(ascii: "]"))
  }
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

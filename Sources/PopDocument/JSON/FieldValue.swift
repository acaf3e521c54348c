package import PopAudit
package import PopReplay
package import PopTrace
package import PopupScheduling

/// What a field of JSON holds.
package protocol FieldValue {
  func write(to form: inout FieldWriter)
  static func read(_ json: JSONFields) throws(ReportError) -> Self
}

extension Fielded {
  package func write(to form: inout FieldWriter) {
    form.json.open(UInt8(ascii: "{"))
    form.members(of: self)
    form.json.close(UInt8(ascii: "}"))
  }

  package static func read(_ json: JSONFields) throws(ReportError) -> Self {
    var value = Self.blank
    var form = FieldReader(json)
    try value.fields(&form)
    return value
  }
}

/// A word of a fixed list.
package protocol FieldWord: FieldValue, RawRepresentable, CaseIterable where RawValue == String {}

extension FieldWord {
  package func write(to form: inout FieldWriter) { form.json.value(rawValue) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Self { try json.word() }
}

extension String: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> String { try json.text }
}

/// A whole number from 0 on, unless its shape says otherwise.
extension Int: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Int { try json.count }
}

/// The number of an event.
extension Int32: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Int32 { try json.event }
}

/// Any whole number.
extension Int64: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Int64 { try json.integer }
}

extension Bool: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) -> Bool { json.isTrue }
}

extension Milliseconds: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(self) }
  package static func read(_ json: JSONFields) throws(ReportError) -> Milliseconds { try json.time }
}

/// A number that is counted in decimal places of 1.
package struct DecimalNumber: FieldValue {
  package var number: Int
  package var places = 6

  package func write(to form: inout FieldWriter) { form.json.decimal(number, places: places) }
  package static func read(_ json: JSONFields) throws(ReportError) -> DecimalNumber {
    DecimalNumber(number: try json.millionths)
  }
}

extension Array: FieldValue where Element: FieldValue {
  package func write(to form: inout FieldWriter) {
    form.json.open(UInt8(ascii: "["))
    for element in self { element.write(to: &form) }
    form.json.close(UInt8(ascii: "]"))
  }

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

  package func write(to form: inout FieldWriter) {
    form.json.open(UInt8(ascii: "{"))
    for (word, value) in zip(Word.allCases, values) {
      form.json.key(named: word.rawValue)
      value.write(to: &form)
    }
    form.json.close(UInt8(ascii: "}"))
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
  package func write(to form: inout FieldWriter) { form.json.value(wireName) }

  package static func read(_ json: JSONFields) throws(ReportError) -> PopupKind {
    let word = try json.text
    guard let kind = PopupKind.allCases.first(where: { $0.wireName == word }) else {
      throw json.mistake("There is no kind of popup \"\(printable(word))\"")
    }
    return kind
  }
}

extension Fingerprint: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(description) }

  package static func read(_ json: JSONFields) throws(ReportError) -> Fingerprint {
    guard let fingerprint = Fingerprint(try json.text) else {
      throw json.mistake("A digest has 16 hexadecimal digits")
    }
    return fingerprint
  }
}

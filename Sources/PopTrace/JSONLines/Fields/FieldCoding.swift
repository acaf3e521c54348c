import PopupScheduling

/// One field of a JSON object: how it is read into a value, and how it is written from it. The tables of these and that of popups'
/// attributes are the only place that knows a field, so that what is written can be read.
struct FieldCoding<Target>: Sendable {
  /// A way to a stored property that may be used from anywhere.
  typealias Path<Value> = WritableKeyPath<Target, Value> & Sendable

  let name: String
  var isRequired = false
  let decode: @Sendable (inout Target, JSONValue, inout JSONLineInput) throws(TraceError) -> Void
  /// Writes it, unless it says what would be understood anyway.
  let encode: @Sendable (Target, inout JSONLineOutput) -> Void
}

extension FieldCoding {
  init<Value>(
    _ name: String, _ path: any Path<Value>, _ coding: ValueCoding<Value>, isRequired: Bool = false,
    isGiven: @escaping @Sendable (Target) -> Bool
  ) {
    self.init(name: name, isRequired: isRequired) { target, value, input throws(TraceError) in
      target[keyPath: path] = try coding.read(&input, value)
    } encode: { target, output in
      if isGiven(target) { coding.write(&output, name, target[keyPath: path]) }
    }
  }

  /// A field that is a property, and is written where there is any.
  init<Value>(_ name: String, optional path: any Path<Value?>, _ coding: ValueCoding<Value>) {
    self.init(name: name) { target, value, input throws(TraceError) in
      target[keyPath: path] = try coding.read(&input, value)
    } encode: { target, output in
      if let value = target[keyPath: path] { coding.write(&output, name, value) }
    }
  }

  static func integer<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ path: any Path<Number>, in bounds: ClosedRange<Int64>, default absent: Number?,
    isRequired: Bool = false
  ) -> FieldCoding {
    FieldCoding(name, path, Values.integer(in: bounds), isRequired: isRequired) {
      isRequired || $0[keyPath: path] != absent
    }
  }

  static func text(_ name: String, _ path: any Path<String>, orNumber: Bool = false) -> FieldCoding {
    FieldCoding(name, path, Values.text(orNumber: orNumber)) { !$0[keyPath: path].isEmpty }
  }
}

struct ValueCoding<Value>: Sendable {
  let read: @Sendable (inout JSONLineInput, JSONValue) throws(TraceError) -> Value
  let write: @Sendable (inout JSONLineOutput, String, Value) -> Void
}

enum Values {
  static let flag = ValueCoding<Bool>(
    read: { input, value throws(TraceError) in try input.flag(value) }, write: { $0.member($1, flag: $2) })
  static let popup = ValueCoding<PopupID>(
    read: { input, value throws(TraceError) in try input.popup(value) },
    write: { $0.member($1, integer: $0.catalog.number(of: $2)) })
  static let page = ValueCoding<PageID>(
    read: { input, value throws(TraceError) in try input.page(value) },
    write: { $0.member($1, integer: $0.catalog.number(of: $2)) })
  static let symbols = ValueCoding<[Symbol]>(
    read: { input, value throws(TraceError) in try input.symbols(value) }, write: { $0.member($1, symbols: $2) })
  static let list = ValueCoding<NameListID>(
    read: { input, value throws(TraceError) in
      let symbols = try input.symbols(value)
      return input.catalog.names.intern(symbols)
    }, write: { $0.member($1, symbols: $0.catalog.names.list($2)) })
  /// An instant or a length in milliseconds that is not before the session's start, or less than nothing.
  static let length = ValueCoding<Ticks>(
    read: { input, value throws(TraceError) in try input.length(value) }, write: { $0.member($1, milliseconds: $2) })
  /// An instant of the policy's own making, which may be any.
  static let instant = ValueCoding<Ticks>(
    read: { input, value throws(TraceError) in try input.instant(value) }, write: { $0.member($1, milliseconds: $2) })
  static let entries = ValueCoding<[HeaderEntry]>(
    read: { input, value throws(TraceError) in try input.entries(value) },
    write: { output, name, entries in
      output.name(name)
      output.open()
      for entry in entries { output.member(entry.name, text: entry.value) }
      output.close()
    })

  static func text(orNumber: Bool) -> ValueCoding<String> {
    ValueCoding(
      read: { input, value throws(TraceError) in try input.text(value, orNumber: orNumber) },
      write: { $0.member($1, text: $2) })
  }

  static func symbol(orNumber: Bool) -> ValueCoding<Symbol> {
    ValueCoding(
      read: { input, value throws(TraceError) in try input.symbol(value, orNumber: orNumber) },
      write: { $0.member($1, symbol: $2) })
  }

  static func integer<Number: FixedWidthInteger & Sendable>(in bounds: ClosedRange<Int64>) -> ValueCoding<Number> {
    ValueCoding(
      read: { input, value throws(TraceError) in Number(try input.integer(value, in: bounds)) },
      write: { $0.member($1, integer: $2) })
  }

  static func word<Word: WireNamed>() -> ValueCoding<Word> {
    ValueCoding(
      read: { input, value throws(TraceError) in try input.word(value) }, write: { $0.member($1, text: $2.wireName) })
  }
}

struct FieldNames: Sendable {
  let owner: String
  let names: [String]
  private let bytes: [[UInt8]]
  static let poptrace = FieldNames(of: "", ["poptrace"])
  static let event = FieldNames(of: "", ["event"])

  init(of owner: String, _ names: [String]) {
    precondition(names.count <= 64, "the fields of an object are counted in 64 bits")
    self.owner = owner
    self.names = names
    bytes = names.map { Array($0.utf8) }
  }

  /// The index of a name that is written in a range of some bytes; nil where it is not known.
  func index(of range: Range<Int>, in text: [UInt8]) -> Int? {
    bytes.firstIndex { $0.count == range.count && $0.elementsEqual(text[range]) }
  }
}

import PopupScheduling

/// One field of a JSON object: how it is read into a value, and how it is written from it.
///
/// The tables of these (``PageTable``, ``ChangeTable``, ``HeaderTable``, ``EventField``), and that of popups' attributes are the only place
/// that knows a field, so that what is written can be read.
struct FieldCoding<Target>: Sendable {
  /// Its name.
  let name: String
  /// Whether the object makes no sense without it.
  let isRequired: Bool
  /// Reads it.
  let decode: @Sendable (inout Target, JSONValue, inout JSONLineInput) throws(TraceError) -> Void
  /// Writes it, unless it says what would be understood anyway.
  let encode: @Sendable (Target, inout JSONLineOutput) -> Void

  /// Makes a field of the two directions.
  init(
    _ name: String, isRequired: Bool = false,
    decode: @escaping @Sendable (inout Target, JSONValue, inout JSONLineInput) throws(TraceError) -> Void,
    encode: @escaping @Sendable (Target, inout JSONLineOutput) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.decode = decode
    self.encode = encode
  }
}

/// A way to a stored property that may be used from anywhere.
typealias FieldPath<Target, Value> = WritableKeyPath<Target, Value> & Sendable

// One initializer for every type of field. `default` is the value that is not written.
extension FieldCoding {
  static func word<Word: WireNamed & Equatable>(
    _ name: String, _ path: any FieldPath<Target, Word>, default absent: Word
  ) -> FieldCoding {
    FieldCoding(name) { target, value, input throws(TraceError) in
      target[keyPath: path] = try input.word(value)
    } encode: { target, output in
      let word = target[keyPath: path]
      if word != absent { output.member(name, text: word.wireName) }
    }
  }

  static func flag(_ name: String, _ path: any FieldPath<Target, Bool>, default absent: Bool) -> FieldCoding {
    FieldCoding(name) { target, value, input throws(TraceError) in
      target[keyPath: path] = try input.flag(value)
    } encode: { target, output in
      let flag = target[keyPath: path]
      if flag != absent { output.member(name, flag: flag) }
    }
  }

  static func integer<Number: FixedWidthInteger & Sendable>(
    _ name: String, _ path: any FieldPath<Target, Number>, in bounds: ClosedRange<Int64>, default absent: Number?
  ) -> FieldCoding {
    FieldCoding(name) { target, value, input throws(TraceError) in
      target[keyPath: path] = Number(try input.integer(value, in: bounds))
    } encode: { target, output in
      let number = target[keyPath: path]
      if number != absent { output.member(name, integer: number) }
    }
  }

  static func symbol(
    _ name: String, _ path: any FieldPath<Target, Symbol>, isRequired: Bool = false, orNumber: Bool = false
  ) -> FieldCoding {
    FieldCoding(name, isRequired: isRequired) { target, value, input throws(TraceError) in
      target[keyPath: path] = orNumber ? try input.symbolOrNumber(value) : try input.symbol(value)
    } encode: { target, output in
      let symbol = target[keyPath: path]
      if isRequired || !symbol.isNone { output.member(name, symbol: symbol) }
    }
  }

  static func page(_ name: String, _ path: any FieldPath<Target, PageID>, isRequired: Bool = false) -> FieldCoding {
    FieldCoding(name, isRequired: isRequired) { target, value, input throws(TraceError) in
      target[keyPath: path] = try input.page(value)
    } encode: { target, output in
      let page = target[keyPath: path]
      if !page.isNone { output.member(name, integer: output.catalog.number(of: page)) }
    }
  }

  static func popup(_ name: String, _ path: any FieldPath<Target, PopupID>, isRequired: Bool) -> FieldCoding {
    FieldCoding(name, isRequired: isRequired) { target, value, input throws(TraceError) in
      target[keyPath: path] = try input.popup(value)
    } encode: { target, output in
      let popup = target[keyPath: path]
      if !popup.isNone { output.member(name, integer: output.catalog.number(of: popup)) }
    }
  }

  static func text(_ name: String, _ path: any FieldPath<Target, String>, orNumber: Bool = false) -> FieldCoding {
    FieldCoding(name) { target, value, input throws(TraceError) in
      target[keyPath: path] = orNumber ? try input.textOrNumber(value) : try input.text(value)
    } encode: { target, output in
      let text = target[keyPath: path]
      if !text.isEmpty { output.member(name, text: text) }
    }
  }
}

import PopupScheduling

extension JSONLineInput {
  /// A value of a popup's attribute.
  mutating func value(_ value: JSONValue, of attribute: PopupAttribute) throws(TraceError) -> Int64 {
    switch attribute.shape {
    // A number serves as any name but the popup's own.
    case .name: Int64((attribute.isRequired ? try symbol(value) : try symbolOrNumber(value)).rawValue)
    case .list: Int64(catalog.names.intern(try symbols(value)).rawValue)
    case .page: Int64(try page(value).rawValue)
    case .length: try length(value).rawValue
    case .number(let numbers): try integer(value, in: numbers)
    case .word, .choice: Int64(try word(value, among: attribute.words))
    case .flag: try flag(value) ? 1 : 0
    }
  }
}

extension JSONLineOutput {
  /// Writes a popup's attributes, but for those that have their usual values.
  mutating func members(_ spec: PopupSpec) {
    for (attribute, value) in zip(PopupSpec.attributes, spec.values) {
      let name = attribute.name
      guard value != attribute.usual || attribute.isRequired else { continue }
      switch attribute.shape {
      case .name: member(name, symbol: Symbol(Int(value)))
      case .list: member(name, symbols: catalog.names.list(NameListID(Int(value))))
      case .page: member(name, integer: catalog.number(of: PageID(Int(value))))
      case .length: if value >= 0 { member(name, milliseconds: Ticks(value)) }
      case .number: member(name, integer: value)
      case .word, .choice: member(name, text: attribute.words[Int(value)])
      case .flag: member(name, flag: value == 1)
      }
    }
  }
}

extension PopupAttribute {
  /// Whether a popup makes no sense without it.
  var isRequired: Bool { bit == nil }
}

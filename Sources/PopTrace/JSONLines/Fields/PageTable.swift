import PopupScheduling

/// What a line says of a page: its attributes, and whether it says any.
struct PageDescription: Equatable {
  /// Its class.
  var className = Symbol.none
  /// Its superclasses, nearest first.
  var chain: [Symbol] = []
  /// The rest; its classes are not used.
  var spec = PageSpec()

  /// Makes the description of a page of which nothing is said.
  init() {}

  /// Takes the attributes of a page apart.
  init(_ spec: PageSpec, names: Names) {
    self.spec = spec
    self.spec.classes = .none
    let classes = names.list(spec.classes)
    className = classes.first ?? .none
    chain = Array(classes.dropFirst())
  }

  /// Puts the attributes of a page together.
  func assembled(names: inout Names) -> PageSpec {
    var whole = spec
    if !className.isNone { whole.classes = names.intern([className] + chain) }
    return whole
  }
}

/// The attributes of a page in the line that mentions it first (<doc:TraceFormat#Events>; PagesAndPopups, *Attributes of a page*).
enum PageTable {
  static let fields: [FieldCoding<PageDescription>] = [
    .symbol("class", \.className),
    FieldCoding("chain") { target, value, input throws(TraceError) in
      target.chain = try input.symbols(value)
    } encode: { target, output in
      if !target.chain.isEmpty { output.member("chain", symbols: target.chain) }
    },
    .page("container", \.spec.container),
    .word("presentation", \.spec.presentation, default: .full),
    .integer("scene", \.spec.scene, in: 0...Int64(UInt16.max), default: 0),
    FieldCoding("navigation") { target, value, input throws(TraceError) in
      target.spec.navigation = try input.flag(value)
    } encode: { target, output in
      if let navigation = target.spec.navigation { output.member("navigation", flag: navigation) }
    },
  ]
}

import PopupScheduling

/// The fields of a header line that are kept as they are (<doc:TraceFormat#The-header>); `poptrace` and `tick_us` come before them.
enum HeaderTable {
  static let fields: [FieldCoding<SessionHeader>] = [
    .text("session", \.session, orNumber: true),
    .text("app", \.app),
    .text("build", \.build, orNumber: true),
    .text("os", \.os),
    .text("device", \.device),
    .text("locale", \.locale),
    .text("started", \.started),
    .text("policy", \.policy),
    .text("configuration", \.configuration),
    FieldCoding("arms", \.arms, Values.entries) { !$0.arms.isEmpty },
    FieldCoding("metadata", \.metadata, Values.entries) { !$0.metadata.isEmpty },
    FieldCoding("ended", optional: \.ended, Values.length),
    .integer("clamped", \.clampedTimes, in: 0...Int64.max, default: 0),
    .integer("refused", \.refusedEvents, in: 0...Int64.max, default: 0),
    .integer("dropped", \.droppedEvents, in: 0...Int64.max, default: 0),
    FieldCoding("recovered", \.isRecovered, Values.flag) { $0.isRecovered },
    .integer("prefix", \.prefixEvents, in: 0...Int64(Int32.max), default: 0),
    FieldCoding("observed", \.isObserved, Values.flag) { $0.isObserved },
  ]
}

struct PageFields: Equatable {
  var className = Symbol.none
  var chain: [Symbol] = []
  /// The rest; its classes are not used.
  var spec = PageSpec()
}

extension PageFields {
  init(_ spec: PageSpec, names: Names) {
    self.spec = spec
    self.spec.classes = .none
    let classes = names.list(spec.classes)
    className = classes.first ?? .none
    chain = Array(classes.dropFirst())
  }

  func assembled(names: inout Names) -> PageSpec {
    var whole = spec
    if !className.isNone { whole.classes = names.intern([className] + chain) }
    return whole
  }
}

/// The attributes of a page in the line that mentions it first (<doc:TraceFormat#Events>; PagesAndPopups, *Attributes of a page*).
enum PageTable {
  static let fields: [FieldCoding<PageFields>] = [
    FieldCoding("class", \.className, Values.symbol(orNumber: false)) { !$0.className.isNone },
    FieldCoding("chain", \.chain, Values.symbols) { !$0.chain.isEmpty },
    FieldCoding("container", \.spec.container, Values.page) { !$0.spec.container.isNone },
    FieldCoding("presentation", \.spec.presentation, Values.word()) { $0.spec.presentation != .full },
    .integer("scene", \.spec.scene, in: 0...Int64(UInt16.max), default: 0),
    FieldCoding("navigation", optional: \.spec.navigation, Values.flag),
  ]
}

/// What a `popup.changed` line alters (PagesAndPopups, *Changed popups*).
enum ChangeTable {
  static let fields: [FieldCoding<PopupChange>] = [
    FieldCoding("level", optional: \.level, Values.integer(in: Int64(Int32.min)...Int64(Int32.max))),
    FieldCoding("pages", optional: \.pages, Values.list),
    FieldCoding("expires", optional: \.expires, Values.length),
  ]
}

extension JSONLineInput {
  mutating func value(_ value: JSONValue, of attribute: PopupAttribute) throws(TraceError) -> Int64 {
    switch attribute.shape {
    // A number serves as any name but the popup's own.
    case .name: Int64(try symbol(value, orNumber: !attribute.isRequired).rawValue)
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

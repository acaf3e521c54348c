import PopupScheduling

/// The fields that the line of one kind of event may have (``EventSchema``).
struct LineShape: Sendable {
  /// The kind of event.
  let kind: EventKind
  /// Its fields, without attributes, in the order in which they are written.
  let fields: [EventField]
  /// How each of them is read and written.
  let codings: [FieldCoding<Event>]
  /// The same for an `after`, where a field that is given is always written: `"restored":false` says something there.
  let anchorCodings: [FieldCoding<Event>]
  /// Which attributes it may have besides.
  let attributes: Attributes
  /// The names of everything a line may have: first ``CommonField``, then the fields, then the attributes.
  let names: FieldNames
  /// The names of what an `after` may have: first ``AnchorField``, then the fields.
  let anchorNames: FieldNames

  /// A group of attributes that has a table of its own.
  enum Attributes: Sendable {
    case none, submission, page, change

    var names: [String] {
      switch self {
      case .none: []
      case .submission: PopupSpec.attributes.map(\.name)
      case .page: PageTable.fields.map(\.name)
      case .change: ChangeTable.fields.map(\.name)
      }
    }
  }

  /// The fields of every line.
  enum CommonField: Int, CaseIterable, Sendable {
    case id, t, event, cause, reentrant, line, after, delay, nth, every
  }

  /// The fields of every `after`.
  enum AnchorField: Int, CaseIterable, Sendable {
    case event, nth, every
  }

  private init(of kind: EventKind) {
    self.kind = kind
    var fields: [EventField] = []
    var codings: [FieldCoding<Event>] = []
    var attributes = Attributes.none
    for rule in EventSchema.rules(of: kind) {
      if let coding = rule.field.coding(isRequired: rule.isRequired) {
        fields.append(rule.field)
        codings.append(coding)
        continue
      }
      switch rule.field {
      case .submission: attributes = .submission
      case .pageAttributes: attributes = .page
      case .change: attributes = .change
      default: preconditionFailure("\(rule.field) is neither a field nor a group of attributes")
      }
    }
    self.fields = fields
    self.codings = codings
    anchorCodings = fields.compactMap { $0.coding(isRequired: true) }
    self.attributes = attributes
    let own = codings.map(\.name)
    names = FieldNames(of: kind.wireName, CommonField.allCases.map { "\($0)" } + own + attributes.names)
    anchorNames = FieldNames(of: "an anchor on \(kind.wireName)", AnchorField.allCases.map { "\($0)" } + own)
  }

  /// The attributes of a popup of which nothing is said.
  static let usualSubmission = PopupSpec.attributes.map(\.usual)

  /// The shape of a kind of event.
  static func of(_ kind: EventKind) -> LineShape { all[indicesByKind[Int(kind.rawValue)]] }

  /// The kind of event with a name; nil where no kind has it.
  static func kind(named name: String) -> EventKind? { kindsByName[name] }

  private static let all = EventKind.allCases.map { LineShape(of: $0) }
  private static let indicesByKind: [Int] = {
    var indices = Array(repeating: 0, count: 256)
    for (index, shape) in all.enumerated() { indices[Int(shape.kind.rawValue)] = index }
    return indices
  }()
  private static let kindsByName = Dictionary(uniqueKeysWithValues: EventKind.allCases.map { ($0.wireName, $0) })
}

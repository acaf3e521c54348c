import PopupScheduling

struct LineShape: Sendable {
  let kind: EventKind
  /// Its fields, without attributes, in the order in which they are written.
  let fields: [EventField]
  let codings: [FieldCoding<Event>]
  /// The same for an `after`, where a field that is given is always written: `"restored":false` says something there.
  let anchorCodings: [FieldCoding<Event>]
  let attributes: Attributes
  /// The names of everything a line may have: first ``CommonField``, then the fields, then the attributes.
  let names: FieldNames
  /// The names of what an `after` may have: first ``AnchorField``, then the fields.
  let anchorNames: FieldNames

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

  enum CommonField: Int, CaseIterable, Sendable {
    case id, t, event, cause, reentrant, line, after, delay, nth, every
  }

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

  static let usualSubmission = PopupSpec.attributes.map(\.usual)
  static func of(_ kind: EventKind) -> LineShape { all[indicesByKind[Int(kind.rawValue)]] }
  static func kind(named name: String) -> EventKind? { kindsByName[name] }
  private static let all = EventKind.allCases.map { LineShape(of: $0) }
  private static let indicesByKind: [Int] = {
    var indices = Array(repeating: 0, count: 256)
    for (index, shape) in all.enumerated() { indices[Int(shape.kind.rawValue)] = index }
    return indices
  }()
  private static let kindsByName = Dictionary(uniqueKeysWithValues: EventKind.allCases.map { ($0.wireName, $0) })
}

extension EventField {
  /// How the field is read and written in events that make sense without it, or not; nil for the attributes, which have tables of their own.
  func coding(isRequired: Bool) -> FieldCoding<Event>? {
    let numbers = Int64(0)...Int64(UInt16.max)
    return switch slot {
    case .popup: FieldCoding(wireName, \.popup, Values.popup, isRequired: isRequired) { !$0.isNone }
    case .page: FieldCoding(wireName, \.page, Values.page, isRequired: isRequired) { !$0.isNone }
    // A generation that an event cannot do without is one that was shown; those are counted from 1.
    case .generation: number(\.generation, isRequired, in: (isRequired ? 1 : 0)...Int64(Int32.max))
    case .timer: number(\.timer.rawValue, isRequired, in: 0...Int64(SlotCheck.timerLimit))
    case .code(.reason): code(\.reason, isRequired) { isRequired || $0.flags.contains(.hasReason) }
    case .code(.act): code(\.act, isRequired) { _ in true }
    case .code(.phase): code(\.phase, isRequired) { _ in true }
    case .code(.purpose): code(\.purpose, isRequired) { $0.code != 0 }
    case .code(.popupKind): FieldCoding("kind", optional: \.popupKind, Values.word())
    // A number serves as any name that an app gives.
    case .name(let role):
      FieldCoding(wireName, \.name, Values.symbol(orNumber: role != nil), isRequired: isRequired) {
        isRequired || !$0.isNone
      }
    case .flag(let flag): self.flag(flag, isRequired)
    case .value: FieldCoding("at", \.at, Values.instant, isRequired: true) { _ in true }
    case .over: Self.over
    case .scene: .integer(wireName, \.scene, in: numbers, default: isRequired ? nil : 0)
    case .scheduler: .integer(wireName, \.scheduler, in: numbers, default: isRequired ? nil : 0)
    case .code(.none), .attributes, .pageAttributes: nil
    }
  }

  /// A number; where it is optional, the slot's default is not written.
  private func number(
    _ path: any FieldCoding<Event>.Path<Int32>, _ isRequired: Bool, in bounds: ClosedRange<Int64>
  ) -> FieldCoding<Event> {
    let absent = Event(.idle)[keyPath: path]
    return FieldCoding(wireName, path, Values.integer(in: bounds), isRequired: isRequired) {
      isRequired || $0 != absent
    }
  }

  private func code<Word: WireNamed>(
    _ path: any FieldCoding<Event>.Path<Word>, _ isRequired: Bool, isGiven: @escaping @Sendable (Event) -> Bool
  ) -> FieldCoding<Event> {
    let name = wireName
    return FieldCoding(name: name, isRequired: isRequired) { event, value, input throws(TraceError) in
      event[keyPath: path] = try input.word(value)
    } encode: { event, output in
      if isGiven(event) { output.member(name, text: event[keyPath: path].wireName) }
    }
  }

  private func flag(_ flag: Event.Flags, _ isRequired: Bool) -> FieldCoding<Event> {
    let (name, isInverted) = (wireName, isInverted)
    return FieldCoding(name: name, isRequired: isRequired) { event, value, input throws(TraceError) in
      if try input.flag(value) != isInverted { event.flags.insert(flag) } else { event.flags.remove(flag) }
    } encode: { event, output in
      let isSet = event.flags.contains(flag)
      if isRequired || isSet { output.member(name, flag: isSet != isInverted) }
    }
  }

  private static let over = FieldCoding<Event>(name: "over") { event, value, input throws(TraceError) in
    let losers = try input.elements(value, "a list of popups")
    guard losers.count <= EventLog.overLimit, let start = Int32(exactly: input.over.count) else {
      throw input.wrong(value, "a list of at most \(EventLog.overLimit) popups")
    }
    event.overStart = losers.isEmpty ? 0 : start
    event.overCount = UInt8(losers.count)
    for loser in losers { input.over.append(try input.popup(loser)) }
  } encode: { event, output in
    guard event.overCount > 0 else { return }
    let start = Int(event.overStart)
    output.list("over", output.over[start..<start + Int(event.overCount)]) { $0.raw(String($0.catalog.number(of: $1))) }
  }
}

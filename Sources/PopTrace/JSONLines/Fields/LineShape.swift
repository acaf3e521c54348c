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
  static func of(_ kind: EventKind) -> LineShape { all[Int(kind.rawValue)] }
  static func kind(named name: String) -> EventKind? { kindsByName[name] }
  /// By the raw values of kinds; where there is no such kind, any.
  private static let all: [LineShape] = {
    let idle = LineShape(of: .idle)
    return (0...UInt8.max).map { raw in EventKind(rawValue: raw).map { LineShape(of: $0) } ?? idle }
  }()
  private static let kindsByName = Dictionary(uniqueKeysWithValues: EventKind.allCases.map { ($0.wireName, $0) })
}

extension EventField {
  /// How the field is read and written in events that make sense without it, or not; nil for the attributes, which have tables of their own.
  func coding(isRequired: Bool) -> FieldCoding<Event>? {
    let numbers = Int64(0)...Int64(UInt16.max)
    // A generation that an event cannot do without is one that was shown; those are counted from 1.
    let generations = (isRequired ? 1 : 0)...Int64(Int32.max)
    let timers = Int64(0)...Int64(SlotCheck.timerLimit)
    return switch slot {
    case .popup: FieldCoding(wireName, \.popup, Values.popup, isRequired: isRequired) { !$0.popup.isNone }
    case .page: FieldCoding(wireName, \.page, Values.page, isRequired: isRequired) { !$0.page.isNone }
    case .generation: .integer(wireName, \.generation, in: generations, default: 0, isRequired: isRequired)
    case .timer: .integer(wireName, \.timer.rawValue, in: timers, default: -1, isRequired: isRequired)
    case .code(.reason):
      FieldCoding(wireName, \.reason, Values.word(), isRequired: isRequired) {
        isRequired || $0.flags.contains(.hasReason)
      }
    case .code(.act): FieldCoding(wireName, \.act, Values.word(), isRequired: isRequired) { _ in true }
    case .code(.phase): FieldCoding(wireName, \.phase, Values.word(), isRequired: isRequired) { _ in true }
    case .code(.purpose): FieldCoding(wireName, \.purpose, Values.word(), isRequired: isRequired) { $0.code != 0 }
    case .code(.popupKind): FieldCoding("kind", optional: \.popupKind, Values.word())
    // A number serves as any name that an app gives.
    case .name(let role):
      FieldCoding(wireName, \.name, Values.symbol(orNumber: role != nil), isRequired: isRequired) {
        isRequired || !$0.name.isNone
      }
    case .flag(let flag): self.flag(flag, isRequired)
    case .value: FieldCoding("at", \.at, Values.instant, isRequired: true) { _ in true }
    case .over: Self.over
    case .scene: .integer(wireName, \.scene, in: numbers, default: isRequired ? nil : 0)
    case .scheduler: .integer(wireName, \.scheduler, in: numbers, default: isRequired ? nil : 0)
    case .code(.none), .attributes, .pageAttributes: nil
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

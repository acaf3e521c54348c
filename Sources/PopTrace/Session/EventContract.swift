import PopupScheduling

/// What events must keep to so that they make sense: `EventSchema` in terms of slots. The writer refuses what the reader would refuse;
/// what comes out of a trace needs no further checks of this sort.
struct EventContract: Sendable {
  struct Slots: OptionSet, Sendable {
    var rawValue: UInt16
    static let popup = Slots(rawValue: 1)
    static let page = Slots(rawValue: 2)
    static let generation = Slots(rawValue: 4)
    static let timer = Slots(rawValue: 8)
    static let name = Slots(rawValue: 16)
    static let attributes = Slots(rawValue: 32)
    static let value = Slots(rawValue: 64)
    static let over = Slots(rawValue: 128)
    static let code = Slots(rawValue: 256)
  }

  var allowed: Slots = []
  var required: Slots = []
  var flags: Event.Flags = []
  var code = Event.Code.none
  static let all: [EventContract?] = (0...255).map { raw in EventKind(rawValue: UInt8(raw)).map { EventContract($0) } }

  private init(_ kind: EventKind) {
    if kind.isStimulus { flags.insert(.reentrant) }
    for rule in EventSchema.rules(of: kind) {
      var slot: Slots = []
      switch rule.field.slot {
      case .popup: slot = .popup
      case .page: slot = .page
      case .generation: slot = .generation
      case .timer: slot = .timer
      case .name: slot = .name
      case .value: slot = .value
      case .over: slot = .over
      case .attributes: slot = .attributes
      case .code(let meaning):
        code = meaning
        flags.formUnion(meaning.flag)
        slot = .code
      case .flag(let flag): flags.formUnion(flag)
      case .scene, .scheduler, .pageAttributes: break
      }
      allowed.insert(slot)
      if rule.isRequired { required.insert(slot) }
    }
  }

  func violation(of event: Event) -> String? {
    var used: Slots = []
    if !event.popup.isNone { used.insert(.popup) }
    if !event.page.isNone { used.insert(.page) }
    if event.generation != 0 { used.insert(.generation) }
    if !event.timer.isNone { used.insert(.timer) }
    if !event.name.isNone { used.insert(.name) }
    if event.attributes >= 0 { used.insert(.attributes) }
    // A kind that needs the value has one even where it is 0.
    if event.value != 0 || required.contains(.value) { used.insert(.value) }
    if event.overCount != 0 { used.insert(.over) }
    return violation(used, event.flags, code: event.code)
  }

  func violation(_ used: Slots, _ given: Event.Flags, code raw: UInt8) -> String? {
    var used = used
    if raw != 0 || !given.isDisjoint(with: [.ofKind, .hasReason]) { used.insert(.code) }
    if !used.isSubset(of: allowed) { return "has a field that such an event does not have" }
    if !required.isSubset(of: used) { return "lacks a field" }
    if !given.isSubset(of: flags) { return "has a property that such an event does not have" }
    if !Self.isValid(raw, given, as: code, isGiven: false) { return "has an unknown word" }
    return nil
  }

  /// Whether a code is a word of what it means, and given as its flags say.
  static func isValid(_ raw: UInt8, _ flags: Event.Flags, as meaning: Event.Code, isGiven: Bool) -> Bool {
    switch meaning {
    case .none: raw == 0
    case .reason: (raw != 0) == flags.contains(.hasReason) && Reason(rawValue: raw) != nil
    case .act: DismissalAct(rawValue: raw) != nil
    case .phase: AnimationPhase(rawValue: raw) != nil
    case .purpose: raw == 0 && !isGiven || TimerPurpose(rawValue: raw) != nil
    case .popupKind: flags.contains(.ofKind) ? PopupKind(rawValue: raw) != nil : raw == 0 && !isGiven
    }
  }
}

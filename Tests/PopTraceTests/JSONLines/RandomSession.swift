import PopSimulation
import PopupScheduling

@testable import PopTrace

/// A session whose events carry every field they may carry, at random; for tests that must know nothing of what makes sense.
struct RandomSession {
  private var generator: SeededRandom
  private var session = Session()
  private var lines: [PopupID: SchedulerID] = [:]

  static func make(seed: UInt64, count: Int, isScenario: Bool) -> Session {
    var maker = RandomSession(generator: SeededRandom(seed: seed))
    maker.fill(count: count, isScenario: isScenario)
    return maker.session
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &generator)! }
  private mutating func small() -> Int64 { Int64.random(in: 0..<8, using: &generator) }

  private mutating func symbol() -> Symbol {
    let text = pick(["", "a", "\"\\\n\u{0}\u{1f}\u{7f}", "é漢😀", "12", "HomePage", "none", "\u{2028}"])
    return session.catalog.names.intern(text)
  }

  private mutating func symbols() -> NameListID {
    let list = (0..<small()).map { _ in symbol() }
    return session.catalog.names.intern(list)
  }

  private mutating func length() -> Ticks { chance(30) ? .zero : Ticks(Int64.random(in: 0...5000, using: &generator)) }

  private mutating func fill(count: Int, isScenario: Bool) {
    session.isScenario = isScenario
    session.header.tick = pick([.millisecond, TickLength(microseconds: 1)!, TickLength(microseconds: 16_667)!])
    session.header.app = "Shop \"1\""
    session.header.ended = isScenario ? nil : Ticks(1 << 40)
    var sequence: Int32 = 0
    let kinds = EventKind.allCases.filter { isScenario ? $0.isStimulus && $0 != .popupSubmitted : true }
    if isScenario {
      for popup in 0..<8 as Range<Int64> { add(.popupSubmitted, popup: popup, &sequence) }
    }
    for _ in 0..<count {
      if chance(3) { sequence += 2 }
      add(pick(kinds), popup: small(), &sequence)
    }
  }

  private mutating func add(_ kind: EventKind, popup: Int64, _ sequence: inout Int32) {
    let index = session.log.events.count
    var event = made(kind, popup: popup, ofAnchor: false)
    event.sequence = sequence
    if kind == .popupSubmitted { lines[event.popup] = session.catalog.spec(event.spec).schedulerID }
    if kind.isDecision, !EventSchema.rules(of: kind).contains(where: { $0.field == .scene }) {
      event.schedulerID = lines[event.popup] ?? SchedulerID()
    }
    if !session.isScenario {
      if sequence != (session.log.events.last?.sequence ?? -1) + 1 { session.gaps.append(index) }
      event.cause = chance(50) ? Int32.random(in: -1..<max(0, sequence), using: &generator) : -1
      let earliest = session.log.events.last?.time.rawValue ?? 0
      event.time = Ticks(Int64.random(in: earliest...earliest + 5000, using: &generator))
    } else if chance(50), kind != .popupSubmitted {
      let pattern = made(pick(EventKind.allCases), popup: small(), ofAnchor: true)
      let fields = LineShape.of(pattern.kind).fields.filter { $0 != .over }
      session.anchors[index] = Anchor(
        pattern: pattern, fields: Set(fields), nth: chance(50) ? 1 : 3, every: false, delay: length())
    } else {
      event.time = Ticks(Int64.random(in: 0...9999, using: &generator))
    }
    session.log.events.append(event)
    sequence += 1
  }

  private mutating func made(_ kind: EventKind, popup: Int64, ofAnchor: Bool) -> Event {
    var event = Event(kind)
    for rule in EventSchema.rules(of: kind) where rule.isRequired || ofAnchor || chance(60) {
      switch rule.field {
      case .popup: event.popup = session.catalog.popup(numbered: popup)
      case .page: event.page = session.catalog.page(numbered: 1 << 53 - small())
      case .generation: event.generation = Int32(small()) + (rule.isRequired || ofAnchor ? 1 : 0)
      case .reason:
        event.reason = pick(rule.isRequired || ofAnchor ? Array(Reason.allCases.dropFirst()) : Reason.allCases)
      case .by: event.act = pick(DismissalAct.allCases)
      case .phase: event.phase = pick(AnimationPhase.allCases)
      case .purpose: event.purpose = pick(TimerPurpose.allCases)
      case .name, .action, .state, .user, .responder, .what, .message: event.name = symbol()
      case .timer: event.timer = TimerID(Int(small()))
      case .at: event.at = pick([Ticks(-3), .zero, Ticks(session.header.tick.instantLimit - 1), Ticks(77)])
      case .holds: if chance(50) { event.flags.insert(.holds) }
      case .completed: if chance(50) { event.flags.insert(.incomplete) }
      case .hides: if chance(50) { event.flags.insert(.hides) }
      case .restored: if chance(50) { event.flags.insert(.restored) }
      case .over: if !ofAnchor { addOver(&event) }
      case .kind: event.popupKind = pick(PopupKind.allCases)
      case .scene: event.scene = UInt16(small())
      case .scheduler: event.scheduler = UInt16(small())
      case .submission: if !ofAnchor { event.spec = session.catalog.intern(spec()) }
      case .pageAttributes: if !ofAnchor { describe(event.page) }
      case .change: if !ofAnchor { addChange(&event) }
      }
    }
    return event
  }

  private mutating func addOver(_ event: inout Event) {
    event.overCount = UInt8(small())
    guard event.overCount > 0 else { return }
    event.overStart = Int32(session.log.over.count)
    for _ in 0..<event.overCount { session.log.over.append(session.catalog.popup(numbered: small())) }
  }

  private mutating func addChange(_ event: inout Event) {
    var change = PopupChange()
    change.level = Int32(small()) - 4
    if chance(50) { change.pages = symbols() }
    if chance(50) { change.expires = length() }
    event.attributes = ChangeID(session.catalog.changes.count).rawValue
    session.catalog.changes.append(change)
  }

  private mutating func describe(_ page: PageID) {
    guard session.catalog.pages[page.index] == PageSpec() else { return }
    var spec = PageSpec()
    spec.classes = session.catalog.names.intern([symbol(), symbol()])
    if chance(30) { spec.container = session.catalog.page(numbered: small()) }
    spec.presentation = pick(PagePresentation.allCases)
    spec.scene = UInt16(small())
    spec.navigation = pick([nil, true, false])
    session.catalog.pages[page.index] = spec
  }

  private mutating func spec() -> PopupSpec {
    var spec = PopupSpec(name: symbol())
    spec.kind = pick(PopupKind.allCases)
    spec.level = pick([.min, -1, 0, 5, .max])
    if chance(50) { spec.pages = symbols() }
    spec.matching = pick(ClassMatching.allCases)
    if chance(50) { spec.instance = session.catalog.page(numbered: small()) }
    spec.keepAlive = chance(50)
    spec.content = pick(ContentReadiness.allCases)
    spec.condition = chance(50)
    spec.whenBarred = pick(WhenBarred.allCases)
    spec.onHigher = pick(OnHigher.allCases)
    if chance(50) { spec.chain = symbol() }
    if chance(50) { spec.key = symbol() }
    if chance(50) { spec.expires = length() }
    if chance(50) { spec.autoDismiss = length() }
    if chance(50) { spec.showLength = length() }
    if chance(50) { spec.hideLength = length() }
    spec.needsKeyboard = chance(50)
    spec.scene = UInt16(small())
    spec.scheduler = pick([0, .max])
    spec.object = pick([-1, 0, .max])
    if chance(50) { spec.host = symbol() }
    spec.dismissal = pick(DismissalStyle.allCases)
    spec.next = chance(50)
    if chance(50) { spec.user = symbol() }
    if chance(50) { spec.callerPage = session.catalog.page(numbered: small()) }
    return spec
  }
}

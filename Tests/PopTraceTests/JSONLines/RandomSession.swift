import PopSimulation
import PopSystem
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
      let isGiven = rule.isRequired || ofAnchor
      switch rule.field.slot {
      case .popup: event.popup = session.catalog.popup(numbered: popup)
      case .page: event.page = session.catalog.page(numbered: 1 << 53 - small())
      case .generation: event.generation = Int32(small()) + (isGiven ? 1 : 0)
      case .code(.reason): event.reason = pick(isGiven ? Array(Reason.allCases.dropFirst()) : Reason.allCases)
      case .code(.act): event.act = pick(DismissalAct.allCases)
      case .code(.phase): event.phase = pick(AnimationPhase.allCases)
      case .code(.purpose): event.purpose = pick(TimerPurpose.allCases)
      case .code(.popupKind): event.popupKind = pick(PopupKind.allCases)
      case .name: event.name = symbol()
      case .timer: event.timer = TimerID(Int(small()))
      case .value: event.at = pick([Ticks(-3), .zero, Ticks(session.header.tick.instantLimit - 1), Ticks(77)])
      case .flag(let flag): if chance(50) { event.flags.insert(flag) }
      case .over: if !ofAnchor { addOver(&event) }
      case .scene: event.scene = UInt16(small())
      case .scheduler: event.scheduler = UInt16(small())
      case .attributes where ofAnchor: break
      case .attributes where kind == .popupChanged: addChange(&event)
      case .attributes: event.spec = session.catalog.intern(spec())
      case .pageAttributes: if !ofAnchor { describe(event.page) }
      case .code(.none): break
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
    var values = PopupSpec.attributes.map { chance(50) ? value(of: $0) : $0.usual }
    values[0] = Int64(symbol().rawValue)
    return PopupSpec(values: values)
  }

  private mutating func value(of attribute: PopupAttribute) -> Int64 {
    switch attribute.shape {
    case .name: Int64(symbol().rawValue)
    case .list: Int64(symbols().rawValue)
    case .page: Int64(session.catalog.page(numbered: small()).rawValue)
    case .length: length().rawValue
    case .number(let numbers): pick([numbers.lowerBound, max(numbers.lowerBound, -1), 0, 5, numbers.upperBound])
    case .word, .choice: Int64.random(in: 0..<Int64(attribute.words.count), using: &generator)
    case .flag: chance(50) ? 1 : 0
    }
  }
}

import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// Makes sessions of random events that keep to the schema and use every kind and every slot.
struct SessionMaker {
  var random: SeededRandom
  /// How many of the popups events may speak of: in a scenario those that are submitted in it.
  private var popupCount = Int.max

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A session of so many events.
  mutating func session(events count: Int, isScenario: Bool = false) -> Session {
    var session = Session(header: header())
    session.isScenario = isScenario
    fill(&session.catalog)
    popupCount = isScenario ? min(session.catalog.popupNumbers.count, count / 4) : .max
    var sequence: Int32 = -1
    var time = Ticks(Int64(random.below(1000)))
    for index in 0..<count {
      var event = isScenario ? stimulus(at: index, &session) : event(kinds[random.below(kinds.count)], &session)
      let skip = random.once(in: 40) ? random.below(300) : 0
      if skip > 0, !isScenario { session.gaps.append(index) }
      sequence += Int32(1 + skip)
      if random.once(in: 2) { time += Ticks(Int64(random.below(random.once(in: 10) ? 100_000_000 : 3000))) }
      if isScenario, random.once(in: 5) { time = Ticks(Int64(random.below(100_000))) }
      event.sequence = sequence
      event.time = time
      if isScenario, random.once(in: 4) {
        session.anchors[index] = anchor(on: event, &session)
        event.time = .zero
      } else if sequence > 0, random.once(in: 2) {
        event.cause = cause(of: event, session)
      }
      if event.kind.isStimulus, session.header.marksReentrantStimuli, random.once(in: 5) {
        event.flags.insert(.reentrant)
      }
      if event.kind == .timerSet { event.at = time + Ticks(Int64(random.below(100_000)) - 50) }
      session.log.events.append(event)
    }
    if random.once(in: 2) { session.header.ended = time + Ticks(5) }
    return session
  }

  private let kinds = EventKind.allCases

  /// Of a scenario, the first events are the submissions.
  private mutating func stimulus(at index: Int, _ session: inout Session) -> Event {
    if index < popupCount {
      var event = event(.popupSubmitted, &session)
      event.popup = PopupID(index)
      return event
    }
    let stimuli = kinds.filter { kind in
      let needsPopup = EventSchema.rules(of: kind).contains { $0.field == .popup && $0.isRequired }
      return kind.isStimulus && kind != .popupSubmitted && (popupCount > 0 || !needsPopup)
    }
    return event(stimuli[random.below(stimuli.count)], &session)
  }

  /// Any earlier event; in a scenario, one of those with a time of their own.
  private mutating func cause(of event: Event, _ session: Session) -> Int32 {
    guard session.isScenario else {
      return random.once(in: 2) ? event.sequence - 1 : Int32(random.below(Int(event.sequence)))
    }
    let causes = session.log.events.indices.filter { session.anchors[$0] == nil }
    return causes.isEmpty ? -1 : session.log.events[causes[random.below(causes.count)]].sequence
  }

  private mutating func header() -> SessionHeader {
    var header = SessionHeader()
    header.session = "s\(random.below(1_000_000))"
    header.app = random.once(in: 2) ? "Shop 🛒" : ""
    header.build = "1.\(random.below(5))"
    header.started = "2026-11-21T08:00:00Z"
    header.tick = TickLength(microseconds: random.once(in: 2) ? 1000 : 1) ?? .millisecond
    header.policy = "v\(random.below(7))"
    header.configuration = "base: \(header.policy)\npages: bound\n"
    header.clampedTimes = Int64(random.below(3))
    header.marksReentrantStimuli = random.once(in: 2)
    return header
  }

  private mutating func fill(_ catalog: inout Catalog) {
    for number in 0..<(3 + random.below(30)) { _ = catalog.names.intern("name-\(number)-\(random.below(10))") }
    for _ in 0..<(1 + random.below(20)) {
      _ = catalog.names.intern((0..<random.below(4)).map { _ in symbol(catalog) })
    }
    for number in 0..<(2 + random.below(12)) {
      let page = catalog.page(numbered: Int64(number * 3))
      catalog.pages[page.index] = pageSpec(page, catalog)
    }
    for number in 0..<(3 + random.below(40)) { _ = catalog.popup(numbered: Int64(number + random.below(2) * 1000)) }
    for _ in 0..<(2 + random.below(30)) { _ = catalog.intern(popupSpec(catalog)) }
    for _ in 0..<4 {
      var change = PopupChange()
      change.level = Int32(random.below(100)) - 50
      if random.once(in: 2) { change.pages = list(catalog) }
      if random.once(in: 2) { change.expires = Ticks(Int64(random.below(10000))) }
      catalog.changes.append(change)
    }
  }

  private mutating func pageSpec(_ page: PageID, _ catalog: Catalog) -> PageSpec {
    var spec = PageSpec()
    spec.classes = list(catalog)
    if page.index > 0, random.once(in: 2) { spec.container = PageID(random.below(page.index)) }
    spec.presentation = PagePresentation.allCases[random.below(3)]
    spec.scene = UInt16(random.below(3))
    spec.navigation = [nil, true, false][random.below(3)]
    return spec
  }

  private mutating func popupSpec(_ catalog: Catalog) -> PopupSpec {
    let name = Int64(symbol(catalog).rawValue)
    if random.once(in: 3) { return PopupSpec(name: Symbol(Int(name))) }
    var values = PopupSpec.attributes.map { random.once(in: 2) ? $0.usual : value(of: $0, catalog) }
    values[0] = name
    return PopupSpec(values: values)
  }

  private mutating func value(of attribute: PopupAttribute, _ catalog: Catalog) -> Int64 {
    switch attribute.shape {
    case .name: Int64(symbol(catalog).rawValue)
    case .list: Int64(list(catalog).rawValue)
    case .page: Int64(random.below(catalog.pages.count))
    case .length: Int64(random.below(100_000))
    case .number(let numbers): max(numbers.lowerBound, Int64(random.below(2000)) - 1000)
    case .word, .choice: Int64(random.below(attribute.words.count))
    case .flag: Int64(random.below(2))
    }
  }

  private mutating func anchor(on stimulus: Event, _ session: inout Session) -> Anchor {
    let kind = kinds[random.below(kinds.count)]
    var pattern = Event(kind)
    var fields: Set<EventField> = []
    for rule in EventSchema.rules(of: kind) where random.once(in: 2) {
      if [.over, .submission, .pageAttributes, .change].contains(rule.field) { continue }
      if rule.field == .popup, popupCount == 0 { continue }
      set(rule.field, of: &pattern, &session)
      fields.insert(rule.field)
    }
    let every = stimulus.kind != .popupSubmitted && random.once(in: 3)
    return Anchor(
      pattern: pattern, fields: fields, nth: every ? 1 : 1 + random.below(3), every: every,
      delay: Ticks(Int64(random.below(5000))))
  }

  /// An event with all fields its kind needs and some of those it may have.
  private mutating func event(_ kind: EventKind, _ session: inout Session) -> Event {
    var event = Event(kind)
    for rule in EventSchema.rules(of: kind) where rule.isRequired || random.once(in: 2) {
      set(rule.field, of: &event, &session)
    }
    if random.once(in: 20) { event.scene = UInt16(random.below(4)) }
    return event
  }

  private mutating func set(_ field: EventField, of event: inout Event, _ session: inout Session) {
    let catalog = session.catalog
    switch field.slot {
    case .popup: event.popup = popup(catalog)
    case .page: event.page = PageID(random.below(catalog.pages.count))
    case .generation: event.generation = Int32(1 + random.below(random.once(in: 5) ? 1000 : 3))
    case .code(.reason): event.reason = Reason.allCases[1 + random.below(Reason.allCases.count - 1)]
    case .code(.act): event.act = DismissalAct.allCases[random.below(DismissalAct.allCases.count)]
    case .code(.phase): event.phase = AnimationPhase.allCases[random.below(2)]
    case .code(.purpose): event.purpose = TimerPurpose.allCases[random.below(TimerPurpose.allCases.count)]
    case .code(.popupKind): event.popupKind = PopupKind.allCases[random.below(PopupKind.allCases.count)]
    case .name: event.name = symbol(catalog)
    case .timer: event.timer = TimerID(random.below(random.once(in: 10) ? 1000 : 10))
    case .value: event.at = Ticks(Int64(random.below(1000)))
    case .flag(let flag): event.flags.insert(flag)
    case .over:
      event.overStart = Int32(session.log.over.count)
      event.overCount = UInt8(1 + random.below(EventLog.overLimit))
      for _ in 0..<event.overCount { session.log.over.append(popup(catalog)) }
    case .scene: event.scene = UInt16(random.below(3))
    case .scheduler: event.scheduler = UInt16(random.below(3))
    case .attributes:
      let count = event.kind == .popupChanged ? catalog.changes.count : catalog.specs.count
      event.attributes = Int32(random.below(count))
    case .pageAttributes, .code(.none): break
    }
  }

  private mutating func popup(_ catalog: Catalog) -> PopupID {
    PopupID(random.below(min(popupCount, catalog.popupNumbers.count)))
  }
  private mutating func symbol(_ catalog: Catalog) -> Symbol { Symbol(random.below(catalog.names.texts.count)) }
  private mutating func list(_ catalog: Catalog) -> NameListID { NameListID(random.below(catalog.names.listCount)) }
}

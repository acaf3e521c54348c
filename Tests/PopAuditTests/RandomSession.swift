import PopSimulation
import PopSystem
import PopupScheduling

/// A session that no policy made: plausible stimuli, and decisions drawn by lot.
struct RandomSession {
  private(set) var catalog = Catalog()
  private(set) var events: [Event] = []

  private var random: SeededRandom
  private var now: Int64 = 0
  private var sequence: Int32 = 0
  private var submitted: [PopupID] = []
  private var up: [PopupID] = []
  private var hidden: [PopupID] = []
  private var generations: [PopupID: Int32] = [:]
  private var lives: [Int] = []
  private var next = 0
  private var specs: [SpecID] = []
  private let popupCount: Int
  private let hasGaps: Bool

  init(seed: UInt64, popups: Int = 40, steps: Int = 250, hasGaps: Bool = true) {
    random = SeededRandom(seed: seed)
    popupCount = popups
    self.hasGaps = hasGaps
    makePages()
    for _ in 0..<popups { _ = catalog.appendPopup(numbered: Int64(catalog.popupNumbers.count + 1)) }
    for _ in 0..<24 { specs.append(makeSpec()) }
    for _ in 0..<steps { step() }
  }

  private mutating func chance(_ percent: Int) -> Bool { random.next() % 100 < UInt64(percent) }
  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private mutating func any(_ popups: [PopupID]) -> PopupID { popups.isEmpty ? .none : popups[below(popups.count)] }

  private mutating func makePages() {
    // Two tabs in a bar, a detail page in the first, a sheet; and a second scene with a page in another.
    let classes = ["Tabs", "Home", "Detail", "Part", "Sheet", "Window", "Home"]
    let containers = [-1, 0, 0, 1, -1, -1, 5]
    for (place, name) in classes.enumerated() {
      let page = catalog.page(numbered: Int64(place))
      let symbol = catalog.names.intern(name)
      catalog.pages[page.index].classes = catalog.names.intern([symbol])
      catalog.pages[page.index].container = PageID(containers[place])
      if name == "Sheet" { catalog.pages[page.index].presentation = .sheet }
      if name == "Window" { catalog.pages[page.index].scene = 1 }
      lives.append(0)
    }
  }

  private mutating func makeSpec() -> SpecID {
    var spec = PopupSpec(name: catalog.names.intern("p\(specs.count)"))
    spec.kind = PopupKind.allCases[below(PopupKind.allCases.count)]
    if chance(50) { spec.kind = .alert }
    spec.level = Int32(below(3))
    if chance(50) {
      let classes = [["Home"], ["Detail"], ["Home", "Detail"], ["Tabs"], ["Part"]][below(5)]
      let symbols = classes.map { catalog.names.intern($0) }
      spec.pages = catalog.names.intern(symbols)
    }
    if chance(15) { spec.instance = PageID(below(lives.count)) }
    spec.keepAlive = chance(40)
    if chance(15) { spec.content = .async }
    spec.condition = !chance(15)
    if chance(25) { spec.chain = catalog.names.intern(["g", "h", "i"][below(3)]) }
    if chance(20) { spec.key = catalog.names.intern(["k", "l"][below(2)]) }
    if chance(20) { spec.expires = Ticks(Int64(200 + below(6000))) }
    if chance(10) { spec.autoDismiss = Ticks(1000) }
    if chance(30) { spec.hideLength = Ticks(100) }
    if chance(20) { spec.showLength = Ticks(100) }
    spec.next = chance(10)
    if chance(10) { spec.object = Int32(below(2)) }
    spec.onHigher = OnHigher.allCases[below(OnHigher.allCases.count)]
    if chance(25) { spec.scene = 1 } else if chance(15) { spec.scheduler = 1 }
    return catalog.intern(spec)
  }

  private mutating func step() {
    if !chance(30) { now += Int64(below(chance(5) ? 8000 : 400)) }
    add(stimulus())
    for _ in 0..<below(4) {
      add(decision())
      if chance(6) {
        var reentrant = stimulus()
        reentrant.flags.insert(.reentrant)
        reentrant.cause = sequence - 1
        add(reentrant)
      }
    }
    if hasGaps, chance(1), chance(40) { sequence += 3 }
  }

  private mutating func add(_ event: Event) {
    var event = event
    event.time = Ticks(now)
    event.sequence = sequence
    sequence += 1
    events.append(event)
  }

  private mutating func stimulus() -> Event {
    switch below(100) {
    case 0..<25: return pageEvent()
    case 25..<30: return Event(.idle)
    case 30..<50: return submission()
    case 50..<58: return about(.popupDismissed, any(up)) { $0.act = .button }
    case 58..<60: return about(.popupDismissed, any(submitted)) { $0.act = .code }
    case 60..<62: return about(.popupWithdrawn, any(submitted)) { _ in }
    case 62..<68:
      let holds = chance(60)
      return about(.popupCondition, any(submitted)) { if holds { $0.flags.insert(.holds) } }
    case 68..<72: return about(chance(80) ? .contentLoaded : .contentFailed, any(submitted)) { _ in }
    case 72..<75: return about(.popupViewLost, any(up)) { _ in }
    case 75..<79:
      let generation = generations
      return about(.animationFinished, any(hidden)) {
        $0.phase = .hide
        $0.generation = generation[$0.popup, default: 1]
      }
    case 79: return Event(chance(20) ? .appSignedOut : .idle)
    case 80: return Event(.appSignedIn)
    case 81..<84: return gate([.scrollBegan, .scrollEnded][below(2)])
    case 84..<87: return gate([.editBegan, .editEnded][below(2)])
    case 87..<90: return gate([.schedulerSuspended, .schedulerResumed, .schedulerResumed][below(3)])
    case 90..<93: return Event([.appBackground, .appForeground, .appForeground][below(3)])
    case 93..<95: return change()
    default: return Event(.idle)
    }
  }

  private mutating func about(_ kind: EventKind, _ popup: PopupID, _ fill: (inout Event) -> Void) -> Event {
    guard !popup.isNone else { return Event(.idle) }
    var event = Event(kind)
    event.popup = popup
    fill(&event)
    return event
  }

  private mutating func gate(_ kind: EventKind) -> Event {
    var event = Event(kind)
    if chance(25) { event.scene = 1 }
    if kind == .schedulerSuspended || kind == .schedulerResumed, chance(40) { event.popupKind = .alert }
    return event
  }

  private mutating func change() -> Event {
    var change = PopupChange()
    switch below(3) {
    case 0: change.level = Int32(below(3))
    case 1: change.pages = chance(30) ? NameListID.none : catalog.specs[below(catalog.specs.count)].pages
    default: change.expires = Ticks(Int64(below(9000)))
    }
    let place = Int32(catalog.changes.count)
    catalog.changes.append(change)
    return about(.popupChanged, any(submitted)) { $0.attributes = place }
  }

  private mutating func submission() -> Event {
    guard next < popupCount else { return pageEvent() }
    var event = Event(.popupSubmitted)
    event.popup = PopupID(next)
    next += 1
    event.spec = specs[below(specs.count)]
    event.schedulerID = catalog.spec(event.spec).schedulerID
    submitted.append(event.popup)
    return event
  }

  private mutating func pageEvent() -> Event {
    // Most transitions come to an end before the next begins.
    let moving = lives.indices.filter { lives[$0] % 2 == 1 }
    let place = moving.isEmpty || chance(15) ? below(lives.count) : moving[below(moving.count)]
    let (kind, life): (EventKind, Int) =
      switch lives[place] {
      case 0: chance(70) ? (.pageWillAppear, 1) : (.pageRemoved, 0)
      case 1: chance(90) ? (.pageDidAppear, 2) : (.pageWillDisappear, 3)
      case 2: chance(90) ? (.pageWillDisappear, 3) : (.pageDidAppear, 2)
      default: chance(60) ? (.pageDidDisappear, 0) : (.pageDidAppear, 2)
      }
    lives[place] = life
    var event = Event(kind)
    event.page = PageID(place)
    return event
  }

  private mutating func decision() -> Event {
    switch below(10) {
    case 0..<4: return show(any(submitted))
    case 4..<7: return hide(any(up))
    case 7: return about(.popupParked, any(hidden)) { _ in }.on(PageID(below(lives.count)))
    case 8: return about([.popupRestored, .popupQueued][below(2)], any(hidden)) { _ in }
    default: return about(.popupDropped, any(submitted)) { $0.reason = .withdrawn }
    }
  }

  private mutating func show(_ popup: PopupID) -> Event {
    guard !popup.isNone, !up.contains(popup) || chance(5) else { return Event(.callback) }
    let generation = generations[popup, default: 0] + 1
    generations[popup] = generation
    up.removeAll { $0 == popup }
    up.append(popup)
    let page = chance(70) ? PageID(below(lives.count)) : .none
    return about(.popupShown, popup) { $0.generation = generation }.on(page)
  }

  private mutating func hide(_ popup: PopupID) -> Event {
    guard !popup.isNone else { return Event(.callback) }
    up.removeAll { $0 == popup }
    hidden.append(popup)
    let reason: Reason = [.pageLeft, .pageLeft, .preempted, .dismissed, .auto][below(5)]
    return about(.popupHidden, popup) { $0.reason = reason }
  }
}

extension Event {
  fileprivate func on(_ page: PageID) -> Event {
    var event = self
    event.page = page
    return event
  }
}

import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// A long session like one from the field: a user who walks through pages and answers popups, and a scheduler with one slot.
///
/// Times are drawn at random to the millisecond, so that the size of its trace says something.
struct FieldSession {
  private var session = Session()
  private var random: SeededRandom
  private var now: Int64 = 0
  private var cause: Int32 = -1
  private var page = PageID(0)
  private var stack: [PageID] = []
  private var queue: [PopupID] = []
  private var visible: (popup: PopupID, shown: Int32, timer: TimerID)?
  private var generations: [Int32] = []
  private var timers = 0
  private var callbacks: (shown: Symbol, closed: Symbol) = (.none, .none)
  private var scrolling = false

  /// Makes a session of at least so many events.
  static func make(events count: Int, seed: UInt64 = 1) -> Session {
    var maker = FieldSession(seed: seed)
    maker.open()
    while maker.session.log.events.count < count { maker.live() }
    maker.session.header.ended = Ticks(maker.now + 500)
    return maker.session
  }

  private init(seed: UInt64) { random = SeededRandom(seed: seed) }

  // MARK: - Events

  private mutating func add(_ event: Event) -> Int32 {
    var event = event
    event.time = Ticks(now)
    event.sequence = Int32(session.log.events.count)
    session.log.events.append(event)
    return event.sequence
  }

  private mutating func stimulus(_ event: Event, because: Int32 = -1) {
    var event = event
    event.cause = because
    cause = add(event)
  }

  @discardableResult
  private mutating func decision(_ kind: EventKind, _ popup: PopupID, _ more: (inout Event) -> Void = { _ in }) -> Int32
  {
    var event = Event(kind)
    event.popup = popup
    event.cause = cause
    more(&event)
    return add(event)
  }

  private mutating func wait(_ mean: Double) {
    let uniform = Double.random(in: 0.0001..<1, using: &random)
    // An exponential distribution without a logarithm: the sum of halvings until a coin falls.
    var length = mean * uniform
    while random.once(in: 2) { length += mean / 2 }
    now += Int64(length) + 1
  }

  // MARK: - Life

  private mutating func open() {
    session.header.session = "8f14e45f-ceea-467f-a0e6-1c5b0f3e2d11"
    session.header.app = "Shop"
    session.header.build = "4.12.0 (8123)"
    session.header.started = "2026-11-21T08:00:00Z"
    session.header.policy = "v4"
    session.header.configuration = "base: v4\norder: priority\npages: bound\nleaving: park\n"
    callbacks = (session.catalog.names.intern("shown"), session.catalog.names.intern("closed"))
    enter(newPage())
  }

  /// One of 60 things that the app shows, which enter the catalog as they come.
  private mutating func spec(_ number: Int) -> SpecID {
    var spec = PopupSpec(name: session.catalog.names.intern("campaign-\(number)"))
    spec.level = Int32(number % 5)
    spec.kind = PopupKind.allCases[number % 6]
    if number % 3 == 0 {
      spec.pages = session.catalog.names.intern([session.catalog.names.intern("Page\(number % 12)ViewController")])
    }
    if number % 4 == 0 { spec.autoDismiss = Ticks(5000) }
    spec.showLength = Ticks(250)
    spec.hideLength = Ticks(200)
    return session.catalog.intern(spec)
  }

  private mutating func live() {
    switch random.below(10) {
    case 0, 1, 2, 3: submit()
    case 4, 5:
      if stack.count > 4 || (stack.count > 1 && random.once(in: 2)) { leave() } else { enter(newPage()) }
    case 6:
      wait(900)
      stimulus(Event(scrolling ? .scrollEnded : .scrollBegan))
      scrolling.toggle()
    default: answer()
    }
  }

  private mutating func submit() {
    wait(700)
    let popup = session.catalog.popup(numbered: Int64(session.catalog.popupNumbers.count))
    generations.append(0)
    var event = Event(.popupSubmitted)
    event.popup = popup
    event.spec = spec(random.below(60))
    stimulus(event)
    if visible == nil {
      show(popup)
    } else {
      queue.append(popup)
      decision(.popupQueued, popup) { $0.reason = .slot }
    }
  }

  private mutating func show(_ popup: PopupID) {
    generations[popup.index] += 1
    let generation = generations[popup.index]
    let page = page
    let shown = decision(.popupShown, popup) {
      $0.page = page
      $0.generation = generation
      if generation > 1 { $0.flags.insert(.restored) }
    }
    decision(.inputLocked, popup)
    var timer = TimerID.none
    if popup.index % 4 == 0 {
      timer = TimerID(timers)
      timers += 1
      let due = Ticks(now + 5000)
      decision(.timerSet, popup) {
        $0.timer = timer
        $0.at = due
        $0.purpose = .autoDismiss
      }
    }
    if generation == 1 {
      let name = callbacks.shown
      decision(.callback, popup) { $0.name = name }
    }
    visible = (popup, shown, timer)
    finishAnimation(.show, popup, because: shown, after: 250)
  }

  private mutating func finishAnimation(_ phase: AnimationPhase, _ popup: PopupID, because: Int32, after length: Int64)
  {
    let old = cause
    now += length + Int64(random.below(12))
    var event = Event(.animationFinished)
    event.popup = popup
    event.phase = phase
    event.generation = generations[popup.index]
    stimulus(event, because: because)
    if phase == .show { cause = old }
  }

  private mutating func answer() {
    guard let (popup, shown, timer) = visible else { return submit() }
    if !timer.isNone, random.once(in: 2) {
      now += 5000 + Int64(random.below(9))
      var event = Event(.timerFired)
      event.timer = timer
      stimulus(event)
      hide(popup, .auto)
    } else {
      wait(2500)
      var event = Event(.popupDismissed)
      event.popup = popup
      event.act = random.once(in: 4) ? .cover : .button
      stimulus(event, because: shown)
      hide(popup, .dismissed)
      if !timer.isNone { decision(.timerCancelled, popup) { $0.timer = timer } }
    }
  }

  private mutating func hide(_ popup: PopupID, _ reason: Reason) {
    let generation = generations[popup.index]
    let hidden = decision(.popupHidden, popup) {
      $0.reason = reason
      $0.generation = generation
    }
    decision(.inputUnlocked, popup)
    let name = callbacks.closed
    decision(.callback, popup) {
      $0.name = name
      $0.reason = reason
    }
    visible = nil
    finishAnimation(.hide, popup, because: hidden, after: 200)
    if !queue.isEmpty { show(queue.remove(at: random.below(min(queue.count, 3)))) }
  }

  private mutating func newPage() -> PageID {
    let page = session.catalog.page(numbered: Int64(session.catalog.pages.count))
    let name = session.catalog.names.intern("Page\(random.below(20))ViewController")
    session.catalog.pages[page.index].classes = session.catalog.names.intern([
      name, session.catalog.names.intern("BaseViewController"),
    ])
    return page
  }

  private mutating func mention(_ kind: EventKind, _ page: PageID) {
    var event = Event(kind)
    event.page = page
    stimulus(event)
  }

  private mutating func enter(_ new: PageID) {
    wait(1200)
    let old = stack.last
    if let old { mention(.pageWillDisappear, old) }
    mention(.pageWillAppear, new)
    now += 350 + Int64(random.below(20))
    if let old { mention(.pageDidDisappear, old) }
    mention(.pageDidAppear, new)
    stack.append(new)
    page = new
  }

  private mutating func leave() {
    guard stack.count > 1 else { return }
    wait(1200)
    let old = stack.removeLast()
    let new = stack[stack.count - 1]
    mention(.pageWillDisappear, old)
    mention(.pageWillAppear, new)
    now += 350 + Int64(random.below(20))
    mention(.pageDidDisappear, old)
    mention(.pageDidAppear, new)
    mention(.pageRemoved, old)
    page = new
  }
}

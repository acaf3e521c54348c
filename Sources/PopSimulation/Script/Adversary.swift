import PopSystem
import PopTrace
import PopupScheduling

/// Makes scripts of sessions in which everything happens at the worst moment that UIKit allows.
/// Many things meet in one tick, many popups are alive at once, and every session has habits of its own (``Habits``). Nothing
/// impossible happens in them: everything an audit finds is the policy's fault, or the audit's.
struct Adversary {
  /// Things that have an order among themselves, whatever else happens in the same tick.
  enum Thread: Hashable {
    case pages(UInt16)
    case popup(PopupID)
    case user
    case background
    case typing(UInt16)
    case scrolling(UInt16)
    case touches(UInt16)
    /// Something that has to do with nothing else.
    case alone(Int)
  }

  /// A moment within a tick.
  struct Moment: Comparable {
    var time: Ticks
    var order: Int

    static func < (lhs: Moment, rhs: Moment) -> Bool { (lhs.time, lhs.order) < (rhs.time, rhs.order) }
  }

  var random: SeededRandom
  var script = WorldScript()
  let habits: Habits
  var windows: [Window] = []
  /// The popups submitted so far, with their attributes, in order of submission.
  var submitted: [(popup: PopupID, spec: PopupSpec)] = []
  var awayUntil = Ticks.zero
  var time = Ticks.zero
  private var lastPageNumber: Int64 = 0
  private var planned: [(moment: Moment, event: Event)] = []
  private var latest: [Thread: Moment] = [:]
  private var loners = 0

  /// Makes the script of one session of a seed; `lasting` so many milliseconds, or as long as it takes.
  static func script(seed: UInt64, session: Int, lasting: Int64?) -> WorldScript {
    var adversary = Adversary(seed: seed, session: session)
    adversary.fill(lasting: lasting)
    return adversary.script
  }

  private init(seed: UInt64, session: Int) {
    random = SeededRandom(seed: seed, part: UInt64(session))
    habits = Habits(&random)
    script.header.tick = .millisecond
    script.header.session = "adversarial-\(seed)-\(session)"
    script.header.app = "Simulated Shop"
    script.header.build = "1"
  }

  private mutating func fill(lasting: Int64?) {
    for name in ["open", "shown", "closed"] { _ = script.catalog.names.intern(name) }
    script.skipsImpossibleSteps = true
    script.header.marksReentrantStimuli = true
    script.echoesKeyboard = random.percent(75)
    if random.percent(50) { signIn(at: .zero) }
    if random.percent(30) { submit(at: .zero) }
    for scene in 0..<habits.scenes { launch(UInt16(scene)) }
    var things = 0
    while lasting.map({ time.rawValue < $0 }) ?? (things < habits.length) {
      time += Ticks(Int64(random.one(of: habits.gaps)))
      happen(habits.topic(&random))
      things += 1
    }
    finish(lasting: lasting)
  }

  private mutating func happen(_ topic: Habits.Topic) {
    switch topic {
    case .submit: submit(at: time)
    case .burst: for _ in 0..<random.whole(3...6) { submit(at: time) }
    case .siege: besiege()
    case .hud: submit(at: time, .hud)
    case .system: submit(at: time, .system)
    case .page: move(random.whole(0...windows.count - 1))
    case .withdraw: act(.popupWithdrawn)
    case .dismiss: act(.popupDismissed)
    case .loseView: act(.popupViewLost)
    case .update: act(.popupUpdated)
    case .tap: act(.popupTapped)
    case .condition: act(.popupCondition)
    case .change: act(.popupChanged)
    case .suspend: suspend()
    case .clear: clear()
    case .signOut: changeUser()
    case .background: leaveApp()
    case .scroll: scroll()
    case .type: type()
    case .foreignLock: lockTouches()
    case .back: happens(Event(.backPressed), in: alone())
    case .idle: happens(Event(.idle), in: alone())
    }
  }

  /// Puts the events in order and gives everything time to come to rest.
  private mutating func finish(lasting: Int64?) {
    let order = planned.indices.sorted { (planned[$0].moment, $0) < (planned[$1].moment, $1) }
    script.steps = order.map { planned[$0].event }
    let rest: [Int] = [0, 100, 5_000, 15_000, 40_000]
    script.end = max(script.steps.last?.time ?? .zero, time) + Ticks(Int64(random.one(of: rest)))
    if let lasting {
      script.end = script.header.tick.ticks(ceilingMilliseconds: lasting)
      let end = script.end
      script.steps.removeAll { $0.time > end }
    }
    script.endsAtRest = lasting == nil
    script.isKilled = random.percent(10)
  }

  /// A length of so many milliseconds, one of several.
  mutating func length(of milliseconds: [Int]) -> Ticks { Ticks(Int64(random.one(of: milliseconds))) }

  /// Something happens by itself, after whatever of its thread was planned before; nothing is planned beyond `time` out of order.
  mutating func happens(_ event: Event, at moment: Ticks? = nil, in thread: Thread) {
    var event = event
    var when = Moment(time: moment ?? time, order: random.whole(0...999))
    if let last = latest[thread], when <= last {
      when = Moment(time: last.time, order: last.order + random.whole(0...200))
    }
    latest[thread] = when
    event.time = when.time
    planned.append((when, event))
  }

  mutating func alone() -> Thread {
    loners += 1
    return .alone(loners)
  }

  mutating func makePage(
    _ classes: [String], in container: PageID, _ presentation: PagePresentation, scene: UInt16
  ) -> PageID {
    lastPageNumber += 1
    let page = script.makePage(numbered: lastPageNumber, classes, presentation)
    script.catalog.pages[page.index].container = container
    script.catalog.pages[page.index].scene = scene
    return page
  }
}

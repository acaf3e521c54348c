import PopSystem
import PopTrace
import PopupScheduling

/// Makes scripts of simulated sessions: page stacks with real-looking stays, campaigns, guides, content that takes its time, sign-outs,
/// HUDs, typing.
///
/// ```swift
/// let script = ScriptMaker.script(seed: 7, session: 0, flavour: .field)
/// let session = LiveWorld(policy: StandardPolicy(.v4)).run(script)
/// ```
///
/// The same seed and session number give the same script on every machine. What users do here is invented; nothing in it was measured.
public struct ScriptMaker {
  var random: SeededRandom
  var script = WorldScript()
  var itinerary: PageVisits
  let flavour: WorldFlavour
  /// With how many visits of pages one popup comes; nil where popups come by themselves, and in a row at launch.
  private let visitsPerPopup: Int?
  /// Whether this session has pages behind taps; where only visible time may count, it then has no other visits.
  let hasExcursions: Bool
  /// How often pages were visited, where popups come with visits.
  var visits = 0
  var excursions = 0
  var signedIn: Symbol = .none
  var busyUntil = Ticks.zero
  var awayUntil = Ticks.zero

  /// Makes the script of one session of a seed.
  ///
  /// - `lasting`: How long the session is in milliseconds; nil for a length of its own, a minute or two.
  public static func script(
    seed: UInt64, session: Int, flavour: WorldFlavour, lasting: Int64? = nil
  ) -> WorldScript {
    if flavour == .adversarial { return Adversary.script(seed: seed, session: session, lasting: lasting) }
    var maker = ScriptMaker(seed: seed, session: session, flavour: flavour)
    maker.fill(lasting: lasting)
    return maker.script
  }

  init(seed: UInt64, session: Int, flavour: WorldFlavour) {
    random = SeededRandom(seed: seed, part: UInt64(session))
    self.flavour = flavour
    visitsPerPopup = flavour == .sparse ? 3 : nil
    script.users = flavour.users
    let tick = flavour.isEntangled ? TickLength.millisecond : TickLength(microseconds: 10)!
    script.header.tick = tick
    script.header.session = "simulated-\(seed)-\(session)"
    script.header.app = "Simulated Shop"
    script.header.build = "1"
    itinerary = PageVisits(transition: tick.ticks(ceilingMilliseconds: 350))
    hasExcursions = random.percent(flavour.isEntangled ? 40 : 30)
  }

  /// A length of so many milliseconds, and where time is fine a fraction of one more.
  mutating func length(_ milliseconds: Int) -> Ticks {
    let ticks = script.header.tick.ticks(ceilingMilliseconds: Int64(milliseconds))
    return flavour.isEntangled ? ticks : ticks + Ticks(Int64(random.whole(0...99)))
  }

  /// A length of just so many milliseconds: what an app declares is whole.
  func declared(_ milliseconds: Int) -> Ticks { script.header.tick.ticks(ceilingMilliseconds: Int64(milliseconds)) }

  /// A length around a median; in the field now and then a round one, so that things meet at one instant.
  mutating func skewedLength(median: Int) -> Ticks {
    let milliseconds = random.skewedMilliseconds(median: median)
    if flavour.isEntangled, random.percent(15) { return length(max(50, milliseconds / 50 * 50)) }
    return length(milliseconds)
  }

  private mutating func fill(lasting: Int64?) {
    script.end = length(random.skewedMilliseconds(median: 90_000))
    if let lasting { script.end = script.header.tick.ticks(ceilingMilliseconds: lasting) }
    if random.percent(70) { signedIn = script.catalog.names.intern("user-1") }
    _ = script.catalog.names.intern("open")
    launch()
    var time = length(1_200)
    while true {
      time += skewedLength(median: visitsPerPopup == nil ? 2_500 : 4_000)
      guard time < script.end else { break }
      if let visitsPerPopup { sparseStep(at: time, visitsPerPopup) } else { step(at: time) }
    }
    script.isKilled = lasting == nil && random.percent(10)
    sortSteps()
  }

  private mutating func launch() {
    if !signedIn.isNone { script.steps.append(Event(.appSignedIn, name: signedIn, at: length(10))) }
    let home = itinerary.make("HomeViewController", in: &script)
    script.steps += itinerary.launch(home, at: length(120))
    guard visitsPerPopup == nil else { return }
    if random.percent(40) { submitCampaign(at: length(30)) }
    if random.percent(30) { submitGuides(at: length(200)) }
    if random.percent(20) { submitSplash(at: length(20)) }
  }

  private mutating func step(at time: Ticks) {
    switch random.whole(0...99) {
    case 0..<34: visit(at: time)
    case 34..<46: submitAlert(at: time)
    case 46..<54: submitCampaign(at: time)
    case 54..<60: submitHUD(at: time)
    case 60..<65: submitMessage(at: time)
    case 65..<68: submitGuides(at: time)
    case 68..<71: submitPermission(at: time)
    case 71..<77: scroll(at: time)
    case 77..<82: type(at: time)
    case 82..<85: leaveApp(at: time)
    case 85..<88: signOut(at: time)
    case 88..<92: suspend(at: time)
    case 92..<95: withdrawSomething(at: time)
    case 95..<98: submitConditional(at: time)
    default: submitBurst(at: time)
    }
  }

  /// Puts the steps in order of time; those of one instant stay as they were made.
  private mutating func sortSteps() {
    let order = script.steps.indices.sorted { (script.steps[$0].time, $0) < (script.steps[$1].time, $1) }
    let end = script.end
    script.steps = order.map { script.steps[$0] }.filter { $0.time <= end }
  }

  mutating func submission(_ popup: PopupID, _ spec: PopupSpec, at time: Ticks) -> Event {
    var event = Event(.popupSubmitted, popup: popup, at: time)
    event.spec = script.catalog.intern(spec)
    return event
  }

  /// One thing that happens by itself: mostly a visit of a page, and with every so-manieth of these a popup.
  private mutating func sparseStep(at time: Ticks, _ visitsPerPopup: Int) {
    switch random.whole(0...99) {
    case 0..<76:
      let count = script.steps.count
      visit(at: time)
      guard script.steps.count > count else { return }
      visits += 1
      if visits % visitsPerPopup == 0 { submitSomething(at: time + length(400) + skewedLength(median: 700)) }
    case 76..<84: scroll(at: time)
    case 84..<89: type(at: time)
    case 89..<93: leaveApp(at: time)
    case 93..<95: signOut(at: time)
    case 95..<97: suspend(at: time)
    default: withdrawSomething(at: time)
    }
  }

  private mutating func submitSomething(at time: Ticks) {
    switch random.whole(0...99) {
    case 0..<40: submitAlert(at: time)
    case 40..<65: submitCampaign(at: time)
    case 65..<73: submitHUD(at: time)
    case 73..<85: submitMessage(at: time)
    case 85..<92: submitPermission(at: time)
    default: submitConditional(at: time)
    }
  }
}

extension SeededRandom {
  /// A length in milliseconds that is mostly short and sometimes long: its median is `median`, one in a hundred is some eight times that.
  ///
  /// The product of two uniform factors between 1/√8 and √8 stands in for a log-normal law: the same on every machine, as no logarithm is.
  fileprivate mutating func skewedMilliseconds(median: Int) -> Int {
    func factor(_ draw: Int) -> Int { draw < 500 ? 354 + draw * 1292 / 1000 : 1000 + (draw - 500) * 3656 / 1000 }
    let first = factor(whole(0...999))
    let second = factor(whole(0...999))
    return max(1, median * first / 1000 * second / 1000)
  }
}

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

  mutating func intern(oneOf names: [String]) -> Symbol { script.catalog.names.intern(random.one(of: names)) }

  mutating func alone() -> Thread {
    loners += 1
    return .alone(loners)
  }

  mutating func makePage(
    _ classes: [String], in container: PageID, _ presentation: PagePresentation, scene: UInt16
  ) -> PageID {
    let page = script.makePage(classes, presentation)
    script.catalog.pages[page.index].container = container
    script.catalog.pages[page.index].scene = scene
    return page
  }
}

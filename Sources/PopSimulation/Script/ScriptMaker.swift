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
  /// - Parameters:
  ///   - seed: What everything is drawn from.
  ///   - session: Which of the seed's sessions.
  ///   - flavour: How entangled the world is.
  ///   - lasting: How long the session is in milliseconds; nil for a length of its own, a minute or two.
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
    if !signedIn.isNone {
      var event = Event(.appSignedIn, time: length(10))
      event.name = signedIn
      script.steps.append(event)
    }
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
    var event = Event(.popupSubmitted, time: time)
    event.popup = popup
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

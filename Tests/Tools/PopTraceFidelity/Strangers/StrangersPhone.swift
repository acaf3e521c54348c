import PopSimulation
import PopSystem
import PopupScheduling

/// A phone in the hands of somebody: carries out what a scheduler decides, and makes happen what the app, the system and its user do.
///
/// What the app does and what a popup is like come from a script of the simulated world. What the user does is in here.
final class StrangersPhone: SchedulerEnvironment {
  let script: WorldScript
  let ways: StrangersWays
  private let tick: TickLength
  private let seed: UInt64
  var now = Ticks.zero
  var random: SeededRandom

  private var queue = MinHeap<Planned>()
  private var planned = 0
  private var cancelled: Set<Int32> = []
  private var timersInBackground: [Planned] = []
  private var isTyping: Set<UInt16> = []
  /// Until when somebody types, and how much is left to type when the keyboard has been folded.
  private var typesUntil: [UInt16: Ticks] = [:]
  private var leftToType: [UInt16: Ticks] = [:]
  private var locks = 0
  /// What the user wanted to do while buttons did not react.
  var notReacting: [Planned] = []

  var isAway = false
  /// Until when somebody is away who has had enough.
  var awayUntil = Ticks.zero
  var popups: [Life]
  /// How many popups the user has seen, and how many of them are gone.
  var seen = 0
  var gone = 0
  let specs: [Int]
  /// When the user looks up, as far as that has been drawn.
  var glances: [Ticks] = []
  var glancing: SeededRandom

  // The way through the app.
  let visits: [Visit]
  var nextVisit = 0
  /// By how much the user is late.
  var late = Ticks.zero
  var isVisitHeld = false
  /// Until when pages move.
  var movesUntil = Ticks(-1)
  var pages: [PageID] = []
  /// The pages behind taps that the user is on, the first one first.
  var detours: [Detour] = []
  /// The page that a popup leads to, by popup.
  private(set) var destinations: [PageID]
  /// What the events refer to, the pages behind taps included.
  private(set) var catalog: Catalog

  /// A popup, as its user knows it.
  struct Life {
    var isUp = false
    var isSeen = false
    var isAnswered = false
    var isTapped = false
    /// Whether its dismissal is the tap that leads to a page.
    var leadsOn = false
    var presentation = 0
    var generation: Int32 = 0
    var shown: Int32 = -1
    var page = PageID.none
    /// Since when the user has looked at it, and for how long before.
    var noticed = Ticks.zero
    var lookedBefore = Ticks.zero
    var nthSeen = 0
    /// For how much longer it is left alone.
    var sulk = Ticks.zero
  }

  /// A page behind a tap.
  struct Detour {
    var origin: PageID
    var destination: PageID
    var stay: Ticks
  }

  /// Something that will happen.
  struct Planned: HeapElement {
    var time: Ticks
    var order: Int
    var what: What
    var cause: Int32 = -1

    static func < (lhs: Planned, rhs: Planned) -> Bool { (lhs.time, lhs.order) < (rhs.time, rhs.order) }
  }

  /// What may happen.
  enum What {
    case event(Event)
    case answer(PopupID, presentation: Int)
    case tap(PopupID, presentation: Int)
    case animation(PopupID, AnimationPhase, generation: Int32)
    case timer(TimerID, SchedulerID)
    case visit(Int)
    case setOut(PopupID)
    case goBack(PageID)
    case leave
    case comeBack
  }

  init(_ script: WorldScript, _ ways: StrangersWays, _ tick: TickLength, seed: UInt64) {
    self.script = script
    self.ways = ways
    self.tick = tick
    self.seed = seed
    // Nothing here is drawn while the world runs but from a stream for one thing: what one policy brings about shifts nothing else.
    random = SeededRandom(seed: seed, part: 1)
    glancing = SeededRandom(seed: seed, part: 2)
    popups = Array(repeating: Life(), count: script.truths.count)
    var specs = Array(repeating: -1, count: script.truths.count)
    for step in script.steps where step.kind == .popupSubmitted { specs[step.popup.index] = step.spec.index }
    for case .some(let step) in script.followUps { specs[step.popup.index] = step.spec.index }
    self.specs = specs
    visits = Visit.all(of: script, tick)
    catalog = script.catalog
    destinations = Array(repeating: .none, count: script.truths.count)
    for popup in popups.indices where random.percent(ways.tapsThrough) && script.truths[popup].dwell != nil {
      let page = catalog.page(numbered: Int64(100_000 + popup))
      catalog.pages[page.index].classes = catalog.names.intern([catalog.names.intern("OfferViewController")])
      destinations[popup] = page
    }
    for step in script.steps where !step.kind.isAboutPage { plan(.event(step), at: step.time) }
    if !visits.isEmpty { plan(.visit(0), at: visits[0].start) }
  }

  func plan(_ what: What, at time: Ticks, cause: Int32 = -1) {
    queue.insert(Planned(time: max(now, time), order: planned, what: what, cause: cause))
    planned += 1
  }

  /// Lives through the script under a policy.
  ///
  /// - Parameters:
  ///   - tick: How long a tick is.
  ///   - seed: What the user is drawn from, another one for every session.
  /// - Returns: The turn after the last one, with everything that happened.
  static func live<Policy: SchedulingPolicy>(
    _ script: WorldScript, _ ways: StrangersWays, _ tick: TickLength, seed: UInt64, under policy: Policy
  ) -> Turn {
    let phone = StrangersPhone(script, ways, tick, seed: seed)
    var scheduler = Scheduler(
      policy: policy, catalog: phone.catalog, tick: tick, schedulers: script.catalog.schedulers)
    var turns = 0
    while let due = phone.queue.first, due.time <= script.end, turns < 100_000 {
      _ = phone.queue.popFirst()
      phone.now = due.time
      guard let stimulus = phone.happen(due) else { continue }
      turns += 1
      let sequence = scheduler.run(stimulus, at: due.time, in: phone)
      phone.happened(stimulus, as: sequence)
    }
    return scheduler.turn
  }

  func milliseconds(_ number: Int) -> Ticks { tick.ticks(ceilingMilliseconds: Int64(number)) }

  /// A number that belongs to a popup and a question, whatever happened before.
  func drawn(_ range: ClosedRange<Int>, for popup: PopupID, _ question: UInt64) -> Int {
    var own = SeededRandom(seed: seed &+ question &* 1_000_003, part: UInt64(popup.index))
    return own.whole(range)
  }

  // MARK: The app and the system

  private func happen(_ due: Planned) -> Event? {
    switch due.what {
    case .event(let event): return happen(event, due)
    case .answer(let popup, let presentation): return answer(popup, presentation, due)
    case .tap(let popup, let presentation): return tap(popup, presentation, due)
    case .animation(let popup, let phase, let generation):
      let life = popups[popup.index]
      guard life.generation == generation, phase == .hide || life.isUp else { return nil }
      var event = event(.animationFinished, popup, due.cause)
      event.phase = phase
      event.generation = generation
      return event
    case .timer(let timer, let scheduler):
      guard !cancelled.contains(timer.rawValue) else { return nil }
      guard !isAway else {
        timersInBackground.append(due)
        return nil
      }
      var event = Event(.timerFired)
      event.timer = timer
      event.schedulerID = scheduler
      return event
    case .visit(let number): return visit(number)
    case .setOut(let popup): return setOut(popup, due.cause)
    case .goBack(let page): return goBack(from: page)
    case .leave: return leave()
    case .comeBack: return isAway && now >= awayUntil ? Event(.appForeground) : nil
    }
  }

  private func happen(_ event: Event, _ due: Planned) -> Event? {
    var event = event
    if due.cause >= 0 { event.cause = due.cause }
    switch event.kind {
    case .appBackground: return isAway ? nil : event
    case .appForeground: return isAway && now >= awayUntil ? event : nil
    case .scrollBegan, .backPressed: return isAway ? nil : event
    case .editBegan:
      guard !isAway, !isTyping.contains(event.scene), leftToType[event.scene] == nil else { return nil }
      typesUntil[event.scene] = script.steps.first { $0.kind == .editEnded && $0.time > due.time }?.time
      return event
    case .editEnded: return isTyping.contains(event.scene) && now >= typesUntil[event.scene] ?? now ? event : nil
    default: return event
    }
  }

  func event(_ kind: EventKind, _ popup: PopupID, _ cause: Int32) -> Event {
    var event = Event(kind)
    event.popup = popup
    event.cause = cause
    return event
  }

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    let popup = decision.popup
    switch decision.kind {
    case .popupShown:
      animate(.show, decision)
      comesUp(decision)
    case .popupHidden:
      guard popups[popup.index].isUp else { return }
      if decision.reason != .viewLost { animate(.hide, decision) }
      goesAway(popup)
    case .contentRequested:
      guard let latency = script.truths[popup.index].contentLatency else { return }
      let kind: EventKind = script.truths[popup.index].contentFails ? .contentFailed : .contentLoaded
      plan(.event(event(kind, popup, decision.sequence)), at: now + latency, cause: decision.sequence)
    case .timerSet:
      let lateness = popup.isNone ? .zero : script.truths[popup.index].timerLateness
      plan(.timer(decision.timer, decision.schedulerID), at: max(decision.at, now) + lateness)
    case .timerCancelled: cancelled.insert(decision.timer.rawValue)
    case .inputLocked: locks += 1
    case .inputUnlocked:
      locks = max(0, locks - 1)
      if locks == 0 { buttonsReact() }
    case .keyboardResigned, .keyboardRestored:
      var echo = Event(decision.kind == .keyboardResigned ? .editEnded : .editBegan)
      echo.scene = decision.scene
      echo.name = decision.kind == .keyboardRestored ? decision.name : .none
      if echo.kind == .editBegan {
        // Where was I? What is left takes as long as it would have.
        let until = now + (leftToType.removeValue(forKey: echo.scene) ?? .zero)
        isTyping.insert(echo.scene)
        typesUntil[echo.scene] = until
        var end = Event(.editEnded)
        end.scene = echo.scene
        plan(.event(end), at: until)
      } else {
        isTyping.remove(echo.scene)
        leftToType[echo.scene] = max(.zero, (typesUntil[echo.scene] ?? now) - now)
      }
      reentrant.append(echo)
    case .callback where !popup.isNone && decision.reason == .dismissed:
      let next = script.truths[popup.index].followUp
      if !next.isNone, let submission = script.followUps[next.index] { reentrant.append(submission) }
    default: break
    }
  }

  private func animate(_ phase: AnimationPhase, _ decision: Event) {
    guard specs[decision.popup.index] >= 0 else { return }
    let spec = script.catalog.specs[specs[decision.popup.index]]
    let length = phase == .show ? spec.showLength : spec.exitLength
    guard length > .zero else { return }
    plan(
      .animation(decision.popup, phase, generation: decision.generation),
      at: now + length + script.truths[decision.popup.index].animationLateness, cause: decision.sequence)
  }

  /// Whether buttons do not react.
  var isInputIgnored: Bool { locks > 0 }

  private func happened(_ stimulus: Event, as sequence: Int32) {
    switch stimulus.kind {
    case .appBackground:
      isAway = true
      for index in popups.indices where popups[index].isUp { looksAway(PopupID(index)) }
    case .appForeground:
      isAway = false
      for index in popups.indices where popups[index].isUp { looks(at: PopupID(index)) }
      for timer in timersInBackground.sorted(by: <) { plan(timer.what, at: now) }
      timersInBackground.removeAll()
      goesOn(after: 400)
    case .editBegan: isTyping.insert(stimulus.scene)
    case .editEnded: isTyping.remove(stimulus.scene)
    case .popupViewLost: goesAway(stimulus.popup)
    case .popupDismissed where stimulus.act.isUsers: dismissed(stimulus.popup, as: sequence)
    case .popupTapped: tapped(stimulus.popup, as: sequence)
    default: if stimulus.kind.isAboutPage { pageChanged(stimulus) }
    }
  }
}

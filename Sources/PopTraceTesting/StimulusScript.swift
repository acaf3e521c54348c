import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling

/// Stimuli in some order, possible or not, and what they refer to: what a policy is put through.
struct StimulusScript: Sendable {
  /// A stimulus that begins a turn, and how long after the one before it.
  struct Step: Hashable, Sendable {
    var wait: Ticks
    var stimulus: Event
  }

  /// A stimulus that arrives while a decision is being carried out, the first time there is such a decision.
  struct Answer: Hashable, Sendable {
    var decision: EventKind
    var popup: PopupID
    var stimulus: Event
  }

  var catalog = Catalog()
  var steps: [Step] = []
  var answers: [Answer] = []

  var count: Int { steps.count + answers.count }

  var session: Session {
    var session = Session()
    session.catalog = catalog
    session.isScenario = true
    var time = Ticks.zero
    for step in steps {
      time += step.wait
      var stimulus = step.stimulus
      stimulus.time = time
      add(stimulus, to: &session)
    }
    for answer in answers {
      var pattern = Event(answer.decision)
      pattern.popup = answer.popup
      session.anchors[session.log.events.count] = Anchor(
        pattern: pattern, fields: answer.popup.isNone ? [] : [.popup])
      add(answer.stimulus, to: &session)
    }
    return session
  }

  private func add(_ stimulus: Event, to session: inout Session) {
    var stimulus = stimulus
    stimulus.sequence = Int32(session.log.events.count)
    session.log.events.append(stimulus)
  }
}

// Stimuli of all kinds in any order, about few popups and pages, so that most of them meet something.
extension StimulusScript {
  private static let popups = 8
  private static let pages = 5
  private static let classes = ["Home", "Shop", "Base"]
  private static let kinds = EventKind.allCases.filter { $0.isStimulus }
  private static let common: [EventKind] = [
    .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .popupSubmitted, .popupSubmitted,
    .popupSubmitted, .popupDismissed, .popupDismissed, .popupWithdrawn, .animationFinished, .contentLoaded,
  ]
  private static let answered: [EventKind] = [.popupShown, .popupHidden, .popupDropped, .callback, .contentRequested]

  /// Draws a script: the same one for the same seed, on every machine.
  init(seed: UInt64, stimuli: Int) {
    var random = SeededRandom(seed: seed)
    makePages(&random)
    for number in 1...Self.popups { _ = catalog.popup(numbered: Int64(number)) }
    for kind in random.percent(70) ? [EventKind.pageWillAppear, .pageDidAppear] : [] {
      var event = Event(kind)
      event.page = PageID(0)
      steps.append(Step(wait: .zero, stimulus: event))
    }
    for _ in 0..<stimuli {
      let wait = random.percent(30) ? 0 : random.one(of: [1, 50, 200, 400, 1000, 3000])
      steps.append(Step(wait: Ticks(Int64(wait)), stimulus: stimulus(&random)))
    }
    for _ in 0..<random.whole(0...4) {
      answers.append(
        Answer(
          decision: random.one(of: Self.answered), popup: PopupID(random.whole(0...Self.popups - 1)),
          stimulus: stimulus(&random)))
    }
  }

  private mutating func makePages(_ random: inout SeededRandom) {
    let symbols = Self.classes.map { catalog.names.intern($0) }
    for number in 1...Self.pages {
      let page = catalog.page(numbered: Int64(number))
      catalog.pages[page.index].classes = catalog.names.intern([random.one(of: symbols), symbols[2]])
      catalog.pages[page.index].presentation = random.one(of: PagePresentation.allCases)
      if random.percent(20) { catalog.pages[page.index].navigation = false }
      if page.index > 0, random.percent(25) { catalog.pages[page.index].container = PageID(page.index - 1) }
    }
  }

  private mutating func stimulus(_ random: inout SeededRandom) -> Event {
    var event = Event(random.one(of: random.percent(70) ? Self.common : Self.kinds))
    if event.kind.isAboutPage { event.page = PageID(random.whole(0...Self.pages - 1)) }
    let isAboutPopup = EventSchema.rules(of: event.kind).contains { $0.field == .popup && $0.isRequired }
    if isAboutPopup { event.popup = PopupID(random.whole(0...Self.popups - 1)) }
    switch event.kind {
    case .popupSubmitted: event.spec = catalog.intern(spec(&random))
    case .popupDismissed: event.act = random.one(of: DismissalAct.allCases)
    case .popupCondition: if random.percent(50) { event.flags.insert(.holds) }
    case .popupChanged: event.attributes = change(&random)
    case .popupTapped, .popupUpdated, .appSignedIn, .editBegan:
      event.name = catalog.names.intern(random.one(of: ["ann", "bob"]))
    case .animationFinished, .animationLost:
      event.phase = random.one(of: AnimationPhase.allCases)
      event.generation = Int32(random.whole(1...3))
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared:
      if random.percent(30) { event.popupKind = random.one(of: PopupKind.allCases) }
      if event.kind == .schedulerSuspended, random.percent(30) { event.flags.insert(.hides) }
    case .timerFired: event.timer = TimerID(random.whole(0...9))
    default: break
    }
    return event
  }

  private mutating func change(_ random: inout SeededRandom) -> Int32 {
    var change = PopupChange()
    if random.percent(50) { change.level = Int32(random.whole(-1...2)) }
    if random.percent(30) { change.expires = Ticks(Int64(random.whole(0...900))) }
    catalog.changes.append(change)
    return Int32(catalog.changes.count - 1)
  }

  private mutating func spec(_ random: inout SeededRandom) -> PopupSpec {
    var spec = PopupSpec(name: catalog.names.intern(random.one(of: ["sale", "rate", "tour", "update"])))
    spec.kind = random.one(of: PopupKind.allCases)
    spec.level = Int32(random.whole(-1...2))
    if random.percent(40) { spec.pages = catalog.names.intern([catalog.names.intern(random.one(of: Self.classes))]) }
    if random.percent(15) { spec.instance = PageID(random.whole(0...Self.pages - 1)) }
    spec.keepAlive = random.percent(30)
    if random.percent(25) { spec.content = .async }
    spec.condition = random.percent(85)
    spec.whenBarred = random.one(of: WhenBarred.allCases)
    spec.onHigher = random.one(of: OnHigher.allCases)
    if random.percent(20) { spec.chain = catalog.names.intern("steps") }
    if random.percent(20) { spec.key = catalog.names.intern(random.one(of: ["k1", "k2"])) }
    if random.percent(20) { spec.expires = Ticks(Int64(random.whole(0...3000))) }
    if random.percent(20) { spec.autoDismiss = Ticks(Int64(random.whole(0...2000))) }
    if random.percent(50) { spec.showLength = Ticks(250) }
    if random.percent(50) { spec.hideLength = Ticks(200) }
    if random.percent(10) { spec.object = Int32(random.whole(0...1)) }
    spec.next = random.percent(10)
    return spec
  }
}

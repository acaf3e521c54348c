import PopupScheduling

/// Feeds stimuli to a policy and gives its decisions back as short lines of text.
///
/// Popups and pages go by the numbers the test gives them.
struct Play<Policy: SchedulingPolicy> {
  var scheduler: Scheduler<Policy>
  var world = AnsweringWorld()
  /// The decisions of the last stimulus.
  private(set) var last: [String] = []
  /// All events, for whoever wants to look at more than the last turn.
  private(set) var all: [Event] = []

  init(policy: Policy, schedulers: [SchedulerID] = [SchedulerID()]) {
    scheduler = Scheduler(policy: policy, schedulers: schedulers)
  }

  var catalog: Catalog {
    get { scheduler.turn.catalog }
    set { scheduler.turn.catalog = newValue }
  }

  /// Runs one stimulus.
  @discardableResult
  mutating func run(_ stimulus: Event, at time: Int64) -> [String] {
    let first = scheduler.turn.log.events.count
    scheduler.run(stimulus, at: Ticks(time), in: world)
    let events = scheduler.turn.log.events[first...]
    all += events
    last = events.filter(\.kind.isDecision).map(text)
    return last
  }

  /// The last stimulus's decisions without those about timers and callbacks.
  var visible: [String] { last.filter { !$0.hasPrefix("timer.") && !$0.hasPrefix("callback ") } }

  /// Forgets the events so far.
  mutating func forget() {
    all = []
    world = AnsweringWorld()
  }

  /// A decision as text: its name, its popup, then the fields it carries.
  func text(_ event: Event) -> String {
    var words = [event.kind.wireName]
    if event.kind == .callback { words.append(catalog.names.text(event.name)) }
    if !event.popup.isNone { words.append("\(catalog.number(of: event.popup))") }
    if event.kind == .keyboardResigned || event.kind == .keyboardRestored {
      words.append(catalog.names.text(event.name))
    }
    if !event.page.isNone { words.append("page=\(catalog.number(of: event.page))") }
    if event.generation > 0 { words.append("gen=\(event.generation)") }
    if event.flags.contains(.restored) { words.append("restored") }
    if event.kind == .timerSet { words.append("\(event.purpose.wireName) at=\(event.at.rawValue)") }
    if event.kind != .timerSet, event.reason != .none { words.append(event.reason.wireName) }
    if event.overCount > 0 {
      let over = scheduler.turn.log.over(of: event).map { "\(catalog.number(of: $0))" }
      words.append("over=" + over.joined(separator: ","))
    }
    return words.joined(separator: " ")
  }
}

/// An environment that answers some decisions with stimuli.
final class AnsweringWorld: SchedulerEnvironment {
  /// For each decision: the stimuli that arrive while it is carried out.
  var answer: (Event) -> [Event] = { _ in [] }

  func carryOut(_ decision: Event, reentrant: inout [Event]) { reentrant += answer(decision) }
}

extension Play {
  init(_ configuration: PolicyConfiguration) where Policy == StandardPolicy {
    self.init(policy: StandardPolicy(configuration))
  }

  // MARK: Stimuli

  func popup(_ kind: EventKind, _ number: Int64, _ change: (inout Event) -> Void = { _ in }) -> Event {
    var event = Event(kind)
    event.popup = catalog.knownPopup(numbered: number)
    change(&event)
    return event
  }

  /// A submission, with attributes as the closure sets them.
  mutating func submission(_ number: Int64, _ change: (inout PopupSpec, inout Catalog) -> Void = { _, _ in }) -> Event {
    var spec = PopupSpec(name: catalog.names.intern("popup \(number)"))
    change(&spec, &catalog)
    var event = Event(.popupSubmitted)
    event.popup = catalog.popup(numbered: number)
    event.spec = catalog.intern(spec)
    return event
  }

  @discardableResult
  mutating func submit(
    _ number: Int64, at time: Int64, _ change: (inout PopupSpec, inout Catalog) -> Void = { _, _ in }
  ) -> [String] {
    let event = submission(number, change)
    return run(event, at: time)
  }

  @discardableResult
  mutating func dismiss(_ number: Int64, at time: Int64, by act: DismissalAct = .button) -> [String] {
    run(popup(.popupDismissed, number) { $0.act = act }, at: time)
  }

  @discardableResult
  mutating func withdraw(_ number: Int64, at time: Int64) -> [String] {
    run(popup(.popupWithdrawn, number), at: time)
  }

  @discardableResult
  mutating func finish(_ number: Int64, _ phase: AnimationPhase, generation: Int32 = 1, at time: Int64) -> [String] {
    run(
      popup(.animationFinished, number) {
        $0.phase = phase
        $0.generation = generation
      }, at: time)
  }

  @discardableResult
  mutating func condition(_ number: Int64, _ holds: Bool, at time: Int64) -> [String] {
    run(popup(.popupCondition, number) { if holds { $0.flags.insert(.holds) } }, at: time)
  }

  @discardableResult
  mutating func fire(_ timer: Int, at time: Int64) -> [String] {
    var event = Event(.timerFired)
    event.timer = TimerID(timer)
    return run(event, at: time)
  }

  @discardableResult
  mutating func happen(_ kind: EventKind, at time: Int64, _ change: (inout Event) -> Void = { _ in }) -> [String] {
    var event = Event(kind)
    change(&event)
    return run(event, at: time)
  }

  // MARK: Pages

  /// Says what a page is.
  mutating func know(
    _ number: Int64, _ classes: String..., in container: Int64? = nil, as presentation: PagePresentation = .full
  ) {
    let page = catalog.page(numbered: number)
    let symbols = classes.map { catalog.names.intern($0) }
    catalog.pages[page.index].classes = catalog.names.intern(symbols)
    catalog.pages[page.index].presentation = presentation
    if let container { catalog.pages[page.index].container = catalog.page(numbered: container) }
  }

  @discardableResult
  mutating func page(_ kind: EventKind, _ number: Int64, at time: Int64) -> [String] {
    var event = Event(kind)
    event.page = catalog.page(numbered: number)
    return run(event, at: time)
  }

  /// A page comes on screen, at one instant.
  @discardableResult
  mutating func appear(_ number: Int64, at time: Int64) -> [String] {
    page(.pageWillAppear, number, at: time)
    return page(.pageDidAppear, number, at: time)
  }

  /// A page goes and another comes, at one instant; the decisions of all four events.
  @discardableResult
  mutating func move(from old: Int64, to new: Int64, at time: Int64) -> [String] {
    page(.pageWillDisappear, old, at: time) + page(.pageWillAppear, new, at: time)
      + page(.pageDidDisappear, old, at: time) + page(.pageDidAppear, new, at: time)
  }
}

extension PopupSpec {
  /// The classes of the pages a popup may be shown on.
  mutating func bind(to classes: String..., in catalog: inout Catalog) {
    let symbols = classes.map { catalog.names.intern($0) }
    pages = catalog.names.intern(symbols)
  }
}

@testable import PopupScheduling

/// A session in which anything may happen, played by the standard policy and by a plain one beside it.
final class WildSession {
  /// How the session is played; some of it makes the world orderly, some of it does not.
  struct Style {
    /// Whether pages come and go as those of an app do, and not in any order.
    var isOrderly: Bool
    /// Whether timers fire when they are due, and not later or out of turn.
    var isPunctual: Bool
    /// Whether the app answers decisions while they are carried out.
    var answers: Bool
    /// Whether a copy of the policy is made before every turn.
    var copies: Bool
  }

  static let pages: Int64 = 8
  /// How many popups the session submits itself; answers submit as many more.
  static let popups = 100

  let style: Style
  var dice: Dice
  var standard: Play<StandardPolicy>
  var plain: Play<PlainPolicy>
  /// What the standard policy did otherwise than the plain one; nil as long as it did not.
  var difference: String?
  private var time: Int64 = 0
  private var submitted = 0
  private var current: Int64 = 1
  /// What opens the gates that are closed.
  private var toOpen: [Event] = []
  private var due: [(timer: TimerID, at: Int64)] = []

  /// Makes a session.
  ///
  /// - Parameter used: A player who has played before, and goes back to the beginning now.
  init(seed: UInt64, _ configuration: PolicyConfiguration, _ style: Style, used: Play<StandardPolicy>) {
    self.style = style
    dice = Dice(state: seed)
    standard = used
    plain = Play(policy: PlainPolicy(configuration))
    standard.scheduler.begin(catalog: Catalog(), schedulers: [SchedulerID()])
    standard.forget()
    for popup in 0..<Int64(2 * Self.popups) { _ = standard.catalog.popup(numbered: popup) }
    // In an orderly app the last two pages are there from the beginning, and others stand in them.
    for page in 1...Self.pages {
      let container: Int64? =
        if style.isOrderly {
          page < 7 && dice.chance(50) ? dice.pick([7, 8]) : nil
        } else {
          dice.chance(40) ? Int64(1 + dice.roll(Int(Self.pages))) : nil
        }
      standard.know(
        page, dice.pick(["A", "B", "C"]), dice.pick(["X", "Y"]), in: container == page ? nil : container,
        as: style.isOrderly && dice.chance(75) ? .full : dice.pick(PagePresentation.allCases))
    }
    for _ in 0..<8 {
      var change = PopupChange()
      if dice.chance(50) { change.level = Int32(dice.roll(4)) }
      if dice.chance(40) { change.expires = Ticks(Int64(dice.roll(2500) - 100)) }
      if dice.chance(50) { change.pages = names(dice.pick([["A"], ["B", "Y"], ["X"], []])) }
      standard.catalog.changes.append(change)
    }
    guard style.answers else { return }
    let specs = (0..<6).map { _ in standard.catalog.intern(randomSpec()) }
    standard.world.answer = { Self.answer($0, specs) }
    plain.world.answer = standard.world.answer
  }

  /// Plays on until the policies differ, or the session is over.
  func play(turns: Int) {
    for page in [8, 7, current] where style.isOrderly {
      for kind in [EventKind.pageWillAppear, .pageDidAppear] { self.page(kind, page) }
    }
    for _ in 0..<turns where difference == nil {
      time += dice.chance(25) ? 0 : Int64(dice.roll(400))
      fireDue()
      turn()
    }
  }

  // MARK: What happens

  private func turn() {
    if !toOpen.isEmpty, dice.chance(40) { run(toOpen.remove(at: dice.roll(toOpen.count))) }
    switch dice.roll(100) {
    case 0..<34 where submitted < Self.popups:
      var event = Event(.popupSubmitted)
      event.popup = PopupID(dice.chance(97) ? submitted : dice.roll(submitted + 1))
      event.spec = standard.catalog.intern(randomSpec())
      // Once in a while it refers to attributes that are not there.
      if dice.chance(1) { event.attributes = Int32(standard.catalog.specs.count) }
      submitted += 1
      run(event)
    case 0..<48: run(.popupDismissed) { $0.code = UInt8(1 + dice.roll(5)) }
    case 48..<60: movePages()
    case 60..<70:
      run(dice.pick([.animationFinished, .animationFinished, .animationFinished, .animationLost])) {
        let presented = latest($0.popup)
        $0.generation = dice.chance(70) ? presented.generation : Int32(dice.roll(4))
        $0.phase = dice.chance(75) ? (presented.isLeaving ? .hide : .show) : dice.pick(AnimationPhase.allCases)
      }
    case 70..<74: run(dice.pick([.contentLoaded, .contentLoaded, .contentFailed]))
    case 74..<78: run(.popupCondition) { if dice.chance(60) { $0.flags.insert(.holds) } }
    case 78..<82: run(.popupChanged) { $0.attributes = Int32(dice.roll(10) - 1) }
    case 82..<89: type()
    case 89..<93: closeGate()
    case 93: run(dice.pick([.idle, .backPressed, .scrollEnded, .appForeground, .schedulerResumed]))
    case 94: run(dice.pick([.appSignedIn, .appSignedIn, .appSignedIn, .appSignedOut])) { $0.name = user() }
    case 95: run(.schedulerCleared) { if dice.chance(90) { $0.popupKind = dice.pick(PopupKind.allCases) } }
    case 96: run(.popupViewLost)
    case 97..<99: run(.popupWithdrawn)
    default: run(dice.pick([.popupTapped, .popupUpdated]))
    }
  }

  private func closeGate() {
    let (close, open) = dice.pick([
      (EventKind.scrollBegan, EventKind.scrollEnded), (.appBackground, .appForeground),
      (.schedulerSuspended, .schedulerResumed), (.schedulerSuspended, .schedulerResumed),
    ])
    var (closing, opening) = (Event(close), Event(open))
    if close == .schedulerSuspended {
      if dice.chance(60) { closing.popupKind = dice.pick([.alert, .sheet, .campaign, .message, .hud]) }
      opening.popupKind = closing.popupKind
      if dice.chance(40) { closing.flags.insert(.hides) }
    }
    toOpen.append(opening)
    run(closing)
  }

  private func user() -> Symbol { name(dice.chance(85) ? "ann" : "bob") }

  private func type() {
    let begins = dice.chance(70)
    run(begins ? .editBegan : .editEnded) { event in
      event.name = name(dice.pick(["search", "comment"]))
      // Of an answer that comes in a turn of its own, later than the decision it answers.
      let answered = standard.scheduler.turn.log.events.last {
        $0.kind == (begins ? .keyboardRestored : .keyboardResigned)
      }
      if let answered, dice.chance(60) { event.cause = answered.sequence }
    }
    if begins, dice.chance(30) { toOpen.append(Event(.editEnded)) }
  }

  private func movePages() {
    let next = Int64(1 + dice.roll(Int(Self.pages)))
    guard style.isOrderly, dice.chance(90) else {
      page(
        dice.pick([
          .pageLoaded, .pageWillAppear, .pageDidAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear,
          .pageRemoved,
        ]), dice.chance(50) ? current : next)
      return
    }
    page(.pageWillDisappear, current)
    if dice.chance(20) { return page(.pageDidAppear, current) }
    page(.pageWillAppear, next)
    if dice.chance(30) { turn() }
    if dice.chance(15) { page(.pageRemoved, current) }
    page(.pageDidDisappear, current)
    page(.pageDidAppear, next)
    if dice.chance(15) { page(.pageRemoved, current) }
    current = next
  }

  private func fireDue() {
    while difference == nil, style.isPunctual,
      let next = due.indices.filter({ due[$0].at <= time }).min(by: { due[$0].at < due[$1].at })
    {
      let timer = due.remove(at: next)
      fire(timer.timer, at: timer.at)
    }
    guard !style.isPunctual, dice.chance(30), let timer = due.first else { return }
    if dice.chance(90) { due.removeFirst() }
    fire(dice.chance(90) ? timer.timer : TimerID(dice.roll(90)), at: time)
  }

  private func fire(_ timer: TimerID, at time: Int64) {
    var event = Event(.timerFired)
    event.timer = timer
    run(event, at: time)
  }

  // MARK: What is said

  private func names(_ texts: [String]) -> NameListID { standard.catalog.names.intern(texts.map { name($0) }) }
  private func name(_ text: String) -> Symbol { standard.catalog.names.intern(text) }

  private var there: [PopupState] { standard.scheduler.policy.state.states.array }

  private func latest(_ popup: PopupID) -> (generation: Int32, isLeaving: Bool) {
    there.first { $0.popup == popup }.map { ($0.generation, $0.isLeaving) } ?? (1, false)
  }

  /// A popup to speak of: mostly one that is there, else any.
  private func somePopup() -> PopupID {
    if dice.chance(3) { return .none }
    let there = there
    let visible = there.filter(\.isVisible)
    if !visible.isEmpty, dice.chance(55) { return dice.pick(visible).popup }
    return !there.isEmpty && dice.chance(75) ? dice.pick(there).popup : PopupID(dice.roll(submitted + 1))
  }

  private func randomSpec() -> PopupSpec {
    var spec = PopupSpec(name: name("popup"))
    spec.kind = dice.pick(dice.chance(50) ? [.alert, .sheet] : PopupKind.allCases)
    if spec.kind == .system, dice.chance(75) { spec.kind = .campaign }
    spec.level = Int32(dice.roll(4) - 1)
    if dice.chance(40) { spec.pages = names(dice.pick([["A"], ["B"], ["X"], ["C", "Y"], ["A", "B"], ["X", "Y"]])) }
    if dice.chance(20) { spec.matching = .exact }
    if dice.chance(10) { spec.instance = standard.catalog.page(numbered: Int64(1 + dice.roll(Int(Self.pages)))) }
    spec.keepAlive = dice.chance(35)
    spec.content = dice.chance(20) ? .async : .ready
    spec.condition = dice.chance(85)
    spec.whenBarred = dice.pick(WhenBarred.allCases)
    spec.onHigher = dice.pick(OnHigher.allCases)
    if dice.chance(25) { spec.chain = name(dice.pick(["tour", "tips", "terms"])) }
    if dice.chance(10) { spec.key = name(dice.pick(["rate", "sale", "news"])) }
    if dice.chance(20) { spec.expires = Ticks(Int64(dice.roll(6000))) }
    if dice.chance(20) { spec.autoDismiss = Ticks(Int64(dice.roll(2000))) }
    if dice.chance(35) { spec.showLength = Ticks(Int64(dice.roll(300))) }
    if dice.chance(35) { spec.hideLength = Ticks(Int64(dice.roll(200))) }
    spec.needsKeyboard = dice.chance(10)
    if dice.chance(15) { spec.object = Int32(dice.roll(3)) }
    spec.next = dice.chance(10)
    if dice.chance(10) { spec.user = user() }
    return spec
  }

  /// What the app does while a decision is carried out: the same of the same decision, whoever made it.
  private static func answer(_ decision: Event, _ specs: [SpecID]) -> [Event] {
    let number = decision.popup.index
    func event(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) -> [Event] {
      var event = Event(kind)
      event.popup = decision.popup
      fill(&event)
      return [event]
    }
    switch decision.kind {
    case .keyboardResigned: return [Event(.editEnded)]
    case .keyboardRestored:
      var event = Event(.editBegan)
      event.name = decision.name
      return [event]
    case .contentRequested where number % 3 == 0: return event(.contentLoaded)
    case .callback where decision.reason != .none && number % 4 == 0 && number < popups:
      return event(.popupSubmitted) {
        $0.popup = PopupID(number + popups)
        $0.spec = specs[number / 4 % specs.count]
      }
    case .popupShown where number % 9 == 4: return event(.popupDismissed) { $0.act = .code }
    case .popupShown where number % 9 == 6: return event(.popupChanged) { $0.attributes = Int32(number % 8) }
    case .popupShown where number % 9 == 7: return event(.popupWithdrawn) { $0.popup = PopupID(number - 1) }
    case .popupHidden where number % 11 == 3: return event(.popupViewLost)
    case .popupHidden where number % 11 == 5:
      return event(.pageRemoved) {
        $0.popup = .none
        $0.page = PageID(number % Int(pages))
      }
    default: return []
    }
  }

  // MARK: Both play

  private func page(_ kind: EventKind, _ page: Int64) {
    var event = Event(kind)
    event.page = standard.catalog.page(numbered: page)
    run(event)
  }

  private func run(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) {
    var event = Event(kind)
    if kind.isAboutPopup { event.popup = somePopup() }
    fill(&event)
    run(event)
  }

  private func run(_ event: Event, at instant: Int64? = nil) {
    guard difference == nil else { return }
    plain.catalog = standard.catalog
    let first = standard.scheduler.turn.log.events.count
    let kept = style.copies ? standard : nil
    let instant = Ticks(instant ?? time)
    standard.scheduler.run(event, at: instant, in: standard.world)
    plain.scheduler.run(event, at: instant, in: plain.world)
    compare(standard, with: plain, from: first, "the standard policy")
    for decision in standard.scheduler.turn.log.events[first...] {
      if decision.kind == .timerSet { due.append((decision.timer, decision.at.rawValue)) }
      if decision.kind == .timerCancelled { due.removeAll { $0.timer == decision.timer } }
    }
    guard var kept else { return }
    kept.scheduler.run(event, at: instant, in: kept.world)
    compare(kept, with: plain, from: first, "the one that was copied")
  }

  private func compare(
    _ player: Play<StandardPolicy>, with plain: Play<PlainPolicy>, from first: Int, _ who: String
  ) {
    let (log, expected) = (player.scheduler.turn.log, plain.scheduler.turn.log)
    let isSame =
      log.events.count == expected.events.count
      && (first..<log.events.count).allSatisfy {
        EventLog.areSame(log.events[$0], of: log, expected.events[$0], of: expected)
      }
    guard !isSame, difference == nil else { return }
    let (decided, wanted) = (log.events[first...].map(player.text), expected.events[first...].map(plain.text))
    difference = "at \(time) \(who) gives \(decided), the plain one \(wanted)"
  }
}

extension EventKind {
  /// Whether it names a popup.
  fileprivate var isAboutPopup: Bool {
    EventKind.popupWithdrawn.rawValue <= rawValue && rawValue <= EventKind.animationLost.rawValue
  }
}

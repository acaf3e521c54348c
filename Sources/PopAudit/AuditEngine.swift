import PopTrace
import PopupScheduling

/// The state, the rules and the cycle of turns that brings them together; see ``Auditor``.
///
/// Cannot be copied: so the rules are lent the state where it stands, and the compiler never moves it about.
struct AuditEngine: ~Copyable {
  var state = AuditState()
  /// What the state is at the beginning of every session.
  private let beginning = AuditState()
  var rules = RuleSet()
  var output = RuleOutput()
  private var overtaken = OvertakenPopups()
  private var withoutPage = OvertakenPopups.WithoutPage()
  /// How many of the findings are known to be certain (``AuditState/isCertain(_:)``), whatever a hole took.
  private var certainFindings = 0
  /// The last event before a hole whose turn is known to be all there; negative where none is.
  private var lastCertain: Int32 = -1
  /// The first event that contradicts what an app reported before; negative where none does.
  private(set) var firstContradiction: Int32 = -1

  var findings: [Finding] { output.findings }

  mutating func begin(
    catalog: Catalog, tick: TickLength, marksReentrantStimuli: Bool, isObserved: Bool = false, lastCertain: Int32 = -1
  ) {
    state.copy(from: beginning)
    state.begin(
      catalog: catalog, tick: tick, marksReentrantStimuli: marksReentrantStimuli, isObserved: isObserved)
    (self.lastCertain, firstContradiction, certainFindings) = (lastCertain, -1, 0)
    output.removeAll()
    output.memories.append(repeating: PopupMemory(), count: state.popups.count + 1)
    rules.removeAll()
    rules.appMisuse.begin(state)
    overtaken.removeAll()
    withoutPage.entries.removeAll()
  }

  mutating func begin(_ session: borrowing Session, lastCertain: Int32 = -1) {
    begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli, isObserved: session.header.isObserved,
      lastCertain: lastCertain)
  }

  mutating func copy(from other: borrowing AuditEngine) {
    state.copy(from: other.state)
    state.catalog = other.state.catalog
    rules.copy(from: other.rules)
    output.copy(from: other.output)
    overtaken.entries.copy(from: other.overtaken.entries)
    overtaken.popups.copy(from: other.overtaken.popups)
    withoutPage.entries.copy(from: other.withoutPage.entries)
    (certainFindings, lastCertain) = (other.certainFindings, other.lastCertain)
    firstContradiction = other.firstContradiction
  }

  mutating func learn(_ catalog: borrowing Catalog) {
    guard catalog.names.texts.count != state.catalog.names.texts.count else { return }
    state.learn(copy catalog)
  }

  mutating func take(_ events: ArraySlice<Event>) { for index in events.indices { take(events[index]) } }

  @inline(__always)
  mutating func take(_ event: Event) {
    state.event = event
    // Pages and popups beyond the catalog do not exist.
    if state.event.popup.index >= state.popups.count { state.event.popup = .none }
    if state.event.page.index >= state.pages.count { state.event.page = .none }
    let isBehindHole = state.isObserved ? isContradicted() : state.jumped
    if isBehindHole { endCertainty() }
    // Nearly every event can come, which is seen here.
    var isSuspicious = isBehindHole || event.time < state.time
    if beginsTurn(event) {
      beginTurn()
      if !state.turn.hasRoot { isSuspicious = true }
    } else if state.isObserved {
      state.now = max(state.now, event.time)
    }
    if event.kind.isDecision, noteDecision() { isSuspicious = true }
    if isBehindHole { forgetAcrossGap() }
    takeIn(isSuspicious)
    if state.hasGap { keepCertainFindings() }
  }

  /// Tells whether what is decided may be what cannot come.
  @inline(__always)
  private mutating func noteDecision() -> Bool {
    if !state.marksReentrantStimuli { state.decisions.append(state.event.sequence) }
    guard !state.event.popup.isNone else { return false }
    let index = state.event.popup.index
    state.popups[index].flags.insert(.named)
    return !state.popups[index].isKnown
  }

  @inline(never)
  private mutating func isContradicted() -> Bool {
    state.contradiction = state.findContradiction()
    if state.contradiction != nil, firstContradiction < 0 { firstContradiction = state.event.sequence }
    return state.isBehindHole
  }

  /// A hole comes. What was found so far is certain, but the turn in front of it may lack its end.
  @inline(never)
  private mutating func endCertainty() {
    if !state.jumped || (lastCertain >= 0 && state.sequence == lastCertain) { endTurn() }
    keepCertainFindings()
  }

  /// What was found since at the end of the turn, or in the time that the hole may have taken, is not certain.
  @inline(never)
  private mutating func forgetAcrossGap() {
    output.findings.removeLast(output.findings.count - certainFindings)
    state.forgetAcrossGap()
  }

  /// Keeps of the latest findings those in which nothing unknown can have a part.
  private mutating func keepCertainFindings() {
    var kept = certainFindings
    for index in certainFindings..<output.findings.count where state.isCertain(output.findings[index]) {
      output.findings.swapAt(kept, index)
      kept += 1
    }
    output.findings.removeLast(output.findings.count - kept)
    certainFindings = kept
  }

  /// Whether an event, the next one, begins another turn. All events of a turn have one time; but an app that reports does so a little later.
  @inline(__always)
  func beginsTurn(_ event: Event) -> Bool {
    guard state.turn.isOpen, event.time <= state.turn.time || state.isReportedSoon(event) else { return true }
    guard event.kind.isStimulus else { return false }
    if event.sequence != state.sequence &+ 1 { return true }
    return state.marksReentrantStimuli ? !event.flags.contains(.reentrant) : !state.isReentrant(event)
  }

  @inline(__always)
  private mutating func beginTurn() {
    endTurn()
    passDeadlines(upTo: state.event.time)
    if state.hasGap, !state.isBehindHole { settleCertainty() }
    state.now = max(state.now, state.event.time)
    state.beginTurn()
  }

  /// The first turn behind a hole may lack its beginning, so that what happened in a turn is known from the second on.
  private mutating func settleCertainty() {
    keepCertainFindings()
    // Without marks, a stimulus whose cause is missing may be re-entrant.
    guard state.knownSince == .max, state.marksReentrantStimuli || state.event.time > state.turn.time else { return }
    state.knownSince = state.event.sequence
  }

  /// A popup is about to be shown: updates what it was until now, and finds the popups that could be shown in its place.
  mutating func prepareToShow() {
    let popup = state.event.popup.index
    state.prepareToShow(popup)
    if state.latest != state.event.popup.rawValue { state.relistLatest() }
    let own: Int32 = state.popups[popup].flags.contains(.listed) ? 1 : 0
    guard state.takesSlot, state.queues[Int(state.popups[popup].queue)].listedCount > own else { return }
    overtaken.shown(state)
    withoutPage.shown(state)
  }

  mutating func end(at time: Ticks, isFinished: Bool) {
    endTurn()
    passDeadlines(upTo: time)
    state.now = max(state.now, time)
    rules.endOfSession(isFinished: isFinished, state, &output)
    if state.hasGap { keepCertainFindings() }
    output.sortFindings()
    state.releaseCatalog()
  }

  /// Ends the turn under way, if there is one. In most of them nothing happened that a rule looks at.
  @inline(__always)
  mutating func endTurn() {
    guard state.turn.isOpen else { return }
    state.relistLatest()
    if state.turn.isEventful || output.wantsTurnEnd || !state.altered.isEmpty {
      endEventfulTurn()
    } else {
      state.settleQueues()
    }
    state.turn.isOpen = false
  }

  private mutating func endEventfulTurn() {
    if !state.leftPopups.isEmpty { state.endUnparked() }
    let isPageChanged = !state.changedScenes.isEmpty
    let hasPresentations = !state.presentations.isEmpty
    if !state.leftPopups.isEmpty || isPageChanged && !rules.lostPopup.departures.isEmpty {
      rules.judgeLeaving(state, &output)
    }
    if isPageChanged, !withoutPage.entries.isEmpty { withoutPage.settle(into: &overtaken, state) }
    if hasPresentations { rules.judgePresentations(state, &output) }
    if !overtaken.entries.isEmpty { judgeOvertaken() }
    if !output.suspects.isEmpty { rules.judgeHeldBack(state, &output) }
    if isPageChanged || !state.altered.isEmpty { rules.judgePages(state, &output) }
    output.wantsTurnEnd = false
    rules.endOfTurn(state, &output)
    output.wantsTurnEnd = output.wantsNextTurnEnd
    output.wantsNextTurnEnd = false
    state.endTurn()
  }

  @inline(never)
  private mutating func judgeOvertaken() {
    for index in overtaken.entries.indices {
      let entry = overtaken.entries[index]
      let first = overtaken.first(of: entry, state)
      guard first >= 0 else { continue }
      Rule.judge(entry, first: Int(first), state, &output)
      for waiting in entry.older where overtaken.isPassedOver(waiting, by: entry, state) {
        let popup = overtaken.popup(waiting)
        state.notePassedOver(popup)
        Rule.judge(popup, passedOverBy: entry.presentation, state, &output)
      }
    }
    overtaken.removeAll()
  }

  @inline(__always)
  private mutating func passDeadlines(upTo time: Ticks) {
    if min(state.deadlines.next, output.deadlines.next) <= time { passDue(upTo: time) }
  }

  /// What changes the state comes before what looks at it, where their times are equal.
  private mutating func passDue(upTo time: Ticks) {
    while let deadline = takeNext(dueBy: time) {
      state.now = max(state.now, deadline.time)
      state.pass(deadline)
      rules.deadline(deadline, state, &output)
    }
  }

  private mutating func takeNext(dueBy time: Ticks) -> Deadline? {
    guard let ofRules = output.deadlines.first else { return state.deadlines.popFirst(dueBy: time) }
    if let ofState = state.deadlines.first, !(ofRules < ofState) { return state.deadlines.popFirst(dueBy: time) }
    return output.deadlines.popFirst(dueBy: time)
  }
}

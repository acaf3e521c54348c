import PopupScheduling

/// The state, the rules and the cycle of steps that brings them together; see ``Auditor``.
///
/// Cannot be copied: so the rules are lent the state where it stands, and the compiler never moves it about.
struct AuditEngine: ~Copyable {
  /// What was found, in order of time; complete after ``end(at:isFinished:)``.
  private(set) var findings: [Finding] = []

  private(set) var state = AuditState()
  private var stateRules = StateRules()
  private var eventRules = EventRules()

  /// Begins a session whose events refer to a catalog.
  mutating func begin(catalog: Catalog, tick: TickLength, marksReentrantStimuli: Bool) {
    findings.removeAll(keepingCapacity: true)
    state.begin(catalog: catalog, tick: tick, marksReentrantStimuli: marksReentrantStimuli)
    stateRules.begin(state)
    eventRules.begin(state)
  }

  /// Learns the names that a policy added to the catalog since the session began.
  ///
  /// - Complexity: O(1) where nothing was added.
  mutating func learn(_ catalog: borrowing Catalog) {
    guard catalog.names.texts.count != state.catalog.names.texts.count else { return }
    state.learn(copy catalog)
    eventRules.learn(state)
  }

  /// Takes the next event.
  mutating func take(_ event: Event) {
    state.event = event
    // Pages and popups beyond the catalog do not exist.
    if event.popup.index >= state.popups.count { state.event.popup = .none }
    if event.page.index >= state.pages.count { state.event.page = .none }
    state.jumped = event.sequence != state.sequence &+ 1
    if event.kind.isStimulus {
      if isRoot(event) { beginStep(hasRoot: true) } else { goOn(to: event.time) }
    } else {
      if state.step.isOpen { goOn(to: event.time) } else { beginStep(hasRoot: false) }
      if !state.marksReentrantStimuli { state.step.noteDecision(event.sequence) }
      if !state.event.popup.isNone { state.popups[event.popup.index].flags.insert(.named) }
    }
    if state.jumped { state.crossHole() }
    if event.kind == .popupShown, !state.event.popup.isNone { state.prepareToShow(event.popup.index) }
    let event = state.event
    stateRules.before(event, &state, &findings)
    eventRules.before(event, &state, &findings)
    state.sequence = event.sequence
    state.apply()
    stateRules.after(event, &state, &findings)
    eventRules.after(event, &state, &findings)
  }

  /// Whether a stimulus begins the next step.
  @inline(__always)
  private func isRoot(_ stimulus: Event) -> Bool {
    if state.jumped || !state.step.isOpen { return true }
    return state.marksReentrantStimuli ? !stimulus.flags.contains(.reentrant) : !state.step.isReentrant(stimulus)
  }

  /// Ends the step before and begins one with the event.
  private mutating func beginStep(hasRoot: Bool) {
    endStep()
    passDeadlines(upTo: state.event.time)
    state.now = max(state.now, state.event.time)
    state.step.begin(at: state.event.time, sequence: state.event.sequence, hasRoot: hasRoot)
  }

  /// Lets time pass in the middle of a step, where an event is later than its root.
  @inline(__always)
  private mutating func goOn(to time: Ticks) {
    guard time > state.now else { return }
    state.endExits(upTo: time)
    state.now = time
    state.expire()
  }

  /// Takes the next events.
  mutating func take(_ events: ArraySlice<Event>) {
    for event in events { take(event) }
  }

  /// Ends the session and closes what was open.
  mutating func end(at time: Ticks, isFinished: Bool) {
    endStep()
    passDeadlines(upTo: time)
    state.now = max(state.now, time)
    stateRules.endOfSession(isFinished: isFinished, &state, &findings)
    eventRules.endOfSession(isFinished: isFinished, &state, &findings)
    sortFindings()
  }

  /// Puts in its place what a rule could say only later: that the policy calls back at all.
  private mutating func sortFindings() {
    guard findings.count > 1, zip(findings, findings.dropFirst()).contains(where: { $1.time < $0.time }) else { return }
    findings = findings.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  private mutating func endStep() {
    guard state.step.isOpen else { return }
    if !state.step.left.isEmpty { state.endThoseWhoLeft() }
    stateRules.endOfStep(&state, &findings)
    eventRules.endOfStep(&state, &findings)
    state.endStep()
  }

  /// Lets what was due happen.
  private mutating func passDeadlines(upTo time: Ticks) {
    while min(state.deadlines.next, state.expiries.next) <= time {
      let isExpiry = state.expiries.next <= state.deadlines.next
      let deadline = isExpiry ? state.expiries.removeFirst() : state.deadlines.removeFirst()
      state.now = max(state.now, deadline.time)
      state.pass(deadline)
      stateRules.deadline(deadline, &state, &findings)
      eventRules.deadline(deadline, &state, &findings)
    }
  }
}

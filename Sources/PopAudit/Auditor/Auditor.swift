public import PopupScheduling

/// Checks every rule over a stream of events (rules.md); knows nothing of the policy that made them.
///
/// ```swift
/// var auditor = Auditor()
/// auditor.begin(catalog: session.catalog, tick: session.header.tick)
/// for event in session.events { auditor.take(event) }
/// auditor.end(at: session.end, isFinished: session.isFinished)
/// print(auditor.findings)
/// ```
///
/// Steps are found in the stream itself: a stimulus that is not re-entrant begins the next one. Reused for one session after another it
/// allocates nothing per event.
///
/// ## Where a rule lives
///
/// What the rules share is in ``AuditState``: popups, pages, scenes, lines, chains, gates, the step under way. Each rule is a small struct in
/// a file of its own, `Rules/RuleName.swift`, with whatever it remembers for itself, and conforms to ``AuditRule``: it writes the hooks it
/// needs, the others are empty and cost nothing. A rule is a stored property of ``StateRules`` (those that judge lines, pages and endings) or
/// of ``EventRules`` (those that follow one sort of event), and these call its hooks by name from a `switch` over the kind of event:
/// adding a rule means a file, a property, and a call in every hook that concerns it. There are no existentials and no closures.
///
/// For each event, in this order:
///
/// 1. If it is a root stimulus: `endOfStep` of the step before, then the deadlines up to its time, in order of time, each first applied to
///    the state and then given to `deadline`.
/// 2. `before(event)`: the state is as it was before the event (who was up, who was eligible, whether the premise holds).
/// 3. The state takes the event in.
/// 4. `after(event)`.
///
/// `endOfSession` comes last. A rule that is to be woken at a moment adds a ``Deadline`` to ``AuditState/deadlines`` with a kind of its own and
/// a stamp by which it knows, when it comes, whether it still means anything. Findings are appended to the list that hooks are given,
/// with ``AuditState/now`` as their time; their sentences are put together only then.
public struct Auditor: Sendable {
  /// What was found, in order of time; complete after ``end(at:isFinished:)``.
  public private(set) var findings: [Finding] = []

  private var state = AuditState()
  private var stateRules = StateRules()
  private var eventRules = EventRules()

  /// Makes an auditor.
  public init() {}

  /// Begins a session whose events refer to a catalog.
  public mutating func begin(catalog: Catalog, tick: TickLength = .millisecond) {
    findings.removeAll(keepingCapacity: true)
    state.begin(catalog: catalog, tick: tick)
    stateRules.begin(state)
    eventRules.begin(state)
  }

  /// Learns the names that a policy added to the catalog since the session began.
  ///
  /// - Complexity: O(1) where nothing was added.
  public mutating func learn(_ catalog: borrowing Catalog) {
    guard catalog.names.texts.count != state.catalog.names.texts.count else { return }
    state.learn(copy catalog)
    eventRules.learn(state)
  }

  /// Takes the next event.
  public mutating func take(_ event: Event) {
    var event = event
    state.jumped = event.sequence != state.lastSequence &+ 1
    if event.kind.isStimulus {
      if !state.step.isReentrant(event) || state.jumped {
        endStep()
        passDeadlines(upTo: event.time)
        state.now = max(state.now, event.time)
        state.step.begin(event, hasRoot: true)
      }
    } else {
      if !state.step.isOpen {
        passDeadlines(upTo: event.time)
        state.now = max(state.now, event.time)
        state.step.begin(event, hasRoot: false)
      } else if event.time > state.now {
        state.endExits(upTo: event.time)
        state.now = event.time
      }
      state.step.decisions.append(event.sequence)
      if state.hasPopup(event) { state.popups[event.popup.index].flags.insert(.named) }
    }
    // Pages and popups beyond the catalog do not exist.
    if event.popup.index >= state.popups.count { event.popup = .none }
    if event.page.index >= state.pages.count { event.page = .none }
    if state.jumped { state.crossHole() }
    if event.kind == .popupShown, state.hasPopup(event), state.popups[event.popup.index].flags.contains(.left) {
      state.endOneWhoLeft(event.popup.index)
    }
    stateRules.before(event, &state, &findings)
    eventRules.before(event, &state, &findings)
    state.apply(event)
    state.lastSequence = event.sequence
    stateRules.after(event, &state, &findings)
    eventRules.after(event, &state, &findings)
  }

  /// Ends the session and closes what was open.
  public mutating func end(at time: Ticks, isFinished: Bool) {
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
    while state.deadlines.next <= time {
      let deadline = state.deadlines.removeFirst()
      state.now = max(state.now, deadline.time)
      state.pass(deadline)
      stateRules.deadline(deadline, &state, &findings)
      eventRules.deadline(deadline, &state, &findings)
    }
  }
}

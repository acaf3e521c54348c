public import PopTrace
public import PopupScheduling

/// Checks every rule over a stream of events (<doc:AuditWords>); knows nothing of the policy that made them.
///
/// ```swift
/// var auditor = Auditor()
/// auditor.begin(
///   catalog: session.catalog, tick: session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
/// for event in session.events { auditor.take(event) }
/// auditor.end(at: session.end, isFinished: session.isFinished)
/// print(auditor.findings)
/// ```
///
/// Turns are found in the stream itself: a stimulus that is not re-entrant begins the next one. Reused for one session after another it
/// allocates nothing per event. A copy may begin sessions of its own; only one of the two may go on with a session that was begun before.
///
/// ## Where a rule lives
///
/// What the rules share is in `AuditState`, which they never change. Each rule is a small type in `Rules`, beside its definition and its
/// example. What it remembers it keeps itself, in `PopupMemory` where it is of one popup, or in `RuleOutput` where several rules read it.
/// `RuleSet` says which are asked about what.
///
/// For each event, in this order:
///
/// 1. If it is a root stimulus: the end of the turn before (`judgeLeaving` … `endOfTurn`), then the deadlines up to its time, in order of
///    time, each first applied to the state and then given to `deadline`.
/// 2. `before`, the state being as it was; then the state takes the event in; then `after`.
///
/// `endOfSession` comes last. A rule that has to look at a later time adds a `Deadline` to `RuleOutput.deadlines` with a kind of its own.
public struct Auditor: Sendable {
  /// What cannot be copied. It is changed through a unique reference only, so it can be handed to another thread, and nobody else is at it.
  private final class Memory: @unchecked Sendable {
    @safe @exclusivity(unchecked) var engine = AuditEngine()
  }

  private var memory = Memory()

  /// What was found, in order of time; complete after ``end(at:isFinished:)``.
  public var findings: [Finding] { memory.engine.findings }

  /// Makes an auditor.
  public init() {}

  /// Begins a session whose events refer to a catalog.
  ///
  /// - `marksReentrantStimuli`: Whether re-entrant stimuli carry `Event.Flags.reentrant`, as in all runs; for a recording, what its
  ///   header says.
  /// - `isObserved`: Whether the events are what an app reported of a scheduler of its own; what its header says.
  public mutating func begin(
    catalog: Catalog, tick: TickLength = .millisecond, marksReentrantStimuli: Bool = true, isObserved: Bool = false
  ) {
    if !isKnownUniquelyReferenced(&memory) { memory = Memory() }
    memory.engine.begin(
      catalog: catalog, tick: tick, marksReentrantStimuli: marksReentrantStimuli, isObserved: isObserved)
  }

  /// The first event of an observed session that contradicts what was reported before; negative where none does.
  package var firstContradiction: Int32 { memory.engine.firstContradiction }

  /// Learns the names that a policy added to the catalog since the session began.
  ///
  /// - Complexity: O(1) where nothing was added.
  public mutating func learn(_ catalog: borrowing Catalog) {
    requireUniqueMemory()
    memory.engine.learn(catalog)
  }

  /// Takes the next event.
  public mutating func take(_ event: Event) {
    requireUniqueMemory()
    memory.engine.take(event)
  }

  /// Takes the next events: the same as one after another, and faster.
  public mutating func take(_ events: ArraySlice<Event>) {
    requireUniqueMemory()
    memory.engine.take(events)
  }

  /// Ends the session.
  public mutating func end(at time: Ticks, isFinished: Bool) {
    requireUniqueMemory()
    memory.engine.end(at: time, isFinished: isFinished)
  }

  /// Takes over all that another auditor knows of its session by now, to go on with it in another way.
  package mutating func copy(from other: borrowing Auditor) {
    if !isKnownUniquelyReferenced(&memory) { memory = Memory() }
    memory.engine.copy(from: other.memory.engine)
  }

  private mutating func requireUniqueMemory() {
    precondition(
      isKnownUniquelyReferenced(&memory), "an auditor was copied in the middle of a session, and went on with it")
  }
}

extension Auditor {
  /// Looks at a whole recording; what is found is in ``findings``.
  ///
  /// - `certain`: How many of its first events are of turns that are known to be all there, though a hole may come right behind; nil
  ///   where that is not known.
  package mutating func read(_ session: borrowing Session, certain: Int? = nil) {
    let last = certain.map { $0 > 0 ? session.log.events[$0 - 1].sequence : -1 } ?? -1
    if !isKnownUniquelyReferenced(&memory) { memory = Memory() }
    memory.engine.begin(session, lastCertain: last)
    take(session.log.events[...])
    end(at: session.end, isFinished: session.isFinished)
  }
}

extension SnapshotTrigger {
  /// Has a snapshot taken where the audit finds something.
  ///
  /// ```swift
  /// var options = RecorderOptions()
  /// options.snapshots = SnapshotOptions(trigger: .audit())
  /// ```
  ///
  /// - Parameter rules: The rules that count: by default two popups at once, one on a page that is not its own, and one that waits though
  ///   nothing stands in its way.
  public static func audit(
    _ rules: Set<Rule> = [.overlap, .wrongPage, .stuckQueue, .lostKeepalive]
  ) -> SnapshotTrigger {
    SnapshotTrigger("audit: " + rules.map(\.id).sorted().joined(separator: " ")) { session in
      var engine = AuditEngine()
      engine.begin(session)
      engine.take(session.log.events[...])
      // The session goes on, so that its end is not judged.
      engine.endTurn()
      return engine.findings.filter { rules.contains($0.rule) }.map { finding in
        let popup = finding.popup.isNone ? -1 : session.catalog.popupNumbers[finding.popup.index]
        return Cause(finding.rule.id, at: finding.time, popup: popup)
      }
    }
  }
}

import PopReplay
import PopTrace
import PopupScheduling

/// One run, recorded or replayed, with what was found in it and the outcome of every popup. Used again for run after run.
struct AuditedRun: Sendable {
  private(set) var auditor = Auditor()
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  /// The events that were played; of no use after a recording was read, which has its own.
  private(set) var log = EventLog()

  /// What was found.
  var findings: [Finding] { auditor.findings }

  /// Reads a recording.
  mutating func read(_ session: Session) {
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events[...])
    end(at: session.end, isFinished: session.isFinished, session.catalog)
  }

  /// Reads a recording up to an instant, as if it had been cut off there.
  mutating func read(_ session: Session, upTo time: Ticks) {
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events.prefix { $0.time <= time })
    end(at: time, isFinished: false, session.catalog)
  }

  /// Plays a planned session with a policy. A run that stands still is judged up to there; one that goes beyond a limit is not audited.
  ///
  /// - Parameters:
  ///   - unlessRecorded: Whether a run that does what was recorded is not audited: what is found in the recording is found in it.
  ///   - other: A run that ended at the same time; one that does the same is not audited either.
  /// - Returns: Whether it was audited.
  @discardableResult
  mutating func play<Policy>(
    _ plan: SessionPlan, of session: Session, with replayer: inout Replayer<Policy>, _ options: ReplayOptions,
    unlessRecorded: Bool = false, unlessSameAs other: EventLog? = nil
  ) -> Bool {
    replayer.play(plan, of: session, options, into: &log)
    if options.lastTurn == nil, let turn = replayer.turnToEndStandstill {
      // Ten thousand turns at one instant say no more than the first few, and would be as many findings.
      var options = options
      options.lastTurn = turn
      replayer.play(plan, of: session, options, into: &log)
    }
    guard replayer.failure == nil else { return false }
    if unlessRecorded, isRecording(session, replayer.end) { return false }
    if let other, log.isSame(as: other) { return false }
    begin(replayer.catalog, session.header.tick, marksReentrantStimuli: true)
    take(log.events[...])
    let isFinished = replayer.standstill == nil && (session.isScenario || session.isFinished)
    end(at: replayer.end, isFinished: isFinished, replayer.catalog)
    return true
  }

  /// Whether what was played is the recording, event for event, and would be audited as that was.
  private func isRecording(_ session: Session, _ end: Ticks) -> Bool {
    guard session.header.marksReentrantStimuli, end == session.end, log.events.count == session.log.events.count else {
      return false
    }
    return log.isSame(as: session.log)
  }

  private mutating func begin(_ catalog: Catalog, _ tick: TickLength, marksReentrantStimuli: Bool) {
    auditor.begin(catalog: catalog, tick: tick, marksReentrantStimuli: marksReentrantStimuli)
    outcomes.begin()
  }

  private mutating func take(_ events: ArraySlice<Event>) {
    auditor.take(events)
    for event in events { outcomes.take(event) }
  }

  private mutating func end(at time: Ticks, isFinished: Bool, _ catalog: Catalog) {
    auditor.end(at: time, isFinished: isFinished)
    outcomes.end(at: time)
    fingerprints.read(auditor.findings, of: outcomes, in: catalog)
  }
}

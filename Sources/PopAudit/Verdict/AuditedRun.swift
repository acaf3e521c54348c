import PopReplay
import PopTrace
import PopupScheduling

/// One run, recorded or replayed, with what was found in it and the outcome of every popup. Used again for run after run.
struct AuditedRun: Sendable {
  private(set) var auditor = Auditor()
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private(set) var trimmings = Trimmings()
  /// What was found with what is never done among it; nil where there is nothing of that sort.
  private var completed: [Finding]?
  /// The events that were played; of no use after a recording was read, which has its own.
  private(set) var log = EventLog()

  /// What was found.
  var findings: [Finding] { completed ?? auditor.findings }

  /// Reads a recording.
  mutating func read(_ session: Session) {
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events[...], session.catalog)
    end(at: session.end, isFinished: session.isFinished, session.catalog)
  }

  /// Reads a recording up to an instant, as if it had been cut off there.
  mutating func read(_ session: Session, upTo time: Ticks) {
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events.prefix { $0.time <= time }, session.catalog)
    end(at: time, isFinished: false, session.catalog)
  }

  /// Plays a planned session with a policy. A run that stands still is judged up to there; one that goes beyond a limit is not audited.
  ///
  /// - Parameters:
  ///   - unlessRecorded: Whether a run that does what was recorded is not audited: what is found in the recording is found in it.
  ///   - other: A run that ended at the same time; one that does the same is not audited either.
  ///   - baseline: What it is compared with; what that does around popups and this run never does is found too.
  /// - Returns: Whether it was audited.
  @discardableResult
  mutating func play<Policy>(
    _ plan: SessionPlan, of session: Session, with replayer: inout Replayer<Policy>, _ options: ReplayOptions,
    unlessRecorded: Bool = false, unlessSameAs other: EventLog? = nil, beside baseline: Baseline? = nil
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
    take(log.events[...], replayer.catalog)
    let isFinished = replayer.standstill == nil && (session.isScenario || session.isFinished)
    end(at: replayer.end, isFinished: isFinished, replayer.catalog, beside: baseline)
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
    trimmings = Trimmings()
    completed = nil
  }

  private mutating func take(_ events: ArraySlice<Event>, _ catalog: Catalog) {
    auditor.take(events)
    for event in events {
      outcomes.take(event)
      trimmings.take(event, outcomes, in: catalog)
    }
  }

  private mutating func end(at time: Ticks, isFinished: Bool, _ catalog: Catalog, beside baseline: Baseline? = nil) {
    auditor.end(at: time, isFinished: isFinished)
    if let baseline, baseline.isPresent { complete(beside: baseline, catalog) }
    fingerprints.read(findings, of: outcomes, in: catalog)
  }

  private mutating func complete(beside baseline: Baseline, _ catalog: Catalog) {
    let missing = baseline.run.trimmings.findings(
      missingIn: trimmings, log.events, outcomes, in: catalog,
      subject: baseline.isRecording ? "the recording" : "the run it is compared with")
    guard !missing.isEmpty else { return }
    var all = auditor.findings
    for finding in missing { all.insert(finding, at: all.firstIndex { $0.time > finding.time } ?? all.endIndex) }
    completed = all
  }
}

import PopReplay
import PopTrace
import PopupScheduling

/// One run, recorded or replayed, with what was found in it and what became of every popup. Used again for run after run.
struct AuditedRun: Sendable {
  private(set) var auditor = Auditor()
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private(set) var eventCount = 0

  /// What was found.
  var findings: [Finding] { auditor.findings }

  /// Reads the first events of a recording.
  mutating func read(_ session: Session, count: Int) {
    let isWhole = count == session.log.events.count
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events[..<count])
    let last = count > 0 ? session.log.events[count - 1].time : .zero
    end(at: isWhole ? session.end : last, isFinished: isWhole && session.isFinished, session.catalog)
  }

  /// Reads a recording up to an instant, as if it had been cut off there.
  mutating func read(_ session: Session, upTo time: Ticks, count: Int) {
    begin(session.catalog, session.header.tick, marksReentrantStimuli: session.header.marksReentrantStimuli)
    take(session.log.events[..<count].prefix { $0.time <= time })
    end(at: time, isFinished: false, session.catalog)
  }

  /// Plays a session with a policy. A run that stands still is judged up to there.
  ///
  /// Specialised here for the standard policy: the callers are generic and of another module, and an unspecialised turn costs four times as much.
  @_specialize(where Policy == StandardPolicy)
  mutating func play<Policy>(_ session: Session, with replayer: inout Replayer<Policy>, _ options: ReplayOptions) {
    playOnce(session, with: &replayer, options)
    guard options.lastTurn == nil, let turn = replayer.turnToEndStandstill else { return }
    // Ten thousand turns at one instant say no more than the first few, and would be as many findings.
    var options = options
    options.lastTurn = turn
    playOnce(session, with: &replayer, options)
  }

  @_specialize(where Policy == StandardPolicy)
  private mutating func playOnce<Policy>(
    _ session: Session, with replayer: inout Replayer<Policy>, _ options: ReplayOptions
  ) {
    replayer.begin(session, options: options)
    begin(replayer.catalog, session.header.tick, marksReentrantStimuli: true)
    var nameCount = replayer.nameCount
    while replayer.nextTurn() {
      if replayer.nameCount != nameCount {
        nameCount = replayer.nameCount
        auditor.learn(replayer.catalog)
      }
      let turn = replayer.log
      take(turn.events[...])
    }
    let isWhole = session.isScenario || replayer.replayableCount == session.log.events.count
    let isFinished = replayer.standstill == nil && (session.isScenario || (session.isFinished && isWhole))
    end(at: replayer.end, isFinished: isFinished, replayer.catalog)
  }

  private mutating func begin(_ catalog: Catalog, _ tick: TickLength, marksReentrantStimuli: Bool) {
    auditor.begin(catalog: catalog, tick: tick, marksReentrantStimuli: marksReentrantStimuli)
    outcomes.begin()
    eventCount = 0
  }

  private mutating func take(_ events: ArraySlice<Event>) {
    auditor.take(events)
    for event in events { outcomes.take(event) }
    eventCount += events.count
  }

  private mutating func end(at time: Ticks, isFinished: Bool, _ catalog: Catalog) {
    auditor.end(at: time, isFinished: isFinished)
    outcomes.end(at: time)
    fingerprints.read(auditor.findings, of: outcomes, in: catalog)
  }
}

import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

/// One run of a session, recorded or replayed, with what the audit finds in it and what became of every popup. Its memory is used again.
struct AuditedRun {
  private var auditor = Auditor()
  private(set) var tracker = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  /// The run's events.
  private(set) var log = EventLog()
  /// What they refer to.
  private(set) var catalog = Catalog()
  /// How much of the recording took part; nothing for a recording itself.
  var coverage = Coverage()
  /// When the first assumption took effect; nil while nothing is assumed.
  var firstAssumption: Ticks?
  /// How far the outcome of each popup can be relied on; ``Grade/exact`` for all where it is empty.
  var grades: [Grade] = []

  /// What was found.
  var findings: [Finding] { auditor.findings }

  mutating func begin(catalog: Catalog, tick: TickLength) {
    auditor.begin(catalog: catalog, tick: tick)
    tracker.begin()
    log.removeAll()
    coverage = Coverage()
    firstAssumption = nil
    grades.removeAll(keepingCapacity: true)
  }

  /// Takes the events of one turn.
  mutating func take(_ turn: borrowing EventLog, _ catalog: borrowing Catalog) {
    auditor.learn(catalog)
    for place in turn.events.indices {
      let event = turn.events[place]
      auditor.take(event)
      tracker.take(event)
      log.append(event, of: turn)
    }
  }

  mutating func end(at time: Ticks, isFinished: Bool, catalog: Catalog) {
    auditor.end(at: time, isFinished: isFinished)
    tracker.end(at: time)
    self.catalog = catalog
    fingerprints.read(auditor.findings, of: tracker, in: catalog)
  }

  /// Takes a whole recording.
  mutating func take(_ session: Session) {
    begin(catalog: session.catalog, tick: session.header.tick)
    take(session.log, session.catalog)
    end(at: session.end, isFinished: session.isFinished, catalog: session.catalog)
  }

  /// How far the outcome of a popup can be relied on.
  func grade(of popup: PopupID) -> Grade {
    popup.isNone || popup.index >= grades.count ? .exact : grades[popup.index]
  }

  /// Whether a finding rests on an assumption: it happened after the first one took effect, to a popup whose outcome is assumed.
  func isAssumed(_ finding: Finding) -> Bool {
    guard let firstAssumption, finding.time >= firstAssumption else { return false }
    return finding.popup.isNone || grade(of: finding.popup) == .assumed
  }
}

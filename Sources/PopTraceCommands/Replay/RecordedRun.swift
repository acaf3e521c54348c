#if Tool
import PopAudit
import PopDocument
import PopReplay
import PopTrace
import PopupScheduling

/// A recording, with what the audit finds in it and what became of every popup. Used again for recording after recording.
struct RecordedRun {
  private var auditor = Auditor()
  private(set) var tracker = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private(set) var words = EventDescriber(log: EventLog(), catalog: Catalog(), tick: .millisecond)
  private var log = EventLog()

  var findings: [Finding] { auditor.findings }

  /// Takes what is audited of a recording, holes and all.
  mutating func read(_ session: Session, of identity: SessionIdentity) {
    read(identity.auditedPart(of: session), certain: identity.judgedPart(of: session).events.count)
  }

  mutating func read(_ session: Session, certain: Int? = nil) {
    auditor.read(session, certain: certain)
    tracker.begin()
    for event in session.events { tracker.take(event) }
    fingerprints.read(auditor.findings, of: tracker, in: session.catalog)
    words = session.words
    log = session.log
  }

  func report(_ index: Int, _ status: FindingStatus, _ form: OutputFormat?) -> FindingReport {
    var judged = ComparedFinding(findings[index], status: status, fingerprint: fingerprints[index])
    if form != .json { judged.excerpt = Excerpt(of: log, around: judged.finding.witness, context: 2, limit: 12) }
    return FindingReport(judged, words: words)
  }
}
#endif

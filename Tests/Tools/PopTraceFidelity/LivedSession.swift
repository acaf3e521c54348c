import PopAudit
import PopTrace
import PopupScheduling

/// A session as it was lived, audited. Used again for one after another.
struct LivedSession {
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private var auditor = Auditor()

  /// Reads all of a session.
  mutating func read(_ session: Session) {
    auditor.begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli)
    auditor.take(session.events[...])
    auditor.end(at: session.end, isFinished: session.isFinished)
    outcomes.begin()
    for event in session.events { outcomes.take(event) }
    outcomes.end(at: session.end)
    fingerprints.read(auditor.findings, of: outcomes, in: session.catalog)
  }

  /// How many errors it has that another session has not.
  func newErrors(besides other: LivedSession) -> Int {
    auditor.findings.indices.count { index in
      auditor.findings[index].rule.severity == .error && !other.fingerprints.contains(fingerprints[index])
    }
  }
}

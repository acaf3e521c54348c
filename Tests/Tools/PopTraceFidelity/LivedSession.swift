import PopAudit
import PopTrace
import PopupScheduling

/// A session as it was lived, audited. Used again for one after another.
struct LivedSession {
  private(set) var outcomes = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private var auditor = Auditor()
  private var trimmings = Trimmings()
  private var findings: [Finding] = []

  /// Reads all of a session.
  ///
  /// - Parameter other: The session it is compared with; what that does around popups and this one never does is found too.
  mutating func read(_ session: Session, besides other: LivedSession? = nil) {
    auditor.begin(
      catalog: session.catalog, tick: session.header.tick,
      marksReentrantStimuli: session.header.marksReentrantStimuli)
    auditor.take(session.events[...])
    auditor.end(at: session.end, isFinished: session.isFinished)
    outcomes.begin()
    trimmings = Trimmings()
    for event in session.events {
      outcomes.take(event)
      trimmings.take(event, outcomes, in: session.catalog)
    }
    findings = auditor.findings
    if let other {
      findings += other.trimmings.findings(
        missingIn: trimmings, session.log.events, outcomes, in: session.catalog, subject: "the recording")
    }
    fingerprints.read(findings, of: outcomes, in: session.catalog)
  }

  /// How many errors it has that another session has not.
  func newErrors(besides other: LivedSession) -> Int {
    findings.indices.count { index in
      findings[index].rule.severity == .error && !other.fingerprints.contains(fingerprints[index])
    }
  }
}

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

  /// What can be said of a recording that was read, without a replay: only of an observed one, whether it contradicts itself.
  func identity(of session: Session) -> SessionIdentity {
    session.header.isObserved ? .observed(session, firstContradiction: auditor.firstContradiction) : .none
  }

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

/// Judges recordings by themselves: all that is found in one is new.
struct RecordingJudge {
  private var recording = RecordedRun()
  /// Tells how much of a recording is whole; nil to take what is certain of it without a replay.
  private var checker: IdentityChecker?
  private let popups: PopupSelection?

  init(checker: IdentityChecker? = nil, popups: PopupSelection? = nil) {
    self.checker = checker
    self.popups = popups
  }

  static func each(popups: PopupSelection? = nil) -> @Sendable () -> SessionJudge {
    {
      var judge = RecordingJudge(popups: popups)
      return SessionJudge { judge.judge($0, $1) }
    }
  }

  mutating func judge(_ origin: SessionOrigin, _ request: JudgeRequest) -> [JudgedSession] {
    let session = origin.session
    var report = origin.report
    guard !session.isScenario else {
      report.failure =
        checker == nil
        ? "This is a scenario, in which nothing was decided yet: run it with poptrace record, or judge a policy on it with poptrace replay."
        : "This is a scenario, which has no times before it runs; name a policy to run it with: --policy v6."
      return [JudgedSession(report, for: request)]
    }
    let identity = checker?.check(session) ?? .unknownPolicy
    if session.header.isObserved { recording.read(session) } else { recording.read(session, of: identity) }
    if checker == nil { addOutcomes(to: &report) }
    if session.header.isObserved {
      report.add(recording.identity(of: session), session: session)
    } else {
      report.addAudited(identity, of: session)
    }
    report.findings = recording.findings.indices.map { recording.report($0, .new, request.form) }
    if let popups {
      report.keepOnly(popups: Set(popups.popups(of: session).map { session.catalog.number(of: $0.popup) }))
    }
    let runs = request.runs == .none ? [] : request.runs == .both ? [nil, session] : [session]
    return [JudgedSession(report, for: request, runs: runs)]
  }

  private func addOutcomes(to report: inout SessionReport) {
    for outcome in recording.tracker.outcomes {
      report.grades.add(.exact)
      report.outcomes.append(OutcomeReport(outcome, words: recording.words))
    }
  }
}
#endif

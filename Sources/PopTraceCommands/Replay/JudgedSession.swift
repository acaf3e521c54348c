#if Tool
import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

struct JudgeRequest: Sendable {
  /// The one form that they are written in; nil for any, and for several at once. A text leaves out what is the same in both runs, and JSON the
  /// events around findings.
  var form: OutputFormat?
  var runs = Runs.none

  enum Runs { case none, candidate, both }
}

struct JudgedSession: Sendable {
  var report: SessionReport
  /// The same as JSON, where it is written: whole, but where JSON is the only form.
  var json: [UInt8] = []
  var candidate: Session?
  var reference: Session?
}

extension SessionReport {
  init(_ origin: SessionOrigin) {
    let (session, header) = (origin.session, origin.session.header)
    self.init(trace: origin.input, session: origin.label)
    index = origin.index
    facts = header
    length = Milliseconds(header.ended ?? session.events.last?.time ?? .zero, of: header.tick)
    events = session.events.count
    isScenario = session.isScenario
    losses = session.losses
  }
}

extension Session {
  /// What a session is recognised by in any file: its name and all that happened in it. Nil without a name, for two users may have done the same.
  ///
  /// - Complexity: O(n) in its events.
  var digest: UInt64? {
    guard !header.session.isEmpty, !isScenario else { return nil }
    var hash = StableHash()
    hash.combine(header.session)
    hash.combine(header.app)
    hash.combine(header.build)
    hash.combine(header.policy)
    hash.combine(header.configuration)
    var mixed = hash.value
    // A word for each event, mixed as SplitMix64 does: http://prng.di.unimi.it/splitmix64.c
    func mix(_ word: UInt64) {
      mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    }
    let (popups, pages) = (catalog.popupNumbers, catalog.pageNumbers)
    for event in log.events {
      mix(UInt64(bitPattern: event.time.rawValue))
      mix(UInt64(UInt32(bitPattern: event.sequence)) << 32 | UInt64(event.kind.rawValue))
      if !event.popup.isNone { mix(UInt64(bitPattern: popups[event.popup.index])) }
      if !event.page.isNone { mix(UInt64(bitPattern: pages[event.page.index]) ^ 1) }
    }
    return mixed
  }
}

/// A recording, with what the audit finds in it and what became of every popup. Used again for recording after recording.
struct RecordedRun {
  private var auditor = Auditor()
  private(set) var tracker = OutcomeTracker()
  private(set) var fingerprints = FingerprintList()
  private(set) var words = EventDescriber(log: EventLog(), catalog: Catalog(), tick: .millisecond)
  private var log = EventLog()

  var findings: [Finding] { auditor.findings }

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

/// Judges one session after another, for one thread: gives what came of each policy, in their order.
typealias SessionJudge = (SessionOrigin, JudgeRequest) -> [JudgedSession]
#endif

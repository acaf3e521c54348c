package import PopAudit
package import PopTrace

/// What every form of a report is made of, once all sessions have been judged; the sessions themselves come one by one before.
package struct ReportDocument: Hashable, Sendable {
  package var head: ReportHead
  package var summary: ReportSummary
  /// The findings by fingerprint and status, ordered by ``JudgedFinding/comesFirst(_:_:)``.
  package var findings: [JudgedFinding]
  /// How many sessions were given more than once, and judged once.
  package var duplicates = 0
  /// What was found out of the keys that bring findings, in the order of ``BlameEntry/comesFirst(_:_:)``.
  package var blame: [BlameEntry] = []
  package var gate: GateReport?
  /// What the sessions of groups met; empty where no groups were asked for.
  package var groups: [GroupTable] = []
  /// What the candidate is expected to do, where that is asked, and what was forecast beside what came; nil where it is not.
  package var forecast: Forecast?
  package var forecastComparison: ForecastComparison?
  /// What a page shows of sessions, the most important first; empty where no page is written.
  package var windows: [SessionWindows] = []
  /// How many sessions a page was asked to show, whatever is found in them; nil where it shows those with findings.
  package var viewedSessions: Int?

  package init(head: ReportHead, summary: ReportSummary, findings: [JudgedFinding], gate: GateReport? = nil) {
    self.head = head
    self.summary = summary
    self.findings = findings
    self.gate = gate
  }

  package var failures: some Sequence<JudgedFinding> { findings.lazy.filter(\.judgement.isFailure) }
}

/// What a page shows of one session: its runs side by side, around what was found in them.
package struct SessionWindows: Hashable, Sendable {
  package let position: ReportPosition
  package let session: String
  package let facts: SessionHeader
  package let events: Int
  package let findings: [FindingReport.Key]
  /// The runs, as a page holds them: compressed, and in Base64.
  package let block: [UInt8]

  package init(_ report: SessionReport, findings: [FindingReport], block: [UInt8]) {
    position = report.position
    session = report.session
    facts = report.facts
    events = report.events
    var known: Set<FindingReport.Key> = []
    self.findings = findings.map(\.key).filter { known.insert($0).inserted }
    self.block = block
  }
}

package enum ReportRemark: Hashable, Sendable {
  /// An input, or sessions of one, that could not be read.
  case unread(NotJudged)
  /// An input of which no session was asked for, or that has none.
  case empty(trace: String)
  /// A session that was given before, and is judged there.
  case duplicate(DuplicateReport)

  package var trace: String {
    switch self {
    case .unread(let entry): entry.trace
    case .empty(let trace): trace
    case .duplicate(let session): session.trace
    }
  }
}

/// A session that is the same as one that was given before.
package struct DuplicateReport: Hashable, Sendable, Fielded {
  package var trace = ""
  package var index = 0
  package var session = ""
  package var digest = Fingerprint(rawValue: 0)

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("trace", &trace)
    try form.field("index", &index)
    try form.field("session", &session)
    try form.field("digest", &digest)
  }
}

extension DuplicateReport {
  package init(_ session: SessionReport, digest: UInt64) {
    self.init(
      trace: session.trace, index: session.index, session: session.session, digest: Fingerprint(rawValue: digest))
  }
}

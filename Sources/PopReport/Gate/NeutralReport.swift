/// What every form of a report is made of, once all sessions have been judged; the sessions themselves come one by one before.
package struct NeutralReport: Hashable, Sendable {
  /// What it is about.
  package var head: ReportHead
  /// The sums, and the verdict.
  package var summary: ReportSummary
  /// The findings by fingerprint and status, ordered by ``JudgedFinding/comesFirst(_:_:)``.
  package var findings: [JudgedFinding]
  /// How many sessions were given more than once, and judged once.
  package var twins = 0
  /// What was found out of the keys that bring findings, in the order of ``BlameEntry/comesFirst(_:_:)``.
  package var blame: [BlameEntry] = []
  /// What a gate says; nil where none was asked.
  package var gate: GateReport?
  /// What a page shows of sessions, the most important first; empty where no page is written.
  package var windows: [SessionWindows] = []
  /// How many sessions a page was asked to show, whatever is found in them; nil where it shows those with findings.
  package var viewedSessions: Int?

  /// Makes a report.
  package init(head: ReportHead, summary: ReportSummary, findings: [JudgedFinding], gate: GateReport? = nil) {
    self.head = head
    self.summary = summary
    self.findings = findings
    self.gate = gate
  }

  /// The findings that fail the build.
  package var failures: some Sequence<JudgedFinding> { findings.lazy.filter(\.judgement.isFailure) }
}

#if Tool
import PopAudit
import PopGate
import PopDocument
import PopReport

/// Puts one report together of sessions that come in the order of their places, from a replay or from other reports.
final class ReportAssembly {
  private(set) var head: ReportHead
  private let outputs: ReportOutputs
  private let gate: GateFlags
  private let setting: GateSetting?
  /// What judges the findings; by default as a replay does.
  private var judge: GateJudge
  /// What may be looked into, to find out which keys bring it.
  private(set) var targets: BlameTargets
  private var summary = ReportSummary()
  private var twins: Set<UInt64> = []
  private var twinCount = 0
  /// The input that the last line was about, and one that is known to be empty unless more comes of it.
  private var trace: String?
  private var empty: String?

  init(
    _ head: ReportHead, to outputs: ReportOutputs, gate: GateFlags, setting: GateSetting? = nil
  ) throws(CommandFailure) {
    self.setting = setting
    judge = GateJudge(setting, gate)
    targets = BlameTargets(isWhole: setting?.blamesAll ?? false)
    self.head = head
    self.outputs = outputs
    self.gate = gate
    try outputs.begin(head)
  }

  /// How many sessions have a regression so far.
  var regressedSessions: Int { summary.regressedSessions }

  /// Whether something could not be read so far.
  var hasUnread: Bool { !summary.unread.isEmpty }

  /// Takes a session.
  ///
  /// - Returns: Where it is a twin of an earlier one, and so was left out, what is to be said of it.
  @discardableResult
  func add(_ session: SessionReport, json: [UInt8]) throws(CommandFailure) -> DuplicateReport? {
    try advance(to: session.trace)
    if let digest = session.digest, !twins.insert(digest).inserted {
      let twin = DuplicateReport(session, digest: digest)
      try put(.duplicate(twin))
      return twin
    }
    summary.add(session, failOn: gate.criterion)
    judge.add(session)
    if let setting {
      targets.add(session, upTo: gate.criterion.weakest) { setting.configuration.rules.severity(of: $0) }
    }
    try outputs.add(session, json: json)
    return nil
  }

  /// Takes what is to be said between sessions.
  func add(_ aside: ReportAside) throws(CommandFailure) {
    if case .empty(let trace) = aside {
      try flushEmpty()
      if trace != self.trace { empty = trace }
      return
    }
    try advance(to: aside.trace)
    try put(aside)
  }

  private func put(_ aside: ReportAside) throws(CommandFailure) {
    switch aside {
    case .unread(let entry): summary.add(entry)
    case .duplicate: twinCount += 1
    case .empty: break
    }
    try outputs.add(aside)
  }

  private func advance(to trace: String) throws(CommandFailure) {
    if empty == trace { empty = nil }
    try flushEmpty()
    guard trace != self.trace else { return }
    self.trace = trace
    summary.inputs += 1
  }

  /// Says that an input is empty of which nothing more came.
  private func flushEmpty() throws(CommandFailure) {
    guard let trace = empty else { return }
    empty = nil
    self.trace = trace
    summary.inputs += 1
    try put(.empty(trace: trace))
  }

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - blame: What was found out of the keys that bring findings.
  ///   - isViewed: Whether a page shows all sessions, and not those with findings alone.
  ///   - windows: What cuts out of the sessions what a page shows; nil where none is written.
  func finish(
    blame: [BlameEntry] = [], isViewed: Bool = false,
    windows: ((ReportDocument) throws(CommandFailure) -> [SessionWindows])? = nil
  ) throws(CommandFailure) -> ReportDocument {
    try flushEmpty()
    gate.apply(to: &summary)
    let blame = targets.chosen(of: blame)
    let verdict = judge.verdict(summary, blame: blame)
    var report = ReportDocument(head: head, summary: summary, findings: verdict.findings)
    report.duplicates = twinCount
    report.blame = blame
    // A replay judges nothing but what it found.
    if let setting {
      report.summary.gateFailures = verdict.failures
      var gate = verdict.report
      gate.configuration = setting.path
      gate.acceptCommand = setting.acceptCommand
      if verdict.blame.contains(where: { !$0.keys.isEmpty }) {
        gate.blame = BlameReport(
          verdict.blame, of: report.failures.filter { $0.status == .new }.map(\.fingerprint),
          lines: setting.policyLines)
      }
      report.gate = gate
    }
    if isViewed { report.viewedSessions = summary.judgedSessions }
    if let windows { report.windows = try windows(report) }
    try outputs.end(report)
    return report
  }
}
#endif

#if Tool
import PopAudit
import PopDocument
import PopGate
import PopReplay
import PopupScheduling

/// Puts reports together, one for each policy, of sessions that come in the order of their positions, from a replay or from other reports.
final class ReportAssembly {
  private var heads: [ReportHead]
  private let outputs: ReportOutputs
  private let setting: GateSetting
  private let criterion: RegressionCriterion
  // What is changed here calls no code that could call this object again before it returns.
  @safe @exclusivity(unchecked) private var summaries: [ReportSummary]
  @safe @exclusivity(unchecked) private var judge: GateJudge?
  @safe @exclusivity(unchecked) private var groups: GroupTally
  @safe @exclusivity(unchecked) private var forecast: ForecastTally?
  private(set) var targets: BlameTargets
  @safe @exclusivity(unchecked) private var digests: Set<UInt64> = []
  private var duplicates = 0
  /// The input that the last line was about, and one that is known to be empty unless more comes of it.
  private var trace: String?
  private var empty: String?

  /// - `judgesFindings`: Whether it is also worked out which findings fail; of one policy only.
  /// - `isHeld`: Whether what replays take for granted is said later (``settle(_:)``).
  init(
    _ heads: [ReportHead], to outputs: ReportOutputs, _ setting: GateSetting, judgesFindings: Bool = true,
    isHeld: Bool = false
  ) throws(CommandFailure) {
    self.heads = heads
    self.outputs = outputs
    self.setting = setting
    criterion = setting.configuration.criterion
    summaries = heads.map { _ in ReportSummary() }
    judge = judgesFindings ? setting.judge : nil
    groups = GroupTally(setting.groupsBy)
    forecast = setting.isForecasting || setting.forecast != nil ? ForecastTally(isForecast: setting.isForecasting) : nil
    targets = BlameTargets(isWhole: setting.blamesAll)
    try outputs.begin(heads, isHeld: isHeld)
  }

  func settle(_ premises: PremisesReport) throws(CommandFailure) {
    for index in heads.indices { heads[index].premises = premises }
    try outputs.settle(heads)
  }

  var regressedSessions: Int { summaries[0].regressedSessions }
  var hasUnread: Bool { !summaries[0].unread.isEmpty }

  /// Takes a session, as it was judged for each policy; returns what is to be said where it was given before, and so was left out.
  @discardableResult
  func add(_ sessions: [JudgedSession]) throws(CommandFailure) -> DuplicateReport? {
    guard let first = sessions.first else { return nil }
    try advance(to: first.report.trace)
    if let digest = first.report.digest, !digests.insert(digest).inserted {
      let duplicate = DuplicateReport(first.report, digest: digest)
      try put(.duplicate(duplicate))
      return duplicate
    }
    for (policy, session) in sessions.enumerated() { count(session, of: policy) }
    try outputs.add(sessions)
    return nil
  }

  /// Given the session whole, whose report would be copied otherwise.
  @inline(never)
  private func count(_ session: JudgedSession, of policy: Int) {
    summaries[policy].add(session.report, failOn: criterion)
    guard policy == 0 else { return }
    judge?.add(session.report)
    groups.add(session.report)
    forecast?.add(session.report)
    if setting.isGate {
      targets.add(session.report, upTo: criterion.weakest) { setting.configuration.rules.severity(of: $0) }
    }
  }

  func add(_ remark: ReportRemark) throws(CommandFailure) {
    if case .empty(let trace) = remark {
      try flushEmpty()
      if trace != self.trace { empty = trace }
      return
    }
    try advance(to: remark.trace)
    try put(remark)
  }

  private func put(_ remark: ReportRemark) throws(CommandFailure) {
    switch remark {
    case .unread(let entry): for policy in summaries.indices { summaries[policy].add(entry) }
    case .duplicate: duplicates += 1
    case .empty: break
    }
    try outputs.add(remark)
  }

  private func advance(to trace: String) throws(CommandFailure) {
    if empty == trace { empty = nil }
    try flushEmpty()
    if trace != self.trace { begin(trace) }
  }

  private func begin(_ trace: String) {
    self.trace = trace
    for policy in summaries.indices { summaries[policy].inputs += 1 }
  }

  private func flushEmpty() throws(CommandFailure) {
    guard let trace = empty else { return }
    empty = nil
    begin(trace)
    try put(.empty(trace: trace))
  }

  func finish(
    blame: [BlameEntry] = [], isViewed: Bool = false,
    windows: ((ReportDocument) throws(CommandFailure) -> [SessionWindows])? = nil
  ) throws(CommandFailure) -> [ReportDocument] {
    try flushEmpty()
    for policy in summaries.indices { setting.apply(to: &summaries[policy]) }
    let blame = targets.chosen(of: blame)
    let verdict = judge?.verdict(summaries[0], blame: blame)
    var reports = zip(heads, summaries).map { ReportDocument(head: $0, summary: $1, findings: verdict?.findings ?? []) }
    reports[0].duplicates = duplicates
    reports[0].blame = blame
    reports[0].groups = groups.tables
    if setting.isForecasting { reports[0].forecast = forecast?.forecast(of: heads[0].policy) }
    if let expected = setting.forecast { reports[0].forecastComparison = forecast?.comparison(with: expected) }
    // A replay judges nothing but what it found.
    if setting.isGate, let verdict { addGate(verdict, to: &reports[0]) }
    if isViewed { reports[0].viewedSessions = summaries[0].judgedSessions }
    if let windows { reports[0].windows = try windows(reports[0]) }
    try outputs.end(reports)
    return reports
  }

  private func addGate(_ verdict: GateJudge.Verdict, to report: inout ReportDocument) {
    report.summary.gateFailures = verdict.failures
    var gate = verdict.report
    gate.configuration = setting.path
    gate.acceptCommand = setting.acceptCommand
    if verdict.blame.contains(where: { !$0.keys.isEmpty }) {
      gate.blame = BlameReport(
        verdict.blame, of: report.failures.filter { $0.status == .new }.map(\.fingerprint), lines: setting.policyLines)
    }
    report.gate = gate
  }
}

/// Which new errors of which sessions are looked into, as `BlameEntry.chosen(of:isWhole:)` chooses them.
struct BlameTargets {
  let isWhole: Bool
  fileprivate var positions: [String: [ReportPosition]] = [:]
  /// The largest fingerprint that is kept, once there are as many as may be.
  fileprivate var largest: String?

  /// Takes the new errors of a session, which come in the order of their positions.
  ///
  /// - `grade`: How far one has to be relied on at least.
  mutating func add(_ session: SessionReport, upTo grade: Grade, severity: (Rule) -> Severity?) {
    for finding in session.findings
    where finding.status == .new && finding.grade <= grade && severity(finding.rule) == .error {
      add(finding.fingerprint, ReportPosition(trace: session.trace, index: session.index))
    }
  }

  private mutating func add(_ fingerprint: String, _ position: ReportPosition) {
    if let known = positions[fingerprint] {
      if isWhole || known.count < BlameEntry.sessionLimit { positions[fingerprint]?.append(position) }
      return
    }
    if let largest, fingerprint > largest { return }
    positions[fingerprint] = [position]
    guard !isWhole else { return }
    if positions.count > BlameEntry.findingLimit, let last = positions.keys.max() { positions[last] = nil }
    if positions.count == BlameEntry.findingLimit { largest = positions.keys.max() }
  }

  /// The sessions to read again, in order, each with the findings that are asked about.
  var sessions: [(position: ReportPosition, fingerprints: [String])] {
    var byPosition: [ReportPosition: [String]] = [:]
    for (fingerprint, found) in positions {
      for position in found { byPosition[position, default: []].append(fingerprint) }
    }
    return byPosition.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  func chosen(of entries: [BlameEntry]) -> [BlameEntry] {
    guard isWhole else { return BlameEntry.chosen(of: entries) }
    let positions = positions.mapValues { Set($0) }
    return BlameEntry.chosen(
      of: entries.filter {
        positions[$0.fingerprint]?.contains($0.position) == true
      }, isWhole: true)
  }
}
#endif

package import PopAudit
package import PopDocument
import PopTrace

/// Judges what was collected of all sessions (<doc:Gate#Findings>).
package struct GateJudge: Sendable {
  /// Acceptances are told of that expire within so many days.
  package static let noticeDays = 14
  static let mostNamed = 10

  package let configuration: GateConfiguration
  package let baseline: BaselineFile?
  package let asOf: CalendarDay
  package private(set) var collector: FindingCollector
  package private(set) var metrics: MetricTable
  package private(set) var breakdowns: Breakdowns

  package struct Verdict: Sendable {
    package var findings: [JudgedFinding]
    package var report: GateReport
    /// What brings what fails, session by session, as far as keys are known.
    package var blame: [BlameEntry]
    package var failures: Int
  }

  package init(_ configuration: GateConfiguration, baseline: BaselineFile? = nil, asOf: CalendarDay) {
    self.configuration = configuration
    self.baseline = baseline
    self.asOf = asOf
    collector = FindingCollector(failOn: configuration.criterion, rules: configuration.rules)
    metrics = MetricTable(configuration.thresholds, failOn: configuration.criterion, rules: configuration.rules)
    breakdowns = Breakdowns(configuration.by, tellsApart: (baseline?.changes ?? 0) > 0)
  }

  package mutating func add(_ session: SessionReport) {
    breakdowns.add(session, findings: collector.add(session))
    metrics.add(session)
  }

  /// Judges what was added; where the baseline file has entries about changes, `blame` is of all new errors in all sessions.
  package func verdict(_ summary: ReportSummary, blame: [BlameEntry] = []) -> Verdict {
    var findings = collector.findings
    for index in findings.indices { findings[index].judgement = judgement(on: findings[index]) }
    var report = GateReport(asOf: asOf)
    report.thresholds = metrics.reports(on: configuration.thresholds)
    var failing = blame
    var covered: [String: Set<ReportPosition>] = [:]
    if let baseline {
      let acceptance = Acceptance(
        baseline, findings.filter(BaselineFile.isJudged), blame, judged: summary.judgedSessions, on: asOf)
      accept(by: acceptance, &findings)
      report.baseline = baselineReport(baseline, acceptance, findings, summary)
      if baseline.changes > 0 { (failing, covered) = (acceptance.failing, acceptance.covered) }
    }
    report.breakdowns = breakdowns.reports(findings, except: covered)
    (report.hurtSessions, report.hurt) = breakdowns.hurtSessions(findings, except: covered)
    report.remarks = remarks(findings)
    let failures =
      findings.count { $0.judgement.isFailure } + report.thresholds.count { $0.isFailure }
      + (report.baseline.map { $0.isFailure ? $0.stale.count : 0 } ?? 0) + collector.leftOutFailing
    findings.sort(by: JudgedFinding.comesFirst)
    return Verdict(findings: findings, report: report, blame: failing, failures: failures)
  }

  private func judgement(on finding: JudgedFinding) -> FindingJudgement {
    guard finding.status == .new else { return .known }
    if configuration.rules[finding.rule] == .off { return .notes }
    let plain = plainJudgement(on: finding)
    let ignored = configuration.ignore.filter { $0.matches(finding.example) }.map(\.excuse)
    if let excuse = ignored.first(where: { $0.holds(on: asOf) }) { return .ignored(excuse) }
    if plain.isFailure, let excuse = ignored.first { return .expired(excuse) }
    return plain
  }

  private func accept(by acceptance: Acceptance, _ findings: inout [JudgedFinding]) {
    for index in findings.indices {
      let finding = findings[index]
      if BaselineFile.isJudged(finding) {
        if let ruling = acceptance.rulings[finding.fingerprint] { findings[index].judgement = ruling }
      } else if finding.status == .new, finding.judgement.excuse == nil, configuration.rules[finding.rule] != .off,
        let entry = baseline?[finding.fingerprint], entry.excuse.holds(on: asOf)
      {
        findings[index].judgement = .accepted(entry.sessions, entry.excuse)
      }
    }
  }

  private func plainJudgement(on finding: JudgedFinding) -> FindingJudgement {
    switch finding.severity {
    case .error: finding.firmSessions > 0 ? .fails : .assumed
    case .warning: .warns
    case .info: .notes
    }
  }

  /// What came of the baseline file. Where no session was judged nothing is known to be gone.
  private func baselineReport(
    _ file: BaselineFile, _ acceptance: Acceptance, _ findings: [JudgedFinding], _ summary: ReportSummary
  ) -> BaselineReport {
    var report = BaselineReport(file: configuration.baseline ?? "")
    report.isStrict = configuration.isBaselineStrict
    var there: Set<String> = []
    for finding in findings {
      if finding.status != .fixed { there.insert(finding.fingerprint) }
      if finding.judgement.word == .accepted { report.accepted += 1 }
    }
    let judged = summary.judgedSessions
    for (index, entry) in file.entries.enumerated() {
      if acceptance.risen[index] {
        report.risen.append(
          BaselineReport.Risen(
            words: entry.words, accepted: entry.sessions, now: SessionShare(acceptance.counts[index], of: judged),
            line: entry.line))
      }
      let isThere = entry.fingerprint.map { there.contains($0.description) } ?? (acceptance.counts[index] > 0)
      guard !isThere, collector.leftOut == 0, entry.isStale(in: judged) else { continue }
      report.stale.append(
        BaselineReport.Stale(fingerprint: entry.fingerprint?.description, words: entry.words, line: entry.line))
    }
    report.risen += acceptance.unseen.filter(\.isRisen).map {
      BaselineReport.Risen(
        words: $0.entry.words, accepted: $0.entry.sessions, now: SessionShare($0.sessions.count, of: judged))
    }
    return report
  }
}

extension GateJudge {
  func remarks(_ findings: [JudgedFinding]) -> [String] {
    var remarks: [String] = []
    let new = findings.filter { $0.status == .new }
    for entry in configuration.ignore {
      let name = "The ignore entry \(printable(entry.words))" + (entry.line.map { " on line \($0)" } ?? "")
      if !new.contains(where: { entry.matches($0.example) }) { remarks.append("\(name) matched nothing.") }
      if let end = self.ending(of: entry.excuse) { remarks.append("\(name) \(end)") }
    }
    let ending = (baseline?.entries ?? []).compactMap { entry in self.ending(of: entry.excuse).map { (entry, $0) } }
    for (entry, end) in ending.prefix(Self.mostNamed) {
      remarks.append("The acceptance of \(printable(entry.words)) on line \(entry.line) of the baseline \(end)")
    }
    let others = ending.count - Self.mostNamed
    if others > 0 { remarks.append("So do, or did, \(grouping(others)) more of the baseline.") }
    if collector.leftOut > 0 {
      remarks.append(
        "There are more than \(grouping(FindingCollector.most)) different findings; "
          + "\(grouping(collector.leftOut)) were not told apart.")
    }
    return remarks
  }

  private func ending(of excuse: Excuse) -> String? {
    guard let day = excuse.expires else { return nil }
    let left = asOf.days(to: day)
    if left < 0 { return "expired on \(day). Renew or remove it." }
    guard left <= Self.noticeDays else { return nil }
    return left == 0 ? "expires today." : "expires in \(left) day\(left == 1 ? "" : "s"), on \(day)."
  }
}

/// Which sessions may be hurt, and by what they differ (<doc:Gate#Breakdowns>).
///
/// Whether a finding fails the build is known only at the end; until then sessions with the same new findings and values are counted together,
/// with the first of them by name. The memory is bounded by how many of these differ, and by 65,536 values of a dimension.
package struct Breakdowns: Sendable {
  package static let rowsLimit = 20
  private static let mostValues = 1 << 16
  static let others = "…"

  struct Signature: Hashable, Sendable {
    var findings: [Int]
    var values: [String]
    var app: String
    var build: String
    var policy: String
  }

  struct Group: Sendable {
    var signature: Signature
    var sessions = 0
    /// The first of them, with the number of each in the order of the report.
    var positions: [(order: Int, position: JudgedFinding.Position)] = []
  }

  let dimensions: [Dimension]
  /// Whether a session may be hurt and another with the same findings not: what brings them decides. All are remembered then.
  private let tellsApart: Bool
  private(set) var groups: [Group] = []
  private var indices: [Signature: Int] = [:]
  private(set) var judged: [[String: Int]]
  private(set) var sessions = 0

  package init(_ dimensions: [Dimension], tellsApart: Bool = false) {
    self.dimensions = dimensions
    self.tellsApart = tellsApart
    judged = [[String: Int]](repeating: [:], count: dimensions.count)
  }

  package mutating func add(_ session: SessionReport, findings: [Int]) {
    guard session.failure == nil, session.identity.isJudged else { return }
    sessions += 1
    var values: [String] = []
    for (index, dimension) in dimensions.enumerated() where dimension.isOfSession {
      var value = dimension.value(in: session.facts)
      if judged[index][value] == nil, judged[index].count >= Self.mostValues { value = Self.others }
      judged[index][value, default: 0] += 1
      values.append(value)
    }
    guard !findings.isEmpty else { return }
    let facts = session.facts
    let signature = Signature(
      findings: findings.sorted(), values: values, app: facts.app, build: facts.build, policy: facts.policy)
    let group = indices[signature] ?? groups.count
    if group == groups.count {
      groups.append(Group(signature: signature))
      indices[signature] = group
    }
    groups[group].sessions += 1
    if tellsApart || groups[group].positions.count < Self.rowsLimit {
      let position = JudgedFinding.Position(of: session)
      groups[group].positions.append((sessions, position))
    }
  }
}

extension Breakdowns {
  private func hurt(
    _ findings: [JudgedFinding], _ covered: [String: Set<ReportPosition>]
  ) -> [(group: Group, failures: [JudgedFinding])] {
    groups.flatMap { group -> [(group: Group, failures: [JudgedFinding])] in
      let failures = group.signature.findings.map { findings[$0] }.filter(\.judgement.isFailure)
      guard !failures.isEmpty else { return [] }
      guard failures.contains(where: { covered[$0.fingerprint] != nil }) else { return [(group, failures)] }
      return group.positions.compactMap { order, position in
        let here = position.position
        let own = failures.filter { covered[$0.fingerprint]?.contains(here) != true }
        return own.isEmpty ? nil : (Group(signature: group.signature, sessions: 1, positions: [(order, position)]), own)
      }
    }
  }

  /// How many sessions are hurt, and the worst of them: those with the most failures, the first of the report first.
  func hurtSessions(
    _ findings: [JudgedFinding], except covered: [String: Set<ReportPosition>] = [:]
  ) -> (count: Int, worst: [GateReport.HurtSession]) {
    var count = 0
    var worst: [(order: Int, session: GateReport.HurtSession)] = []
    for (group, failures) in hurt(findings, covered) {
      count += group.sessions
      let found = Set(failures.map(\.rule))
      let rules = Rule.allCases.filter { found.contains($0) }
      for (order, position) in group.positions {
        var session = GateReport.HurtSession(position)
        (session.app, session.build) = (group.signature.app, group.signature.build)
        session.policy = group.signature.policy
        (session.failures, session.rules) = (failures.count, rules)
        worst.append((order, session))
      }
    }
    worst.sort { (-$0.session.failures, $0.order) < (-$1.session.failures, $1.order) }
    return (count, worst.prefix(Self.rowsLimit).map(\.session))
  }

  func reports(_ findings: [JudgedFinding], except covered: [String: Set<ReportPosition>] = [:]) -> [GateReport
    .Breakdown]
  {
    let hurt = hurt(findings, covered)
    var column = -1
    return dimensions.enumerated().map { index, dimension in
      if dimension.isOfSession { column += 1 }
      var rows: [String: GateReport.Breakdown.Row] = [:]
      for (value, count) in judged[index] { rows[value] = .init(value, hurt: SessionShare(0, of: count)) }
      for (group, failures) in hurt {
        var counts: [String: Int] = [:]
        for failure in failures {
          let value =
            dimension == .page
            ? failure.example.pageClass
            : dimension == .popup ? failure.example.name : group.signature.values[column]
          counts[value, default: 0] += group.sessions
        }
        for (value, count) in counts {
          var row = rows[value] ?? .init(value, hurt: SessionShare(0, of: sessions))
          row.hurt.count += group.sessions
          row.failures += count
          rows[value] = row
        }
      }
      let sorted = rows.values.sorted(by: Self.comesFirst)
      var report = GateReport.Breakdown(dimension.description)
      report.rows = Array(sorted.prefix(Self.rowsLimit))
      report.leftOut = sorted.count - report.rows.count
      return report
    }
  }

  /// What hurts the most sessions first, then the largest share of them, then the most failures; ties by value.
  private static func comesFirst(_ lhs: GateReport.Breakdown.Row, _ rhs: GateReport.Breakdown.Row) -> Bool {
    if lhs.hurt.count != rhs.hurt.count { return lhs.hurt.count > rhs.hurt.count }
    if lhs.hurt.count > 0, lhs.hurt.all != rhs.hurt.all { return lhs.hurt.all < rhs.hurt.all }
    if lhs.failures != rhs.failures { return lhs.failures > rhs.failures }
    return lhs.value < rhs.value
  }
}

/// Puts the findings of all sessions together that share a fingerprint and a status; sessions come in the order of the report.
package struct FindingCollector: Sendable {
  package static let most = 1 << 17

  package private(set) var findings: [JudgedFinding] = []
  /// How many findings were left out for there were too many, and how many of these fail the build by themselves.
  package private(set) var leftOut = 0
  package private(set) var leftOutFailing = 0

  private var indices: [FindingReport.Key: Int] = [:]
  private let criterion: RegressionCriterion
  private let rules: RuleLevels
  private let limit: Int

  package init(failOn criterion: RegressionCriterion, rules: RuleLevels = RuleLevels(), limit: Int = Self.most) {
    self.criterion = criterion
    self.rules = rules
    self.limit = limit
  }

  /// Takes a session, and gives the indices in ``findings`` of what is new in it and can be relied on as far as a failure needs.
  @discardableResult
  package mutating func add(_ session: SessionReport) -> [Int] {
    guard session.failure == nil, session.identity.isJudged else { return [] }
    let position = JudgedFinding.Position(of: session)
    var firm: [Int] = []
    for finding in session.findings {
      let isFirm = criterion.counts(finding.grade)
      guard let index = index(of: finding) else {
        leftOut += 1
        if criterion.isRegression(finding.status, rules.severity(of: finding.rule), finding.grade) {
          leftOutFailing += 1
        }
        continue
      }
      add(finding, at: position, isFirm, to: index)
      if finding.status == .new, isFirm { firm.append(index) }
    }
    return firm
  }

  private mutating func index(of finding: FindingReport) -> Int? {
    if let index = indices[finding.key] { return index }
    guard findings.count < limit else { return nil }
    findings.append(JudgedFinding(finding, severity: rules.severity(of: finding.rule)))
    indices[finding.key] = findings.count - 1
    return findings.count - 1
  }

  private mutating func add(
    _ finding: FindingReport, at position: JudgedFinding.Position, _ isFirm: Bool, to index: Int
  ) {
    findings[index].sessions += 1
    if isFirm { findings[index].firmSessions += 1 }
    if finding.grade < findings[index].grade {
      findings[index].example = finding
      findings[index].positions.insert(position, at: 0)
      if findings[index].positions.count > JudgedFinding.positionLimit { findings[index].positions.removeLast() }
    } else if findings[index].positions.count < JudgedFinding.positionLimit {
      findings[index].positions.append(position)
    }
  }
}

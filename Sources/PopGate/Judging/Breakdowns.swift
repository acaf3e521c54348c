import PopAudit
package import PopDocument

/// Which sessions may be hurt, and by what they differ (<doc:Gate#Breakdowns>).
///
/// Whether a finding fails the build is known only when all sessions are; until then the sessions that have the same new findings and the
/// same values are counted together, with the first of them by name. The memory is bounded by the number of different ones among the
/// sessions with new findings, and by 65,536 values of a dimension, which share one row beyond.
package struct Breakdowns: Sendable {
  /// How many rows and sessions are shown.
  package static let rowsLimit = 20
  private static let mostValues = 1 << 16
  /// The value of what is beyond the most values.
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
    var places: [(order: Int, place: JudgedFinding.Place)] = []
  }

  let dimensions: [Dimension]
  /// Whether a session may be hurt and another with the same findings not: what brings them decides. All are remembered then.
  private let tellsApart: Bool
  private(set) var groups: [Group] = []
  private var indices: [Signature: Int] = [:]
  /// By dimension: how many sessions were judged with which value.
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
    if tellsApart || groups[group].places.count < Self.rowsLimit {
      let place = JudgedFinding.Place(of: session)
      groups[group].places.append((sessions, place))
    }
  }
}

extension Breakdowns {
  /// The groups of which sessions are hurt, each with what fails in it.
  private func hurt(
    _ findings: [JudgedFinding], _ covered: [String: Set<ReportPlace>]
  ) -> [(group: Group, failures: [JudgedFinding])] {
    groups.flatMap { group -> [(group: Group, failures: [JudgedFinding])] in
      let failures = group.signature.findings.map { findings[$0] }.filter(\.judgement.isFailure)
      guard !failures.isEmpty else { return [] }
      guard failures.contains(where: { covered[$0.fingerprint] != nil }) else { return [(group, failures)] }
      return group.places.compactMap { order, place in
        let here = place.place
        let own = failures.filter { covered[$0.fingerprint]?.contains(here) != true }
        return own.isEmpty ? nil : (Group(signature: group.signature, sessions: 1, places: [(order, place)]), own)
      }
    }
  }

  /// How many sessions are hurt, and the worst of them: those with the most failures, the first of the report first.
  func hurtSessions(
    _ findings: [JudgedFinding], except covered: [String: Set<ReportPlace>] = [:]
  ) -> (count: Int, worst: [HurtSession]) {
    var count = 0
    var worst: [(order: Int, session: HurtSession)] = []
    for (group, failures) in hurt(findings, covered) {
      count += group.sessions
      let found = Set(failures.map(\.rule))
      let rules = Rule.allCases.filter { found.contains($0) }
      for (order, place) in group.places {
        let session = HurtSession(
          place: place, app: group.signature.app, build: group.signature.build, policy: group.signature.policy,
          failures: failures.count, rules: rules)
        worst.append((order, session))
      }
    }
    worst.sort { (-$0.session.failures, $0.order) < (-$1.session.failures, $1.order) }
    return (count, worst.prefix(Self.rowsLimit).map(\.session))
  }

  func reports(_ findings: [JudgedFinding], except covered: [String: Set<ReportPlace>] = [:]) -> [BreakdownReport] {
    let hurt = hurt(findings, covered)
    var place = -1
    return dimensions.enumerated().map { index, dimension in
      if dimension.isOfSession { place += 1 }
      var rows: [String: BreakdownReport.Row] = [:]
      for (value, count) in judged[index] {
        rows[value] = BreakdownReport.Row(value, hurt: SessionShare(0, of: count), failures: 0)
      }
      for (group, failures) in hurt {
        var counts: [String: Int] = [:]
        for failure in failures {
          let value =
            dimension == .page
            ? failure.example.pageClass
            : dimension == .popup ? failure.example.name : group.signature.values[place]
          counts[value, default: 0] += group.sessions
        }
        for (value, count) in counts {
          var row = rows[value] ?? BreakdownReport.Row(value, hurt: SessionShare(0, of: sessions), failures: 0)
          row.hurt.count += group.sessions
          row.failures += count
          rows[value] = row
        }
      }
      let sorted = rows.values.sorted(by: Self.comesFirst)
      var report = BreakdownReport(dimension.description)
      report.rows = Array(sorted.prefix(Self.rowsLimit))
      report.leftOut = sorted.count - report.rows.count
      return report
    }
  }

  /// What hurts the most sessions first, then the largest share of them, then the most failures; ties by value.
  private static func comesFirst(_ lhs: BreakdownReport.Row, _ rhs: BreakdownReport.Row) -> Bool {
    if lhs.hurt.count != rhs.hurt.count { return lhs.hurt.count > rhs.hurt.count }
    if lhs.hurt.count > 0, lhs.hurt.all != rhs.hurt.all { return lhs.hurt.all < rhs.hurt.all }
    if lhs.failures != rhs.failures { return lhs.failures > rhs.failures }
    return lhs.value < rhs.value
  }
}

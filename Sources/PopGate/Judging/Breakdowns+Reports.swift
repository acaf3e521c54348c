import PopAudit
import PopReport

extension Breakdowns {
  /// The groups of which sessions are hurt, each with what fails in it.
  ///
  /// - Parameters:
  ///   - findings: What was judged, in the order in which it was collected.
  ///   - covered: By fingerprint the sessions in which it is accepted although it fails elsewhere.
  private func hurt(
    _ findings: [JudgedFinding], _ covered: [String: Set<ReportPlace>]
  ) -> [(group: Group, failures: [JudgedFinding])] {
    groups.flatMap { group -> [(group: Group, failures: [JudgedFinding])] in
      let failures = group.signature.findings.map { findings[$0] }.filter(\.judgement.isFailure)
      guard !failures.isEmpty else { return [] }
      guard failures.contains(where: { covered[$0.fingerprint] != nil }) else { return [(group, failures)] }
      return group.places.compactMap { order, place in
        let here = ReportPlace(trace: place.trace, index: place.index)
        let own = failures.filter { covered[$0.fingerprint]?.contains(here) != true }
        return own.isEmpty
          ? nil : (Group(signature: group.signature, sessions: 1, places: [(order, place)]), own)
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
      let rules = Rule.allCases.filter { found.contains($0) }.map(\.id)
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

  /// The breakdowns, in the order of the configuration.
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

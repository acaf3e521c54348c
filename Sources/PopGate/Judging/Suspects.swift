import PopAudit
import PopReplay
import PopReport

/// The sessions with findings that may fail the build, until all are judged: whether they do hangs on how many there are.
///
/// - Complexity: Memory in proportion to the sessions with new errors, and to the different values of what is counted by.
struct Suspects: Sendable {
  /// A session that may be hurt.
  struct Session: Sendable {
    var place: JudgedFinding.Place
    var facts: SessionFacts
    var findings: [(fingerprint: String, rule: Rule, page: String, popup: String)]
  }

  private let dimensions: [Dimension]
  private let levels: RuleLevels
  private let failGrade: Grade
  private(set) var sessions: [Session] = []
  /// How many judged sessions have which value, by dimension.
  private var totals: [[String: Int]]

  /// How many rows a breakdown shows, and how many hurt sessions are named.
  private static var rowLimit: Int { 20 }

  init(by dimensions: [Dimension], levels: RuleLevels, failGrade: Grade) {
    self.dimensions = dimensions
    self.levels = levels
    self.failGrade = failGrade
    totals = Array(repeating: [:], count: dimensions.count)
  }

  /// Takes a judged session.
  mutating func add(_ session: SessionReport) {
    for (index, dimension) in dimensions.enumerated() where dimension.isOfSession {
      totals[index][dimension.value(in: session.facts), default: 0] += 1
    }
    let findings = session.findings.filter {
      $0.status == .new && $0.grade <= failGrade && levels[$0.rule] != .off && levels.severity(of: $0.rule) == .error
    }
    guard !findings.isEmpty else { return }
    sessions.append(
      Session(
        place: JudgedFinding.Place(trace: session.trace, session: session.session), facts: session.facts,
        findings: findings.map { ($0.fingerprint, $0.rule, $0.pageClass, $0.name) }))
  }

  /// Says who is hurt, once it is known which findings fail.
  func report(_ failing: Set<String>, judged: Int, to gate: inout GateReport) {
    var rows = dimensions.map { _ in [String: BreakdownReport.Row]() }
    var hurt: [HurtSession] = []
    for session in sessions {
      let failures = session.findings.filter { failing.contains($0.fingerprint) }
      guard !failures.isEmpty else { continue }
      let rules = Rule.allCases.filter { rule in failures.contains { $0.rule == rule } }.map(\.id)
      hurt.append(
        HurtSession(
          place: session.place, app: session.facts.app, build: session.facts.build, policy: session.facts.policy,
          failures: failures.count, rules: rules))
      for (index, dimension) in dimensions.enumerated() {
        for (value, count) in values(of: dimension, session, failures) {
          let all = dimension.isOfSession ? totals[index][value] ?? 0 : judged
          var row = rows[index][value] ?? BreakdownReport.Row(value, hurt: SessionShare(0, of: all), failures: 0)
          row.hurt.count += 1
          row.failures += count
          rows[index][value] = row
        }
      }
    }
    gate.hurtSessions = hurt.count
    // The first of equals is the one that came first: the order of what is sorted is kept by place.
    gate.hurt = Array(
      hurt.enumerated().sorted { (-$0.element.failures, $0.offset) < (-$1.element.failures, $1.offset) }
        .prefix(Self.rowLimit).map(\.element))
    gate.breakdowns = zip(dimensions, rows).map { dimension, rows in
      var report = BreakdownReport(dimension.description)
      let sorted = rows.values.sorted { lhs, rhs in
        if lhs.hurt.isMore(than: rhs.hurt) { return true }
        if rhs.hurt.isMore(than: lhs.hurt) { return false }
        return (-lhs.hurt.count, lhs.value) < (-rhs.hurt.count, rhs.value)
      }
      report.rows = Array(sorted.prefix(Self.rowLimit))
      report.leftOut = sorted.count - report.rows.count
      return report
    }
  }

  private func values(
    of dimension: Dimension, _ session: Session,
    _ failures: [(fingerprint: String, rule: Rule, page: String, popup: String)]
  ) -> [(value: String, failures: Int)] {
    guard !dimension.isOfSession else { return [(dimension.value(in: session.facts), failures.count)] }
    var counts: [(value: String, failures: Int)] = []
    for failure in failures {
      let value = dimension == .page ? failure.page : failure.popup
      if let index = counts.firstIndex(where: { $0.value == value }) {
        counts[index].failures += 1
      } else {
        counts.append((value, 1))
      }
    }
    return counts
  }
}

import PopAudit
package import PopDocument
import PopTrace

/// Counts what the sessions of every group met, for each of some dimensions (<doc:Audit#Groups>).
package struct GroupTally: Sendable {
  private static let mostGroups = 1 << 12

  private let dimensions: [Dimension]
  /// By dimension and value.
  private var groups: [[String: Group]]

  private struct Group: Sendable {
    var figures = FieldFigures()
    /// When the first of its sessions began, as it says; empty where none does.
    var started = ""
  }

  package init(_ dimensions: [Dimension]) {
    self.dimensions = dimensions
    groups = [[String: Group]](repeating: [:], count: dimensions.count)
  }

  package mutating func add(_ session: SessionReport) {
    guard session.failure == nil, session.identity.isJudged else { return }
    for (index, dimension) in dimensions.enumerated() {
      switch dimension {
      case .popup:
        for name in Set(session.outcomes.map(\.name)).sorted() {
          add(session, name, index) {
            $0.add(session, finding: { $0.name == name || $0.otherName == name }, outcome: { $0.name == name })
          }
        }
      case .page:
        func isOn(_ page: String, _ outcome: OutcomeReport) -> Bool {
          outcome.candidate?.shown.contains { $0.pageClass == page } == true
        }
        let stays = session.outcomes.flatMap { $0.candidate?.shown.map(\.pageClass) ?? [] }
        for page in Set(stays + session.findings.map(\.pageClass)).subtracting([""]).sorted() {
          add(session, page, index) {
            $0.add(session, finding: { $0.pageClass == page }, outcome: { isOn(page, $0) })
          }
        }
      default: add(session, dimension.value(in: session.facts), index) { $0.add(session) }
      }
    }
  }

  private mutating func add(
    _ session: SessionReport, _ value: String, _ index: Int, _ body: (inout FieldFigures) -> Void
  ) {
    let isKnown = groups[index][value] != nil
    guard isKnown || groups[index].count < Self.mostGroups else { return }
    var group = groups[index][value] ?? Group()
    body(&group.figures)
    let started = session.facts.started
    if !started.isEmpty, group.started.isEmpty || started < group.started { group.started = started }
    groups[index][value] = group
  }

  package var tables: [GroupTable] { zip(dimensions, groups).map { Self.table($0, $1) } }

  private static func table(_ dimension: Dimension, _ groups: [String: Group]) -> GroupTable {
    var table = GroupTable.blank
    table.by = dimension.description
    let largest = groups.sorted { (-$0.value.figures.sessions, $0.key) < (-$1.value.figures.sessions, $1.key) }
    table.leftOut = max(0, largest.count - GroupTable.mostRows)
    let shown = largest.prefix(GroupTable.mostRows).sorted { isBefore($0, $1, dimension) }
    let measured = shown.map {
      (value: $0.key, sessions: $0.value.figures.sessions, estimates: $0.value.figures.estimates)
    }
    // What no group met is no column.
    let figures = FieldFigures.Figure.all.filter { figure in
      guard case .rule = figure else { return true }
      return measured.contains { $0.estimates.contains { $0.figure == figure && $0.value > 0 } }
    }
    for group in measured {
      var row = GroupTable.Row.blank
      (row.value, row.sessions) = (group.value, group.sessions)
      for estimate in group.estimates where figures.contains(estimate.figure) {
        let interval = estimate.interval(950)
        var figure = GroupTable.Figure.blank
        (figure.name, figure.value) = (
          estimate.figure.name, MetricValue(millionths: estimate.value, estimate.figure.unit)
        )
        (figure.low, figure.high) = (interval.lowerBound, interval.upperBound)
        row.figures.append(figure)
      }
      table.rows.append(row)
    }
    guard dimension.isOfSession, measured.count > 1 else { return table }
    let pairs: [(now: Int, before: Int)] =
      if case .arm = dimension { measured.indices.dropFirst().map { ($0, 0) } } else {
        [(measured.count - 1, measured.count - 2)]
      }
    for pair in pairs {
      let (now, before) = (measured[pair.now], measured[pair.before])
      var comparison = GroupTable.Comparison.blank
      (comparison.value, comparison.with) = (now.value, before.value)
      comparison.isTooSmall = min(now.sessions, before.sessions) < DifferenceTest.leastSessions
      if !comparison.isTooSmall { comparison.changes = changes(now.estimates, before.estimates, figures) }
      table.comparisons.append(comparison)
    }
    return table
  }

  /// Builds and the like by when they came, arms by their names; of popups and pages what most sessions have comes first.
  private static func isBefore(
    _ lhs: (key: String, value: Group), _ rhs: (key: String, value: Group), _ dimension: Dimension
  ) -> Bool {
    switch dimension {
    case .popup, .page: (-lhs.value.figures.sessions, lhs.key) < (-rhs.value.figures.sessions, rhs.key)
    case .arm: lhs.key < rhs.key
    default: (lhs.value.started, lhs.key) < (rhs.value.started, rhs.key)
    }
  }

  private static func changes(
    _ now: [FieldFigures.Estimate], _ before: [FieldFigures.Estimate], _ figures: [FieldFigures.Figure]
  ) -> [GroupTable.Change] {
    let pairs = figures.compactMap { figure -> (now: FieldFigures.Estimate, before: FieldFigures.Estimate)? in
      guard let one = now.first(where: { $0.figure == figure }),
        let other = before.first(where: { $0.figure == figure })
      else { return nil }
      return (one, other)
    }
    let differing = ShareTest.significant(
      pairs.map { DifferenceTest.chance($0.now, $0.before) }, level: DifferenceTest.level)
    return zip(pairs, differing).map { pair, differs in
      var change = GroupTable.Change.blank
      (change.name, change.unit) = (pair.now.figure.name, pair.now.figure.unit)
      (change.difference, change.differs) = (pair.now.value - pair.before.value, differs)
      return change
    }
  }
}

import PopAudit
import PopDocument
import PopReplay
import PopTrace

extension MetricTable {
  mutating func add(_ session: SessionReport, to unit: Int) {
    let compares = session.outcomes.contains { $0.change != nil }
    if compares { hasCompared = true }
    // One without any popup says the same with and without a baseline.
    let isEmpty = session.outcomes.isEmpty
    addWhole(session, to: unit, compares: compares || isEmpty, alone: !compares)
    for outcome in session.outcomes {
      for (scope, columns) in scopes where scope.contains(outcome) {
        for column in columns { add(outcome, in: session, column, to: unit, compares) }
      }
    }
    addOverlaps(session, to: unit, compares)
  }

  private mutating func add(_ part: Int, over whole: Int, _ column: Int, _ side: Side, to unit: Int) {
    units[unit].sums[column * Side.allCases.count + side.rawValue].add(part, over: whole)
  }

  private mutating func addWhole(_ session: SessionReport, to unit: Int, compares: Bool, alone: Bool) {
    for column in columns.indices {
      let (part, whole): (Int, Int)
      switch columns[column].measure {
      case .presentations: (part, whole) = (0, 1)
      case .affectedSessions:
        let isAffected = session.findings.contains {
          criterion.isRegression($0.status, rules.severity(of: $0.rule), $0.grade)
        }
        (part, whole) = (isAffected ? 1 : 0, 1)
        counts[column].measured += 1
      case .coverage:
        let coverage = session.coverage
        (part, whole) = (coverage.reachedReactions, coverage.reachedReactions + coverage.unreachedReactions)
        counts[column].measured += whole
      default: continue
      }
      if compares {
        if columns[column].measure == .presentations { add(part, over: whole, column, .reference, to: unit) }
        add(part, over: whole, column, .candidate, to: unit)
      }
      if alone { add(part, over: whole, column, .alone, to: unit) }
    }
  }

  private mutating func add(
    _ outcome: OutcomeReport, in session: SessionReport, _ column: Int, to unit: Int, _ compares: Bool
  ) {
    let measure = columns[column].measure
    guard measure != .affectedSessions, measure != .coverage, !(measure == .orderChanges && !compares) else { return }
    guard isFirm(outcome.grades, for: measure) else {
      counts[column].leftOut += 1
      return
    }
    counts[column].measured += 1
    if measure == .orderChanges {
      guard outcome.recorded?.shown.isEmpty == false, outcome.candidate?.shown.isEmpty == false else { return }
      return add(outcome.change == .reordered ? 1 : 0, over: 1, column, .candidate, to: unit)
    }
    if compares, let run = outcome.recorded { add(run, session.length, column, .reference, to: unit) }
    if let run = outcome.candidate { add(run, session.length, column, compares ? .candidate : .alone, to: unit) }
  }

  private mutating func add(
    _ run: RunReport, _ length: Milliseconds, _ column: Int, _ side: Side, to unit: Int
  ) {
    switch columns[column].measure {
    case .presentations: add(run.shown.count, over: 0, column, side, to: unit)
    case .neverShown: add(run.shown.isEmpty ? 1 : 0, over: 1, column, side, to: unit)
    case .overlaps: add(0, over: run.shown.count, column, side, to: unit)
    case .preemptions: add(run.preempted, over: run.shown.count, column, side, to: unit)
    case .timeOnScreen:
      guard !run.shown.isEmpty else { return }
      // In microseconds over thousands of popups, which are milliseconds.
      var time = 0
      for stay in run.shown {
        let (from, until) = (stay.from.microseconds, (stay.until ?? length).microseconds)
        time += min(max(0, Int(until.subtractingReportingOverflow(from).partialValue)), 1 << 44)
      }
      add(time, over: 1000, column, side, to: unit)
    case .waits:
      guard let waited = run.waited else { return }
      let microseconds = max(0, Int(waited.microseconds))
      units[unit].waits[waitPlaces[column] * Side.allCases.count + side.rawValue].add(microseconds / 1000)
    case .orderChanges, .affectedSessions, .coverage: break
    }
  }

  /// Whether what a measure rests on is as certain as a failure needs. Times are never robust, and the order is one of times.
  private func isFirm(_ grades: AspectGrades, for measure: Measure) -> Bool {
    switch measure {
    case .neverShown: criterion.counts(grades.shown)
    case .presentations, .overlaps: criterion.counts(max(grades.shown, grades.where))
    case .waits, .orderChanges, .preemptions, .timeOnScreen, .affectedSessions, .coverage:
      criterion.counts(.assumed) || grades.worst <= .derived
    }
  }

  /// Counts the overlaps of every scope that one of the two popups belongs to.
  private mutating func addOverlaps(_ session: SessionReport, to unit: Int, _ compares: Bool) {
    guard columns.contains(where: { $0.measure == .overlaps }) else { return }
    for finding in session.findings where finding.rule == .overlap && criterion.counts(finding.grade) {
      for column in columns.indices where columns[column].measure == .overlaps {
        let scope = columns[column].scope
        guard
          scope.isAll || Self.contains(scope, finding.popup, finding.name, session.outcomes)
            || Self.contains(scope, finding.other, finding.otherName, session.outcomes)
        else { continue }
        if compares, finding.status != .new { add(1, over: 0, column, .reference, to: unit) }
        if finding.status != .fixed { add(1, over: 0, column, compares ? .candidate : .alone, to: unit) }
      }
    }
  }

  private static func contains(
    _ scope: PopupScope, _ popup: Int64?, _ name: String, _ outcomes: [OutcomeReport]
  ) -> Bool {
    guard let popup, scope.popup ?? name == name else { return false }
    if scope.kind == nil, scope.level == nil { return true }
    return outcomes.contains { $0.popup == popup && $0.name == name && scope.contains($0) }
  }
}

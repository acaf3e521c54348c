package import PopAudit
package import PopDocument
import PopReplay
import PopTrace

/// The sums of everything that a gate's thresholds ask for, session by session, of the baseline and of the candidate (<doc:Gate#Metrics>).
///
/// Up to 1,024 sessions are kept one by one, for a bootstrap that draws sessions; of more, 1,024 groups, by a hash of what they hold. So
/// the memory is bounded, and the order of the sessions makes no difference.
package struct MetricTable: Sendable {
  /// The most sessions that are kept one by one, and the number of groups beyond.
  package static let mostUnits = 1024

  struct Column: Hashable, Sendable {
    var measure: Metric
    var scope: Threshold.Scope
  }

  enum Side: Int, CaseIterable, Sendable {
    case reference
    /// The candidate's, of a session that is compared with something.
    case candidate
    /// The candidate's, of a session that has none.
    case alone
  }

  struct Unit: Hashable, Sendable {
    /// What it is recognised by: a session's hash, or a group's number.
    var key: UInt64
    var sums: [Quotient]
    var waits: [WaitCounts]
  }

  /// How many popups a column has measured, and how many it left out for they are not certain enough.
  struct Count: Hashable, Sendable {
    var measured = 0
    var leftOut = 0
  }

  let columns: [Column]
  /// By column: its index among the columns of waits; -1 where it is none.
  let waitIndices: [Int]
  private let waitColumns: Int
  let scopes: [(scope: Threshold.Scope, columns: [Int])]
  let criterion: RegressionCriterion
  let rules: RuleLevels

  var units: [Unit] = []
  private var unitIndices: [UInt64: Int] = [:]
  private var isFolded = false
  var counts: [Count]
  /// Whether some session has something to be compared with; those that have not are then left out.
  var hasCompared = false

  package init(_ thresholds: [Threshold], failOn criterion: RegressionCriterion, rules: RuleLevels = RuleLevels()) {
    var columns: [Column] = []
    for threshold in thresholds {
      let column = Column(measure: threshold.metric.measure, scope: threshold.scope)
      if !columns.contains(column) { columns.append(column) }
    }
    var scopes: [(scope: Threshold.Scope, columns: [Int])] = []
    var waitIndices: [Int] = []
    var waits = 0
    for (index, column) in columns.enumerated() {
      waitIndices.append(column.measure == .waitP50 ? waits : -1)
      if column.measure == .waitP50 { waits += 1 }
      if let known = scopes.firstIndex(where: { $0.scope == column.scope }) {
        scopes[known].columns.append(index)
      } else {
        scopes.append((column.scope, [index]))
      }
    }
    self.columns = columns
    self.scopes = scopes
    self.criterion = criterion
    self.rules = rules
    self.waitIndices = waitIndices
    waitColumns = waits
    counts = [Count](repeating: Count(), count: columns.count)
  }

  package mutating func add(_ session: SessionReport) {
    guard session.failure == nil, session.identity.isJudged, !columns.isEmpty else { return }
    add(session, to: unit(Self.key(of: session)))
  }

  /// What a session is recognised by wherever it lies; where it has no name, by its place.
  static func key(of session: SessionReport) -> UInt64 {
    var hash = StableHash()
    if let digest = session.digest {
      hash.combine(digest)
    } else {
      hash.combine(session.session)
      hash.combine(session.trace)
      hash.combine(UInt64(clamping: session.index))
    }
    return hash.value
  }

  private mutating func unit(_ key: UInt64) -> Int {
    if !isFolded, unitIndices[key] == nil, units.count == Self.mostUnits { fold() }
    let key = isFolded ? key % UInt64(Self.mostUnits) : key
    if let index = unitIndices[key] { return index }
    let sides = Side.allCases.count
    units.append(
      Unit(
        key: key, sums: [Quotient](repeating: Quotient(), count: columns.count * sides),
        waits: [WaitCounts](repeating: WaitCounts(), count: waitColumns * sides)))
    unitIndices[key] = units.count - 1
    return units.count - 1
  }

  private mutating func fold() {
    let sessions = units
    isFolded = true
    units = []
    unitIndices = [:]
    for session in sessions { add(session, to: unit(session.key)) }
  }

  private mutating func add(_ other: Unit, to unit: Int) {
    for (index, sum) in other.sums.enumerated() { units[unit].sums[index].add(sum.part, over: sum.whole) }
    for index in other.waits.indices { units[unit].waits[index].add(other.waits[index]) }
  }

  var sortedUnits: [Unit] { units.sorted { $0.key < $1.key } }
}

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
    guard measure.isOfPopups, measure != .orderChanges || compares else { return }
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
    case .waitP50, .waitP95, .waitP99:
      guard let waited = run.waited else { return }
      let microseconds = max(0, Int(waited.microseconds))
      units[unit].waits[waitIndices[column] * Side.allCases.count + side.rawValue].add(microseconds / 1000)
    case .orderChanges, .affectedSessions, .coverage: break
    }
  }

  /// Whether what a measure rests on is as certain as a failure needs. Times are never robust, and the order is one of times.
  private func isFirm(_ grades: AspectGrades, for measure: Metric) -> Bool {
    switch measure {
    case .neverShown: criterion.counts(grades.shown)
    case .presentations, .overlaps: criterion.counts(max(grades.shown, grades.where))
    case .waitP50, .waitP95, .waitP99, .orderChanges, .preemptions, .timeOnScreen, .affectedSessions, .coverage:
      criterion.counts(.assumed) || grades.worst <= .derived
    }
  }

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
    _ scope: Threshold.Scope, _ popup: Int64?, _ name: String, _ outcomes: [OutcomeReport]
  ) -> Bool {
    guard let popup, scope.popup ?? name == name else { return false }
    if scope.kind == nil, scope.level == nil { return true }
    return outcomes.contains { $0.popup == popup && $0.name == name && scope.contains($0) }
  }
}

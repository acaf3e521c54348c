package import PopAudit
package import PopDocument
import PopSystem
import PopTrace

/// What users met in some sessions, in figures (<doc:Audit#Figures>): of a recording what was recorded, of a replay what the candidate did.
///
/// Up to 1,024 sessions are kept one by one, for a bootstrap that draws sessions; of more, 1,024 groups of them, by what they hold. So the memory
/// is bounded, and the order of the sessions makes no difference.
package struct FieldFigures: Sendable {
  package private(set) var sessions = 0
  /// How many runs of each session are counted: one that was met, or those of an estimate.
  private let runs: Int
  private var units: [UInt64: Unit] = [:]
  private var isFolded = false

  /// The rules that have a figure of their own: those of what a policy does, notes left out.
  package static let rules = Rule.allCases.filter { $0.isOfPolicy && $0.severity < .info }

  private struct Unit: Sendable {
    var sessions = 0
    /// Of these, those with an error, and by index in `rules` those in which a rule found something.
    var withError = 0
    var withRule = [Int](repeating: 0, count: FieldFigures.rules.count)
    var popups = 0
    var neverShown = 0
    var waits = WaitCounts()

    mutating func add(_ findings: [Rule], _ popups: [(waited: Milliseconds?, isShown: Bool)], times: Int) {
      sessions += times
      let found = Set(findings)
      if found.contains(where: { $0.severity == .error }) { withError += times }
      for (index, rule) in FieldFigures.rules.enumerated() where found.contains(rule) { withRule[index] += times }
      for popup in popups {
        self.popups += times
        if !popup.isShown { neverShown += times }
        if let waited = popup.waited { waits.add(max(0, Int(waited.microseconds)) / 1000, times: times) }
      }
    }

    static func += (lhs: inout Unit, rhs: Unit) {
      lhs.sessions += rhs.sessions
      lhs.withError += rhs.withError
      for index in lhs.withRule.indices { lhs.withRule[index] += rhs.withRule[index] }
      lhs.popups += rhs.popups
      lhs.neverShown += rhs.neverShown
      lhs.waits.add(rhs.waits)
    }
  }

  package init(runs: Int = 1) { self.runs = runs }

  /// Takes a session, or as much of it as is about some popups.
  ///
  /// - `isDrawn`: Whether one of its estimated runs counts, drawn by what it holds, and not each of them.
  /// - `isOf`: Which of its findings and outcomes count.
  package mutating func add(
    _ session: SessionReport, isDrawn: Bool = false, finding isOf: (FindingReport) -> Bool = { _ in true },
    outcome isAbout: (OutcomeReport) -> Bool = { _ in true }
  ) {
    var unit = Unit()
    var estimated = session.estimatedRuns
    if isDrawn, !estimated.isEmpty {
      estimated = [estimated[Int(MetricTable.key(of: session) >> 32) % estimated.count]]
    }
    if estimated.isEmpty {
      let findings = session.findings.filter { $0.status != .fixed && isOf($0) }.map(\.rule)
      let popups = session.outcomes.filter(isAbout).compactMap { outcome in
        outcome.candidate.map { (waited: $0.waited, isShown: !$0.shown.isEmpty) }
      }
      unit.add(findings, popups, times: runs)
    } else {
      for run in estimated { unit.add(run.findings.map(\.rule), run.popups.map { ($0.waited, $0.isShown) }, times: 1) }
    }
    sessions += 1
    add(unit, as: MetricTable.key(of: session))
  }

  private mutating func add(_ unit: Unit, as key: UInt64) {
    if !isFolded, units.count == MetricTable.mostUnits, units[key] == nil { fold() }
    units[isFolded ? key % UInt64(MetricTable.mostUnits) : key, default: Unit()] += unit
  }

  private mutating func fold() {
    isFolded = true
    let known = units
    units = [:]
    for (key, unit) in known { units[key % UInt64(MetricTable.mostUnits), default: Unit()] += unit }
  }

  /// One of the figures.
  package enum Figure: Hashable, Sendable {
    case withError
    case rule(Rule)
    case waitP50, waitP95
    case neverShown

    /// All of them, in the order in which they are told.
    package static let all: [Figure] =
      [.withError] + FieldFigures.rules.map(Figure.rule) + [.waitP50, .waitP95, .neverShown]

    package var name: String {
      switch self {
      case .withError: "with an error"
      case .rule(let rule): rule.id
      case .waitP50: "wait p50"
      case .waitP95: "wait p95"
      case .neverShown: "never shown"
      }
    }

    /// Whether it is a share of sessions, whose chances are known without drawing any.
    var isOfSessions: Bool {
      switch self {
      case .withError, .rule: true
      case .waitP50, .waitP95, .neverShown: false
      }
    }

    package var unit: MetricValue.Unit { self == .waitP50 || self == .waitP95 ? .milliseconds : .share }
  }

  /// A figure as measured, and as it comes out where sessions are drawn again and again.
  package struct Estimate: Sendable {
    package let figure: Figure
    /// In millionths of its unit.
    package let value: Int
    /// Of how many, and of how many sessions or popups: a share's two numbers.
    package let share: SessionShare
    /// Of the draws, in order.
    package let drawn: [Int]

    /// What holds so many of a thousand draws around the middle; for a share that is nought or all, what Wilson's interval holds.
    package func interval(_ permille: Int) -> ClosedRange<Int> {
      if figure.unit == .share, share.count == 0 || share.count == share.all {
        let half = AffectedRate(sixteenths: 16 * share.count, of: share.all)
        return min(half.low, value)...max(half.high, value)
      }
      guard !drawn.isEmpty else { return value...value }
      let left = drawn.count * (1000 - permille) / 2000
      return min(value, drawn[left])...max(value, drawn[drawn.count - 1 - left])
    }

    /// How far the draws spread: the square root of their mean squared distance from their mean.
    package var deviation: Double {
      guard drawn.count > 1 else { return 0 }
      let mean = drawn.reduce(0.0) { $0 + Double($1) } / Double(drawn.count)
      let squares = drawn.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
      return (squares / Double(drawn.count - 1)).squareRoot()
    }
  }

  /// All figures that were measured.
  ///
  /// - Complexity: 1,000 n for each in units, of which there are 1,024 at most; waits some ten times that.
  package var estimates: [Estimate] {
    let units = units.sorted { $0.key < $1.key }.map(\.value)
    let bootstrap = Bootstrap(units: units.count)
    return Figure.all.compactMap { figure in
      switch figure {
      case .withError: estimate(figure, bootstrap, units.map { ($0.withError, $0.sessions) })
      case .rule(let rule):
        Self.rules.firstIndex(of: rule).flatMap { index in
          estimate(figure, bootstrap, units.map { ($0.withRule[index], $0.sessions) })
        }
      case .neverShown: estimate(figure, bootstrap, units.map { ($0.neverShown, $0.popups) })
      case .waitP50: wait(figure, 50, bootstrap, units)
      case .waitP95: wait(figure, 95, bootstrap, units)
      }
    }
  }

  private func estimate(_ figure: Figure, _ bootstrap: Bootstrap, _ sums: [(part: Int, whole: Int)]) -> Estimate? {
    let quotients = sums.map { Quotient(part: $0.part, whole: $0.whole) }
    let whole = Quotient(part: sums.reduce(0) { $0 + $1.part }, whole: sums.reduce(0) { $0 + $1.whole })
    guard whole.isMeasured else { return nil }
    // Of what none has, or all have, every draw says the same.
    let varies = bootstrap.isPossible && whole.part > 0 && whole.part < whole.whole
    let drawn = varies ? bootstrap.quotients(quotients).filter(\.isMeasured) : []
    return Estimate(
      figure: figure, value: whole.millionths(times: 1),
      share: SessionShare((whole.part + runs / 2) / runs, of: whole.whole / runs),
      drawn: drawn.map { $0.millionths(times: 1) }.sorted())
  }

  private func wait(_ figure: Figure, _ percentile: Int, _ bootstrap: Bootstrap, _ units: [Unit]) -> Estimate? {
    var quantiles = WaitCounts.Quantiles(units.map(\.waits))
    let value = quantiles.value(percentile)
    guard value.isMeasured else { return nil }
    let drawn = bootstrap.isPossible ? quantiles.values(percentile, bootstrap).filter(\.isMeasured) : []
    return Estimate(
      figure: figure, value: value.millionths(times: 1), share: SessionShare(0, of: 0),
      drawn: drawn.map { $0.millionths(times: 1) }.sorted())
  }
}

package import PopDocument

extension MetricTable {
  /// What came of each threshold, those with limits first.
  ///
  /// - Complexity: 1,000 n for each in units, of which there are 1,024 at most; waits some ten times that.
  package func reports(on thresholds: [Threshold]) -> [ThresholdReport] {
    let units = sortedUnits
    let bootstrap = Bootstrap(units: units.count)
    let ordered = thresholds.filter { !$0.limits.isEmpty } + thresholds.filter(\.limits.isEmpty)
    return ordered.compactMap { report(on: $0, units, bootstrap) }
  }

  private func report(on threshold: Threshold, _ units: [Unit], _ bootstrap: Bootstrap) -> ThresholdReport? {
    guard let (resampled, column, compares) = comparison(on: threshold, units, bootstrap) else { return nil }
    let metric = threshold.metric
    var report = ThresholdReport(metric: metric.rawValue, scope: threshold.scope.description)
    if compares { report.reference = value(resampled.before, metric) }
    report.candidate = value(resampled.after, metric)
    report.evidence = evidence(resampled, metric, compares)
    report.change = resampled.interval
    report.limits = threshold.limits.map { limit in
      ThresholdReport.Limit(limit.words, isBroken: isBroken(limit, metric, resampled))
    }
    report.measured = counts[column].measured
    report.leftOut = counts[column].leftOut
    report.line = threshold.line
    return report
  }

  /// Before and after, with resamples where both were measured; whether there is a before; nil where nothing was summed up for it.
  func comparison(
    on threshold: Threshold, _ units: [Unit], _ bootstrap: Bootstrap
  ) -> (value: Comparison, column: Int, compares: Bool)? {
    let metric = threshold.metric
    guard let column = columns.firstIndex(of: Column(measure: metric.measure, scope: threshold.scope)) else {
      return nil
    }
    let after = sums(column, hasCompared ? .candidate : .alone, metric, units)
    let compares = hasCompared && metric.isOneSided == nil
    let before = compares ? sums(column, .reference, metric, units) : nil
    var resampled = Comparison(before: before?.value ?? Quotient(), after: after.value)
    if let before, bootstrap.isPossible, before.value.isMeasured, after.value.isMeasured {
      resampled.pairs = Array(zip(before.resampled(bootstrap), after.resampled(bootstrap)))
      resampled.isEvidence = differing(column, units) >= Bootstrap.leastUnits
    }
    return (resampled, column, compares)
  }

  func factor(_ metric: Metric) -> Int { metric.unit == .perThousand ? 1000 : 1 }

  private func value(_ quotient: Quotient, _ metric: Metric) -> MetricValue? {
    guard quotient.isMeasured else { return nil }
    return MetricValue(millionths: quotient.millionths(times: factor(metric)), metric.unit)
  }

  func isBroken(_ limit: Threshold.Limit, _ metric: Metric, _ comparison: Comparison) -> Bool {
    switch limit {
    case .max(let value): comparison.after.isAbove(value.millionths, times: factor(metric))
    case .min(let value): comparison.after.isBelow(value.millionths, times: factor(metric))
    case .maxIncrease(let millionths): comparison.isAbove(by: millionths)
    case .maxDecrease(let millionths): comparison.isBelow(by: millionths)
    }
  }

  private func evidence(_ comparison: Comparison, _ metric: Metric, _ compares: Bool) -> ThresholdReport.Evidence {
    guard compares, comparison.before.isMeasured, comparison.after.isMeasured else { return .none }
    let (rises, falls) = (comparison.isAbove(by: 0), comparison.isBelow(by: 0))
    guard rises || falls else { return .noEvidence }
    switch metric.worse {
    case .neither: return .changed
    case .up: return rises ? .worse : .better
    case .down: return falls ? .worse : .better
    }
  }

  private enum Sums {
    case quotients([Quotient])
    case waits(WaitCounts.Quantiles, Int)

    var value: Quotient {
      switch self {
      case .quotients(let quotients):
        var sum = (0, 0)
        for quotient in quotients { sum = (sum.0 + quotient.part, sum.1 + quotient.whole) }
        return Quotient(part: sum.0, whole: sum.1)
      case .waits(var quantiles, let percentile): return quantiles.value(percentile)
      }
    }

    func resampled(_ bootstrap: Bootstrap) -> [Quotient] {
      switch self {
      case .quotients(let quotients): return bootstrap.quotients(quotients)
      case .waits(var quantiles, let percentile): return quantiles.values(percentile, bootstrap)
      }
    }
  }

  private func sums(_ column: Int, _ side: Side, _ metric: Metric, _ units: [Unit]) -> Sums {
    let sides = Side.allCases.count
    guard let percentile = metric.percentile else {
      return .quotients(units.map { $0.sums[column * sides + side.rawValue] })
    }
    let index = waitIndices[column] * sides + side.rawValue
    return .waits(WaitCounts.Quantiles(units.map { $0.waits[index] }), percentile)
  }

  private func differing(_ column: Int, _ units: [Unit]) -> Int {
    let sides = Side.allCases.count
    let index = waitIndices[column] * sides
    return units.count { unit in
      index >= 0
        ? unit.waits[index] != unit.waits[index + 1] : unit.sums[column * sides] != unit.sums[column * sides + 1]
    }
  }
}

extension MetricTable {
  struct Reach: Hashable, Sendable {
    var words: String
    var isBroken: Bool
    var worsening: Int?

    static func nineOfTen(_ nights: [Reach]) -> Int? {
      let sorted = nights.compactMap(\.worsening).sorted()
      let needed = (9 * nights.count + 9) / 10
      return needed > 0 && needed <= sorted.count ? sorted[needed - 1] : nil
    }
  }

  func reaches(of thresholds: [Threshold]) -> [Reach] {
    guard !thresholds.isEmpty else { return [] }
    let units = sortedUnits
    let bootstrap = Bootstrap(units: units.count)
    return thresholds.flatMap { threshold in
      let comparison =
        comparison(on: threshold, units, bootstrap)?.value ?? Comparison(before: Quotient(), after: Quotient())
      return threshold.limits.map { limit in
        let isBroken = isBroken(limit, threshold.metric, comparison)
        return Reach(
          words: "\(threshold.metric.rawValue) of \(threshold.scope), \(limit.words)", isBroken: isBroken,
          worsening: isBroken ? 0 : worsening(breaking: limit, threshold.metric, comparison))
      }
    }
  }

  private func worsening(breaking limit: Threshold.Limit, _ metric: Metric, _ comparison: Comparison) -> Int? {
    let one = 1_000_000
    let now = comparison.after.millionths(times: factor(metric))
    switch limit {
    case .max(let value): return now > 0 ? Self.quotient(value.millionths - now, now) : nil
    case .min(let value): return now > 0 ? Self.quotient(now - value.millionths, now) : nil
    case .maxIncrease(let most):
      guard let change = comparison.firmChange(isRise: true), change > -one else { return nil }
      return Self.quotient(most - change, one + change)
    case .maxDecrease(let most):
      guard let change = comparison.firmChange(isRise: false), change > -one else { return nil }
      return Self.quotient(change + most, one + change)
    }
  }

  private static func quotient(_ part: Int, _ whole: Int) -> Int {
    let product = UInt(max(0, part)).multipliedFullWidth(by: 1_000_000)
    guard product.high < UInt(whole) else { return .max }
    return Int(clamping: UInt(whole).dividingFullWidth(product).quotient)
  }
}

extension Comparison {
  /// The change, in millionths, that the measured value and 95 % of the resamples have at least, or for a fall at most; nil where that cannot be said.
  fileprivate func firmChange(isRise: Bool) -> Int? {
    guard let (measured, changes) = measuredChanges else { return nil }
    let left = pairs.count - Bootstrap.needed
    return isRise ? min(measured, changes[left]) : max(measured, changes[changes.count - 1 - left])
  }
}

struct Comparison {
  var before: Quotient
  var after: Quotient
  var pairs: [(before: Quotient, after: Quotient)] = []
  /// Whether enough units differ for it being any evidence.
  var isEvidence = false

  /// Whether it rose by more than so many millionths, as measured and in 95 % of the resamples.
  func isAbove(by millionths: Int) -> Bool { holds { $0.isExceeded(by: $1, withIncrease: millionths) } }

  func isBelow(by millionths: Int) -> Bool { holds { $0.isUndercut(by: $1, withDecrease: millionths) } }

  private func holds(_ condition: (Quotient, Quotient) -> Bool) -> Bool {
    isEvidence && condition(before, after) && pairs.count { condition($0.before, $0.after) } >= Bootstrap.needed
  }

  /// What holds the change in nine resamples of ten; nil where it cannot be said, as from nothing to something.
  var interval: ThresholdReport.ChangeInterval? {
    guard let (measured, changes) = measuredChanges else { return nil }
    let left = Bootstrap.resamples - Bootstrap.needed
    return ThresholdReport.ChangeInterval(
      low: changes[left - 1], measured: measured, high: changes[changes.count - left])
  }

  fileprivate var measuredChanges: (measured: Int, sorted: [Int])? {
    guard !pairs.isEmpty, let measured = before.change(to: after) else { return nil }
    let changes = pairs.compactMap { $0.before.change(to: $0.after) }.sorted()
    return changes.count == pairs.count ? (measured, changes) : nil
  }
}

package import PopReport

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
    var report = ThresholdReport(
      metric: metric.rawValue, scope: threshold.scope.description,
      baseline: compares ? value(resampled.before, metric) : nil, candidate: value(resampled.after, metric),
      evidence: evidence(resampled, metric, compares))
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
    let before = compares ? sums(column, .baseline, metric, units) : nil
    var resampled = Comparison(before: before?.value ?? Quotient(), after: after.value)
    if let before {
      let differing = differing(column, units)
      if bootstrap.isPossible, before.value.isMeasured, after.value.isMeasured {
        resampled.pairs = Array(zip(before.resampled(bootstrap), after.resampled(bootstrap)))
        resampled.isEvidence = differing >= Bootstrap.leastUnits
      }
    }
    return (resampled, column, compares)
  }

  /// By what a quotient of sums is multiplied to be in the metric's unit.
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

  /// One side of a column over all units.
  private enum Sums {
    case quotients([Quotient])
    case waits(WaitQuantiles, Int)

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
    let place = waitPlaces[column] * sides + side.rawValue
    return .waits(WaitQuantiles(units.map { $0.waits[place] }), percentile)
  }

  /// In how many units the two sides differ.
  private func differing(_ column: Int, _ units: [Unit]) -> Int {
    let sides = Side.allCases.count
    let place = waitPlaces[column] * sides
    return units.count { unit in
      place >= 0
        ? unit.waits[place] != unit.waits[place + 1] : unit.sums[column * sides] != unit.sums[column * sides + 1]
    }
  }
}

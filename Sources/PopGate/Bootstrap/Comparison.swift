import PopReport

/// A value before and after, as measured and in every resample.
struct Comparison {
  /// As measured.
  var before: Quotient
  var after: Quotient
  /// In every resample; empty where there are too few units.
  var pairs: [(before: Quotient, after: Quotient)] = []
  /// Whether enough units differ for it being any evidence.
  var isEvidence = false

  /// Whether it rose by more than so many millionths, as measured and in 95 % of the resamples.
  func isAbove(by millionths: Int) -> Bool {
    holds { $0.isExceeded(by: $1, withIncrease: millionths) }
  }

  /// Whether it fell by more than that.
  func isBelow(by millionths: Int) -> Bool {
    holds { $0.isUndercut(by: $1, withDecrease: millionths) }
  }

  private func holds(_ condition: (Quotient, Quotient) -> Bool) -> Bool {
    isEvidence && condition(before, after) && pairs.count { condition($0.before, $0.after) } >= Bootstrap.needed
  }

  /// What holds the change in nine resamples of ten; nil where it cannot be said, as from nothing to something.
  var interval: ThresholdReport.ChangeInterval? {
    guard !pairs.isEmpty, let measured = before.change(to: after) else { return nil }
    let changes = pairs.compactMap { $0.before.change(to: $0.after) }.sorted()
    let left = (Bootstrap.resamples - Bootstrap.needed)
    guard changes.count == pairs.count else { return nil }
    return ThresholdReport.ChangeInterval(
      low: changes[left - 1], measured: measured, high: changes[changes.count - left])
  }
}

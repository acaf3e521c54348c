import PopReport

extension MetricTable {
  /// How far a limit is from being broken.
  struct Reach: Hashable, Sendable {
    /// The metric, its popups and the limit.
    var words: String
    var isBroken: Bool
    /// By how many millionths of itself the candidate's value would have to be worse, in every session alike; nil where no worsening breaks the
    /// limit.
    var worsening: Int?

    /// The smallest worsening that breaks the limit in nine nights of ten; nil where none does.
    static func nineOfTen(_ nights: [Reach]) -> Int? {
      let sorted = nights.compactMap(\.worsening).sorted()
      let needed = (9 * nights.count + 9) / 10
      return needed > 0 && needed <= sorted.count ? sorted[needed - 1] : nil
    }
  }

  /// How far each limit is from being broken, in the order of the thresholds.
  ///
  /// - Complexity: That of ``reports(on:)``.
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

  /// A quotient of numbers in millionths, from 0 on.
  private static func quotient(_ part: Int, _ whole: Int) -> Int {
    let product = UInt(max(0, part)).multipliedFullWidth(by: 1_000_000)
    guard product.high < UInt(whole) else { return .max }
    return Int(clamping: UInt(whole).dividingFullWidth(product).quotient)
  }
}

extension Comparison {
  /// The change, in millionths, that the measured value and 95 % of the resamples have at least where that is a rise, or else at most; nil where
  /// there are too few units, or where it cannot be said.
  fileprivate func firmChange(isRise: Bool) -> Int? {
    guard !pairs.isEmpty, let measured = before.change(to: after) else { return nil }
    let changes = pairs.compactMap { $0.before.change(to: $0.after) }.sorted()
    guard changes.count == pairs.count else { return nil }
    let left = pairs.count - Bootstrap.needed
    return isRise ? min(measured, changes[left]) : max(measured, changes[changes.count - 1 - left])
  }
}

/// Whether a figure differs between two groups of sessions by more than chance (<doc:Audit#Groups>).
///
/// Of shares of sessions by Fisher's exact test (``ShareTest``), two-sided; of the others by how far the draws of a bootstrap spread, taken for
/// normally distributed. By sums, products, quotients and roots alone, so that every machine comes to the same.
///
/// Source of the normal distribution's tail: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 1964, 7.1.26.
package enum DifferenceTest {
  /// Of all comparisons of two groups together, one in a hundred is wrong by chance.
  package static let level = 0.01
  /// Groups of fewer sessions are shown, and not compared.
  package static let leastSessions = 30

  package static func chance(_ one: FieldFigures.Estimate, _ other: FieldFigures.Estimate) -> Double {
    guard one.figure.isOfSessions else {
      let spread = (one.deviation * one.deviation + other.deviation * other.deviation).squareRoot()
      guard spread > 0 else { return one.value == other.value ? 1 : 0 }
      return 2 * tail(beyond: Double(abs(one.value - other.value)) / spread)
    }
    let above = ShareTest.chance(ShareTest.Pair(now: one.share, accepted: other.share))
    let below = ShareTest.chance(ShareTest.Pair(now: other.share, accepted: one.share))
    return min(1, 2 * min(above, below))
  }

  /// Which part of the standard normal distribution is beyond a number from 0 on.
  static func tail(beyond z: Double) -> Double {
    guard z < 12 else { return 0 }
    let x = z / 2.0.squareRoot()
    let t = 1 / (1 + 0.3275911 * x)
    let sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return max(0, sum * exponential(-x * x)) / 2
  }

  /// The exponential function, of a number from -1,000 to 0.
  private static func exponential(_ x: Double) -> Double {
    let small = x / 1024
    var power = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4 * (1 + small / 5))))
    for _ in 0..<10 { power *= power }
    return power
  }
}

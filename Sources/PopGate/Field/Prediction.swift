import PopDocument

/// Within what a figure of so many sessions to come lies in nine cases of ten (<doc:Audit#Forecasts>).
///
/// What is to come has a chance of its own beside that of the corpus: of a share of sessions both are in the beta-binomial distribution (with
/// Jeffreys' prior); of other figures the draws of the corpus spread by as much more as there are fewer sessions to come.
///
/// Source: J. Aitchison and I. R. Dunsmore, "Statistical Prediction Analysis", 1975.
enum Prediction {
  static func interval(
    of figure: Forecast.Figure, _ sessions: Int, for estimate: FieldFigures.Estimate, _ metSessions: Int
  ) -> ClosedRange<Int> {
    let value = figure.value.millionths
    guard sessions > 0, metSessions > 0 else { return value...value }
    if estimate.figure.isOfSessions {
      let counts = betaBinomial(figure.share.count, of: figure.share.all, in: estimate.share.all)
      func share(_ count: Int) -> Int { Quotient(part: count, whole: estimate.share.all).millionths(times: 1) }
      return share(counts.lowerBound)...share(counts.upperBound)
    }
    let fewer = Double(sessions) / Double(metSessions)
    let most = figure.value.unit == .share ? 1_000_000 : Int.max / 2
    func both(_ known: Int, _ drawn: Int) -> Int {
      let (known, drawn) = (Double(known), Double(drawn))
      return Int(min(Double(most), (known * known + drawn * drawn * fewer).squareRoot().rounded(.up)))
    }
    let low = max(0, value - both(figure.known.below, figure.drawn.below))
    return low...max(low, min(most, value + both(figure.known.above, figure.drawn.above)))
  }

  /// How many of some trials succeed in the middle nine of ten cases, after so many successes in others.
  static func betaBinomial(_ successes: Int, of trials: Int, in next: Int) -> ClosedRange<Int> {
    let (a, b) = (Double(successes) + 0.5, Double(max(0, trials - successes)) + 0.5)
    // Far beyond what anybody waits for, it is as good as that many trials.
    let most = 1 << 20
    let m = min(next, most)
    func ratio(_ y: Int) -> Double {
      Double(m - y) / Double(y + 1) * (a + Double(y)) / (b + Double(m - y - 1))
    }
    // From near the mean on, where terms are large; what is too small for a number adds nothing.
    let start = min(m, max(0, Int(Double(m) * a / (a + b))))
    var terms = [Double](repeating: 0, count: m + 1)
    terms[start] = 1
    var y = start
    while y < m, terms[y] > 1e-30 {
      terms[y + 1] = terms[y] * ratio(y)
      y += 1
    }
    y = start
    while y > 0, terms[y] > 1e-30 {
      terms[y - 1] = terms[y] / ratio(y - 1)
      y -= 1
    }
    let all = terms.reduce(0, +)
    var (low, high) = (0, m)
    var sum = 0.0
    while low < m, sum + terms[low] <= 0.05 * all {
      sum += terms[low]
      low += 1
    }
    sum = 0
    while high > low, sum + terms[high] <= 0.05 * all {
      sum += terms[high]
      high -= 1
    }
    func scaled(_ count: Int) -> Int { m == next ? count : Int(Double(count) / Double(m) * Double(next)) }
    return scaled(low)...scaled(high)
  }
}

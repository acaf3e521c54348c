import Testing

@testable import PopDocument
@testable import PopGate

@Suite("A value before and after")
struct ComparisonTests {
  /// Resamples in which it rises by 1, 2, … thousandths.
  private func rising(_ count: Int = Bootstrap.resamples, by measured: Int = 500) -> Comparison {
    let before = Quotient(part: 1000, whole: 1)
    // 7 and 1000 have no divisor in common, so each number comes once.
    let pairs = (0..<count).map { (before, Quotient(part: 1001 + $0 * 7 % count, whole: 1)) }
    return Comparison(
      before: before, after: Quotient(part: 1000 + measured, whole: 1), pairs: pairs.map { ($0, $1) }, isEvidence: true)
  }

  @Test("nine resamples of ten lie within its interval, as many below as above")
  func interval() throws {
    let interval = try #require(rising().interval)
    #expect(interval.low == 50_000)
    #expect(interval.measured == 500_000)
    #expect(interval.high == 951_000)
  }

  @Test("has no interval where a resample says nothing, or there is none")
  func noInterval() {
    var comparison = rising()
    comparison.pairs[3].before = Quotient(part: 0, whole: 1)
    #expect(comparison.interval == nil)
    comparison.pairs = []
    #expect(comparison.interval == nil)
  }

  @Test("rose where 950 resamples of 1,000 say so, and what was measured does")
  func rose() {
    // 950 of them rise by more than 50 thousandths.
    #expect(rising().isAbove(by: 50_000))
    #expect(!rising().isAbove(by: 51_000))
    #expect(!rising(by: 50).isAbove(by: 50_000))
    #expect(rising(by: 51).isAbove(by: 50_000))
    var few = rising()
    few.isEvidence = false
    #expect(!few.isAbove(by: 50_000))
  }

  @Test("fell where 950 resamples of 1,000 say so, and what was measured does")
  func fell() {
    let fallen = Comparison(
      before: Quotient(part: 2000, whole: 1), after: Quotient(part: 1500, whole: 1),
      pairs: (1...1000).map { (Quotient(part: 2000, whole: 1), Quotient(part: 2000 - $0, whole: 1)) }, isEvidence: true)
    // 950 of them fall by more than 50 of 2,000.
    #expect(fallen.isBelow(by: 25_000))
    #expect(!fallen.isBelow(by: 25_500))
    #expect(!fallen.isAbove(by: 0))
  }
}

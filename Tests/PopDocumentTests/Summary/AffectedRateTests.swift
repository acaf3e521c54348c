import Testing

@testable import PopDocument

@Suite("The share of the field's sessions that is affected")
struct AffectedRateTests {
  @Test(
    "is Wilson's interval",
    arguments: [
      (404.0, 1_000, 404_000, 378_768, 429_750), (0, 5, 0, 0, 351_117), (5, 5, 1_000_000, 648_883, 1_000_000),
      (0.5, 1, 500_000, 72_760, 927_240), (3, 1_000_000, 3, 1, 8), (7.1875, 40, 179_688, 101_237, 298_723),
    ])
  func interval(sessions: Double, count: Int, expected: Int, low: Int, high: Int) {
    let rate = AffectedRate(sixteenths: Int(sessions * 16), of: count)
    #expect(rate.expected == expected)
    // The ends are rounded outwards, and everything before them by less than a millionth of a session.
    let slack = 3
    #expect((low - slack...low + 1).contains(rate.low), "\(rate.low)")
    #expect((high - 1...high + slack).contains(rate.high), "\(rate.high)")
  }

  @Test("is anything where nothing was judged")
  func nothing() {
    let rate = AffectedRate(sixteenths: 0, of: 0)
    #expect((rate.low, rate.high) == (0, 1_000_000))
  }

  @Test("is in order for any counts, and narrower the more sessions there are")
  func order() {
    for exponent in 0..<44 {
      let count = 1 << exponent
      var width = Int.max
      for part in 0...16 {
        let rate = AffectedRate(sixteenths: count * part, of: count)
        #expect(0 <= rate.low && rate.low <= rate.expected && rate.expected <= rate.high && rate.high <= 1_000_000)
        if part == 8 { width = rate.high - rate.low }
      }
      guard exponent > 0 else { continue }
      let wider = AffectedRate(sixteenths: count / 2 * 8, of: count / 2)
      #expect(width <= wider.high - wider.low)
    }
  }
}

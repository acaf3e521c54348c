import Testing

@testable import PopGate

struct DetectionTests {
  @Test func chancesAreThoseOfABinomialDistribution() {
    func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-12 }
    #expect(isNear(Detection.chance(of: 3, in: 5, at: 0.5), 0.5))
    #expect(isNear(Detection.chance(of: 1, in: 2, at: 0.1), 0.19))
    #expect(isNear(Detection.chance(of: 2, in: 4, at: 0.25), 67.0 / 256))
    #expect(Detection.chance(of: 0, in: 5, at: 0) == 1 && Detection.chance(of: 1, in: 5, at: 0) == 0)
    #expect(Detection.chance(of: 5, in: 5, at: 1) == 1 && Detection.chance(of: 6, in: 5, at: 1) == 0)
    // Far from where the terms themselves are too small to be numbers.
    #expect(isNear(Detection.chance(of: 500_000, in: 999_999, at: 0.5), 0.5))
  }

  @Test func aWorseningBreaksALimitInNineNightsOfTen() {
    func nineOfTen(_ worsenings: [Int?]) -> Int? {
      MetricTable.Reach.nineOfTen(worsenings.map { MetricTable.Reach(words: "", isBroken: $0 == 0, worsening: $0) })
    }
    #expect(nineOfTen([5]) == 5 && nineOfTen([3, 5]) == 5)
    #expect(nineOfTen((1...10).reversed()) == 9)
    #expect(nineOfTen(Array(1...11)) == 10)
    #expect(nineOfTen(Array(1...9) + [nil]) == 9)
    #expect(nineOfTen(Array(1...8) + [nil, nil]) == nil)
    #expect(nineOfTen([]) == nil)
  }

  @Test func theLeastShareIsTheOneFoundNineTimesInTen() {
    typealias Night = Detection.Night
    #expect((900_000...900_001).contains(Detection.leastShare([Night(free: 1, needed: 1)]) ?? 0))
    #expect(Detection.leastShare([Night(free: 10, needed: 0)]) == 0)
    #expect(Detection.leastShare([Night(free: 10, needed: nil)]) == nil)
    #expect(Detection.leastShare([]) == nil)
    // The square root of nine tenths, to the millionth; and the smallest that there is.
    #expect(Detection.leastShare([Night(free: 2, needed: 2)]) == 948_684)
    #expect(Detection.leastShare([Night(free: 10_000_000, needed: 1)]) == 1)
    // One night in which it cannot be found is one of ten.
    let nights = [Night(free: 10, needed: nil)] + [Night](repeating: Night(free: 10, needed: 10), count: 9)
    #expect(Detection.leastShare(nights) == 1_000_000)
    #expect(Detection.leastShare(nights.dropLast()) == nil)
    #expect(Detection.least(upTo: 9) { $0 >= 4 } == 4)
    #expect(Detection.least(upTo: 9) { _ in true } == 1)
    #expect(Detection.least(upTo: 9) { _ in false } == nil && Detection.least(upTo: 0) { _ in true } == nil)
  }
}

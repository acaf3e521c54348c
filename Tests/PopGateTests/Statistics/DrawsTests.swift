import PopSystem
import Testing

@testable import PopGate

/// What a bootstrap draws, and the numbers it is drawn by (Gate, *Bootstrap*).
struct DrawsTests {
  @Test func ofSoManyUnitsThreeFewerAreDrawn() {
    for units in [5, 6, 20, 300] {
      let bootstrap = Bootstrap(units: units)
      #expect(bootstrap.isPossible && bootstrap.units == units)
      let ones = [Int](repeating: 1, count: units)
      #expect((0..<Bootstrap.resamples).allSatisfy { bootstrap.sum(ones, in: $0) == units - 3 })
      // Every unit is drawn about as often as any other.
      let counts = (0..<units).map { unit in
        let one = (0..<units).map { $0 == unit ? 1 : 0 }
        return (0..<Bootstrap.resamples).reduce(0) { $0 + bootstrap.sum(one, in: $1) }
      }
      let expected = Bootstrap.resamples * (units - 3) / units
      #expect(counts.allSatisfy { abs($0 - expected) * 5 < expected }, "\(units): \(counts.min() ?? 0)")
      // And no two resamples in a row are alike.
      let numbers = (0..<units).map { 1 << ($0 % 40) }
      let sums = (0..<Bootstrap.resamples).map { bootstrap.sum(numbers, in: $0) }
      #expect(Set(sums).count > 10)
    }
    #expect(!Bootstrap(units: 4).isPossible && !Bootstrap(units: 0).isPossible)
    #expect(Bootstrap(units: 4).sum([1, 1, 1, 1], in: 7) == 0)
  }

  @Test func quotientsAreOfTheSumsOfAResample() {
    let bootstrap = Bootstrap(units: 9)
    let sums = (0..<9).map { Quotient(part: $0 * $0 + 1, whole: 10 - $0) }
    let quotients = bootstrap.quotients(sums)
    #expect(quotients.count == Bootstrap.resamples)
    for resample in 0..<Bootstrap.resamples {
      #expect(quotients[resample].part == bootstrap.sum(sums.map(\.part), in: resample))
      #expect(quotients[resample].whole == bootstrap.sum(sums.map(\.whole), in: resample))
    }
  }

  @Test func aQuantileIsTheLeastWaitThatSoManyDoNotExceed() {
    func counts(_ waits: [Int]) -> WaitCounts {
      var counts = WaitCounts()
      for wait in waits { counts.add(wait) }
      return counts
    }
    func value(_ percentile: Int, _ units: [[Int]]) -> Int? {
      var quantiles = WaitCounts.Quantiles(units.map { counts($0) })
      let quotient = quantiles.value(percentile)
      return quotient.isMeasured ? quotient.part : nil
    }
    let hundred = [Array(1...50), Array(51...100)]
    for percentile in [1, 50, 95, 99, 100] { #expect(value(percentile, hundred) == percentile) }
    #expect(value(50, [[7]]) == 7 && value(50, [[1, 2]]) == 1 && value(51, [[1, 2]]) == 2)
    #expect(value(95, [Array(1...20)]) == 19 && value(96, [Array(1...20)]) == 20)
    #expect(value(50, []) == nil && value(50, [[]]) == nil)
    // Resample by resample it is that of the waits drawn.
    let bootstrap = Bootstrap(units: 6)
    let units = [[10], [20, 21], [30], [], [50, 51, 52], [60]]
    var quantiles = WaitCounts.Quantiles(units.map { counts($0) })
    for percentile in [50, 95] {
      let values = quantiles.values(percentile, bootstrap)
      for resample in 0..<Bootstrap.resamples {
        var drawn: [Int] = []
        for unit in 0..<6 {
          let weight = bootstrap.sum((0..<6).map { $0 == unit ? 1 : 0 }, in: resample)
          for _ in 0..<weight { drawn += units[unit] }
        }
        drawn.sort()
        let needed = (drawn.count * percentile + 99) / 100
        let expected = drawn.isEmpty ? Quotient() : Quotient(part: drawn[needed - 1], whole: 1)
        #expect(values[resample] == expected, "\(resample)")
      }
    }
  }

  @Test func productsAreTheWholeNumbersTheyAre() {
    // Against schoolbook multiplication by halves of 32 bits.
    func digits(_ factors: [Int]) -> [UInt64] {
      var product: [UInt64] = [1, 0, 0, 0, 0, 0]
      for factor in factors {
        var next = [UInt64](repeating: 0, count: 6)
        for (place, half) in [UInt64(factor) & 0xFFFF_FFFF, UInt64(factor) >> 32].enumerated() {
          var carry: UInt64 = 0
          for index in 0..<6 - place {
            let sum = product[index] * half + next[index + place] + carry
            next[index + place] = sum & 0xFFFF_FFFF
            carry = sum >> 32
          }
        }
        product = next
      }
      return product.reversed()
    }
    var random = SeededRandom(seed: 3)
    func number() -> Int { random.next(below: 1 << (1 + random.next(below: 61))) }
    for _ in 0..<500 {
      let (left, right) = ([number(), number(), number()], [number(), number(), number()])
      let (first, second) = (Product(left[0], left[1], left[2]), Product(right[0], right[1], right[2]))
      #expect((first < second) == digits(left).lexicographicallyPrecedes(digits(right)), "\(left) \(right)")
      #expect(first == Product(left[2], left[0], left[1]) && (first == second) == (digits(left) == digits(right)))
    }
  }

  @Test func classesOfWaitsFollowOneAnotherWithoutGaps() {
    #expect(
      [2047, 2048, 2049, 2050, 4095, 4096, 4099, 4100].map { WaitCounts.bucket($0) } == [
        2047, 2048, 2048, 2049, 3071, 3072, 3072, 3073,
      ])
    for bucket in 0..<WaitCounts.bucket(.max) {
      #expect(WaitCounts.bucket(WaitCounts.least(bucket)) == bucket)
      #expect(WaitCounts.bucket(WaitCounts.least(bucket + 1) - 1) == bucket)
    }
    #expect(WaitCounts.bucket(1 << 35) > WaitCounts.bucket(1 << 35 - 1))
    var counts = WaitCounts()
    for wait in [5, 3, 5, 9] { counts.add(wait) }
    var other = WaitCounts()
    for wait in [1, 5, 10] { other.add(wait) }
    counts.add(other)
    #expect(
      zip(counts.buckets, counts.counts).map { "\($0): \($1)" } == [
        "1: 1", "3: 1", "5: 3", "9: 1", "10: 1",
      ])
    counts.add(WaitCounts())
    var empty = WaitCounts()
    empty.add(counts)
    #expect(empty == counts && counts.counts.count == 5)
  }
}

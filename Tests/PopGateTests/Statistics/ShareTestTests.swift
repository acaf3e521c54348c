import PopSystem
import Testing

@testable import PopDocument
@testable import PopGate

struct ShareTestTests {
  static func chance(_ now: Int, _ all: Int, _ accepted: Int, _ of: Int) -> Double {
    ShareTest.chance(ShareTest.Pair(now: SessionShare(now, of: all), accepted: SessionShare(accepted, of: of)))
  }

  /// Values of another implementation: `hypergeom.sf(now - 1, all + of, now + accepted, all)` of SciPy 1.17.1.
  static let references: [(now: Int, all: Int, accepted: Int, of: Int, chance: Double)] = [
    (2, 300, 2, 300, 0.6881276163790572), (5, 300, 0, 300, 0.030729607973087474),
    (9, 300, 0, 300, 0.0018377948376458086), (10, 300, 0, 300, 0.0009049040571149411),
    (11, 300, 0, 300, 0.0004447833501073441), (110, 300, 57, 300, 9.414564913289162e-07),
    (75, 300, 57, 300, 0.04681311231952336), (30, 300, 2, 300, 6.314750353112984e-08), (1, 1, 0, 1, 0.5),
    (7, 23, 3, 41, 0.020136101024230867), (500, 1000, 5, 20, 0.021926507871154254), (0, 300, 5, 300, 1),
    (1200, 100_000, 1000, 100_000, 9.819753401194032e-06),
    (1200, 3_000_000, 1000, 3_000_000, 1.0870743041060932e-05),
  ]

  @Test(arguments: references.indices) func isTheExactTest(index: Int) {
    let one = Self.references[index]
    let chance = Self.chance(one.now, one.all, one.accepted, one.of)
    #expect(abs(chance - one.chance) <= 1e-8 * one.chance, "\(chance) for \(one)")
  }

  @Test func whatIsFarOffIsZeroOrOne() {
    #expect(Self.chance(300, 300, 0, 300) < 1e-30)
    #expect(Self.chance(40, 40, 1, 4000) < 1e-30)
    #expect(Self.chance(300, 300, 300, 300) == 1)
    #expect(Self.chance(0, 0, 0, 0) == 1)
    #expect(Self.chance(5, 300, 0, 0) == 1)
    #expect(Self.chance(0, 300, 300, 300) == 1)
  }

  @Test func theLargestFilesAreBounded() {
    let most = 999_999_999_999_999
    #expect(abs(Self.chance(most / 2, most, most / 2, most) - 0.5) < 0.01)
    #expect(Self.chance(most / 2, most, most / 3, most) < 1e-30)
    #expect(Self.chance(1, most, 1, most) == 1)
  }

  @Test func moreIsNeverMoreLikely() {
    let seed: UInt64 = 11
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let (all, of) = (1 + random.next(below: 400), 1 + random.next(below: 400))
      let accepted = random.next(below: of + 1)
      let chances = (0...all).map { Self.chance($0, all, accepted, of) }
      #expect(chances[0] == 1)
      #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 >= $1 - 1e-12 }, "\(accepted) of \(of), \(all)")
    }
  }

  @Test func aFileAsAWholeFailsByChanceOnceInAThousand() {
    func risen(_ counts: [Int]) -> [Bool] {
      ShareTest.risen(
        counts.map { ShareTest.Pair(now: SessionShare($0, of: 300), accepted: SessionShare(0, of: 300)) })
    }
    // 10 of 300 against none is 0.0009, 11 is 0.00044, 12 is 0.00022.
    #expect(risen([10]) == [true] && risen([9]) == [false])
    #expect(risen([10, 0]) == [false, false] && risen([11, 0]) == [true, false])
    // Holm: once the first is settled, the second is one of one less.
    #expect(risen([10, 12]) == [true, true] && risen([10, 10]) == [false, false])
    #expect(risen([0, 11, 12, 0]) == [false, false, true, false])
    #expect(risen([]) == [])
  }

  @Test func ofSeveralChancesThoseAreMarkedThatAreTooSmallAllTogether() {
    func significant(_ chances: [Double]) -> [Bool] { ShareTest.significant(chances, level: DifferenceTest.level) }
    #expect(significant([0.001, 0.5, 0.004]) == [true, false, true])
    #expect(significant([0.004, 0.5, 0.5]) == [false, false, false])
    #expect(significant([0.0051, 0.0049]) == [true, true])
    #expect(significant([0.011]) == [false] && significant([]) == [])
  }
}

import PopSystem
import Testing

@Suite("Repeatable random numbers")
struct SeededRandomTests {
  // Of the published generator: https://prng.di.unimi.it/splitmix64.c, seeded with 1234567.
  private let published: [UInt64] = [
    6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
  ]

  @Test("The numbers are those of SplitMix64")
  func numbers() {
    var random = SeededRandom(seed: 1_234_567)
    for number in published { #expect(random.next() == number) }
    random = SeededRandom(seed: 1_234_567)
    for number in published { #expect(random.next(below: 1 << 40) == Int(number >> 24)) }
  }

  @Test("A part of a seed draws numbers of its own, the same each time")
  func parts() {
    var first = SeededRandom(seed: 7, part: 1)
    var again = SeededRandom(seed: 7, part: 1)
    var other = SeededRandom(seed: 7, part: 2)
    let (one, two, three) = (first.next(), again.next(), other.next())
    #expect(one == two && one != three)
    // The first number of the seed with the part mixed in is the part's seed.
    var mixer = SeededRandom(seed: 7 ^ 0x9E37_79B9_7F4A_7C15)
    var expected = SeededRandom(seed: mixer.next())
    #expect(one == expected.next())
  }

  @Test("Draws stay in their range and reach both of its ends")
  func ranges() {
    var random = SeededRandom(seed: 3)
    let drawn = Set((0..<200).map { _ in random.whole(-2...2) })
    #expect(drawn == [-2, -1, 0, 1, 2])
    let picked = Set((0..<100).map { _ in random.one(of: ["a", "b", "c"]) })
    #expect(picked == ["a", "b", "c"])
    let hits = (0..<1000).count { _ in random.percent(30) }
    #expect((240...360).contains(hits))
    let (never, always) = (random.percent(0), random.percent(100))
    #expect(!never && always)
  }
}

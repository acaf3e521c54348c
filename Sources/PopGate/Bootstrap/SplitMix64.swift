/// An integer generator that is the same on every machine: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014;
/// http://prng.di.unimi.it/splitmix64.c).
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// How often one of very many is drawn when as many are drawn again, with replacement: a number of Poisson's distribution with mean 1.
  mutating func weight() -> Int {
    let draw = UInt32(truncatingIfNeeded: next() >> 32)
    for (count, end) in Self.ends.enumerated() where draw < end { return count }
    return Self.ends.count
  }

  /// Where the counts 0, 1, 2 … end, in units of 2^-32: the sums of 1 / (e k!).
  private static let ends: [UInt32] = [
    1_580_030_169, 3_160_060_337, 3_950_075_422, 4_213_413_783, 4_279_248_373, 4_292_415_291, 4_294_609_778,
    4_294_923_276, 4_294_962_463, 4_294_966_817,
  ]
}

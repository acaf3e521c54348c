/// The numbers that resamples are drawn by, the same on every machine: SplitMix64.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. A number below a bound is the high half of
/// a product (Lemire, "Fast random integer generation in an interval", 2019); the bounds here are so small that its bias is below 2⁻⁵⁰.
struct ResamplingRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number below a bound.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
  }
}

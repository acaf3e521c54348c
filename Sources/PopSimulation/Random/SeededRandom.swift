/// A repeatable source of random numbers: SplitMix64, the same numbers for the same seed on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a source that gives the same numbers whenever the seed is the same.
  package init(seed: UInt64) { state = seed }

  /// Makes a source for one part of a larger whole, independent of how much the others draw.
  package init(seed: UInt64, part: UInt64) {
    var mixer = SeededRandom(seed: seed ^ (part &* 0x9E37_79B9_7F4A_7C15))
    state = mixer.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A whole number of a range; an empty range is our own bug.
  package mutating func whole(_ range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: width).high)
  }

  /// True so many times in a hundred.
  package mutating func percent(_ chance: Int) -> Bool { whole(0...99) < chance }

  /// One of several things.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[whole(0...elements.count - 1)] }

  /// A length in milliseconds that is mostly short and sometimes long: its median is `median`, one in a hundred is some eight times that.
  ///
  /// The product of two uniform factors between 1/√8 and √8 stands in for a log-normal law: the same on every machine, as no logarithm is.
  package mutating func skewedMilliseconds(median: Int) -> Int {
    func factor(_ draw: Int) -> Int { draw < 500 ? 354 + draw * 1292 / 1000 : 1000 + (draw - 500) * 3656 / 1000 }
    let first = factor(whole(0...999))
    let second = factor(whole(0...999))
    return max(1, median * first / 1000 * second / 1000)
  }
}

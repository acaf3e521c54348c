/// A repeatable source of random numbers: SplitMix64, the same numbers for the same seed on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
@frozen
package struct SeededRandom: RandomNumberGenerator, Sendable {
  @usableFromInline
  package var state: UInt64

  @inlinable
  package init(seed: UInt64) { state = seed }

  /// Makes a source for one part of a larger whole, independent of how much the others draw.
  @inlinable
  package init(seed: UInt64, part: UInt64) {
    var mixer = SeededRandom(seed: seed ^ (part &* 0x9E37_79B9_7F4A_7C15))
    state = mixer.next()
  }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The next number below a bound: the high half of a product.
  ///
  /// Source: Lemire, "Fast random integer generation in an interval", 2019. The bounds here are so small that its bias is below 2⁻⁵⁰.
  @inlinable
  package mutating func next(below bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  /// A whole number of a range; an empty range is our own bug.
  @inlinable
  package mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + next(below: range.upperBound - range.lowerBound + 1)
  }

  @inlinable
  package mutating func percent(_ chance: Int) -> Bool { whole(0...99) < chance }
  @inlinable
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[whole(0...elements.count - 1)] }
}

/// Numbers that no two recordings share: for telling them apart, never for anything that a replay sees.
package enum RandomNumber {
  package static func next() -> UInt64 { .random(in: .min ... .max) }
}

/// Spreads bytes over 64 bits, the same on every machine: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
@inlinable
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
}

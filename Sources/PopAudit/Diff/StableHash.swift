/// A hash that is the same on every machine, in every build and in every version of PopTrace: FNV-1a over bytes, 64 bits wide, with a last
/// mixing turn so that every bit of the result depends on every byte.
///
/// Texts are fed as UTF-8 with a byte 0xFF behind each, which no UTF-8 contains, so that `("ab", "c")` is not `("a", "bc")`.
/// The algorithm: http://www.isthe.com/chongo/tech/comp/fnv/ (basis 14695981039346656037, prime 1099511628211).
package struct StableHash: Hashable, Sendable {
  private var state: UInt64 = 14_695_981_039_346_656_037

  /// Makes the hash of nothing.
  package init() {}

  private mutating func combine(byte: UInt8) {
    state ^= UInt64(byte)
    state &*= 1_099_511_628_211
  }

  /// Feeds a text.
  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte: byte) }
    combine(byte: 0xFF)
  }

  /// Feeds bytes; that a text or number follows is for the caller to tell apart.
  package mutating func combine(_ bytes: [UInt8]) { for byte in bytes { combine(byte: byte) } }

  /// Feeds a number, lowest byte first.
  package mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { combine(byte: UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// The hash of what was fed so far.
  package var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 33
    mixed &*= 0xFF51_AFD7_ED55_8CCD
    mixed ^= mixed >> 33
    mixed &*= 0xC4CE_B9FE_1A85_EC53
    mixed ^= mixed >> 33
    return mixed
  }
}

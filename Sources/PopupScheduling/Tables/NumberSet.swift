/// Numbers that things went by: some two bits for each, where they come one after another, and for good.
///
/// - Complexity: O(1).
struct NumberSet: ~Copyable, Sendable {
  /// A bit for each of sixteen numbers, so that no word is negative.
  private var words = IndexByNumber()

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { words.removeAll() }

  /// Another set of the same numbers.
  borrowing func copy() -> NumberSet {
    var other = NumberSet()
    other.words = words.copy()
    return other
  }

  /// Whether a number is in it.
  func contains(_ number: Int) -> Bool {
    let word = words[number >> 4]
    return word >= 0 && word & (1 << Int32(number & 15)) != 0
  }

  /// Puts a number in.
  mutating func insert(_ number: Int) { words[number >> 4] = max(0, words[number >> 4]) | 1 << Int32(number & 15) }
}

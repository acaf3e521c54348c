/// Where each of the things that go by a number is kept: a number in, an index in some array out.
///
/// A window of an array while the numbers are close together, as they are where one scheduler has a session to itself; a dictionary once
/// they are not, so that each of many schedulers needs memory for its own things only. Nothing ever depends on the order of the dictionary.
///
/// - Complexity: O(1).
struct IndexByNumber: ~Copyable, Sendable {
  private var base = 0
  private var window = OwnedArray<Int32>()
  private var scattered: [Int: Int32] = [:]
  private var isScattered = false
  /// How many numbers were given an index, those given another one counted again.
  private var entries = 0

  /// How much larger than its entries a window may be.
  private static var slack: Int { 256 }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    window.removeAll()
    if isScattered { scattered = [:] }
    isScattered = false
    entries = 0
  }

  /// Another table that says the same.
  borrowing func copy() -> IndexByNumber {
    var other = IndexByNumber()
    other.base = base
    other.window.copy(from: window)
    other.scattered = scattered
    other.isScattered = isScattered
    other.entries = entries
    return other
  }

  /// The index of a number; negative where it has none.
  subscript(_ number: Int) -> Int32 {
    @inline(__always)
    get {
      let offset = number - base
      if offset >= 0, offset < window.count { return window[offset] }
      return isScattered ? scatteredIndex(number) : -1
    }
    set {
      entries += 1
      if !isScattered {
        if window.isEmpty { base = max(0, number - Self.slack / 2) }
        let offset = number - base
        if offset >= 0, offset < Self.slack + 8 * entries {
          if window.count <= offset { window.append(repeating: -1, count: offset + 1 - window.count) }
          window[offset] = newValue
          return
        }
        scatter()
      }
      scattered[number] = newValue < 0 ? nil : newValue
    }
  }

  private func scatteredIndex(_ number: Int) -> Int32 { scattered[number] ?? -1 }

  private mutating func scatter() {
    isScattered = true
    scattered.reserveCapacity(window.count / 4)
    for offset in window.indices where window[offset] >= 0 { scattered[base + offset] = window[offset] }
    window.removeAll()
  }
}

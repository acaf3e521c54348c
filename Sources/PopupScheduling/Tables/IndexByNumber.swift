/// Where each of the things that go by a number is kept: a number in, an index in some array out.
/// A window of an array, which moves on with numbers that come one after another and are taken out again; a dictionary, whose order nothing
/// depends on, where the numbers lie far apart or a few old ones would keep the window long.
@usableFromInline
package struct IndexByNumber: ~Copyable, Sendable, Replaceable {
  @usableFromInline var base = 0
  @usableFromInline var window = OwnedArray<Int32>()
  private var scattered: [Int: Int32] = [:]
  @usableFromInline var isScattered = false
  private var entries = 0
  private var removed = 0
  /// How many of those in front of all others there are that have no index.
  private var gone = 0

  /// How much larger than its entries a window may be.
  private static var slack: Int { 256 }
  /// How many numbers without an index are kept in front of those with one.
  private static var mostGone: Int { 1024 }
  /// From how many numbers on a window is not to consist of numbers without an index alone, and what part of it must have one.
  private static var longWindow: Int { 1 << 16 }
  private static var leastPart: Int { 64 }

  @usableFromInline package init() {}

  @usableFromInline
  package mutating func copy(from other: borrowing IndexByNumber) {
    base = other.base
    window.copy(from: other.window)
    if isScattered || other.isScattered { scattered = other.scattered }
    isScattered = other.isScattered
    (entries, removed, gone) = (other.entries, other.removed, other.gone)
  }

  package subscript(_ number: Int) -> Int32 {
    @inlinable
    @inline(__always)
    get {
      let offset = number - base
      if offset >= 0, offset < window.count { return window[offset] }
      return isScattered ? scatteredIndex(number) : -1
    }
    set {
      entries &+= 1
      // What is known already, as often.
      let offset = number &- base
      if offset >= gone, offset < window.count { window[offset] = newValue } else { insert(newValue, at: number) }
    }
  }

  @inline(never)
  private mutating func insert(_ newValue: Int32, at number: Int) {
    if !isScattered {
      // What comes next, as nearly always.
      let next = number &- base
      if next == window.count, next % Self.longWindow > 0, next < Self.slack &+ 8 &* entries {
        window.append(newValue)
        return
      }
      if window.isEmpty { base = max(0, number - Self.slack / 2) }
      let offset = number - base
      if offset >= 0, offset < Self.slack &+ 8 &* entries {
        if offset < gone { gone = offset }
        guard window.count <= offset else {
          window[offset] = newValue
          return
        }
        if offset / Self.longWindow == (window.count - 1) / Self.longWindow || !isSparse {
          window.append(repeating: -1, count: offset + 1 - window.count)
          window[offset] = newValue
          return
        }
      }
      scatter()
    }
    scattered[number] = newValue < 0 ? nil : newValue
  }

  /// Takes a number out, and what was kept for the numbers in front of all others.
  package mutating func remove(_ number: Int) {
    guard self[number] >= 0 else { return }
    removed += 1
    if isScattered {
      scattered[number] = nil
      return
    }
    window[number - base] = -1
    while gone < window.count, window[gone] < 0 { gone += 1 }
    guard gone >= Self.mostGone, 2 * gone >= window.count else { return }
    window.removeFirst(gone)
    base += gone
    entries = max(0, entries - gone)
    gone = 0
  }

  private var isSparse: Bool {
    guard removed > 0, !window.isEmpty else { return false }
    var left = 0
    for offset in window.indices where window[offset] >= 0 { left += 1 }
    return left < window.count / Self.leastPart
  }

  @usableFromInline func scatteredIndex(_ number: Int) -> Int32 { scattered[number] ?? -1 }

  private mutating func scatter() {
    isScattered = true
    scattered.reserveCapacity(window.count / 4)
    for offset in window.indices where window[offset] >= 0 { scattered[base + offset] = window[offset] }
    window.removeAll()
  }
}

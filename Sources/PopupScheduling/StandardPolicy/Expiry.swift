/// The moment from which a waiting popup may not be shown anew.
///
/// A heap of these is told of every moment and never that one does not matter any more: the caller looks whether what comes out is still true.
struct Expiry: HeapElement, Sendable {
  /// When.
  var at: Ticks
  /// The index of the popup.
  var index: Int32

  static func < (lhs: Expiry, rhs: Expiry) -> Bool { lhs.at < rhs.at }
}

extension MinHeap where Element == Expiry {
  /// Takes out the popup of the next moment, where that has come; nil otherwise.
  mutating func popFirst(at now: Ticks) -> Int? {
    guard let next = first, next.at <= now else { return nil }
    popFirst()
    return Int(next.index)
  }
}

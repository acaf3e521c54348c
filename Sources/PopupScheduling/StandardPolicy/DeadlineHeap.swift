/// The moments from which popups may not be shown anew, the next in front.
///
/// It is told of every moment and never that one does not matter any more: the caller looks whether what comes out is still true.
struct DeadlineHeap: ~Copyable, Sendable {
  struct Entry: Sendable {
    var at: Ticks
    var index: Int32
  }

  private var entries = OwnedArray<Entry>()

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { entries.removeAll() }

  /// Another heap of the same moments.
  borrowing func copy() -> DeadlineHeap {
    var other = DeadlineHeap()
    other.entries.copy(from: entries)
    return other
  }

  /// Notes a moment.
  mutating func insert(_ index: Int, at moment: Ticks) {
    entries.append(Entry(at: moment, index: Int32(index)))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].at < entries[parent].at else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes out the popup of the next moment, where that is not after an instant; nil otherwise.
  mutating func removeFirst(dueAt now: Ticks) -> Int? {
    guard !entries.isEmpty, entries[0].at <= now, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return Int(last.index) }
    let first = entries[0]
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      if left < entries.count, entries[left].at < entries[least].at { least = left }
      if left + 1 < entries.count, entries[left + 1].at < entries[least].at { least = left + 1 }
      if least == parent { return Int(first.index) }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}

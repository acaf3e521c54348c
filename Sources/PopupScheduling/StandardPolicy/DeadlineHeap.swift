/// The moments from which popups may not be shown anew, the next in front.
///
/// It is told of every moment and never that one does not matter any more: whoever asks looks whether what comes out is still true.
struct DeadlineHeap: Sendable {
  private struct Entry: Sendable {
    var at: Ticks
    var place: Int32
  }

  private var entries: [Entry] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Notes a moment.
  mutating func insert(_ place: Int, at moment: Ticks) {
    entries.append(Entry(at: moment, place: Int32(place)))
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
    guard let first = entries.first, first.at <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return Int(first.place) }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2) where child < entries.count {
        if entries[child].at < entries[least].at { least = child }
      }
      if least == parent { return Int(first.place) }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}

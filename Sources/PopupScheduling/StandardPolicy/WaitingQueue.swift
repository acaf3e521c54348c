/// Popups that wait, the most urgent first and equals by their rank; always in order, never resorted.
struct WaitingQueue {
  /// A popup with what decides its place.
  struct Entry {
    var level: Int32
    var rank: Int32
    var popup: PopupID
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  subscript(_ index: Int) -> Entry { entries[index] }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Puts a popup in its place.
  ///
  /// - Complexity: O(log n) to find the place, and moving what is behind it.
  mutating func insert(_ entry: Entry) { entries.insert(entry, at: place(of: entry.level, entry.rank)) }

  /// Takes a popup out; nothing happens where it is not in the queue.
  mutating func remove(level: Int32, rank: Int32, _ popup: PopupID) {
    let place = place(of: level, rank)
    if place < entries.count, entries[place].popup == popup { entries.remove(at: place) }
  }

  private func place(of level: Int32, _ rank: Int32) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore =
        entries[middle].level < level || (entries[middle].level == level && entries[middle].rank < rank)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether everything stands in order.
  static func isInOrder(_ queue: borrowing WaitingQueue) -> Bool {
    for index in queue.entries.indices.dropFirst() {
      let before = queue.entries[index - 1]
      let after = queue.entries[index]
      if (before.level, before.rank) >= (after.level, after.rank) { return false }
    }
    return true
  }
}

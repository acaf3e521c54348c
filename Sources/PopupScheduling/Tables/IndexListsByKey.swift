/// Lists of indices by a number: of a page, say, or an object.
struct IndexListsByKey: ~Copyable, Sendable {
  private var keys = IndexByNumber()
  private var lists = IndexLists()
  private var listCount = 0

  /// How many indices are in some list.
  var count: Int { lists.count }
  var isEmpty: Bool { lists.isEmpty }

  /// Empties all lists and keeps the memory.
  mutating func removeAll() {
    guard listCount > 0 else { return }
    keys.removeAll()
    lists.removeAll()
    listCount = 0
  }

  /// Other lists with the same in them.
  borrowing func copy() -> IndexListsByKey {
    var other = IndexListsByKey()
    other.keys = keys.copy()
    other.lists = lists.copy()
    other.listCount = listCount
    return other
  }

  /// Puts an index that is in no list at the end of a number's.
  mutating func append(_ index: Int, to key: Int) {
    var list = Int(keys[key])
    if list < 0 {
      list = listCount
      listCount += 1
      keys[key] = Int32(list)
    }
    lists.append(index, to: list)
  }

  /// Takes an index out of its list; nothing happens where it is in none.
  mutating func remove(_ index: Int) {
    if !lists.isEmpty { lists.remove(index) }
  }

  /// The first of a number's list; negative where it is empty.
  func first(of key: Int) -> Int {
    guard !lists.isEmpty else { return -1 }
    let list = Int(keys[key])
    return list < 0 ? -1 : lists.first(of: list)
  }

  /// The next in its list; negative after the last.
  func next(after index: Int) -> Int { lists.next(after: index) }
}

/// Lists of places by a number: of a page, say, or an object.
struct KeyedPlaces: ~Copyable, Sendable {
  private var keys = PlaceTable()
  private var lists = PlaceLists()
  private var listCount = 0

  /// How many places are in some list.
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
  borrowing func copy() -> KeyedPlaces {
    var other = KeyedPlaces()
    other.keys = keys.copy()
    other.lists = lists.copy()
    other.listCount = listCount
    return other
  }

  /// Puts a place that is in no list at the end of a number's.
  mutating func append(_ place: Int, to key: Int) {
    var list = Int(keys[key])
    if list < 0 {
      list = listCount
      listCount += 1
      keys[key] = Int32(list)
    }
    lists.append(place, to: list)
  }

  /// Takes a place out of its list; nothing happens where it is in none.
  mutating func remove(_ place: Int) {
    if !lists.isEmpty { lists.remove(place) }
  }

  /// The first of a number's list; negative where it is empty.
  func first(of key: Int) -> Int {
    guard !lists.isEmpty else { return -1 }
    let list = Int(keys[key])
    return list < 0 ? -1 : lists.first(of: list)
  }

  /// The next in its list; negative after the last.
  func next(after place: Int) -> Int { lists.next(after: place) }
}

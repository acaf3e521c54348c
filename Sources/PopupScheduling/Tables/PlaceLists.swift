/// Lists of places, each of which is in one of them at most: putting one in and taking it out costs the same however long they are.
struct PlaceLists: Sendable {
  private struct Link: Sendable {
    var next: Int32 = -1
    var previous: Int32 = -1
    var list: Int32 = -1
  }

  private struct Ends: Sendable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private var links: [Link] = []
  private var ends: [Ends] = []
  /// How many places are in some list.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Empties all lists and keeps the memory.
  mutating func removeAll() {
    links.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    count = 0
  }

  /// The first of a list; negative where it is empty.
  func first(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].first) : -1 }

  /// The next in its list; negative after the last.
  func next(after place: Int) -> Int { Int(links[place].next) }

  /// Whether a place is in some list.
  func contains(_ place: Int) -> Bool { place < links.count && links[place].list >= 0 }

  /// Puts a place that is in no list at the end of one.
  mutating func append(_ place: Int, to list: Int = 0) {
    while links.count <= place { links.append(Link()) }
    while ends.count <= list { ends.append(Ends()) }
    let last = ends[list].last
    links[place] = Link(next: -1, previous: last, list: Int32(list))
    if last < 0 { ends[list].first = Int32(place) } else { links[Int(last)].next = Int32(place) }
    ends[list].last = Int32(place)
    count += 1
  }

  /// Takes a place out of its list; nothing happens where it is in none.
  mutating func remove(_ place: Int) {
    guard contains(place) else { return }
    let link = links[place]
    let list = Int(link.list)
    if link.previous < 0 { ends[list].first = link.next } else { links[Int(link.previous)].next = link.next }
    if link.next < 0 { ends[list].last = link.previous } else { links[Int(link.next)].previous = link.previous }
    links[place] = Link()
    count -= 1
  }
}

/// Lists of places by a number: of a page, say, or an object.
struct KeyedPlaces: Sendable {
  private var keys = PlaceTable()
  private var lists = PlaceLists()
  private var listCount = 0

  /// How many places are in some list.
  var count: Int { lists.count }
  var isEmpty: Bool { lists.isEmpty }

  /// Empties all lists and keeps the memory.
  mutating func removeAll() {
    keys.removeAll()
    lists.removeAll()
    listCount = 0
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
  mutating func remove(_ place: Int) { lists.remove(place) }

  /// The first of a number's list; negative where it is empty.
  func first(of key: Int) -> Int {
    guard !lists.isEmpty else { return -1 }
    let list = Int(keys[key])
    return list < 0 ? -1 : lists.first(of: list)
  }

  /// The next in its list; negative after the last.
  func next(after place: Int) -> Int { lists.next(after: place) }
}

/// Lists of places, each of which is in one of them at most: putting one in and taking it out costs the same however long they are.
struct PlaceLists: ~Copyable, Sendable {
  struct Link: Sendable {
    var next: Int32 = -1
    var previous: Int32 = -1
    var list: Int32 = -1
  }

  struct Ends: Sendable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private var links = OwnedArray<Link>()
  private var ends = OwnedArray<Ends>()
  /// How many places are in some list.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Empties all lists and keeps the memory.
  mutating func removeAll() {
    links.removeAll()
    ends.removeAll()
    count = 0
  }

  /// Other lists with the same in them.
  borrowing func copy() -> PlaceLists {
    var other = PlaceLists()
    other.links.copy(from: links)
    other.ends.copy(from: ends)
    other.count = count
    return other
  }

  /// The first of a list; negative where it is empty.
  func first(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].first) : -1 }

  /// The next in its list; negative after the last.
  func next(after place: Int) -> Int { Int(links[place].next) }

  /// Whether a place is in some list.
  func contains(_ place: Int) -> Bool { place < links.count && links[place].list >= 0 }

  /// Puts a place that is in no list at the end of one.
  mutating func append(_ place: Int, to list: Int = 0) {
    if links.count <= place { links.append(repeating: Link(), count: place + 1 - links.count) }
    if ends.count <= list { ends.append(repeating: Ends(), count: list + 1 - ends.count) }
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

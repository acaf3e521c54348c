/// Lists of indices, each of which is in one of them at most: putting one in and taking it out costs the same however long they are.
struct IndexLists: ~Copyable, Sendable, Replaceable {
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
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func copy(from other: borrowing IndexLists) {
    links.copy(from: other.links)
    ends.copy(from: other.ends)
    count = other.count
  }

  func first(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].first) : -1 }
  func next(after index: Int) -> Int { Int(links[index].next) }
  func last(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].last) : -1 }
  func previous(before index: Int) -> Int { Int(links[index].previous) }
  func contains(_ index: Int) -> Bool { index < links.count && links[index].list >= 0 }

  mutating func append(_ index: Int, to list: Int = 0) {
    if links.count <= index { links.append(repeating: Link(), count: index + 1 - links.count) }
    if ends.count <= list { ends.append(repeating: Ends(), count: list + 1 - ends.count) }
    let last = ends[list].last
    links[index] = Link(next: -1, previous: last, list: Int32(list))
    if last < 0 { ends[list].first = Int32(index) } else { links[Int(last)].next = Int32(index) }
    ends[list].last = Int32(index)
    count += 1
  }

  /// Takes an index out of its list; nothing happens where it is in none.
  mutating func remove(_ index: Int) {
    guard contains(index) else { return }
    let link = links[index]
    let list = Int(link.list)
    if link.previous < 0 { ends[list].first = link.next } else { links[Int(link.previous)].next = link.next }
    if link.next < 0 { ends[list].last = link.previous } else { links[Int(link.next)].previous = link.previous }
    links[index] = Link()
    count -= 1
  }
}

/// Lists of indices by a number: of a page, say, or an object.
struct IndexListsByKey: ~Copyable, Sendable, Replaceable {
  private var keys = IndexByNumber()
  private var lists = IndexLists()
  private var listCount = 0

  var count: Int { lists.count }
  var isEmpty: Bool { lists.isEmpty }

  mutating func copy(from other: borrowing IndexListsByKey) {
    keys.copy(from: other.keys)
    lists.copy(from: other.lists)
    listCount = other.listCount
  }

  mutating func append(_ index: Int, to key: Int) {
    var list = Int(keys[key])
    if list < 0 {
      list = listCount
      listCount += 1
      keys[key] = Int32(list)
    }
    lists.append(index, to: list)
  }

  mutating func remove(_ index: Int) {
    if !lists.isEmpty { lists.remove(index) }
  }

  func first(of key: Int) -> Int {
    guard !lists.isEmpty else { return -1 }
    let list = Int(keys[key])
    return list < 0 ? -1 : lists.first(of: list)
  }

  func next(after index: Int) -> Int { lists.next(after: index) }
}

/// Lists of indices, each of which is in one of them at most: putting one in and taking it out costs the same however long they are.
@usableFromInline
package struct IndexLists: ~Copyable, Sendable, Replaceable {
  @usableFromInline
  struct Link: BitwiseCopyable, Sendable {
    @usableFromInline var next: Int32 = -1
    @usableFromInline var previous: Int32 = -1
    @usableFromInline var list: Int32 = -1
  }

  @usableFromInline
  struct Ends: BitwiseCopyable, Sendable {
    @usableFromInline var first: Int32 = -1
    @usableFromInline var last: Int32 = -1
  }

  @usableFromInline var links = OwnedArray<Link>()
  @usableFromInline var ends = OwnedArray<Ends>()
  package private(set) var count = 0

  /// How many links and lists are made at a time, at least.
  private static var step: Int { 8 }

  package var isEmpty: Bool { count == 0 }

  @usableFromInline package init() {}

  @usableFromInline
  package mutating func copy(from other: borrowing IndexLists) {
    links.copy(from: other.links)
    ends.copy(from: other.ends)
    count = other.count
  }

  @inlinable package func first(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].first) : -1 }
  @inlinable package func next(after index: Int) -> Int { Int(links[index].next) }
  @inlinable package func last(of list: Int = 0) -> Int { list < ends.count ? Int(ends[list].last) : -1 }
  @inlinable package func previous(before index: Int) -> Int { Int(links[index].previous) }
  @inlinable package func contains(_ index: Int) -> Bool { index < links.count && links[index].list >= 0 }

  package mutating func append(_ index: Int, to list: Int = 0) {
    let number = Int32(truncatingIfNeeded: index)
    if list >= ends.count || index >= links.count { makeRoom(index, list) }
    let last = ends[list].last
    links[index] = Link(next: -1, previous: last, list: Int32(truncatingIfNeeded: list))
    if last < 0 { ends[list].first = number } else { links[Int(last)].next = number }
    ends[list].last = number
    count &+= 1
  }

  @inline(never)
  private mutating func makeRoom(_ index: Int, _ list: Int) {
    if list >= ends.count { ends.append(repeating: Ends(), count: max(list + 1 - ends.count, Self.step)) }
    if index >= links.count { links.append(repeating: Link(), count: max(index + 1 - links.count, Self.step)) }
  }

  /// Takes an index out of its list; nothing happens where it is in none.
  package mutating func remove(_ index: Int) {
    guard contains(index) else { return }
    let link = links[index]
    let list = Int(link.list)
    if link.previous < 0 { ends[list].first = link.next } else { links[Int(link.previous)].next = link.next }
    if link.next < 0 { ends[list].last = link.previous } else { links[Int(link.next)].previous = link.previous }
    links[index] = Link()
    count -= 1
  }
}

extension IndexLists {
  /// Lists by a number: of a page, say, or an object.
  struct ByNumber: ~Copyable, Sendable, Replaceable {
    private var numbers = IndexByNumber()
    private var lists = IndexLists()
    /// How many lists are some number's.
    private var used: Int32 = 0

    var count: Int { lists.count }
    var isEmpty: Bool { lists.isEmpty }

    mutating func copy(from other: borrowing ByNumber) {
      numbers.copy(from: other.numbers)
      lists.copy(from: other.lists)
      used = other.used
    }

    mutating func append(_ index: Int, to number: Int) {
      var list = numbers[number]
      if list < 0 {
        list = used
        used += 1
        numbers[number] = list
      }
      lists.append(index, to: Int(list))
    }

    mutating func remove(_ index: Int) {
      if !lists.isEmpty { lists.remove(index) }
    }

    func first(of number: Int) -> Int {
      guard !lists.isEmpty else { return -1 }
      let list = Int(numbers[number])
      return list < 0 ? -1 : lists.first(of: list)
    }

    func next(after index: Int) -> Int { lists.next(after: index) }
  }
}

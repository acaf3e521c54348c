/// Which groups of a queue a page concerns: those that ask for the page itself, and those that ask for one of its classes.
struct GroupIndex: ~Copyable, Sendable {
  struct Link: Sendable {
    var group: Int32
    var next: Int32
  }

  private var links = OwnedArray<Link>()
  private var pages = IndexByNumber()
  private var classes = IndexByNumber()
  /// The groups that belong to no page.
  private(set) var free = OwnedArray<Int32>()
  // Few groups are scanned, as in ``Names``.
  /// The group of every key, by its hash; negative where free. A power of two, or none where few groups were looked up.
  private var slots = OwnedArray<Int32>()
  private var indexed = 1
  private var learned = 1
  private static var scanLimit: Int { 16 }

  mutating func removeAll() {
    if !links.isEmpty {
      links.removeAll()
      pages.removeAll()
      classes.removeAll()
    }
    free.removeAll()
    slots.removeAll()
    indexed = 1
    learned = 1
  }

  /// Another index of the same groups.
  borrowing func copy() -> GroupIndex {
    var other = GroupIndex()
    other.links.copy(from: links)
    other.pages = pages.copy()
    other.classes = classes.copy()
    other.free.copy(from: free)
    other.slots.copy(from: slots)
    other.indexed = indexed
    other.learned = learned
    return other
  }

  /// The group of a sort; negative where there is none. The first group is of no sort.
  mutating func group(of key: WaitingGroup.Key, among all: borrowing OwnedArray<WaitingGroup>) -> Int32 {
    guard all.count > Self.scanLimit else {
      var index = 1
      while index < all.count {
        if all[index].key == key { return Int32(index) }
        index += 1
      }
      return -1
    }
    enlarge(for: all.count)
    while indexed < all.count {
      slots[slot(of: all[indexed].key, all)] = Int32(indexed)
      indexed += 1
    }
    return slots[slot(of: key, all)]
  }

  /// Makes room for so many groups, all of which have to be put in again where there was not enough.
  private mutating func enlarge(for count: Int) {
    guard slots.count < 2 * count else { return }
    var size = 64
    while size < 4 * count { size *= 2 }
    slots.removeAll()
    slots.append(repeating: -1, count: size)
    indexed = 1
  }

  /// Where a key is, or would be.
  private func slot(of key: WaitingGroup.Key, _ all: borrowing OwnedArray<WaitingGroup>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.spread) & mask
    while slots[slot] >= 0, all[Int(slots[slot])].key != key { slot = (slot + 1) & mask }
    return slot
  }

  /// Takes in the groups that are there since the last time.
  mutating func learn(_ all: borrowing OwnedArray<WaitingGroup>, _ catalog: borrowing Catalog) {
    while learned < all.count {
      let binding = all[learned].key.binding
      if binding.isFree {
        free.append(Int32(learned))
      } else if !binding.page.isNone {
        pages[binding.page.index] = link(learned, before: pages[binding.page.index])
      } else {
        for name in catalog.names.list(binding.pages) {
          classes[name.index] = link(learned, before: classes[name.index])
        }
      }
      learned += 1
    }
  }

  private mutating func link(_ group: Int, before next: Int32) -> Int32 {
    links.append(Link(group: Int32(group), next: next))
    return Int32(links.count - 1)
  }

  /// The first link of a page's groups; negative where there is none.
  func first(of page: PageID) -> Int32 { pages[page.index] }

  /// The first link of a class's groups; negative where there is none.
  func first(of name: Symbol) -> Int32 { classes[name.index] }

  func next(after link: Int32) -> Int32 { links[Int(link)].next }

  func group(at link: Int32) -> Int32 { links[Int(link)].group }
}

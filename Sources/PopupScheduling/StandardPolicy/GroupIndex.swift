/// Which groups of a queue a page concerns: those that ask for the page itself, and those that ask for one of its classes.
struct GroupIndex: Sendable {
  private struct Link: Sendable {
    var group: Int32
    var next: Int32
  }

  private var links: [Link] = []
  private var pages = PlaceTable()
  private var classes = PlaceTable()
  /// The groups that belong to no page.
  private(set) var free: [Int32] = []
  // Few groups are scanned, as in ``Names``.
  private var groups: [WaitingGroup.Key: Int32] = [:]
  private var indexed = 1
  private var learned = 1
  private static let scanLimit = 16

  mutating func removeAll() {
    if !links.isEmpty {
      links.removeAll(keepingCapacity: true)
      pages.removeAll()
      classes.removeAll()
    }
    free.removeAll(keepingCapacity: true)
    if indexed > 1 { groups = [:] }
    indexed = 1
    learned = 1
  }

  /// The group of a sort; negative where there is none. The first group is of no sort.
  mutating func group(of key: WaitingGroup.Key, among all: borrowing [WaitingGroup], _ used: Int) -> Int32 {
    guard used > Self.scanLimit else {
      for place in 1..<max(1, used) where all[place].key == key { return Int32(place) }
      return -1
    }
    while indexed < used {
      groups[all[indexed].key] = Int32(indexed)
      indexed += 1
    }
    return groups[key] ?? -1
  }

  /// Takes in the groups that are there since the last time.
  mutating func learn(_ all: borrowing [WaitingGroup], _ used: Int, _ catalog: borrowing Catalog) {
    while learned < used {
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

extension WaitingQueue {
  /// Which groups of a queue there are, and which a page concerns: those that ask for the page itself, and those that ask for one of its classes.
  struct GroupIndex: ~Copyable, Sendable, Replaceable {
    struct Link: Sendable {
      var group: Int32
      var next: Int32
    }

    private var numbers = IndexTable()
    private var links = OwnedArray<Link>()
    private var pages = IndexByNumber()
    private var classes = IndexByNumber()
    private(set) var free = OwnedArray<Int32>()
    private var learned = 1

    mutating func copy(from other: borrowing GroupIndex) {
      numbers.copy(from: other.numbers)
      links.copy(from: other.links)
      pages.copy(from: other.pages)
      classes.copy(from: other.classes)
      free.copy(from: other.free)
      learned = other.learned
    }

    /// The group of a sort; negative where there is none.
    func group(of key: WaitingGroup.Key) -> Int32 { numbers[Self.key(key)] }

    private static func key(_ key: WaitingGroup.Key) -> IndexTable.Key {
      IndexTable.Key(
        key.binding.pages.rawValue, key.binding.instance.rawValue, key.binding.home.rawValue,
        key.lane << 8 | Int32(key.binding.matching.rawValue))
    }

    mutating func add(_ group: Int32, _ key: WaitingGroup.Key) { numbers[Self.key(key)] = group }

    /// Finds out which pages concern the groups that came since the last time; the first group is of no page.
    mutating func learn(_ groups: borrowing OwnedArray<WaitingGroup>, _ catalog: borrowing Catalog) {
      while learned < groups.count {
        let (group, binding) = (Int32(learned), groups[learned].key.binding)
        learned += 1
        if binding.isFree {
          free.append(group)
        } else if !binding.page.isNone {
          pages[binding.page.index] = link(group, before: pages[binding.page.index])
        } else {
          for name in catalog.names.list(binding.pages) {
            classes[name.index] = link(group, before: classes[name.index])
          }
        }
      }
    }

    private mutating func link(_ group: Int32, before next: Int32) -> Int32 {
      links.append(Link(group: group, next: next))
      return Int32(links.count - 1)
    }

    func first(of page: PageID) -> Int32 { pages[page.index] }
    func first(of name: Symbol) -> Int32 { classes[name.index] }
    func next(after link: Int32) -> Int32 { links[Int(link)].next }
    func group(at link: Int32) -> Int32 { links[Int(link)].group }
  }
}

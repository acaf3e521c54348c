extension WaitingQueue {
  /// Which groups of a queue a page concerns: those that ask for the page itself, and those that ask for one of its classes.
  struct GroupIndex: ~Copyable, Sendable, Replaceable {
    struct Link: Sendable {
      var group: Int32
      var next: Int32
    }

    private var links = OwnedArray<Link>()
    private var pages = IndexByNumber()
    private var classes = IndexByNumber()
    private(set) var free = OwnedArray<Int32>()
    private var keys = EntryIndex<WaitingGroup.Key>()
    private var learned = 1

    mutating func copy(from other: borrowing GroupIndex) {
      links.copy(from: other.links)
      pages.copy(from: other.pages)
      classes.copy(from: other.classes)
      free.copy(from: other.free)
      keys = other.keys
      learned = other.learned
    }

    /// The group of a sort; negative where there is none. The first group is of no sort.
    mutating func group(of key: WaitingGroup.Key, among all: borrowing OwnedArray<WaitingGroup>) -> Int32 {
      keys.update(to: all.count) { all[$0].key }
      if let known = keys[key] { return Int32(known) }
      for index in max(1, keys.count)..<all.count where all[index].key == key { return Int32(index) }
      return -1
    }

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

    func first(of page: PageID) -> Int32 { pages[page.index] }
    func first(of name: Symbol) -> Int32 { classes[name.index] }
    func next(after link: Int32) -> Int32 { links[Int(link)].next }
    func group(at link: Int32) -> Int32 { links[Int(link)].group }
  }
}

import PopupScheduling

/// What the audit knows of one page. A plain value; ``AuditState`` holds one for every page of the catalog.
struct PageState {
  /// Yes-or-no properties, in the words of the rules.
  struct Flags: OptionSet {
    var rawValue: UInt8

    /// An event about it was seen.
    static let known = Flags(rawValue: 1 << 0)
    /// From its did-appear to its will-disappear or removal; its container's state is not in it.
    static let appeared = Flags(rawValue: 1 << 1)
    /// It did disappear, and did not appear since.
    static let disappeared = Flags(rawValue: 1 << 2)
    static let removed = Flags(rawValue: 1 << 3)
    static let isContainer = Flags(rawValue: 1 << 4)
    /// It comes over others and not in their place: it is not a full one, or stands in one that is not.
    static let comesOver = Flags(rawValue: 1 << 5)
    /// An event that leaves no doubt about it was seen since the last hole.
    static let stated = Flags(rawValue: 1 << 6)
  }

  var flags: Flags = []
  /// MOVING unless it is ``PopupScheduling/PageMotion/still``, once any page of the scene has appeared.
  var motion = PageMotion.still
  /// The page it stands in. No page stands in itself, however long the way: where a trace says so, one step of that way is left out.
  var container: PageID = .none
  /// The outermost page of its LINEAGE.
  var root: PageID = .none
  /// The pages that stand in it, at whatever depth, have the numbers from ``enter`` up to ``leave``, its own first.
  var enter: Int32 = 0
  var leave: Int32 = 0
  var classes: NameListID = .none
  /// The index of its scene in ``AuditState/scenes``.
  var scene: Int32 = 0
  /// The first of the bindings that name it, as an index in ``AuditState/anchors``; negative for none.
  var anchors: Int32 = -1
  /// The sequence number of the latest event about it.
  var changed: Int32 = -1
  /// The sequence number of the last event with which it began to disappear, or did.
  var left: Int32 = -1
  /// The sequence number of its last did-disappear or removal.
  var gone: Int32 = -1
  var removal: Int32 = -1

  var isRemoved: Bool { flags.contains(.removed) }
}

extension PageState {
  /// Where pages stand in each other: worked out once, so that a LINEAGE is a comparison of numbers and not a walk.
  struct Forest: ~Copyable {
    private var order = OwnedArray<Int32>()
    private var inside = OwnedArray<Int32>()

    /// Gives every page its numbers among the others, its root and the scene number it takes from its container.
    mutating func layOut(_ pages: inout OwnedArray<PageState>, numbers: inout OwnedArray<UInt16>, _ specs: [PageSpec]) {
      numbers.removeAll()
      var isFlat = true
      for index in pages.indices {
        let container = specs[index].container
        let stands = !container.isNone && container.index < pages.count && container.index != index
        pages[index].container = stands ? container : .none
        pages[index].classes = specs[index].classes
        pages[index].root = PageID(index)
        pages[index].enter = Int32(truncatingIfNeeded: index)
        pages[index].leave = Int32(truncatingIfNeeded: index + 1)
        if specs[index].presentation != .full { pages[index].flags.insert(.comesOver) }
        if stands { isFlat = false }
        numbers.append(specs[index].scene)
      }
      guard !isFlat else { return }
      cutCircles(&pages)
      sort(&pages)
      number(&pages, &numbers)
    }

    /// A trace may say anything; formats refuse pages that stand in themselves, and here the last step of such a way is left out.
    private mutating func cutCircles(_ pages: inout OwnedArray<PageState>) {
      inside.removeAll()
      inside.append(repeating: -1, count: pages.count)
      for start in pages.indices {
        var step = start
        while inside[step] < 0 {
          inside[step] = Int32(truncatingIfNeeded: start)
          let container = pages[step].container
          guard !container.isNone else { break }
          if inside[container.index] == start { pages[step].container = .none }
          step = container.index
        }
      }
    }

    /// Puts the pages in an order in which each comes before the one it stands in, and counts in `leave` how many stand in each.
    private mutating func sort(_ pages: inout OwnedArray<PageState>) {
      for index in pages.indices {
        inside[index] = 0
        pages[index].leave = 1
      }
      for index in pages.indices where !pages[index].container.isNone { inside[pages[index].container.index] += 1 }
      order.removeAll()
      for index in pages.indices where inside[index] == 0 { order.append(Int32(truncatingIfNeeded: index)) }
      var next = 0
      while next < order.count {
        let index = Int(order[next])
        next += 1
        let container = pages[index].container
        guard !container.isNone else { continue }
        pages[container.index].flags.insert(.isContainer)
        pages[container.index].leave += pages[index].leave
        inside[container.index] -= 1
        if inside[container.index] == 0 { order.append(container.rawValue) }
      }
    }

    /// Numbers the pages from the outermost ones inwards. `inside` holds the next free number in each.
    private mutating func number(_ pages: inout OwnedArray<PageState>, _ numbers: inout OwnedArray<UInt16>) {
      var free: Int32 = 0
      var index = order.count
      while index > 0 {
        index -= 1
        let position = Int(order[index])
        let container = pages[position].container
        let size = pages[position].leave
        if container.isNone {
          pages[position].enter = free
          free += size
        } else {
          pages[position].enter = inside[container.index]
          inside[container.index] += size
          pages[position].root = pages[container.index].root
          if pages[container.index].flags.contains(.comesOver) { pages[position].flags.insert(.comesOver) }
          if numbers[position] == 0 { numbers[position] = numbers[container.index] }
        }
        pages[position].leave = pages[position].enter + size
        inside[position] = pages[position].enter + 1
      }
    }
  }
}

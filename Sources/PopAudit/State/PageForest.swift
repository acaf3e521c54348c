import PopupScheduling

/// Where pages stand in each other: worked out once, so that a LINEAGE is a comparison of numbers and not a walk.
struct PageForest: ~Copyable {
  private var order = OwnedArray<Int32>()
  private var inside = OwnedArray<Int32>()

  /// Gives every page its numbers among the others, its root and the scene number it takes from its container.
  ///
  /// - Complexity: O(n) in pages.
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

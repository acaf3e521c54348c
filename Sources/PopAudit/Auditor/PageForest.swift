import PopupScheduling

/// Where pages stand in each other: worked out once, so that a LINEAGE is a comparison of numbers and not a walk.
struct PageForest: ~Copyable {
  private var order = OwnedArray<Int32>()
  private var inside = OwnedArray<Int32>()

  /// Gives every page its place among the others, its root and the scene number it takes from its container.
  ///
  /// - Complexity: O(n) in pages.
  mutating func layOut(_ pages: inout OwnedArray<PageState>, numbers: inout OwnedArray<UInt16>, _ specs: [PageSpec]) {
    numbers.removeAll()
    var isFlat = true
    for place in pages.indices {
      let container = specs[place].container
      let stands = !container.isNone && container.index < pages.count && container.index != place
      pages[place].container = stands ? container : .none
      pages[place].classes = specs[place].classes
      pages[place].root = PageID(place)
      pages[place].enter = Int32(truncatingIfNeeded: place)
      pages[place].leave = Int32(truncatingIfNeeded: place + 1)
      if specs[place].presentation != .full { pages[place].flags.insert(.comesOver) }
      if stands { isFlat = false }
      numbers.append(specs[place].scene)
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
        if inside[container.index] == start {
          pages[step].container = .none
          break
        }
        step = container.index
      }
    }
  }

  /// Puts the pages in an order in which each comes before the one it stands in, and counts in `leave` how many stand in each.
  private mutating func sort(_ pages: inout OwnedArray<PageState>) {
    for place in pages.indices {
      inside[place] = 0
      pages[place].leave = 1
    }
    for place in pages.indices where !pages[place].container.isNone { inside[pages[place].container.index] += 1 }
    order.removeAll()
    for place in pages.indices where inside[place] == 0 { order.append(Int32(truncatingIfNeeded: place)) }
    var next = 0
    while next < order.count {
      let place = Int(order[next])
      next += 1
      let container = pages[place].container
      guard !container.isNone else { continue }
      pages[container.index].flags.insert(.isContainer)
      pages[container.index].leave += pages[place].leave
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
      let place = Int(order[index])
      let container = pages[place].container
      let size = pages[place].leave
      if container.isNone {
        pages[place].enter = free
        free += size
      } else {
        pages[place].enter = inside[container.index]
        inside[container.index] += size
        pages[place].root = pages[container.index].root
        if pages[container.index].flags.contains(.comesOver) { pages[place].flags.insert(.comesOver) }
        if numbers[place] == 0 { numbers[place] = numbers[container.index] }
      }
      pages[place].leave = pages[place].enter + size
      inside[place] = pages[place].enter + 1
    }
  }
}

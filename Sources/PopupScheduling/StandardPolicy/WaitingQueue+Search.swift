extension WaitingQueue {
  func hasToLook(at pages: borrowing ScenePages) -> Bool { seenEpoch != pages.epoch || !unchecked.isEmpty }

  mutating func look(at pages: borrowing ScenePages, _ catalog: borrowing Catalog) {
    groupIndex.learn(groups, catalog)
    let isThere = pages.isSettled && !pages.current.isNone
    guard seenEpoch != pages.epoch else {
      guard !unchecked.isEmpty else { return }
      for index in unchecked.indices { admit(unchecked[index], isThere, pages, catalog) }
      unchecked.removeAll()
      return
    }
    seenEpoch = pages.epoch
    unchecked.removeAll()
    closeAll()
    for index in groupIndex.free.indices { admit(groupIndex.free[index], isThere, pages, catalog) }
    guard isThere, bound > 0 else { return }
    if groups.count <= pages.depth {
      for group in 1..<Int32(groups.count) { admit(group, isThere, pages, catalog) }
      return
    }
    var page = pages.current
    while !page.isNone {
      admitGroups(of: groupIndex.first(of: page), isThere, pages, catalog)
      if page.index < catalog.pages.count {
        for name in catalog.names.list(catalog.pages[page.index].classes) {
          admitGroups(of: groupIndex.first(of: name), isThere, pages, catalog)
        }
      }
      page = pages.container(of: page)
    }
  }

  private mutating func admitGroups(
    of first: Int32, _ isThere: Bool, _ pages: borrowing ScenePages, _ catalog: borrowing Catalog
  ) {
    var link = first
    while link >= 0 {
      admit(groupIndex.group(at: link), isThere, pages, catalog)
      link = groupIndex.next(after: link)
    }
  }

  private mutating func admit(
    _ number: Int32, _ isThere: Bool, _ pages: borrowing ScenePages, _ catalog: borrowing Catalog
  ) {
    let group = Int(number)
    guard !groups[group].isAdmitted, !groups[group].isEmpty else { return }
    let binding = groups[group].key.binding
    guard binding.isFree ? isThere || !needsPage : isThere && binding.holds(on: pages, catalog) else { return }
    groups[group].isAdmitted = true
    if !groups[group].isListed {
      groups[group].isListed = true
      listed.append(number)
    }
    enterLane(group)
  }

  private mutating func closeAll() {
    for index in listed.indices {
      groups[Int(listed[index])].isAdmitted = false
      groups[Int(listed[index])].isListed = false
    }
    listed.removeAll()
    while filled != 0 {
      lanes[filled.trailingZeroBitCount] = -1
      filled &= filled - 1
    }
  }

  var firstLate: Entry? {
    let first = groups[Int(Self.late)].first
    return first < 0 ? nil : Entry(key: popups.key(of: first), index: first)
  }

  func first(in open: UInt32) -> Entry? {
    var rest = filled & open
    guard rest != 0 else { return nil }
    var found = Entry(key: .max, index: -1)
    while rest != 0 {
      let group = lanes[rest.trailingZeroBitCount]
      rest &= rest - 1
      let key = admitted.key(of: group)
      if found.index < 0 || key < found.key { found = Entry(key: key, index: groups[Int(group)].first) }
    }
    return found
  }

  /// A certain popup, where the current page lets it in and its lane is one of some; nil otherwise.
  func entry(of index: Int, in open: UInt32) -> Entry? {
    guard index >= 0, index < seats.count, seats[index] > 0 else { return nil }
    let group = Int(seats[index])
    guard groups[group].isAdmitted, open & (1 << UInt32(groups[group].key.lane)) != 0 else { return nil }
    return Entry(key: popups.key(of: Int32(index)), index: Int32(index))
  }

  mutating func appendFirst(_ limit: Int, in open: UInt32, to found: inout OwnedArray<Int32>) {
    frontier.removeAll()
    var rest = filled & open
    while rest != 0 {
      frontier.add(lanes[rest.trailingZeroBitCount], in: admitted, isGroup: true)
      rest &= rest - 1
    }
    var missing = limit
    while missing > 0, let nearest = frontier.popFirst(groups: admitted, things: popups) {
      if nearest.isGroup {
        frontier.add(groups[Int(nearest.item)].first, in: popups, isGroup: false)
      } else {
        found.append(nearest.item)
        missing -= 1
      }
    }
  }

  /// Whether the heaps and lanes hold exactly the popups that have a group, and no popup stands in front of a more urgent one.
  var isInOrder: Bool {
    var seated = 0
    for group in groups.indices {
      guard let found = popups.countInOrder(groups[group].first) else { return false }
      seated += found
    }
    var standing = 0
    for index in seats.indices where seats[index] >= 0 { standing += 1 }
    guard seated == standing else { return false }
    var open = 0
    for lane in lanes.indices {
      guard (lanes[lane] < 0) == (filled & (1 << UInt32(lane)) == 0) else { return false }
      guard let found = admitted.countInOrder(lanes[lane]) else { return false }
      open += found
    }
    for group in groups.indices where groups[group].isAdmitted {
      open -= 1
      guard !groups[group].isEmpty, admitted.key(of: Int32(group)) == popups.key(of: groups[group].first) else {
        return false
      }
    }
    return open == 0
  }
}

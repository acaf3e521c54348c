// Which groups the current page lets in.
extension WaitingQueue {
  /// Whether the pages or the groups have changed since the last look.
  func hasToLook(at pages: borrowing ScenePages) -> Bool { seenEpoch != pages.epoch || !unchecked.isEmpty }

  /// Looks at the pages, where they or the groups have changed.
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

  /// Lets a group in, where it is not empty and the page is one of its own.
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
}

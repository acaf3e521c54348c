extension ScenePages {
  private mutating func index(of page: PageID) -> Int32 {
    let known = indices[page.index]
    if known >= 0 { return known }
    let index = Int32(states.count)
    states.append(State(page: page))
    indices[page.index] = index
    return index
  }

  /// The index of what is known of a page; negative where it is to be learned first.
  @inline(__always)
  package func index(ofKnown page: PageID) -> Int32 {
    let index = indices[page.index]
    return index >= 0 && states[Int(index)].isKnown ? index : -1
  }

  @discardableResult
  package mutating func learn(_ page: PageID, _ specs: [PageSpec]) -> Int32 {
    let index = index(of: page)
    if states[Int(index)].isMarked { forgetLineage() }
    states[Int(index)].isKnown = true
    guard page.index < specs.count else { return index }
    states[Int(index)].presentation = specs[page.index].presentation
    let container = specs[page.index].container
    guard !container.isNone else { return index }
    let outer = self.index(of: container)
    if states[Int(index)].isContainer || outer == index, isInside(outer, index) { return index }
    states[Int(index)].container = outer
    states[Int(outer)].isContainer = true
    handOver(index)
    return index
  }

  func isInside(_ page: Int32, _ outer: Int32) -> Bool {
    var inner = page
    while inner >= 0, inner != outer { inner = states[Int(inner)].container }
    return inner >= 0
  }

  /// Marks the lineage of a page, and no other; that of none for a negative one.
  mutating func mark(_ page: Int32) {
    isMarkedOnScreen = page >= 0
    guard page != marked else { return }
    var common = page
    while common >= 0, !states[Int(common)].isMarked {
      states[Int(common)].isMarked = true
      depth += 1
      common = states[Int(common)].container
    }
    var old = marked
    while old >= 0, old != common {
      states[Int(old)].isMarked = false
      depth -= 1
      old = states[Int(old)].container
    }
    marked = page
  }

  func isRemoved(_ page: PageID) -> Bool {
    guard !page.isNone, indices[page.index] >= 0 else { return false }
    return states[Int(indices[page.index])].isRemoved
  }

  /// Whether a page is on screen: appeared, covered or not, as are all it stands in.
  func isOnScreen(_ page: PageID) -> Bool {
    guard !page.isNone, indices[page.index] >= 0, states[Int(indices[page.index])].isKnown else { return false }
    return isOnScreen(index: indices[page.index])
  }

  func isInLineage(_ page: PageID) -> Bool {
    guard !current.isNone, !page.isNone else { return false }
    let index = indices[page.index]
    return index >= 0 && states[Int(index)].isMarked
  }

  package func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    guard !page.isNone, !inner.isNone else { return false }
    if page == inner { return true }
    guard indices[page.index] >= 0, indices[inner.index] >= 0 else { return false }
    return isInside(indices[inner.index], indices[page.index])
  }

  func container(of page: PageID) -> PageID {
    guard !page.isNone, indices[page.index] >= 0 else { return .none }
    let container = states[Int(indices[page.index])].container
    return container < 0 ? .none : states[Int(container)].page
  }

  /// Which page of the current one's lineage a popup belongs to (<doc:PagesAndPopups#Leaving-a-page>): its instance, or the outermost page of one
  /// of its classes where that one stands in it; for a popup bound to nothing the current page.
  func match(_ spec: borrowing PopupSpec, _ catalog: borrowing Catalog) -> PageID {
    let page = match(spec.instance)
    guard !page.isNone, !spec.pages.isNone else { return page }
    var found = PageID.none
    var isInInstance = true
    var index = marked
    while index >= 0 {
      let page = states[Int(index)].page
      if isOne(of: spec.pages, spec.matching, page, catalog) {
        guard isInInstance else { return spec.instance }
        found = page
      }
      if page == spec.instance { isInInstance = false }
      index = states[Int(index)].container
    }
    return found
  }

  /// Which page a popup belongs to that is bound to no classes.
  func match(_ instance: PageID) -> PageID {
    guard !instance.isNone else { return current }
    return isInLineage(instance) ? instance : .none
  }

  func isInLineage(anyOf classes: NameListID, _ matching: ClassMatching, _ catalog: borrowing Catalog) -> Bool {
    var index = current.isNone ? -1 : marked
    while index >= 0 {
      if isOne(of: classes, matching, states[Int(index)].page, catalog) { return true }
      index = states[Int(index)].container
    }
    return false
  }

  private func isOne(
    of classes: NameListID, _ matching: ClassMatching, _ page: PageID, _ catalog: borrowing Catalog
  ) -> Bool {
    page.index < catalog.pages.count
      && catalog.names.matches(classes: catalog.pages[page.index].classes, anyOf: classes, matching)
  }
}

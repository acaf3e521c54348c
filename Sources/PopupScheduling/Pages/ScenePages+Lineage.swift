// Which page stands in which, and what belongs where.

extension ScenePages {
  /// The index of a page, which is new where the page is.
  private mutating func index(of page: PageID) -> Int32 {
    let known = indices[page.index]
    if known >= 0 { return known }
    let index = Int32(states.count)
    states.append(State(page: page))
    indices[page.index] = index
    return index
  }

  /// Whether a page was mentioned before.
  func knows(_ page: PageID) -> Bool {
    let index = Int(indices[page.index])
    return index >= 0 && states[index].isKnown
  }

  /// Takes the attributes of a page in that is mentioned for the first time.
  mutating func learn(_ page: PageID, _ catalog: borrowing Catalog) {
    let index = index(of: page)
    if states[Int(index)].isMarked { forgetLineage() }
    states[Int(index)].isKnown = true
    guard page.index < catalog.pages.count else { return }
    states[Int(index)].presentation = catalog.pages[page.index].presentation
    let container = catalog.pages[page.index].container
    guard !container.isNone else { return }
    let outer = self.index(of: container)
    if states[Int(index)].isContainer || outer == index, isInside(outer, index) { return }
    states[Int(index)].container = outer
    states[Int(outer)].isContainer = true
    handOver(index)
  }

  /// Whether a page is another one or stands in it.
  func isInside(_ page: Int32, _ outer: Int32) -> Bool {
    var step = page
    while step >= 0 {
      if step == outer { return true }
      step = states[Int(step)].container
    }
    return false
  }

  /// Marks the lineage of a page, and no other; that of none for a negative one.
  ///
  /// - Complexity: O(n) with n pages in one of the two lineages and not in the other.
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

  /// Whether a page was removed and has not come back.
  func isRemoved(_ page: PageID) -> Bool {
    guard !page.isNone, indices[page.index] >= 0 else { return false }
    return states[Int(indices[page.index])].isRemoved
  }

  /// Whether a page is on screen: appeared, covered or not, as are all it stands in.
  func isOnScreen(_ page: PageID) -> Bool {
    guard !page.isNone, indices[page.index] >= 0, states[Int(indices[page.index])].isKnown else { return false }
    return isOnScreen(index: indices[page.index])
  }

  /// Whether a page is the current one or contains it.
  ///
  /// - Complexity: O(1).
  func isInLineage(_ page: PageID) -> Bool {
    guard !current.isNone, !page.isNone else { return false }
    let index = indices[page.index]
    return index >= 0 && states[Int(index)].isMarked
  }

  /// Whether a page is another one or contains it.
  func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    guard !page.isNone, !inner.isNone else { return false }
    if page == inner { return true }
    guard indices[page.index] >= 0, indices[inner.index] >= 0 else { return false }
    return isInside(indices[inner.index], indices[page.index])
  }

  /// The page that a page stands in; ``Identifier/none`` where it stands in none.
  func container(of page: PageID) -> PageID {
    guard !page.isNone, indices[page.index] >= 0 else { return .none }
    let container = states[Int(indices[page.index])].container
    return container < 0 ? .none : states[Int(container)].page
  }

  /// Which page of the current one's lineage a popup belongs to: the outermost at which all of its bindings hold
  /// (<doc:PagesAndPopups#Lineage>).
  ///
  /// That is its instance, or the outermost page of one of its classes where that one stands in it; for a popup bound to nothing the
  /// current page.
  ///
  /// - Returns: ``Identifier/none`` where the popup does not match the current page.
  func match(_ spec: borrowing PopupSpec, _ catalog: borrowing Catalog) -> PageID {
    guard !current.isNone else { return .none }
    if !spec.instance.isNone, !isInLineage(spec.instance) { return .none }
    guard !spec.pages.isNone else { return spec.instance.isNone ? current : spec.instance }
    var found = PageID.none
    var isInInstance = true
    var step = marked
    while step >= 0 {
      let page = states[Int(step)].page
      if isOne(of: spec.pages, spec.matching, page, catalog) {
        guard isInInstance else { return spec.instance }
        found = page
      }
      if page == spec.instance { isInInstance = false }
      step = states[Int(step)].container
    }
    return found
  }

  /// Whether a page of the current one's lineage is of one of these classes.
  func isInLineage(anyOf classes: NameListID, _ matching: ClassMatching, _ catalog: borrowing Catalog) -> Bool {
    var step = current.isNone ? -1 : marked
    while step >= 0 {
      if isOne(of: classes, matching, states[Int(step)].page, catalog) { return true }
      step = states[Int(step)].container
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

import PopupScheduling

extension JournalWriter {
  /// Writes a page, and before it the pages it stands in.
  @inline(__always)
  mutating func ensureWritten(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    page.isNone || written.isWritten(page, catalog) || writePath(of: page, catalog)
  }

  @inline(never)
  private mutating func writePath(of page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard page.index <= written.bases.pages, isPathWritten(above: page, catalog) else {
      return writeWholePath(of: page, catalog)
    }
    // The one page that is new, as nearly always.
    let spec = catalog.pages[page.index]
    guard ensureWritten(page.index, spec, catalog) else { return false }
    written.note(page: page.index, in: spec.container, catalog)
    return true
  }

  /// Whether all that a page stands in has been written as it is now.
  @inline(__always)
  private func isPathWritten(above page: PageID, _ catalog: borrowing Catalog) -> Bool {
    var step = catalog.pages[page.index].container
    // No further than pages usually stand: they may stand in one another in a circle.
    for _ in 0..<8 {
      guard written.isWritten(step, catalog) else { return false }
      guard !step.isNone else { return true }
      step = catalog.pages[step.index].container
    }
    return false
  }

  @inline(never)
  private mutating func writeWholePath(of page: PageID, _ catalog: borrowing Catalog) -> Bool {
    var (depth, highest) = (0, page.index)
    var step = page
    while !step.isNone, step.index < catalog.pages.count, !isAmong(first: depth, above: page, step, catalog) {
      highest = max(highest, step.index)
      depth += 1
      step = catalog.pages[step.index].container
    }
    // A table is written without holes: first come the pages that were never written, even where the container of one has not been written yet.
    let count = written.bases.pages
    if count < highest {
      for index in count..<highest {
        let spec = sound(catalog.pages[index])
        guard ensureWritten(index, spec, catalog) else { return false }
        written.note(page: index, in: spec.container, catalog)
      }
    }
    // Then the path, from the outermost page inwards.
    for depth in stride(from: depth - 1, through: 0, by: -1) {
      let step = container(depth, above: page, catalog)
      guard !written.isWritten(step, catalog) else { continue }
      // A page that stands in itself says no container, and is not said again for that.
      let spec = catalog.pages[step.index]
      guard ensureWritten(step.index, sound(spec), catalog) else { return false }
      written.note(page: step.index, in: spec.container, catalog)
    }
    return true
  }

  /// Writes a page, and the names it needs.
  @inline(__always)
  private mutating func ensureWritten(_ index: Int, _ spec: PageSpec, _ catalog: borrowing Catalog) -> Bool {
    guard ensureWritten(spec.classes, catalog) else { return false }
    return write(.page, words: JournalPage.words) { slot in
      JournalPage.store(spec, number: catalog.pageNumbers[index], index: index, in: slot)
    }
  }

  /// A page without a container that has not been written.
  @inline(__always)
  private func sound(_ spec: PageSpec) -> PageSpec {
    var spec = spec
    if !spec.container.isNone, !written.isWritten(page: spec.container.index) { spec.container = .none }
    return spec
  }

  /// What a page stands in, so many steps up; 0 gives the page itself.
  ///
  /// Walked anew each time, for pages stand two or three deep, and an array would have to be allocated.
  @inline(__always)
  private func container(_ steps: Int, above page: PageID, _ catalog: borrowing Catalog) -> PageID {
    var step = page
    for _ in 0..<steps { step = catalog.pages[step.index].container }
    return step
  }

  /// Whether a page is one of the first on the path up from another: pages that stand in one another in a circle.
  @inline(__always)
  private func isAmong(first count: Int, above page: PageID, _ other: PageID, _ catalog: borrowing Catalog) -> Bool {
    var step = page
    for _ in 0..<count {
      if step == other { return true }
      step = catalog.pages[step.index].container
    }
    return false
  }
}

import PopupScheduling

/// The popups, pages and attributes that a session's events refer to: a session that begins late does not carry those of the events it left
/// out. Names stay as they are; a file holds those only that its events need.
struct CatalogSelection {
  /// For everything that is referred to its index from now on; negative for the rest.
  private var popups: [Int32]
  private var pages: [Int32]
  private var specs: [Int32]

  /// Leaves out what a session's events do not refer to.
  ///
  /// - Complexity: O(n) for n events and entries.
  static func apply(to session: inout Session) {
    var selection = CatalogSelection(session)
    selection.number()
    selection.rewrite(&session)
  }

  private init(_ session: Session) {
    let catalog = session.catalog
    popups = Array(repeating: -1, count: catalog.popupNumbers.count)
    pages = Array(repeating: -1, count: catalog.pageNumbers.count)
    specs = Array(repeating: -1, count: catalog.specs.count)
    for event in session.log.events {
      if !event.popup.isNone { popups[event.popup.index] = 0 }
      for popup in session.log.over(of: event) where !popup.isNone { popups[popup.index] = 0 }
      mark(event.page, catalog)
      guard event.kind == .popupSubmitted, event.attributes >= 0 else { continue }
      specs[event.spec.index] = 0
      let named = PopupReferences(of: catalog.spec(event.spec)).pages
      for lane in named.indices { mark(PageID(named[lane]), catalog) }
    }
  }

  /// Keeps a page, and those it stands in.
  private mutating func mark(_ page: PageID, _ catalog: borrowing Catalog) {
    var step = page
    while !step.isNone, pages[step.index] < 0 {
      pages[step.index] = 0
      step = catalog.pages[step.index].container
    }
  }

  private mutating func number() {
    Self.number(&popups)
    Self.number(&pages)
    Self.number(&specs)
  }

  private static func number(_ indices: inout [Int32]) {
    var next: Int32 = 0
    for index in indices.indices where indices[index] >= 0 {
      indices[index] = next
      next += 1
    }
  }

  private func page(_ old: PageID) -> PageID { old.isNone ? .none : PageID(pages[old.index]) }

  private func rewrite(_ session: inout Session) {
    let old = session.catalog
    var catalog = Catalog()
    catalog.names = old.names
    catalog.changes = old.changes
    for index in popups.indices where popups[index] >= 0 { catalog.appendPopup(numbered: old.popupNumbers[index]) }
    for index in pages.indices where pages[index] >= 0 {
      var spec = old.pages[index]
      spec.container = page(spec.container)
      catalog.appendPage(numbered: old.pageNumbers[index], spec)
    }
    for index in specs.indices where specs[index] >= 0 {
      var spec = old.specs[index]
      var numbering = PageNumbering(pages: pages)
      spec.visit(&numbering)
      catalog.append(spec)
    }
    session.catalog = catalog
    for index in session.log.events.indices {
      let event = session.log.events[index]
      if !event.popup.isNone { session.log.events[index].popup = PopupID(popups[event.popup.index]) }
      session.log.events[index].page = page(event.page)
      if event.kind == .popupSubmitted, event.attributes >= 0 {
        session.log.events[index].spec = SpecID(specs[event.spec.index])
      }
    }
    for index in session.log.over.indices where !session.log.over[index].isNone {
      session.log.over[index] = PopupID(popups[session.log.over[index].index])
    }
  }
}

/// Puts the pages' new indices in the place of those that attributes refer to.
private struct PageNumbering: PopupReferenceVisitor {
  let pages: [Int32]

  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .page: entry < 0 ? -1 : pages[Int(entry)]
    case .name, .list: entry
    }
  }
}

import PopupScheduling

extension LYHead {
  mutating func hear(page event: Event, _ turn: inout Turn) {
    let page = event.page
    switch event.kind {
    case .pageWillAppear:
      let under = host.below(page)
      guard isSheet(page, turn.catalog), !under.isNone, !covering.contains(where: { $0.sheet == page }) else { return }
      covering.append((page, under))
      leave(under, &turn)
    case .pageDidAppear:
      if let cover = covering.first(where: { $0.sheet == page }), isSheet(page, turn.catalog), !host.isGone(cover.under)
      {
        purge(&turn)
      }
      if hearsAppearing { showNext(on: page, &turn) }
    case .pageWillDisappear: leave(page, &turn)
    case .pageDidDisappear:
      purge(&turn)
      uncover(page, &turn)
    case .pageRemoved: uncover(page, &turn)
    default: break
    }
  }

  /// The page under what was presented full screen, in place of a sheet, appears again.
  private mutating func uncover(_ sheet: PageID, _ turn: inout Turn) {
    guard let index = covering.firstIndex(where: { $0.sheet == sheet }) else { return }
    let under = covering.remove(at: index).under
    if hearsAppearing, !host.isGone(under) { showNext(on: under, &turn) }
  }

  private func isSheet(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    !page.isNone && page.index < catalog.pages.count && catalog.pages[page.index].presentation == .sheet
  }
}

// MARK: - Observation

extension LYHead {
  /// Something waits or is kept: hear when pages appear.
  mutating func observeAppearing(_ turn: inout Turn) {
    guard !hearsAppearing else { return }
    hearsAppearing = true
    turn.observe(.observingBegan, turn.catalog.names.intern("page.did-appear"))
  }

  /// Something is up: hear when pages disappear.
  mutating func observeDisappearing(_ turn: inout Turn) {
    guard !hearsDisappearing else { return }
    hearsDisappearing = true
    turn.observe(.observingBegan, turn.catalog.names.intern("page.will-disappear"))
  }

  /// Stops listening if nothing is up, waits or is kept.
  mutating func stopObserving(_ turn: inout Turn) {
    guard waiting.isEmpty, kept.isEmpty, current == nil else { return }
    if hearsAppearing { turn.observe(.observingEnded, turn.catalog.names.intern("page.did-appear")) }
    if hearsDisappearing { turn.observe(.observingEnded, turn.catalog.names.intern("page.will-disappear")) }
    hearsAppearing = false
    hearsDisappearing = false
  }
}

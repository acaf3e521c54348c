import Testing

@testable import PopupScheduling

/// The current page, worked out from everything that is known at every event (AuditWords, *Current page*).
private struct PlainPages {
  struct Page {
    var container: Int?
    var presentation: PagePresentation
    var isAppeared = false
    var isComing = false
    var isGoing = false
    /// It covers on its way in, and whether it gave that up.
    var covers = false
    var isMoving = false
  }

  var pages: [Page]
  /// In the order of their did-appear.
  var appeared: [Int] = []

  func lineage(_ page: Int) -> [Int] {
    var lineage = [page]
    while let container = pages[lineage.last!].container { lineage.append(container) }
    return lineage
  }

  mutating func take(_ kind: EventKind, _ page: Int) {
    switch kind {
    case .pageWillAppear:
      pages[page].isMoving = true
      pages[page].isGoing = false
      pages[page].isComing = true
      pages[page].covers = isToCover(page)
    case .pageDidAppear:
      for other in pages.indices { stop(other) }
      leave(page)
      pages[page].isAppeared = true
      appeared.append(page)
    case .pageWillDisappear:
      let givesUp = pages[page].isMoving && !pages[page].isGoing && !pages[page].isAppeared && isToCover(page)
      leave(page)
      pages[page].isMoving = true
      pages[page].isComing = false
      pages[page].covers = false
      if givesUp {
        for other in pages.indices where pages[other].covers && lineage(other).contains(page) {
          pages[other].isComing = false
          pages[other].covers = false
        }
      } else {
        pages[page].isGoing = true
      }
    case .pageDidDisappear:
      leave(page)
      stop(page)
    case .pageRemoved: leave(page)
    default: break
    }
  }

  private mutating func stop(_ page: Int) {
    pages[page].isComing = false
    pages[page].isGoing = false
    pages[page].isMoving = false
    pages[page].covers = false
  }

  private mutating func leave(_ page: Int) {
    pages[page].isAppeared = false
    appeared.removeAll { $0 == page }
  }

  private func isToCover(_ page: Int) -> Bool {
    for step in lineage(page) {
      if pages[step].isAppeared { return false }
      if pages[step].presentation != .full { return true }
    }
    return false
  }

  private func isOnScreen(_ page: Int) -> Bool { lineage(page).allSatisfy { pages[$0].isAppeared } }

  var isSettled: Bool { !pages.contains { $0.isMoving } }

  var current: Int? {
    if pages.contains(where: { $0.isGoing || ($0.isComing && $0.covers) }) { return nil }
    guard var found = appeared.last(where: isOnScreen) else { return nil }
    while let inner = appeared.last(where: { pages[$0].container == found && isOnScreen($0) }) { found = inner }
    let isChanging = pages.indices.contains { page in
      guard pages[page].isComing else { return false }
      // The innermost of its containers that is there; what is not there itself does not change.
      return lineage(page).dropFirst().first { pages[$0].isAppeared } == found
    }
    return isChanging ? nil : found
  }
}

@Suite("The current page, whatever happens")
struct RandomPagesTests {
  @Test("The stack says what looking at everything says", arguments: [3, 8, 14])
  func whatever(count: Int) {
    for seed in UInt64(1)...300 {
      var dice = Dice(state: seed)
      var catalog = Catalog()
      var stack = PageStack()
      var plain = PlainPages(pages: [])
      for page in 0..<count {
        var spec = PageSpec()
        spec.presentation = dice.pick([.full, .full, .sheet, .custom])
        let container = page > 0 && dice.chance(60) ? dice.roll(page) : nil
        spec.container = container.map { PageID($0) } ?? .none
        catalog.appendPage(numbered: Int64(page), spec)
        plain.pages.append(PlainPages.Page(container: container, presentation: spec.presentation))
      }
      func event(_ kind: EventKind, _ page: Int) -> Event {
        var event = Event(kind)
        event.page = PageID(page)
        return event
      }
      for page in 0..<count { stack.take(event(.pageLoaded, page), catalog) }
      for step in 0..<120 {
        let page = dice.roll(count)
        let kind = dice.pick([
          EventKind.pageWillAppear, .pageDidAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved,
        ])
        let epoch = stack.epoch
        let before = stack.current
        stack.take(event(kind, page), catalog)
        plain.take(kind, page)
        let expected = plain.current.map { PageID($0) } ?? .none
        #expect(stack.current == expected, "seed \(seed), step \(step)")
        #expect(stack.isSettled == plain.isSettled, "seed \(seed), step \(step)")
        #expect(stack.current == before || stack.epoch != epoch, "seed \(seed), step \(step)")
        let lineage = plain.current.map { plain.lineage($0) } ?? []
        let isRight = (0..<count).allSatisfy { stack.isInLineage(PageID($0)) == lineage.contains($0) }
        #expect(isRight, "seed \(seed), step \(step)")
        if stack.current != expected { return }
      }
    }
  }
}

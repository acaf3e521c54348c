import Testing

@testable import PopupScheduling

@Suite("The current page")
struct PageStackTests {
  private var catalog = Catalog()
  private var stack = PageStack()

  private mutating func know(_ page: Int, in container: Int? = nil, _ presentation: PagePresentation = .full) {
    while catalog.pages.count <= page { catalog.appendPage(numbered: Int64(catalog.pages.count), PageSpec()) }
    catalog.pages[page].presentation = presentation
    if let container { catalog.pages[page].container = PageID(container) }
  }

  private mutating func take(_ kinds: EventKind..., of pages: Int...) {
    for kind in kinds {
      for page in pages {
        var event = Event(kind)
        event.page = PageID(page)
        stack.take(event, catalog)
      }
    }
  }

  @Test("Between the going of one child and the coming of the next none is current, whatever the order")
  mutating func tabs() {
    know(0)
    know(1, in: 0)
    know(2, in: 0)
    take(.pageWillAppear, .pageDidAppear, of: 0)
    take(.pageWillAppear, of: 1)
    #expect(stack.current.isNone, "its child is coming")
    take(.pageDidAppear, of: 1)
    #expect(stack.current == PageID(1))
    take(.pageWillAppear, of: 2)
    #expect(stack.current == PageID(1), "nothing goes yet, and nothing is covered")
    take(.pageWillDisappear, of: 1)
    #expect(stack.current.isNone)
    take(.pageDidDisappear, of: 1)
    #expect(stack.current.isNone, "its other child is still coming")
    take(.pageDidAppear, of: 2)
    #expect(stack.current == PageID(2))
  }

  @Test("A child that comes in a container which then leaves does not hold up whoever is under it")
  mutating func childOfALeaver() {
    know(0)
    know(1)
    know(2, in: 1)
    take(.pageWillAppear, .pageDidAppear, of: 0, 1)
    take(.pageWillAppear, of: 2)
    #expect(stack.current.isNone)
    take(.pageWillDisappear, .pageDidDisappear, of: 1)
    #expect(stack.current == PageID(0))
    take(.pageWillAppear, .pageDidAppear, of: 1)
    #expect(stack.current == PageID(1))
  }

  @Test(
    "A sheet and a custom page cover from the first to the last moment of their coming",
    arguments: [
      PagePresentation.sheet, .custom,
    ])
  mutating func covering(presentation: PagePresentation) {
    know(0)
    know(1, presentation)
    know(2, in: 1)
    take(.pageWillAppear, .pageDidAppear, of: 0)
    take(.pageWillAppear, of: 1)
    #expect(stack.current.isNone)
    take(.pageWillAppear, of: 2)
    take(.pageDidAppear, of: 2)
    #expect(stack.current == PageID(0), "what it stands in has not come")
    take(.pageDidAppear, of: 1)
    #expect(stack.current == PageID(2))
    take(.pageWillDisappear, of: 1)
    #expect(stack.current.isNone)
    take(.pageWillDisappear, of: 2)
    take(.pageDidDisappear, of: 1)
    #expect(stack.current.isNone)
    take(.pageDidDisappear, of: 2)
    #expect(stack.current == PageID(0))
  }

  @Test("When a covering page gives up before it came, the page under it is current at once, though something moves")
  mutating func cancelled() {
    know(0)
    know(1, .sheet)
    know(2, in: 1)
    take(.pageWillAppear, .pageDidAppear, of: 0)
    take(.pageWillAppear, of: 1, 2)
    take(.pageWillDisappear, of: 1)
    #expect(stack.current == PageID(0))
    #expect(!stack.isSettled)
    take(.pageWillDisappear, of: 2)
    #expect(stack.current == PageID(0))
    take(.pageDidDisappear, of: 2, 1)
    #expect(stack.current == PageID(0))
    #expect(stack.isSettled)
    take(.pageWillAppear, .pageDidAppear, of: 1)
    take(.pageWillDisappear, of: 1)
    #expect(stack.current.isNone, "this time it came")
  }

  @Test("Of a deep stack of pages everything is known that stands in everything, and nothing takes long")
  mutating func deep() {
    let depth = 20_000
    for page in 0..<depth { know(page, in: page == 0 ? nil : page - 1) }
    for page in 0..<depth { take(.pageWillAppear, .pageDidAppear, of: page) }
    #expect(stack.current == PageID(depth - 1))
    #expect(stack.isInLineage(PageID(0)) && stack.isInLineage(PageID(depth / 2)))
    take(.pageWillDisappear, of: depth / 2)
    #expect(!stack.isInLineage(PageID(0)))
    take(.pageDidDisappear, of: depth / 2)
    #expect(stack.current == PageID(depth / 2 - 1))
    #expect(stack.isInLineage(PageID(0)) && !stack.isInLineage(PageID(depth / 2)))
    take(.pageWillAppear, .pageDidAppear, of: depth / 2)
    #expect(stack.current == PageID(depth - 1))
  }
}

import Testing

@testable import PopupScheduling
@testable import PublishedSchedulers

@Suite("The model of what UIKit holds")
struct HostTests {
  private func event(_ kind: EventKind, _ page: Int) -> Event {
    var event = Event(kind)
    event.page = PageID(page)
    return event
  }

  @Test("the top page is the one that was about to appear last, and the one below when it is gone")
  func top() {
    var host = PublishedHost()
    for (kind, page) in [(EventKind.pageWillAppear, 0), (.pageDidAppear, 0), (.pageWillAppear, 1)] {
      host.note(page: event(kind, page))
    }
    #expect(host.top == PageID(1) && host.below(PageID(1)) == PageID(0))
    host.note(page: event(.pageDidDisappear, 1))
    #expect(host.top == PageID(0) && host.below(PageID(0)) == .none)
    host.note(page: event(.pageRemoved, 0))
    #expect(host.top == .none && host.isGone(PageID(0)) && !host.isGone(PageID(1)))
  }

  @Test("a page that did appear without having said so before is on screen all the same")
  func unannounced() {
    var host = PublishedHost()
    host.note(page: event(.pageDidAppear, 3))
    #expect(host.top == PageID(3))
  }

  @Test("a page is in its stack by its navigation or by being presented, until it is removed")
  func stack() {
    var catalog = Catalog()
    for number in [Int64(0), 1, 2] { _ = catalog.page(numbered: number) }
    catalog.pages[1].navigation = false
    catalog.pages[2].navigation = false
    catalog.pages[2].presentation = .custom
    var host = PublishedHost()
    #expect(host.isInStack(PageID(0), catalog))
    #expect(!host.isInStack(PageID(1), catalog))
    #expect(host.isInStack(PageID(2), catalog))
    #expect(!host.isInStack(PageID(9), catalog))
    host.note(page: event(.pageRemoved, 0))
    #expect(!host.isInStack(PageID(0), catalog))
  }

  @Test("membership is of the very class, kinship of the chain")
  func classes() {
    var catalog = Catalog()
    let page = catalog.page(numbered: 0)
    let own = catalog.names.intern("Derived")
    let base = catalog.names.intern("Base")
    catalog.pages[0].classes = catalog.names.intern([own, base])
    let host = PublishedHost()
    #expect(host.isMember(page, ofClass: own, catalog) && !host.isMember(page, ofClass: base, catalog))
    #expect(host.isKind(page, ofClass: own, catalog) && host.isKind(page, ofClass: base, catalog))
    #expect(!host.isMember(page, ofClass: .none, catalog) && !host.isKind(page, ofClass: .none, catalog))
  }

  @Test("a view is up once for each popup it was added for, and goes for all of them")
  func views() throws {
    var turn = Turn(catalog: Catalog())
    var spec = PopupSpec(name: turn.catalog.names.intern("p"))
    spec.object = 4
    var host = PublishedHost()
    for number in [Int64(1), 2] {
      var submission = Event(.popupSubmitted)
      submission.popup = turn.catalog.popup(numbered: number)
      submission.spec = turn.catalog.intern(spec)
      #expect(host.note(submission: submission, turn.catalog) != nil)
      host.addSubview(submission.popup, on: .none, &turn)
    }
    let view = try #require(host[PopupID(0)]?.view)
    #expect(host.window == [PopupID(0), PopupID(1)] && host.isUp(view))
    host.addSubview(PopupID(0), on: .none, &turn)
    #expect(host.window == [PopupID(1), PopupID(0)])
    host.removeFromSuperview(view, .dismissed, &turn)
    #expect(host.window.isEmpty && !host.isUp(view))
    #expect(turn.log.events.map(\.generation) == [1, 1, 2, 1, 2])
    host.addSubview(PopupID(1), on: .none, &turn)
    host.lose(PopupID(0))
    #expect(host.window.isEmpty && !host.isUp(view))
  }
}

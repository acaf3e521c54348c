import PopupScheduling
import Testing

@MainActor
@Suite("Calls that make no sense")
struct RefusalTests {
  let clock = StagedClock()
  let app = StagedApp()

  private func scheduler(_ configuration: PolicyConfiguration = .v6) -> PopupScheduler<Void> {
    PopupScheduler(policy: StandardPolicy(configuration), presenter: app, observer: Notebook(), clock: clock)
  }

  private func home(_ scheduler: PopupScheduler<Void>) -> PageID {
    let home = scheduler.loadPage(PageDescription("Home"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    return home
  }

  /// Every call that names a popup.
  private func call(_ scheduler: PopupScheduler<Void>, _ popup: PopupID) {
    scheduler.withdraw(popup)
    scheduler.dismiss(popup, by: .button)
    scheduler.update(popup, state: "done")
    scheduler.setCondition(of: popup, holds: true)
    scheduler.change(popup, level: 3)
    scheduler.change(popup)
    scheduler.viewLost(popup)
    scheduler.contentLoaded(popup)
    scheduler.contentFailed(popup)
    scheduler.animationFinished(popup, .show, generation: 1)
    scheduler.animationLost(popup, .hide, generation: 1)
    scheduler.perform("open", of: popup) {}
  }

  /// Every call that names a page.
  private func call(_ scheduler: PopupScheduler<Void>, _ page: PageID) {
    scheduler.pageWillAppear(page)
    scheduler.pageDidAppear(page)
    scheduler.pageWillDisappear(page)
    scheduler.pageDidDisappear(page)
    scheduler.pageRemoved(page)
    #expect(scheduler.loadPage(PageDescription("Child", container: page)).isNone == true)
    var request = PopupRequest("Hint")
    request.instance = page
    #expect(scheduler.submit(request).isNone)
    request.instance = .none
    request.callerPage = page
    #expect(scheduler.submit(request).isNone)
  }

  @Test("A popup that nobody submitted is refused in every call, and counted", arguments: [-1, -2, 0, 7, Int32.max])
  func unknownPopup(number: Int32) {
    let scheduler = scheduler()
    call(scheduler, PopupID(number))
    #expect(scheduler.refusedCalls == 12)
    #expect(scheduler.notebook.refused == 12)
    #expect(scheduler.notebook.events.isEmpty)
    #expect(!scheduler.isUp(PopupID(number)))
  }

  @Test(
    "A page that nobody loaded is refused in every call, as an instance and as a container, too",
    arguments: [
      -2, 0, 7, Int32.max,
    ])
  func unknownPage(number: Int32) {
    let scheduler = scheduler()
    call(scheduler, PageID(number))
    #expect(scheduler.refusedCalls == 8)
    #expect(scheduler.notebook.refused == 8)
    #expect(scheduler.notebook.events.isEmpty)
    // Nothing is left behind by what was refused.
    let home = home(scheduler)
    #expect(home == PageID(0))
    #expect(scheduler.submit(PopupRequest("First")) == PopupID(0))
    #expect(scheduler.catalog.pageNumbers == [0] && scheduler.catalog.popupNumbers == [0])
  }

  @Test("The action of a tap on an unknown popup is carried out all the same, without a cause")
  func unknownTap() {
    let scheduler = scheduler()
    #expect(scheduler.perform("open", of: PopupID(3)) { scheduler.submit(PopupRequest("Next")) } == PopupID(0))
    #expect(scheduler.notebook.events.first?.cause == -1)
  }

  @Test("Refusals within a presenter's call are told as well")
  func refusedAnyTime() {
    let scheduler = scheduler()
    defer { app.onShow = nil }
    app.onShow = { _ in call(scheduler, PopupID(99)) }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    #expect(scheduler.notebook.refused == 12)
    #expect(scheduler.refusedCalls == 12)
  }

  @Test("An animation's end of no presentation is refused")
  func noGeneration() {
    let scheduler = scheduler()
    let popup = scheduler.submit(PopupRequest("Toast", kind: .hud))
    for generation: Int32 in [0, -1, .min] {
      scheduler.animationFinished(popup, .hide, generation: generation)
      scheduler.animationLost(popup, .hide, generation: generation)
    }
    #expect(scheduler.refusedCalls == 6)
    scheduler.animationFinished(popup, .hide, generation: .max)
    scheduler.animationLost(popup, .hide, generation: .max)
    #expect(scheduler.refusedCalls == 6)
  }

  @Test("An end of no presentation is counted, and leaves no cover for good")
  func noGenerationWhileLeaving() {
    let scheduler = scheduler()
    _ = home(scheduler)
    var request = PopupRequest("First")
    request.hideMilliseconds = 200
    let first = scheduler.submit(request)
    scheduler.submit(PopupRequest("Second"))
    scheduler.dismiss(first, by: .button)
    scheduler.animationFinished(first, .hide, generation: 0)
    #expect(scheduler.refusedCalls == 1 && app.log.last != "show Second #1")
    clock.advance(to: Ticks(1_200))
    #expect(app.log.suffix(3) == ["uncover", "cover", "show Second #1"])
  }

  @Test("More pages than a trace can hold are refused wherever they are asked for, and no more than that fit")
  func tooManyPages() {
    let scheduler = scheduler()
    let names = (0...65_536).map { "Page\($0)" }
    var request = PopupRequest("Everywhere")
    request.pages = names
    #expect(scheduler.submit(request).isNone)
    request.pages?.removeLast()
    let popup = scheduler.submit(request)
    #expect(!popup.isNone)
    scheduler.change(popup, pages: names)
    var page = PageDescription("Home")
    page.classes = names
    #expect(scheduler.loadPage(page).isNone)
    #expect(scheduler.refusedCalls == 3)
  }

  @Test("What is said of a popup that has ended is no mistake: it is recorded, and changes nothing")
  func ended() {
    let scheduler = scheduler()
    _ = home(scheduler)
    let popup = scheduler.submit(PopupRequest("First"))
    scheduler.dismiss(popup, by: .button)
    let log = app.log
    call(scheduler, popup)
    #expect(app.log == log)
    #expect(scheduler.refusedCalls == 0)
    #expect(scheduler.notebook.events.suffix(10).allSatisfy { $0.kind.isStimulus })
  }

  @Test("Everything that can be asked can be asked while a decision is carried out, the catalog too")
  func looking() {
    let scheduler = scheduler()
    let home = home(scheduler)
    var looks = 0
    let look: (PopupID) -> Void = { popup in
      looks += 1
      let catalog = scheduler.catalog
      #expect(catalog.popupNumbers.count == 1 && catalog.names.texts.contains("First"))
      #expect(catalog.className(of: home) == catalog.names.symbol(of: "Home"))
      #expect(scheduler.now == .zero && scheduler.refusedCalls == 0 && !scheduler.presenterIsGone)
      #expect(scheduler.visiblePopups.isEmpty == !scheduler.isUp(popup))
      #expect(scheduler.unpresentedPopups == 0 && scheduler.presenter != nil)
    }
    defer { (app.onShow, app.onClosed, app.onRequest) = (nil, nil, nil) }
    app.onShow = look
    app.onClosed = look
    app.onRequest = look
    var request = PopupRequest("First")
    request.readiness = .async
    let popup = scheduler.submit(request)
    scheduler.contentLoaded(popup)
    scheduler.dismiss(popup, by: .button)
    #expect(looks == 3)
  }

  @Test(
    "A HUD shown on a page that is removed, and changed to other pages, is parked for that page no longer than it takes",
    arguments: [PolicyConfiguration.v4, .v6], 0..<24)
  func changedPages(configuration: PolicyConfiguration, variant: Int) {
    let scheduler = scheduler(configuration)
    let home = home(scheduler)
    let detail = scheduler.loadPage(PageDescription("Detail"))
    scheduler.pageWillDisappear(home)
    scheduler.pageWillAppear(detail)
    scheduler.pageDidDisappear(home)
    scheduler.pageDidAppear(detail)
    var request = PopupRequest("Saving", kind: .hud)
    request.pages = variant & 1 == 0 ? nil : ["Detail"]
    request.keepAlive = variant & 2 != 0
    let saving = scheduler.submit(request)
    #expect(scheduler.isUp(saving))
    let pages = variant & 4 == 0 ? ["Home"] : ["Elsewhere"]
    if variant / 8 == 0 { scheduler.pageRemoved(detail) }
    if variant / 8 == 2 { scheduler.change(saving, pages: pages) }
    scheduler.pageWillDisappear(detail)
    if variant / 8 > 0 { scheduler.pageRemoved(detail) }
    scheduler.pageWillAppear(home)
    if variant / 8 < 2 { scheduler.change(saving, pages: pages) }
    scheduler.pageDidDisappear(detail)
    scheduler.pageDidAppear(home)
    scheduler.pageWillDisappear(home)
    scheduler.pageDidAppear(home)
    let last = scheduler.notebook.events.last { $0.popup == saving && $0.kind != .popupChanged }
    #expect(last?.kind != .popupParked || last?.page == home)
    #expect(!scheduler.isUp(saving) || pages == ["Home"])
  }

  @Test("A popup changed to another page inside its own showing, in every version", arguments: 0...6)
  func changedInShow(version: Int) {
    let scheduler = scheduler([.v0, .v1, .v2, .v3, .v4, .v5, .v6][version])
    let home = home(scheduler)
    app.onShow = { popup in
      scheduler.change(popup, pages: ["Detail"])
      scheduler.pageRemoved(home)
      scheduler.pageWillDisappear(home)
      scheduler.pageDidDisappear(home)
    }
    var request = PopupRequest("Saving", kind: .hud)
    request.keepAlive = true
    scheduler.submit(request)
    scheduler.submit(PopupRequest("Alert"))
    app.onShow = nil
    _ = self.home(scheduler)
    #expect(scheduler.refusedCalls == 0)
  }
}

import PopupScheduling
import Testing

@MainActor
@Suite("Several scenes, one scheduler")
struct SceneTests {
  let app = StagedApp()

  private func scheduler(_ schedulers: [SchedulerID]) -> PopupScheduler<Void> {
    PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: StagedClock(), schedulers: schedulers)
  }

  private func page(_ scheduler: PopupScheduler<Void>, scene: UInt16) -> PageID {
    let page = scheduler.loadPage(PageDescription("Home", scene: scene))
    scheduler.pageWillAppear(page)
    scheduler.pageDidAppear(page)
    return page
  }

  private func request(_ name: String, scene: UInt16, scheduler: UInt16 = 0) -> PopupRequest<Void> {
    var request = PopupRequest(name)
    request.scene = scene
    request.scheduler = scheduler
    request.showMilliseconds = 100
    request.pages = ["Home"]
    return request
  }

  @Test("Each scene has a slot, pages, locks and covers of its own; one observer is told of all")
  func independence() {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: StagedClock(),
      schedulers: [SchedulerID(), SchedulerID(scene: 3)])
    let first = page(scheduler, scene: 0)
    let a = scheduler.submit(request("A", scene: 0))
    let b = scheduler.submit(request("B", scene: 3))
    #expect(scheduler.visiblePopups == [a])
    let second = page(scheduler, scene: 3)
    #expect(scheduler.visiblePopups == [a, b])
    #expect(app.log == ["cover", "show A #1", "lock", "cover in 3", "show B #1", "lock in 3"])
    app.log = []
    scheduler.animationFinished(a, .show, generation: 1)
    #expect(app.log == ["unlock"])
    scheduler.pageWillDisappear(first)
    #expect(scheduler.visiblePopups == [b])
    #expect(scheduler.catalog.scene(of: second) == 3)
    #expect(Set(scheduler.notebook.events.filter { $0.kind == .popupShown }.map(\.scene)) == [0, 3])
  }

  @Test("Scrolling, typing, suspending and clearing are a scene's")
  func gates() {
    let scheduler = scheduler([SchedulerID(), SchedulerID(scene: 1), SchedulerID(scene: 1, scheduler: 1)])
    for scene: UInt16 in [0, 1] { _ = page(scheduler, scene: scene) }
    scheduler.scrollBegan(scene: 1)
    let a = scheduler.submit(request("A", scene: 0))
    let b = scheduler.submit(request("B", scene: 1))
    #expect(scheduler.visiblePopups == [a])
    scheduler.scrollEnded(scene: 1)
    #expect(scheduler.visiblePopups == [a, b])
    scheduler.suspend(nil, hides: true, on: SchedulerID(scene: 1))
    #expect(scheduler.visiblePopups == [a])
    let c = scheduler.submit(request("C", scene: 1, scheduler: 1))
    #expect(scheduler.visiblePopups == [a, c])
    scheduler.clear(on: SchedulerID(scene: 0))
    #expect(scheduler.visiblePopups == [c])
    scheduler.resume(on: SchedulerID(scene: 1))
    #expect(scheduler.visiblePopups == [c, b])
  }

  @Test("A page is in its container's scene where it names none; a tap's transition is that of its own scene")
  func containers() throws {
    let scheduler = scheduler([SchedulerID(scene: 2), SchedulerID(scene: 5)])
    let tabs = scheduler.loadPage(PageDescription("Tabs", scene: 2))
    let home = scheduler.loadPage(PageDescription("Home", container: tabs))
    for page in [tabs, home] {
      scheduler.pageWillAppear(page)
      scheduler.pageDidAppear(page)
    }
    let popup = scheduler.submit(request("A", scene: 2))
    #expect(scheduler.isUp(popup))
    let other = scheduler.loadPage(PageDescription("Other", scene: 5))
    scheduler.perform("open", of: popup) { scheduler.pageWillDisappear(home) }
    scheduler.pageWillAppear(other)
    scheduler.pageDidDisappear(home)
    let events = scheduler.notebook.events
    let tap = try #require(events.first { $0.kind == .popupTapped })
    #expect(
      events.filter { $0.page == home && $0.cause == tap.sequence }.map(\.kind) == [
        .pageWillDisappear, .pageDidDisappear,
      ])
    #expect(events.last { $0.page == other }?.cause == -1)
  }

  @Test("A transition without an arrival is over when its last page is gone: what comes later is not its doing")
  func endOfTransition() throws {
    let scheduler = scheduler([SchedulerID()])
    _ = page(scheduler, scene: 0)
    let sheet = scheduler.loadPage(PageDescription("Sheet", presentation: .sheet))
    scheduler.pageWillAppear(sheet)
    scheduler.pageDidAppear(sheet)
    let popup = scheduler.submit(request("A", scene: 0))
    scheduler.perform("close", of: popup) { scheduler.pageWillDisappear(sheet) }
    scheduler.pageDidDisappear(sheet)
    _ = page(scheduler, scene: 0)
    let events = scheduler.notebook.events
    let tap = try #require(events.first { $0.kind == .popupTapped })
    #expect(events.filter { $0.cause == tap.sequence }.map(\.kind) == [.pageWillDisappear, .pageDidDisappear])
  }

  @Test("What belongs to a scene or a scheduler that was not announced is refused and counted")
  func unannounced() {
    let scheduler = scheduler([SchedulerID(scene: 1), SchedulerID(scene: 1, scheduler: 4)])
    #expect(scheduler.submit(request("A", scene: 0)).isNone)
    #expect(scheduler.submit(request("A", scene: 1, scheduler: 2)).isNone)
    #expect(scheduler.loadPage(PageDescription("Home")).isNone)
    scheduler.scrollBegan()
    scheduler.scrollEnded(scene: 2)
    scheduler.editBegan(responder: "search")
    scheduler.editEnded()
    scheduler.backPressed()
    scheduler.becameIdle()
    scheduler.suspend()
    scheduler.resume(.alert)
    scheduler.clear(on: SchedulerID(scene: 9))
    scheduler.suspend(nil, hides: true, on: SchedulerID(scene: 1, scheduler: 1))
    #expect(scheduler.refusedCalls == 13)
    #expect(scheduler.notebook.refused == 13)
    #expect(scheduler.notebook.events.isEmpty)
  }

  @Test("No scheduler is the usual one, and a scheduler named twice is one")
  func oddLines() {
    let none = scheduler([])
    _ = page(none, scene: 0)
    #expect(none.isUp(none.submit(request("A", scene: 0))))
    let twice = scheduler([SchedulerID(), SchedulerID()])
    _ = page(twice, scene: 0)
    twice.submit(request("A", scene: 0))
    #expect(twice.notebook.events.count { $0.kind == .popupShown } == 1)
  }
}

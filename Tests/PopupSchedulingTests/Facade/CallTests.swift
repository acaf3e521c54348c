import PopupScheduling
import Testing

@MainActor
@Suite("What each call says")
struct CallTests {
  typealias Call = @MainActor (PopupScheduler<Void>) -> Void

  let app = StagedApp()

  /// Two scenes with a page each; popup 0 is up, popup 1 waits for a page.
  private func scheduler() -> PopupScheduler<Void> {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: StagedClock(),
      schedulers: [SchedulerID(), SchedulerID(scene: 1)])
    for scene: UInt16 in [0, 1] { _ = scheduler.loadPage(PageDescription("Home", scene: scene)) }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    scheduler.submit(PopupRequest("Alert"))
    return scheduler
  }

  private nonisolated static func event(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) -> Event {
    var event = Event(kind)
    fill(&event)
    return event
  }

  private nonisolated static func popup(_ kind: EventKind, _ fill: (inout Event) -> Void = { _ in }) -> Event {
    event(kind) {
      $0.popup = PopupID(0)
      fill(&$0)
    }
  }

  private nonisolated static let popupCalls: [(call: Call, event: Event, name: String)] = [
    ({ $0.withdraw(PopupID(0)) }, popup(.popupWithdrawn), ""),
    ({ $0.dismiss(PopupID(0), by: .swipe) }, popup(.popupDismissed) { $0.act = .swipe }, ""),
    ({ $0.dismiss(PopupID(0), by: .code) }, popup(.popupDismissed) { $0.act = .code }, ""),
    ({ $0.update(PopupID(0), state: "half") }, popup(.popupUpdated), "half"),
    ({ $0.setCondition(of: PopupID(0), holds: true) }, popup(.popupCondition) { $0.flags = .holds }, ""),
    ({ $0.setCondition(of: PopupID(0), holds: false) }, popup(.popupCondition), ""),
    ({ $0.change(PopupID(0), level: 3) }, popup(.popupChanged) { $0.attributes = 0 }, ""),
    ({ $0.viewLost(PopupID(0)) }, popup(.popupViewLost), ""),
    ({ $0.contentLoaded(PopupID(0)) }, popup(.contentLoaded), ""),
    ({ $0.contentFailed(PopupID(0)) }, popup(.contentFailed), ""),
    (
      { $0.animationFinished(PopupID(0), .hide, generation: 2, completed: false) },
      popup(.animationFinished) {
        $0.phase = .hide
        $0.generation = 2
        $0.flags = .incomplete
      }, ""
    ),
    (
      { $0.animationFinished(PopupID(0), .show, generation: 1) },
      popup(.animationFinished) {
        $0.phase = .show
        $0.generation = 1
      }, ""
    ),
    (
      { $0.animationLost(PopupID(0), .hide, generation: 1) },
      popup(.animationLost) {
        $0.phase = .hide
        $0.generation = 1
      }, ""
    ),
    ({ $0.animationFinished(PopupID(0), .hide, generation: 0) }, popup(.animationLost) { $0.phase = .hide }, ""),
    ({ $0.animationLost(PopupID(0), .show, generation: -5) }, popup(.animationLost) { $0.phase = .show }, ""),
    ({ $0.perform("open", of: PopupID(0)) {} }, popup(.popupTapped), "open"),
  ]

  private nonisolated static let appCalls: [(call: Call, event: Event, name: String)] = [
    ({ $0.pageWillAppear(PageID(1)) }, event(.pageWillAppear) { $0.page = PageID(1) }, ""),
    ({ $0.pageDidAppear(PageID(1)) }, event(.pageDidAppear) { $0.page = PageID(1) }, ""),
    ({ $0.pageWillDisappear(PageID(0)) }, event(.pageWillDisappear) { $0.page = PageID(0) }, ""),
    ({ $0.pageDidDisappear(PageID(1)) }, event(.pageDidDisappear) { $0.page = PageID(1) }, ""),
    ({ $0.pageRemoved(PageID(1)) }, event(.pageRemoved) { $0.page = PageID(1) }, ""),
    ({ $0.signedOut() }, event(.appSignedOut), ""),
    ({ $0.signedIn(user: "ann") }, event(.appSignedIn), "ann"),
    ({ $0.enteredBackground() }, event(.appBackground), ""),
    ({ $0.enteredForeground() }, event(.appForeground), ""),
    ({ $0.scrollBegan() }, event(.scrollBegan), ""),
    ({ $0.scrollBegan(scene: 1) }, event(.scrollBegan) { $0.scene = 1 }, ""),
    ({ $0.scrollEnded() }, event(.scrollEnded), ""),
    ({ $0.scrollEnded(scene: 1) }, event(.scrollEnded) { $0.scene = 1 }, ""),
    ({ $0.editBegan(responder: "search") }, event(.editBegan), "search"),
    ({ $0.editBegan(responder: "search", scene: 1) }, event(.editBegan) { $0.scene = 1 }, "search"),
    ({ $0.editEnded() }, event(.editEnded), ""),
    ({ $0.editEnded(scene: 1) }, event(.editEnded) { $0.scene = 1 }, ""),
    ({ $0.backPressed() }, event(.backPressed), ""),
    ({ $0.backPressed(scene: 1) }, event(.backPressed) { $0.scene = 1 }, ""),
    ({ $0.foreignInputLockBegan() }, event(.inputForeignLocked), ""),
    ({ $0.foreignInputLockBegan(scene: 1) }, event(.inputForeignLocked) { $0.scene = 1 }, ""),
    ({ $0.foreignInputLockEnded() }, event(.inputForeignUnlocked), ""),
    ({ $0.foreignInputLockEnded(scene: 1) }, event(.inputForeignUnlocked) { $0.scene = 1 }, ""),
    ({ $0.becameIdle() }, event(.idle), ""),
    ({ $0.becameIdle(scene: 1) }, event(.idle) { $0.scene = 1 }, ""),
    ({ $0.suspend() }, event(.schedulerSuspended), ""),
    (
      { $0.suspend(.sheet, hides: true, on: SchedulerID(scene: 1)) },
      event(.schedulerSuspended) {
        $0.popupKind = .sheet
        $0.flags.insert(.hides)
        $0.scene = 1
      }, ""
    ),
    ({ $0.suspend(.alert) }, event(.schedulerSuspended) { $0.popupKind = .alert }, ""),
    ({ $0.resume() }, event(.schedulerResumed), ""),
    (
      { $0.resume(.guide, on: SchedulerID(scene: 1)) },
      event(.schedulerResumed) {
        $0.popupKind = .guide
        $0.scene = 1
      }, ""
    ),
    ({ $0.clear() }, event(.schedulerCleared), ""),
    (
      { $0.clear(.hud, on: SchedulerID(scene: 1)) },
      event(.schedulerCleared) {
        $0.popupKind = .hud
        $0.scene = 1
      }, ""
    ),
  ]

  private nonisolated static let calls = popupCalls + appCalls

  @Test("A call is one stimulus with what was said in it, and nothing else", arguments: calls.indices)
  func stimulus(index: Int) throws {
    let (call, wanted, name) = Self.calls[index]
    let scheduler = scheduler()
    let before = scheduler.notebook.events.count
    call(scheduler)
    let happened = scheduler.notebook.events[before...]
    let said = try #require(happened.first)
    var expected = wanted
    expected.sequence = Int32(before)
    // Of causes and of time others tell.
    (expected.cause, expected.time, expected.name) = (said.cause, said.time, said.name)
    #expect(said == expected)
    #expect(scheduler.catalog.names.text(said.name) == name)
    #expect(happened.dropFirst().allSatisfy { $0.kind.isDecision })
  }

  @Test(
    "A page is loaded with its classes, its presentation and its container, in the scene that is said, or in that one's"
  )
  func pages() {
    let scheduler = scheduler()
    let tabs = scheduler.loadPage(PageDescription("Tabs", "Base", presentation: .custom, scene: 1))
    let inherited = scheduler.loadPage(PageDescription("First", container: tabs))
    let elsewhere = scheduler.loadPage(PageDescription("Second", container: PageID(0), presentation: .sheet, scene: 1))
    let innermost = scheduler.loadPage(PageDescription("Third", container: elsewhere))
    let catalog = scheduler.catalog
    func line(_ page: PageID) -> String {
      let spec = catalog.pages[page.index]
      let classes = catalog.names.list(spec.classes).map { catalog.names.text($0) }.joined(separator: " ")
      return "\(classes) in \(spec.container.rawValue) as \(spec.presentation.wireName), scene \(spec.scene)"
    }
    #expect(
      [tabs, inherited, elsewhere, innermost].map(line) == [
        "Tabs Base in -1 as custom, scene 1", "First in 2 as full, scene 1", "Second in 0 as sheet, scene 1",
        "Third in 4 as full, scene 1",
      ])
    #expect(catalog.pageNumbers == [0, 1, 2, 3, 4, 5])
    #expect(scheduler.notebook.events.suffix(4).map(\.page) == [tabs, inherited, elsewhere, innermost])
    #expect(scheduler.notebook.events.suffix(4).allSatisfy { $0.kind == .pageLoaded })
  }

  @Test("As many classes as a trace can hold may be named wherever classes are, and one more nowhere")
  func mostClasses() {
    let scheduler = scheduler()
    var page = PageDescription("Home")
    page.classes = (0..<65_536).map { "Page\($0)" }
    #expect(!scheduler.loadPage(page).isNone)
    scheduler.change(PopupID(1), pages: page.classes)
    #expect(scheduler.refusedCalls == 0)
    #expect(scheduler.catalog.changes.last?.pages == scheduler.catalog.pages.last?.classes)
    page.classes.append("One more")
    #expect(scheduler.loadPage(page).isNone)
    scheduler.change(PopupID(1), pages: page.classes)
    #expect(scheduler.refusedCalls == 2)
  }

  @Test("What several callbacks of one turn say is taken as each of them said it, in order")
  func callbacksOfOneTurn() {
    let scheduler = scheduler()
    app.onShow = { [unowned scheduler] popup in
      for state in ["one", "two"] { scheduler.update(popup, state: state) }
      scheduler.dismiss(popup, by: .code)
    }
    app.onClosed = { [unowned scheduler, unowned app] popup in
      app.onShow = nil
      scheduler.update(popup, state: "three")
      scheduler.editBegan(responder: "search")
      scheduler.submit(PopupRequest("Last", kind: .hud))
    }
    let before = scheduler.notebook.events.count
    let popup = scheduler.submit(PopupRequest("First", kind: .hud))
    app.onClosed = nil
    let names = scheduler.catalog.names
    let said = scheduler.notebook.events[before...].filter { $0.kind.isStimulus }.map { event in
      let name = event.kind == .popupSubmitted ? scheduler.catalog.spec(event.spec).name : event.name
      return "\(event.kind.wireName) \(event.popup.rawValue) \(names.text(name))"
    }
    #expect(
      said == [
        "popup.submitted 2 First", "popup.updated 2 one", "popup.updated 2 two", "popup.dismissed 2 ",
        "popup.updated 2 three", "edit.began -1 search", "popup.submitted 3 Last",
      ])
    #expect(popup == PopupID(2) && scheduler.visiblePopups == [PopupID(0), PopupID(3)])
  }

  @Test("The time is that of the clock, within what a trace can hold")
  func time() {
    let clock = StagedClock(tick: TickLength(microseconds: 60_000_000)!)
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: clock)
    for (time, expected) in [(-5, 0), (0, 0), (7, 7), (Int64.max, (1 << 61) / 60_000_000 - 1)] as [(Int64, Int64)] {
      clock.jump(to: Ticks(time))
      #expect(scheduler.now == Ticks(expected))
    }
  }
}

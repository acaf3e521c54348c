import PopupScheduling
import Testing

private final class HomeController {}

@MainActor
@Suite("What an app reports of a scheduler of its own")
struct ObservedPopupsTests {
  let notebook = Notebook()
  let clock = StagedClock()
  let observed: ObservedPopups

  init() {
    PopupMistakes.stopDebugBuilds = false
    observed = ObservedPopups(observer: notebook, clock: clock)
  }

  private var kinds: [EventKind] { notebook.events.map(\.kind) }
  private var last: Event { notebook.events[notebook.events.count - 1] }

  private func popup(_ name: String = "sale") -> PopupID { observed.submitted(PopupRequest(name)) }

  @Test("What is told is recorded in order, with its times, and what follows from a dismissal is filled in")
  func told() {
    let home = observed.loadPage(PageDescription("Home"))
    observed.pageDidAppear(home)
    clock.jump(to: Ticks(100))
    let popup = popup()
    observed.shown(popup, on: home)
    #expect(last.page == home && last.generation == 1 && observed.isUp(popup))
    clock.jump(to: Ticks(900))
    observed.dismissed(popup, by: .button)
    #expect(kinds == [.pageLoaded, .pageDidAppear, .popupSubmitted, .popupShown, .popupDismissed, .popupHidden])
    #expect(last.reason == .dismissed && last.generation == 1 && !observed.isUp(popup))
    #expect(notebook.events.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(notebook.events.map(\.time.rawValue) == [0, 0, 100, 100, 900, 900])
    // A dismissal is caused by its presentation, and a decision by what was told at its time.
    #expect(notebook.events[3].cause == 2 && notebook.events[4].cause == 3 && last.cause == 4)
    // The app may tell it once more, as it tells everything.
    observed.hidden(popup, because: .dismissed)
    #expect(kinds.count == 6 && observed.refusedCalls == 0)
    observed.hidden(popup, because: .dismissed)
    #expect(observed.refusedCalls == 1)
  }

  @Test(
    "Its view lost, a popup is hidden; taken back by code it goes when the app says so; dropped while it is up, it is hidden first"
  )
  func ends() {
    let (up, lost) = (popup(), popup())
    observed.shown(up)
    observed.withdrawn(up)
    #expect(last.kind == .popupWithdrawn && observed.isUp(up))
    observed.dismissed(up, by: .code)
    #expect(last.kind == .popupDismissed && observed.isUp(up))
    observed.hidden(up, because: .withdrawn)
    #expect(last.kind == .popupHidden && last.reason == .withdrawn)
    observed.shown(lost)
    observed.viewLost(lost)
    #expect(last.kind == .popupHidden && last.reason == .viewLost)
    observed.viewLost(lost)
    #expect(last.kind == .popupViewLost && observed.refusedCalls == 0)
    let dropped = popup()
    observed.shown(dropped)
    observed.dropped(dropped, because: .expired)
    #expect(kinds.suffix(2) == [.popupHidden, .popupDropped] && last.reason == .expired)
  }

  @Test("Presentations are counted, and one that was kept for its page comes back")
  func parked() {
    let home = observed.loadPage(PageDescription("Home"))
    let popup = popup()
    observed.shown(popup)
    observed.hidden(popup, because: .pageLeft)
    observed.parked(popup, for: home)
    #expect(last.page == home)
    observed.restored(popup)
    observed.queued(popup)
    #expect(last.reason == .slot)
    observed.shown(popup, on: home)
    #expect(last.generation == 2 && last.flags.contains(.restored))
  }

  @Test("Every other decision can be told")
  func decisions() {
    let popup = popup()
    let first = notebook.events.count
    observed.contentRequested(popup)
    observed.contentCancelled(popup)
    observed.calledBack("closed", popup, because: .auto)
    observed.fault("the queue was empty")
    observed.inputLocked()
    observed.inputUnlocked()
    observed.coverAdded()
    observed.coverRemoved()
    observed.keyboardResigned(responder: "search")
    observed.keyboardRestored(responder: "search")
    observed.timerSet(4, for: popup, afterMilliseconds: 500, purpose: .autoDismiss)
    observed.timerCancelled(4)
    observed.timerFired(5)
    #expect(
      kinds[first...] == [
        .contentRequested, .contentCancelled, .callback, .fault, .inputLocked, .inputUnlocked, .coverAdded,
        .coverRemoved,
        .keyboardResigned, .keyboardRestored, .timerSet, .timerCancelled, .timerFired,
      ])
    let set = notebook.events.first { $0.kind == .timerSet }
    #expect(set?.at == Ticks(500) && set?.timer == TimerID(4) && set?.purpose == .autoDismiss && set?.popup == popup)
    let names = observed.catalog.names
    #expect(notebook.events.first { $0.kind == .fault }.map { names.text($0.name) } == "the queue was empty")
  }

  @Test("What contradicts what was told before is refused, counted, and told of")
  func contradictions() {
    let home = observed.loadPage(PageDescription("Home"))
    let popup = popup()
    let known = kinds.count
    observed.hidden(popup, because: .auto)
    observed.shown(PopupID(7))
    observed.shown(popup, on: PageID(9))
    observed.parked(popup, for: PageID(9))
    observed.queued(popup, for: .none)
    observed.timerSet(-1, for: popup, afterMilliseconds: 1)
    observed.timerFired(1 << 30)
    #expect(observed.refusedCalls == 7 && kinds.count == known && notebook.refused == 7)
    observed.shown(popup)
    observed.shown(popup)
    observed.pageDidAppear(home)
    observed.pageDidAppear(home)
    #expect(observed.refusedCalls == 9)
    observed.pageWillDisappear(home)
    observed.pageDidAppear(home)
    #expect(observed.refusedCalls == 9)
    #expect(observed.submitted(PopupRequest("x", pages: Array(repeating: "a", count: 65_537))) == .none)
    #expect(observed.refusedCalls == 10)
  }

  @Test("Taps, answers that take a while, and pages with objects are what they are for a scheduler")
  func shared() async {
    let popup = popup()
    observed.shown(popup)
    observed.perform("open", of: popup) { observed.dismissed(popup, by: .button) }
    let tap = notebook.events.first { $0.kind == .popupTapped }
    let next = observed.perform("again", of: popup) { self.popup("next") }
    #expect(tap != nil && observed.isUp(popup) == false && next != .none)
    #expect(last.cause == notebook.events.last { $0.kind == .popupTapped }?.sequence)
    await observed.perform("later", of: popup) {
      await Task.yield()
      _ = self.popup("after a while")
    }
    #expect(last.cause == notebook.events.last { $0.kind == .popupTapped }?.sequence)
    var controller: HomeController? = HomeController()
    let page = observed.load(controller!)
    page.didAppear()
    controller = nil
    _ = self.popup()
    #expect(kinds.contains(.pageRemoved))
  }

  @Test("Decisions belong to the scheduler that the popup was asked of")
  func scenes() {
    let observed = ObservedPopups(
      observer: notebook, clock: clock, schedulers: [SchedulerID(), SchedulerID(scene: 1, scheduler: 2)])
    var request = PopupRequest("sale")
    (request.scene, request.scheduler) = (1, 2)
    let popup = observed.submitted(request)
    observed.shown(popup)
    #expect(last.schedulerID == SchedulerID(scene: 1, scheduler: 2))
    observed.fault("no", scene: 3)
    #expect(observed.refusedCalls == 1)
  }

  @Test("An observer that tells something whenever it is told comes to an end")
  func endless() {
    let echo = Echo()
    let observed = ObservedPopups(observer: echo, clock: clock)
    echo.tell = { observed.becameIdle() }
    observed.becameIdle()
    #expect(echo.count == 10_001 && observed.refusedCalls == 1)
  }
}

@MainActor
private final class Echo: EventObserver {
  var tell: () -> Void = {}
  var count = 0

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    count += 1
    tell()
  }
}

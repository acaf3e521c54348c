import PopupScheduling
import Testing

@MainActor
@Suite("The scheduler as an app uses it")
struct PopupSchedulerTests {
  let clock = StagedClock()
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: clock)
  }

  private func atHome(_ scheduler: PopupScheduler<Void>) -> PageID {
    let home = scheduler.loadPage(PageDescription("HomeViewController", "UIViewController"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    return home
  }

  @Test("The presenter shows, hides and closes in the policy's order")
  func showAndDismiss() {
    let scheduler = scheduler()
    _ = atHome(scheduler)
    let first = scheduler.submit(PopupRequest("First"))
    let second = scheduler.submit(PopupRequest("Second"))
    #expect(app.log == ["cover", "show First #1"])
    #expect(scheduler.visiblePopups == [first])
    scheduler.dismiss(first, by: .button)
    #expect(
      Array(app.log.dropFirst(2)) == ["hide dismissed", "uncover", "closed dismissed", "cover", "show Second #1"])
    #expect(scheduler.isUp(second))
  }

  @Test("What a presenter submits from within a call is taken in the same turn, caused by the decision under way")
  func reentrant() throws {
    let scheduler = scheduler()
    _ = atHome(scheduler)
    app.onClosed = { [app] _ in
      app.onClosed = nil
      scheduler.submit(PopupRequest("Follow-up", level: -1))
    }
    let first = scheduler.submit(PopupRequest("First"))
    scheduler.submit(PopupRequest("Waiting"))
    scheduler.dismiss(first, by: .button)
    #expect(app.log.last == "show Follow-up #1")
    let events = scheduler.notebook.events
    let submission = try #require(events.last { $0.kind == .popupSubmitted })
    #expect(events[Int(submission.cause)].kind == .callback)
    #expect(events.map(\.sequence) == Array(0..<Int32(events.count)))
  }

  @Test("What is done inside two taps is caused by the inner one, and by the outer one again after it")
  func nestedTaps() throws {
    let scheduler = scheduler()
    _ = atHome(scheduler)
    let toast = scheduler.submit(PopupRequest("Toast", kind: .hud))
    let offer = scheduler.submit(PopupRequest("Offer"))
    scheduler.perform("open", of: offer) {
      scheduler.submit(PopupRequest("Before"))
      scheduler.perform("undo", of: toast) { _ = scheduler.submit(PopupRequest("Inside")) }
      scheduler.submit(PopupRequest("After"))
    }
    scheduler.submit(PopupRequest("Outside"))
    let events = scheduler.notebook.events
    let taps = events.filter { $0.kind == .popupTapped }
    #expect(taps.map(\.popup) == [offer, toast])
    let outer = try #require(taps.first)
    let inner = try #require(taps.last)
    let submissions = events.filter { $0.kind == .popupSubmitted }.dropFirst(2)
    #expect(submissions.map(\.cause) == [outer.sequence, inner.sequence, outer.sequence, -1])
  }

  @Test("Causes are known: a dismissal by its presentation, an animation by its show, what a tap does by the tap")
  func causes() throws {
    let scheduler = scheduler()
    let home = atHome(scheduler)
    var request = PopupRequest("Activity", kind: .campaign)
    request.showMilliseconds = 250
    request.pages = ["HomeViewController"]
    request.keepAlive = true
    let popup = scheduler.submit(request)
    scheduler.animationFinished(popup, .show, generation: 1)
    let detail = scheduler.loadPage(PageDescription("DetailViewController"))
    scheduler.perform("open", of: popup) {
      scheduler.pageWillDisappear(home)
      scheduler.pageWillAppear(detail)
    }
    scheduler.pageDidDisappear(home)
    scheduler.pageDidAppear(detail)
    scheduler.pageWillDisappear(detail)
    scheduler.pageWillAppear(home)
    scheduler.pageDidDisappear(detail)
    scheduler.pageDidAppear(home)
    scheduler.dismiss(popup, by: .button)

    let events = scheduler.notebook.events
    func cause(_ event: Event) -> Event? { event.cause < 0 ? nil : events[Int(event.cause)] }
    let tap = try #require(events.first { $0.kind == .popupTapped })
    #expect(cause(tap)?.kind == .popupShown)
    let animation = try #require(events.first { $0.kind == .animationFinished })
    #expect(cause(animation)?.kind == .popupShown)
    let out = events.filter { $0.kind.isAboutPage && $0.cause == tap.sequence }
    #expect(out.map(\.kind) == [.pageWillDisappear, .pageWillAppear, .pageDidDisappear, .pageDidAppear])
    let arrival = try #require(out.last)
    let back = events.filter { $0.kind.isAboutPage && $0.cause == arrival.sequence }
    #expect(back.map(\.kind) == [.pageWillDisappear, .pageWillAppear, .pageDidDisappear, .pageDidAppear])
    let dismissal = try #require(events.last { $0.kind == .popupDismissed })
    #expect(cause(dismissal)?.kind == .popupShown)
    #expect(cause(dismissal)?.generation == 2)
  }

  @Test(
    "A popup whose pages are changed as it is shown is bound to the page it is shown on, and to none that was removed")
  func changedWhileShown() {
    let scheduler = scheduler()
    let home = atHome(scheduler)
    let detail = scheduler.loadPage(PageDescription("DetailViewController"))
    scheduler.pageWillDisappear(home)
    scheduler.pageWillAppear(detail)
    scheduler.pageDidDisappear(home)
    scheduler.pageDidAppear(detail)
    app.onShow = { [app] popup in
      app.onShow = nil
      scheduler.pageWillDisappear(detail)
      scheduler.pageRemoved(detail)
      scheduler.pageWillAppear(home)
      scheduler.change(popup, pages: ["HomeViewController"])
      scheduler.pageDidDisappear(detail)
      scheduler.pageDidAppear(home)
    }
    let saving = scheduler.submit(PopupRequest("Saving", kind: .hud))
    #expect(scheduler.isUp(saving))
    scheduler.pageWillDisappear(home)
    #expect(!scheduler.isUp(saving))
    scheduler.pageDidAppear(home)
    #expect(app.log == ["show Saving #1", "hide page-left", "show Saving #2"])
  }

  @Test("A timer fires when it is due; in the background it waits for the foreground")
  func timers() {
    let scheduler = scheduler()
    _ = atHome(scheduler)
    let up = scheduler.submit(PopupRequest("Up"))
    var request = PopupRequest("Flash sale")
    request.expiresAfterMilliseconds = 1000
    scheduler.submit(request)
    scheduler.enteredBackground()
    clock.advance(to: Ticks(5000))
    #expect(!app.log.contains("closed expired"))
    scheduler.enteredForeground()
    #expect(app.log.contains("closed expired"))
    scheduler.dismiss(up, by: .button)
    #expect(!app.log.contains("show Flash sale #1"))
  }

  @Test("A popup can be asked for from any thread")
  func anyThread() async {
    let scheduler = scheduler()
    _ = atHome(scheduler)
    await Task.detached { for number in 1...20 { scheduler.enqueue(PopupRequest("P\(number)")) } }.value
    await expectSoon("20 popups") { scheduler.notebook.events.count(where: { $0.kind == .popupSubmitted }) >= 20 }
    #expect(app.log.filter { $0.hasPrefix("show") }.count == 1)
    #expect(scheduler.visiblePopups.count == 1)
  }
}

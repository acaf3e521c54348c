import PopupScheduling
import Testing

@MainActor
@Suite("What app code holds, and who shows its popups")
struct PresenterTests {
  /// An app's own code, which knows neither policy nor observer.
  private func visit(_ popups: PopupScheduler<Void>) -> PopupID {
    let home = popups.loadPage(PageDescription("Home"))
    popups.pageWillAppear(home)
    popups.pageDidAppear(home)
    let popup = popups.submit(PopupRequest("Sale", kind: .campaign))
    popups.change(popup, level: 2)
    popups.perform("open", of: popup) { popups.scrollBegan() }
    popups.scrollEnded()
    popups.suspend()
    popups.resume()
    return popup
  }

  @Test("The same app code works with schedulers of any policy and any observer")
  func anyScheduler() {
    let app = StagedApp()
    let observed = PopupScheduler(
      policy: StandardPolicy(.v4), presenter: app, observer: Notebook(), clock: StagedClock())
    let coordinators: [PopupScheduler<Void>] = [
      observed, PopupScheduler(presenter: app),
      PopupScheduler(policy: ShowsAll(), presenter: app, clock: StagedClock()),
    ]
    for popups in coordinators {
      let popup = visit(popups)
      #expect(popups.isUp(popup) && popups.visiblePopups == [popup] && popups.refusedCalls == 0)
    }
    #expect(app.log.filter { $0 == "show Sale #1" }.count == 3)
    #expect(observed.notebook.events.contains { $0.kind == .scrollBegan && $0.cause >= 0 })
  }

  @Test("A presenter that nobody holds is gone: popups lose their view, which is seen, counted and said")
  func inlinePresenter() {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: StagedApp(), observer: Notebook(), clock: StagedClock())
    #expect(scheduler.presenterIsGone)
    let home = scheduler.loadPage(PageDescription("Home"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    let popups = (0..<3).map { scheduler.submit(PopupRequest("P\($0)")) }
    #expect(popups.allSatisfy { !scheduler.isUp($0) })
    #expect(scheduler.unpresentedPopups == 3)
    let events = scheduler.notebook.events
    #expect(events.count { $0.kind == .popupViewLost && $0.flags.contains(.reentrant) } == 3)
    #expect(events.count { $0.kind == .popupHidden && $0.reason == .viewLost } == 3)
    var request = PopupRequest("Content")
    request.readiness = .async
    scheduler.submit(request)
    #expect(scheduler.notebook.events.contains { $0.kind == .popupDropped && $0.reason == .contentFailed })
    #expect(scheduler.unpresentedPopups == 3)
  }

  @Test("Another presenter takes over where one is gone, and calls from elsewhere do no harm meanwhile")
  func anotherPresenter() {
    var app: StagedApp? = StagedApp()
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app!, observer: Notebook(), clock: StagedClock())
    let up = scheduler.submit(PopupRequest("Up", kind: .hud))
    app = nil
    #expect(scheduler.presenterIsGone && scheduler.isUp(up))
    scheduler.update(up, state: "done")
    scheduler.dismiss(up, by: .button)
    #expect(!scheduler.isUp(up) && scheduler.unpresentedPopups == 0)
    let other = StagedApp()
    scheduler.presenter = other
    #expect(scheduler.isUp(scheduler.submit(PopupRequest("Again", kind: .hud))))
    #expect(other.log == ["show Again #1"])
  }
}

/// Shows every popup at once.
private struct ShowsAll: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    turn.show(stimulus.popup, on: .none, generation: 1)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

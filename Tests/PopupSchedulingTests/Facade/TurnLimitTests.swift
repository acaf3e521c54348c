import Testing

@testable import PopupScheduling

/// Sets one timer upon another for the instant at which it is.
private struct Restless: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    _ = turn.setTimer(at: turn.now, for: .none, .poll)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Keeps every count of refusals that it is told of.
@MainActor
private final class Tally: EventObserver {
  var counts: [Int] = []

  init() { PopupMistakes.stopDebugBuilds = false }
  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
  func refused(_ count: Int) { counts.append(count) }
}

@MainActor
@Suite("How much callbacks may bring about")
struct TurnLimitTests {
  let clock = StagedClock()
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: clock)
  }

  @Test("Of what one call brings about 10,000 calls are taken, and 16 more for each popup there is", arguments: [1, 3])
  func callsOfAPresenter(popups: Int) {
    let scheduler = scheduler()
    for number in 1..<popups { scheduler.submit(PopupRequest("P\(number)")) }
    app.onShow = { [unowned scheduler] popup in
      for _ in 0..<11_000 {
        scheduler.update(popup, state: "on")
        // A refusal begins nothing anew.
        if popups > 1 { scheduler.withdraw(PopupID(99)) }
      }
    }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    app.onShow = nil
    let taken = 10_000 + 16 * popups
    #expect(scheduler.notebook.events.count { $0.kind == .popupUpdated } == taken)
    #expect(scheduler.refusedCalls == (popups > 1 ? 11_000 : 0) + 11_000 - taken)
    #expect(scheduler.notebook.refused == scheduler.refusedCalls)
    let before = scheduler.refusedCalls
    scheduler.becameIdle()
    #expect(scheduler.refusedCalls == before && scheduler.notebook.events.last?.kind == .idle)
  }

  @Test("A timer's turn is a beginning, too, whatever was used up before it")
  func callsInATimersTurn() {
    let scheduler = scheduler()
    var request = PopupRequest("Sale")
    request.expiresAfterMilliseconds = 100
    scheduler.submit(request)
    app.onShow = { [unowned scheduler] popup in for _ in 0..<11_000 { scheduler.update(popup, state: "on") } }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    app.onShow = nil
    let refused = scheduler.refusedCalls
    app.onClosed = { [unowned scheduler] _ in scheduler.becameIdle() }
    clock.advance(to: Ticks(100))
    app.onClosed = nil
    #expect(scheduler.notebook.events.last?.kind == .idle && scheduler.refusedCalls == refused && refused > 0)
  }

  @Test("Ten thousand timers more than were set fire at one instant, and then time has to go on")
  func timers() {
    let scheduler = PopupScheduler(policy: Restless(), presenter: app, observer: Notebook(), clock: clock)
    scheduler.becameIdle()
    #expect(scheduler.notebook.events.count { $0.kind == .timerFired } == 0 && clock.alarms.map(\.due) == [.zero])
    clock.advance(to: Ticks(1))
    let fired = scheduler.notebook.events.filter { $0.kind == .timerFired }.map(\.time)
    #expect(fired.count { $0 == .zero } == 10_001 && fired.count { $0 == Ticks(1) } == 10_001)
    #expect(clock.alarms.map(\.due) == [Ticks(2)])
  }

  @Test("A tap that is refused because there is no end runs its action all the same")
  func tapWithoutEnd() {
    let scheduler = scheduler()
    var ran = 0
    app.onShow = { [unowned scheduler] popup in
      for _ in 0..<11_000 { scheduler.perform("more", of: popup) { ran += 1 } }
    }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    app.onShow = nil
    #expect(ran == 11_000 && scheduler.refusedCalls == 11_000 - 10_016)
    #expect(scheduler.submit(PopupRequest("Alert")) == PopupID(1))
    #expect(scheduler.notebook.events.last { $0.kind == .popupSubmitted }?.cause == -1)
  }

  @Test("A page cannot be loaded, nor a popup submitted, where there is no end")
  func loadingWithoutEnd() {
    let scheduler = scheduler()
    var loaded = 0
    var submitted = 0
    app.onShow = { [unowned scheduler] popup in
      for _ in 0..<5_400 {
        if !scheduler.loadPage(PageDescription("Home")).isNone { loaded += 1 }
        if !scheduler.submit(PopupRequest("Next")).isNone { submitted += 1 }
      }
    }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    app.onShow = nil
    #expect(loaded + submitted == 10_016 && scheduler.refusedCalls == 10_800 - 10_016)
    #expect(scheduler.catalog.pageNumbers.count == loaded && scheduler.keptRequests == submitted + 1)
  }

  @Test("An observer is told of refusals once, as many as there were, and of none where there was none")
  func countsOfRefusals() {
    let tally = Tally()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: tally, clock: clock)
    scheduler.becameIdle()
    #expect(tally.counts == [])
    scheduler.withdraw(PopupID(7))
    scheduler.becameIdle()
    app.onShow = { [unowned scheduler] _ in for _ in 0..<3 { scheduler.withdraw(PopupID(7)) } }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    app.onShow = nil
    scheduler.becameIdle()
    #expect(tally.counts.reduce(0, +) == 4 && scheduler.refusedCalls == 4)
  }
}

import PopupScheduling
import Testing

@MainActor
@Suite("Timers of the facade")
struct AlarmTests {
  let clock = StagedClock()
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: clock)
    let home = scheduler.loadPage(PageDescription("Home"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    return scheduler
  }

  private func expiring(_ name: String, after milliseconds: Int64) -> PopupRequest<Void> {
    var request = PopupRequest(name)
    request.expiresAfterMilliseconds = milliseconds
    return request
  }

  private func fired(_ scheduler: PopupScheduler<Void>) -> [Int32] {
    scheduler.notebook.events.filter { $0.kind == .timerFired }.map(\.timer.rawValue)
  }

  @Test("The clock is asked for one call at a time, and for none when every timer is cancelled")
  func oneCall() {
    let scheduler = scheduler()
    scheduler.submit(PopupRequest("Up"))
    #expect(clock.alarms.isEmpty)
    let popups = (0..<50).map { scheduler.submit(expiring("P", after: Int64(1000 - $0))) }
    #expect(clock.alarms.map(\.due) == [Ticks(951)])
    for popup in popups.reversed() {
      scheduler.withdraw(popup)
      #expect(clock.alarms.count <= 1)
    }
    #expect(clock.alarms.isEmpty)
    #expect(fired(scheduler).isEmpty)
  }

  @Test("Many timers set and cancelled in one turn ask for one call")
  func oneTurn() {
    let scheduler = scheduler()
    defer { app.onShow = nil }
    app.onShow = { _ in
      for number in 0..<20 {
        let popup = scheduler.submit(expiring("P", after: 100))
        if number % 2 == 0 { scheduler.withdraw(popup) }
      }
    }
    scheduler.submit(PopupRequest("Up"))
    #expect(clock.count == 1)
  }

  @Test(
    "Timers fire in the order of their due times, and of their numbers where these are equal, however late the call")
  func order() {
    let scheduler = scheduler()
    scheduler.submit(PopupRequest("Up"))
    for due in [300, 100, 200, 100, 300] { scheduler.submit(expiring("P", after: Int64(due))) }
    clock.advance(to: Ticks(150))
    #expect(fired(scheduler) == [1, 3])
    clock.jump(to: Ticks(900))
    #expect(fired(scheduler) == [1, 3])
    clock.advance(to: Ticks(900))
    #expect(fired(scheduler) == [1, 3, 2, 0, 4])
    #expect(scheduler.notebook.events.last?.time == Ticks(900))
  }

  @Test("After the background too, in the same order; meanwhile the clock is asked for no call")
  func background() {
    let scheduler = scheduler()
    scheduler.submit(PopupRequest("Up"))
    for due in [3000, 300, 100, 200] { scheduler.submit(expiring("P", after: Int64(due))) }
    scheduler.enteredBackground()
    #expect(clock.alarms.isEmpty)
    clock.advance(to: Ticks(1000))
    #expect(fired(scheduler).isEmpty)
    scheduler.enteredForeground()
    #expect(fired(scheduler) == [2, 3, 1])
    #expect(clock.alarms.map(\.due) == [Ticks(3000)])
  }

  @Test(
    "A foreground, or a call of the clock, that comes while a decision is carried out lets timers fire after the turn")
  func reentrantForeground() {
    let scheduler = scheduler()
    scheduler.submit(expiring("First", after: 100))
    scheduler.submit(expiring("Second", after: 100))
    scheduler.enteredBackground()
    clock.advance(to: Ticks(500))
    app.onShow = { _ in
      app.onShow = nil
      scheduler.enteredForeground()
    }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    let firings = scheduler.notebook.events.filter { $0.kind == .timerFired }
    #expect(firings.map(\.timer.rawValue) == [0, 1])
    #expect(firings.allSatisfy { $0.cause < 0 && !$0.flags.contains(.reentrant) })

    scheduler.submit(expiring("Third", after: 100))
    defer { app.onShow = nil }
    app.onShow = { _ in clock.advance(to: Ticks(700)) }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    let last = scheduler.notebook.events.last { $0.kind == .timerFired }
    #expect(last?.time == Ticks(700) && last?.flags.contains(.reentrant) == false)
  }

  @Test("A timer fires for its own sake, not for a tap's that is being carried out")
  func noCause() {
    let scheduler = scheduler()
    let up = scheduler.submit(PopupRequest("Up"))
    scheduler.submit(expiring("P", after: 100))
    scheduler.enteredBackground()
    clock.advance(to: Ticks(500))
    scheduler.perform("back", of: up) { scheduler.enteredForeground() }
    #expect(scheduler.notebook.events.first { $0.kind == .timerFired }?.cause == -1)
  }

  @Test("A scheduler that is gone asks for no call any more")
  func gone() async {
    var scheduler: PopupScheduler<Void>? = scheduler()
    scheduler?.submit(PopupRequest("Up"))
    scheduler?.submit(expiring("P", after: 100))
    #expect(clock.alarms.count == 1)
    scheduler = nil
    await expectSoon("the call taken back") { clock.alarms.isEmpty }
  }

  @Test("The policy is told how long the clock's ticks are")
  func tick() {
    let slow = StagedClock(tick: TickLength(microseconds: 10_000)!)
    let scheduler = PopupScheduler(policy: TellsTick(), presenter: app, observer: Notebook(), clock: slow)
    scheduler.becameIdle()
    #expect(scheduler.notebook.events.last?.at == Ticks(100))
  }

  @Test("The device's clock calls back when it is time, and not when the call is called off")
  func device() async throws {
    let clock = ContinuousPopupClock()
    let start = clock.now
    #expect(start >= .zero && start < Ticks(5000))
    var calls: [String] = []
    let calledOff = clock.wake(at: start + Ticks(20)) { calls.append("called off") }
    _ = clock.wake(at: start + Ticks(30)) { calls.append("called") }
    _ = clock.wake(at: Ticks(-5)) { calls.append("over") }
    clock.wake(at: .distantFuture) { calls.append("never") }.cancel()
    calledOff.cancel()
    #expect(calls.isEmpty)
    for _ in 0..<60_000 where calls.count < 2 { try await Task.sleep(nanoseconds: 1_000_000) }
    #expect(Set(calls) == ["over", "called"])
    #expect(clock.now >= start + Ticks(30))
  }

  @Test("Calls are made in the order in which they are due, whatever was asked for and called off before")
  func order() async throws {
    let clock = ContinuousPopupClock()
    let start = clock.now
    var calls: [Int] = []
    for _ in 0..<1000 { clock.wake(at: start + Ticks(3_600_000)) { calls.append(-1) }.cancel() }
    for (number, instant) in [40, 10, 40, 20].enumerated() {
      _ = clock.wake(at: start + Ticks(Int64(instant))) {
        calls.append(number)
        if number == 1 { _ = clock.wake(at: start + Ticks(30)) { calls.append(10) } }
      }
    }
    for _ in 0..<60_000 where calls.count < 5 { try await Task.sleep(nanoseconds: 1_000_000) }
    #expect(calls == [1, 3, 10, 0, 2])
  }
}

/// Sets a timer a second from now whenever something happens.
private struct TellsTick: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    _ = turn.setTimer(at: turn.now + turn.tick.ticks(ceilingMilliseconds: 1000), for: .none, .other)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

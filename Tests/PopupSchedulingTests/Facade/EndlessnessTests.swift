import PopupScheduling
import Testing

/// Calls back whenever it is told of a refusal.
@MainActor
private final class Caller: EventObserver {
  var log: [String] = []
  let call: @MainActor () -> Void

  init(_ call: @escaping @MainActor () -> Void) {
    PopupMistakes.stopDebugBuilds = false
    self.call = call
  }

  func observe(from index: Int, in catalogLog: borrowing EventLog, _ catalog: borrowing Catalog) {
    log += catalogLog.events[index...].map { _ in "event" }
  }

  func refused(_ count: Int) {
    log.append("refused")
    call()
    log.append("told")
  }
}

/// Sets one timer upon another for the instant at which it is.
private struct Restless: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    if stimulus.kind != .pageLoaded { _ = turn.setTimer(at: turn.now, for: .none, .poll) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

@MainActor
@Suite("What would go on without end")
struct EndlessnessTests {
  let clock = StagedClock()
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: clock)
    let home = scheduler.loadPage(PageDescription("Home"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    return scheduler
  }

  @Test("A callback that resubmits for ever is refused at last, and the scheduler works on")
  func resubmitting() {
    let scheduler = scheduler()
    var submitted = 0
    app.onClosed = { [unowned scheduler] _ in
      let next = scheduler.submit(PopupRequest("Again"))
      if !next.isNone { submitted += 1 }
      scheduler.dismiss(next, by: .code)
    }
    let first = scheduler.submit(PopupRequest("First"))
    scheduler.dismiss(first, by: .button)
    app.onClosed = nil
    #expect(submitted > 4_000 && submitted < 20_000)
    #expect(scheduler.refusedCalls > 0 && scheduler.notebook.refused == scheduler.refusedCalls)
    let refused = scheduler.refusedCalls
    let last = scheduler.submit(PopupRequest("Last"))
    #expect(scheduler.isUp(last) && scheduler.refusedCalls == refused)
  }

  @Test("Popups that are there may all call back at once, however many they are")
  func manyAtOnce() {
    let scheduler = scheduler()
    for number in 0..<3_000 { scheduler.submit(PopupRequest("P\(number)")) }
    app.onClosed = { [unowned scheduler] popup in
      for _ in 0..<5 { scheduler.update(popup, state: "over") }
    }
    scheduler.clear()
    app.onClosed = nil
    #expect(scheduler.refusedCalls == 0)
    #expect(scheduler.notebook.events.count { $0.kind == .popupUpdated } == 15_000)
  }

  @Test("A clock at its end stands still, with all that is timed")
  func endOfTime() {
    let scheduler = scheduler()
    var request = PopupRequest("Going by itself")
    request.autoDismissAfterMilliseconds = 1_000
    request.expiresAfterMilliseconds = 5_000
    clock.jump(to: Ticks(.max))
    let popup = scheduler.submit(request)
    #expect(scheduler.isUp(popup))
    scheduler.enteredBackground()
    scheduler.enteredForeground()
    clock.advance(to: Ticks(.max))
    scheduler.dismiss(popup, by: .button)
    #expect(scheduler.now < Ticks(1 << 60) && scheduler.notebook.events.allSatisfy { $0.time <= scheduler.now })
    #expect(clock.alarms.isEmpty)
  }

  @Test("A policy that sets one timer upon another for the same instant is called again when time has gone on")
  func timers() {
    let scheduler = PopupScheduler(policy: Restless(), presenter: app, observer: Notebook(), clock: clock)
    scheduler.becameIdle()
    #expect(clock.alarms.count == 1)
    clock.advance(to: Ticks(3))
    let fired = scheduler.notebook.events.filter { $0.kind == .timerFired }
    #expect(Set(fired.map(\.time)) == [Ticks(0), Ticks(1), Ticks(2), Ticks(3)])
    #expect(fired.count < 100_000)
  }

  @Test("An observer that calls back as it is told of a refusal is not told of anything before it has been told")
  func callingBackOfARefusal() {
    weak var known: PopupScheduler<Void>?
    let observer = Caller {
      known?.becameIdle()
      known?.withdraw(PopupID(77))
    }
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: observer, clock: clock)
    known = scheduler
    scheduler.withdraw(PopupID(99))
    #expect(observer.log.prefix(3) == ["refused", "told", "event"])
    // Within a turn as well: what it calls is taken afterwards.
    observer.log = []
    app.onShow = { [unowned scheduler] _ in
      app.onShow = nil
      scheduler.withdraw(PopupID(99))
    }
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    let log = observer.log
    for index in log.indices where log[index] == "refused" { #expect(log[index + 1] == "told", "\(log)") }
  }

  @Test("A ticket may be asked while its request is being refused")
  func ticket() async {
    let ticket = Mailbox()
    let observer = Caller { #expect(ticket.ticket?.popup == nil) }
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: observer, clock: clock)
    var request = PopupRequest("Nowhere")
    request.instance = PageID(5)
    ticket.ticket = scheduler.enqueue(request)
    await expectSoon("the refusal") { scheduler.refusedCalls > 0 }
    #expect(observer.log == ["refused", "told"])
    ticket.ticket?.withdraw()
  }
}

@MainActor
private final class Mailbox {
  var ticket: PopupTicket?
}

import Testing

@testable import PopupScheduling

/// Decides what a test says, at each `idle` the next.
private struct Scripted: SchedulingPolicy {
  var acts: [@Sendable (inout Turn) -> Void]
  private var next = 0

  init(_ acts: [@Sendable (inout Turn) -> Void]) { self.acts = acts }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .idle, next < acts.count else { return }
    acts[next](&turn)
    next += 1
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// An app with one scene, which has no animations and no content.
@MainActor
private final class PlainApp: PopupPresenter {
  var log: [String] = []
  func show(_ popup: Presented<Void>) { log.append("show") }
  func hide(_ popup: Presented<Void>, because reason: Reason) { log.append("hide") }
  func setInputLocked(_ isLocked: Bool) { log.append(isLocked ? "lock" : "unlock") }
  func setCovered(_ isCovered: Bool) { log.append(isCovered ? "cover" : "uncover") }
}

@MainActor
@Suite("What a presenter is asked for")
struct PresentingTests {
  typealias Act = @Sendable (inout Turn) -> Void

  let app = StagedApp()
  let clock = StagedClock()
  private nonisolated static let first = PopupID(0)

  /// Plays a script, with three popups that were submitted before.
  private func play(_ acts: [Act], scene: UInt16 = 0) -> PopupScheduler<Void> {
    let scheduler = PopupScheduler(
      policy: Scripted(acts), presenter: app, observer: Notebook(), clock: clock,
      schedulers: [SchedulerID(scene: scene)])
    for name in ["A", "B", "C"] {
      var request = PopupRequest(name)
      request.scene = scene
      scheduler.submit(request)
    }
    for _ in acts { scheduler.becameIdle(scene: scene) }
    return scheduler
  }

  private nonisolated static func lock(_ isLocked: Bool) -> Act {
    { $0.decide(isLocked ? .inputLocked : .inputUnlocked, first) }
  }

  private nonisolated static func cover(_ isCovered: Bool) -> Act {
    { $0.decide(isCovered ? .coverAdded : .coverRemoved, first) }
  }

  @Test(
    "Input is locked as long as anybody locks it, and one unlocking too many does no harm",
    arguments: [0, 4] as [UInt16])
  func locks(scene: UInt16) {
    let suffix = scene == 0 ? "" : " in 4"
    _ = play([true, true, false, false, false, true, false].map(Self.lock), scene: scene)
    #expect(app.log == ["lock", "lock", "lock", "unlock", "unlock", "lock", "unlock"].map { $0 + suffix })
    app.log = []
    _ = play([true, true, false, false, false, true, false].map(Self.cover), scene: scene)
    #expect(app.log == ["cover", "cover", "cover", "uncover", "uncover", "cover", "uncover"].map { $0 + suffix })
  }

  @Test("An app with one scene is asked without a scene, and what it has no use for does nothing")
  func oneScene() {
    let plain = PlainApp()
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: plain, clock: clock)
    let home = scheduler.loadPage(PageDescription("Home"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    scheduler.editBegan(responder: "search")
    var request = PopupRequest("A")
    request.readiness = .async
    request.showMilliseconds = 100
    let popup = scheduler.submit(request)
    scheduler.contentLoaded(popup)
    scheduler.animationFinished(popup, .show, generation: 1)
    let other = scheduler.submit(request)
    scheduler.withdraw(other)
    scheduler.dismiss(popup, by: .button)
    #expect(plain.log == ["cover", "show", "lock", "unlock", "hide", "uncover"])
  }

  /// What is decided in one turn, and what the presenter is told of the end of popup A.
  private nonisolated static let ends: [(acts: [Act], closed: [String])] = [
    ([{ $0.hide(first, .dismissed, generation: 1) }], ["closed dismissed"]),
    ([{ $0.hide(first, .pageLeft, generation: 1) }], []),
    ([{ $0.hide(first, .preempted, generation: 1) }], []),
    ([{ $0.drop(first, .expired) }], ["closed expired"]),
    (
      [
        {
          $0.hide(first, .signedOut, generation: 1)
          $0.drop(first, .signedOut)
        }
      ], ["closed signed-out"]
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.queue(first, .slot)
        }
      ], []
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.park(first, for: .none)
        }
      ], []
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.restore(first, on: .none)
        }
      ], []
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.show(first, on: .none, generation: 2)
        }
      ], []
    ),
    // What is said of another popup, or called back without a reason, is no word about this one.
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.queue(PopupID(1), .slot)
        }
      ], ["closed dismissed"]
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.callBack($0.catalog.names.intern("shown"), first)
        }
      ], ["closed dismissed"]
    ),
    (
      [
        {
          $0.hide(first, .dismissed, generation: 1)
          $0.callBack($0.catalog.names.intern("closed"), first, .auto)
        }
      ], ["closed auto"]
    ),
    (
      [
        { $0.hide(first, .preempted, generation: 1) }, { $0.drop(first, .expired) }, { $0.drop(first, .withdrawn) },
      ], ["closed expired"]
    ),
  ]

  @Test(
    "A popup is closed once, for the reason for which it ended, unless it goes on in the same turn",
    arguments: ends.indices)
  func closing(index: Int) {
    let (acts, closed) = Self.ends[index]
    let scheduler = play([{ $0.show(Self.first, on: .none, generation: 1) }] + acts)
    #expect(app.log.filter { $0.hasPrefix("closed") } == closed)
    #expect(scheduler.keptRequests == (closed.isEmpty ? 3 : 2))
  }

  @Test("Those on screen are listed once each, in the order in which they came")
  func visible() {
    let scheduler = play([
      { turn in for popup: Int32 in [2, 0, 2, 1] { turn.show(PopupID(popup), on: .none, generation: 1) } },
      { $0.hide(PopupID(0), .preempted, generation: 1) },
      { $0.show(PopupID(0), on: .none, generation: 2) },
      { $0.hide(PopupID(2), .pageLeft, generation: 1) },
    ])
    #expect(scheduler.visiblePopups == [PopupID(1), PopupID(0)])
    #expect(scheduler.isUp(PopupID(1)) && !scheduler.isUp(PopupID(2)))
  }

  @Test("What the system shows is up without a presenter; nobody else is, or is counted as one who is")
  func withoutPresenter() {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: StagedApp(), observer: Notebook(), clock: clock)
    let prompt = scheduler.submit(PopupRequest("Prompt", kind: .system))
    let toast = scheduler.submit(PopupRequest("Toast", kind: .hud))
    #expect(scheduler.visiblePopups == [prompt] && !scheduler.isUp(toast) && scheduler.unpresentedPopups == 1)
  }

  @Test("A timer fires for the scheduler that set it, once, and not when it was cancelled or set for later")
  func timers() {
    let scheduler = play([
      { turn in
        for due: Int64 in [30, 10, 20] { _ = turn.setTimer(at: Ticks(due), for: .none, .other) }
        turn.cancelTimer(TimerID(2), for: .none)
        turn.cancelTimer(TimerID(9), for: .none)
      },
      { turn in
        // A policy's own numbers: one is set anew.
        var decision = Event(.timerSet)
        decision.timer = TimerID(1)
        decision.at = Ticks(40)
        turn.emit(decision)
      },
    ])
    clock.advance(to: Ticks(35))
    func fired() -> [Int32] { scheduler.notebook.events.filter { $0.kind == .timerFired }.map(\.timer.rawValue) }
    #expect(fired() == [0])
    clock.advance(to: Ticks(40))
    #expect(fired() == [0, 1] && clock.alarms.isEmpty)
  }

  @Test("An alarm is asked for again where the next timer is due when the last one was, called off or over")
  func alarmsAgain() {
    let timer: Act = { turn in _ = turn.setTimer(at: Ticks(50), for: .none, .other) }
    let scheduler = play([timer, { $0.cancelTimer(TimerID(0), for: .none) }, timer])
    #expect(clock.alarms.map(\.due) == [Ticks(50)] && clock.count == 2)
    clock.advance(to: Ticks(50))
    #expect(clock.alarms.isEmpty)
    #expect(scheduler.notebook.events.count { $0.kind == .timerFired } == 1)
    let other = play([{ turn in _ = turn.setTimer(at: turn.now, for: .none, .other) }, { _ in }])
    // Due at once is due at the clock's call, and not within the call that sets it.
    #expect(other.notebook.events.count { $0.kind == .timerFired } == 0 && clock.alarms.map(\.due) == [Ticks(50)])
    clock.advance(to: Ticks(50))
    #expect(other.notebook.events.count { $0.kind == .timerFired } == 1)
  }

  @Test("A clock that calls before its time is asked for another call")
  func earlyCall() {
    let scheduler = play([{ turn in _ = turn.setTimer(at: Ticks(50), for: .none, .other) }])
    clock.alarms.first?.action()
    #expect(clock.count == 2 && clock.alarms.last?.due == Ticks(50))
    #expect(scheduler.notebook.events.count { $0.kind == .timerFired } == 0)
  }

  @Test("A timer at the end of time is waited for, and one beyond is not")
  func lastTimer() {
    let last = TickLength.millisecond.latest
    _ = play([{ turn in _ = turn.setTimer(at: last, for: .none, .other) }])
    #expect(clock.alarms.map(\.due) == [last])
    let other = StagedClock()
    let scheduler = PopupScheduler(
      policy: Scripted([{ turn in _ = turn.setTimer(at: last + Ticks(1), for: .none, .other) }]), presenter: app,
      observer: Notebook(), clock: other)
    scheduler.becameIdle()
    #expect(other.alarms.isEmpty)
  }

  @Test("A foreground that follows no background is no occasion for timers to fire")
  func foreground() {
    let scheduler = play([{ turn in _ = turn.setTimer(at: Ticks(50), for: .none, .other) }])
    func fired() -> Int { scheduler.notebook.events.count { $0.kind == .timerFired } }
    clock.jump(to: Ticks(60))
    scheduler.enteredForeground()
    scheduler.becameIdle()
    #expect(fired() == 0)
    scheduler.enteredBackground()
    #expect(fired() == 0)
    scheduler.enteredForeground()
    #expect(fired() == 1)
  }
}

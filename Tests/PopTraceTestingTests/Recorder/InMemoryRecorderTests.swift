import PopAudit
import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// An app that shows what it is asked to.
@MainActor
private final class SmallApp: PopupPresenter {
  let clock = VirtualClock()
  let recorder = InMemoryRecorder(.v6)
  lazy var scheduler = PopupScheduler(
    policy: StandardPolicy(.v6), presenter: self, observer: recorder, clock: clock)
  private(set) var shown: [String] = []

  func show(_ popup: Presented<Void>) {
    shown.append(popup.name)
  }
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

@MainActor
@Suite("A recorder in memory")
struct InMemoryRecorderTests {
  @Test("What an app does is a session that gives itself back, from text as well")
  func recording() throws {
    let app = SmallApp()
    let home = app.scheduler.loadPage(PageDescription("Home"))
    app.scheduler.pageWillAppear(home)
    app.scheduler.pageDidAppear(home)
    var request = PopupRequest("Spring sale", kind: .campaign)
    request.autoDismissAfterMilliseconds = 3000
    app.scheduler.submit(request)
    app.clock.advance(by: 5000)
    PopupMistakes.stopDebugBuilds = false
    app.scheduler.dismiss(PopupID(77), by: .button)
    #expect(app.shown == ["Spring sale"])
    let session = app.scheduler.recordedSession(named: "s-1")
    let turns = app.recorder.turns
    #expect(session.isFinished && session.end == Ticks(5000) && session.header.policy == "v6" && turns == 5)
    #expect(session.header.session == "s-1" && session.header.refusedEvents == 1)
    #expect(session.events.last { $0.kind == .popupHidden }?.time == Ticks(3000))
    var replayer = Replayer(policy: StandardPolicy(.v6))
    #expect(replayer.identity(of: session) == .ok)
    let read = try Session(jsonLines: session.jsonLines)
    #expect(replayer.identity(of: read, timing: .causal) == .ok)
  }

  @Test("A recording goes on after it was looked at")
  func goesOn() {
    let app = SmallApp()
    app.scheduler.submit(PopupRequest("first"))
    let before = app.scheduler.recordedSession()
    app.clock.advance(by: 10)
    app.scheduler.submit(PopupRequest("second"))
    let after = app.scheduler.recordedSession()
    #expect(
      after.events.count > before.events.count && Array(after.events.prefix(before.events.count)) == before.events)
  }
}

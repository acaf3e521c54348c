import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// An app that calls back as it is told to.
@MainActor
private final class EagerApp: PopupPresenter {
  var onShow: (PopupID) -> Void = { _ in }
  var onHide: (PopupID) -> Void = { _ in }
  var onClosed: (PopupID) -> Void = { _ in }
  func show(_ popup: Presented<Void>) { onShow(popup.id) }
  func hide(_ popup: Presented<Void>, because reason: Reason) { onHide(popup.id) }
  func closed(_ popup: Presented<Void>, because reason: Reason) { onClosed(popup.id) }
}

/// Wherever an app ends its recording, and whatever it asks of it, what there is gives itself back (CausalReplay, *Identity*).
@MainActor
struct RecordedToTheEndTests {
  private let app = EagerApp()
  private let clock = VirtualClock()

  /// The trace of what an app says.
  private func record<Policy: SchedulingPolicy>(
    _ policy: Policy, named name: String = "v6", _ body: (PopupScheduler<Void>) -> Void
  ) async throws -> Session {
    try await recorded(policy, named: name, by: app, clock, body)
  }

  private func open(_ name: String, on scheduler: PopupScheduler<Void>) {
    let page = scheduler.loadPage(PageDescription(name))
    scheduler.pageWillAppear(page)
    scheduler.pageDidAppear(page)
  }

  @Test(arguments: ["show", "hide", "closed", "a button"]) func endingInACallbackEndsWithTheTurn(place: String)
    async throws
  {
    let app = app
    let session = try await record(StandardPolicy(.v6)) { scheduler in
      open("Home", on: scheduler)
      let first = scheduler.submit(PopupRequest("First"))
      scheduler.submit(PopupRequest("Second"))
      clock.advance(by: 900)
      let end: (PopupID) -> Void = { [unowned scheduler] _ in
        scheduler.endRecording()
        let isOn = scheduler.isRecording
        #expect(isOn)
        scheduler.submit(PopupRequest("Third"))
      }
      switch place {
      case "show": app.onShow = end
      case "hide": app.onHide = end
      case "closed": app.onClosed = end
      default: break
      }
      if place == "a button" {
        scheduler.perform("leave", of: first) {
          scheduler.dismiss(first, by: .button)
          scheduler.endRecording()
        }
      } else {
        scheduler.dismiss(first, by: .button)
      }
      (app.onShow, app.onHide, app.onClosed) = ({ _ in }, { _ in }, { _ in })
      let isOn = scheduler.isRecording
      #expect(!isOn)
      scheduler.submit(PopupRequest("Later"))
      #expect((scheduler.observer as? RecordingObserver)?.eventsAfterEnd ?? 0 > 0)
    }
    // All of the turn, with what was called in it.
    let submissions = session.events.count { $0.kind == .popupSubmitted }
    #expect(submissions == (place == "a button" ? 2 : 3))
    #expect(session.events.count { $0.kind == .popupShown } == 2)
    #expect(session.events.last?.kind == (place == "a button" ? .callback : .popupQueued))
  }

  /// On a device that is busy a timer comes late, and a recording may end before it comes at all.
  @Test(arguments: [false, true]) func endingWhileATimerIsOverdue(inACallback: Bool) async throws {
    let app = app
    _ = try await record(StandardPolicy(.v6)) { scheduler in
      open("Home", on: scheduler)
      var request = PopupRequest("Going by itself")
      request.autoDismissAfterMilliseconds = 300
      let first = scheduler.submit(request)
      request.kind = .hud
      scheduler.submit(request)
      clock.advance(by: 100)
      if inACallback {
        app.onHide = { [unowned scheduler] _ in
          clock.slip(by: 500)
          scheduler.endRecording()
        }
        scheduler.dismiss(first, by: .button)
        app.onHide = { _ in }
      } else {
        clock.slip(by: 500)
        scheduler.endRecording()
      }
    }
  }

  /// As many classes as an app may have, one of which is on screen.
  @Test(arguments: [2_048, 2_049, 4_000]) func aLongListOfPagesIsKeptWhole(count: Int) async throws {
    let session = try await record(StandardPolicy(.v6)) { scheduler in
      open("Page\(count - 1)", on: scheduler)
      var request = PopupRequest("Everywhere")
      request.pages = (0..<count).map { "Page\($0)" }
      let popup = scheduler.submit(request)
      #expect(scheduler.isUp(popup))
      scheduler.dismiss(popup, by: .button)
    }
    let submission = try #require(session.events.first { $0.kind == .popupSubmitted })
    let pages = session.catalog.names.list(session.catalog.spec(submission.spec).pages)
    #expect(pages.map { session.catalog.names.text($0) } == (0..<count).map { "Page\($0)" })
  }

  @Test func aPolicyThatTellsOfNoEndGivesItsRecordingBack() async throws {
    let app = app
    let session = try await record(NeverHiding(), named: "ours") { scheduler in
      var followUps = 0
      app.onClosed = { [unowned scheduler] _ in
        guard followUps < 3 else { return }
        followUps += 1
        scheduler.submit(PopupRequest("Next"))
      }
      let first = scheduler.submit(PopupRequest("First"))
      clock.advance(by: 500)
      scheduler.dismiss(first, by: .button)
      clock.advance(by: 500)
      for popup in scheduler.visiblePopups { scheduler.dismiss(popup, by: .swipe) }
    }
    let next = session.events.filter { $0.kind == .popupSubmitted }.dropFirst()
    #expect(next.count == 2 && next.allSatisfy { session.events[Int($0.cause)].kind == .popupHidden })
  }

  /// What was taken of the callbacks comes back, whatever was refused.
  @Test func callbacksWithoutEndGiveTheirRecordingBack() {
    let app = app
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: InMemoryRecorder(.v6), clock: clock)
    open("Home", on: scheduler)
    app.onClosed = { [unowned scheduler] _ in
      scheduler.dismiss(scheduler.submit(PopupRequest("Again")), by: .code)
    }
    scheduler.dismiss(scheduler.submit(PopupRequest("First")), by: .button)
    let session = scheduler.recordedSession()
    #expect(session.events.count > 10_000 && session.header.refusedEvents > 0)
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
  }

  /// Wrong ends of animations, of every sort and at any time: the recording comes back, and neither cover nor slot is lost.
  @Test func wrongEndsOfAnimationsDoNoHarm() {
    let app = app
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: InMemoryRecorder(.v6), clock: clock)
    open("Home", on: scheduler)
    for number in 0..<40 {
      var request = PopupRequest("P\(number)")
      request.showMilliseconds = 250
      request.hideMilliseconds = 200
      let popup = scheduler.submit(request)
      let generation = Int32([0, 2, -1, 9][number % 4])
      clock.advance(by: 250)
      scheduler.animationFinished(popup, .show, generation: generation)
      clock.advance(by: 2_000)
      scheduler.dismiss(popup, by: .button)
      clock.advance(by: 200)
      if number % 2 == 0 {
        scheduler.animationFinished(popup, .hide, generation: generation)
      } else {
        scheduler.animationLost(popup, .hide, generation: generation)
      }
      clock.advance(by: 1_500)
    }
    let session = scheduler.recordedSession()
    for (begin, end) in [(EventKind.coverAdded, EventKind.coverRemoved), (.inputLocked, .inputUnlocked)] {
      #expect(session.events.count { $0.kind == begin } == 40)
      #expect(session.events.count { $0.kind == end } == 40)
    }
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
  }
}

import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// An app that shows nothing by itself.
@MainActor
private final class QuietApp: PopupPresenter {
  private(set) var requests: [PopupRequest<Void>] = []
  func show(_ popup: Presented<Void>) { requests.append(popup.request) }
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

/// What few apps say (PagesAndPopups, *Attributes of a popup*), said to the scheduler that records: it is all in the trace, which gives
/// itself back.
@MainActor
struct RareCallsTests {
  private let app = QuietApp()
  private let clock = VirtualClock()

  /// The trace of what an app says, and what stands against its coming back.
  private func record(
    nameSalt: [UInt8]? = nil, _ body: (PopupScheduler<Void>) -> Void
  ) async throws -> Session {
    let session = try await recorded(
      StandardPolicy(.v6), named: "v6", configuration: PolicyConfiguration.v6.text, by: app, clock, nameSalt: nameSalt
    ) { scheduler in
      body(scheduler)
      #expect(scheduler.refusedCalls == 0)
    }
    #expect(session.header.refusedEvents == 0)
    return session
  }

  private func open(_ name: String, on scheduler: PopupScheduler<Void>) -> PageID {
    let page = scheduler.loadPage(PageDescription(name))
    scheduler.pageWillAppear(page)
    scheduler.pageDidAppear(page)
    return page
  }

  @Test func allThatASubmissionSaysIsRecorded() async throws {
    var page = PageID.none
    let session = try await record { scheduler in
      page = open("Home", on: scheduler)
      scheduler.signedIn(user: "u1")
      var request = PopupRequest("Share")
      request.object = 7
      request.host = "toolbar"
      request.dismissal = .animated
      request.hideMilliseconds = 200
      request.next = true
      request.user = "u1"
      request.callerPage = page
      scheduler.submit(request)
      request = PopupRequest("Plain")
      request.object = -4
      scheduler.submit(request)
    }
    let specs = session.events.filter { $0.kind == .popupSubmitted }.map { session.catalog.spec($0.spec) }
    #expect(specs.count == 2 && specs[0].object == 7 && specs[0].dismissal == .animated && specs[0].next)
    #expect(session.catalog.names.text(specs[0].host) == "toolbar" && specs[0].callerPage == page)
    // Whom it is for is recorded as who signed in is: by the number that the user has in this install.
    let signedIn = try #require(session.events.first { $0.kind == .appSignedIn })
    #expect(specs[0].user == signedIn.name)
    #expect(session.catalog.names.text(specs[0].user).hasPrefix("user:"))
    #expect(specs[1].object == -1 && specs[1].host.isNone && specs[1].user.isNone && specs[1].callerPage.isNone)
    #expect(app.requests.first?.host == "toolbar" && app.requests.first?.user == "u1")
  }

  @Test func aHostIsHashedLikeAnyOtherName() async throws {
    let session = try await record(nameSalt: [1, 2, 3]) { scheduler in
      var request = PopupRequest("Share", kind: .hud)
      request.host = "toolbar"
      scheduler.submit(request)
    }
    #expect(!session.catalog.names.texts.contains("toolbar"))
    let submission = try #require(session.events.first { $0.kind == .popupSubmitted })
    let spec = session.catalog.spec(submission.spec)
    for name in [spec.name, spec.host] { #expect(session.catalog.names.text(name).hasPrefix("h:")) }
  }

  /// An object is one thing, however often it is submitted: what is in front of its equals comes first, and its dismissal ends them all.
  @Test func anObjectAndWhatIsInFront() async throws {
    var up: [String] = []
    _ = try await record { scheduler in
      _ = open("Home", on: scheduler)
      let first = scheduler.submit(PopupRequest("First"))
      scheduler.submit(PopupRequest("Second"))
      var request = PopupRequest("Third")
      request.next = true
      request.object = 3
      let third = scheduler.submit(request)
      request.next = false
      let again = scheduler.submit(request)
      clock.advance(by: 500, lateness: 0)
      scheduler.dismiss(first, by: .button)
      up = app.requests.map(\.name)
      #expect(scheduler.isUp(third))
      clock.advance(by: 500, lateness: 0)
      scheduler.withdraw(again)
      clock.advance(by: 500, lateness: 0)
    }
    #expect(up == ["First", "Third"])
  }

  /// The grace of an animation whose end nobody hears of, and touches that somebody else has ignored.
  @Test func anAnimationThatIsLostAndALockOfSomebodyElse() async throws {
    let session = try await record { scheduler in
      _ = open("Home", on: scheduler)
      var request = PopupRequest("Slow")
      request.showMilliseconds = 250
      request.hideMilliseconds = 200
      let slow = scheduler.submit(request)
      scheduler.submit(PopupRequest("Behind it"))
      scheduler.foreignInputLockBegan()
      scheduler.animationLost(slow, .show, generation: 1)
      clock.advance(by: 2000, lateness: 3)
      scheduler.foreignInputLockEnded()
      scheduler.dismiss(slow, by: .button)
      clock.advance(by: 20, lateness: 0)
      scheduler.animationLost(slow, .hide, generation: 1)
      clock.advance(by: 5000, lateness: 0)
      #expect(!scheduler.isUp(slow) && scheduler.visiblePopups.count == 1)
    }
    let kinds = session.events.map(\.kind)
    #expect(kinds.contains(.inputForeignLocked) && kinds.contains(.inputForeignUnlocked))
    let lost = session.events.filter { $0.kind == .animationLost }
    #expect(lost.map(\.phase) == [.show, .hide])
    let (shown, hidden) = (kinds.firstIndex(of: .popupShown), kinds.firstIndex(of: .popupHidden))
    #expect(lost.map { Int($0.cause) } == [shown, hidden])
    #expect(session.events.contains { $0.kind == .timerFired })
  }
}

import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// An app that answers as it is told to.
@MainActor
private final class OrdinaryApp: PopupPresenter {
  let clock = VirtualClock()
  lazy var scheduler = PopupScheduler(
    policy: StandardPolicy(.v6), presenter: self, observer: InMemoryRecorder(.v6), clock: clock)
  var onShow: [String: (PopupID) -> Void] = [:]
  var onClosed: [String: (PopupID) -> Void] = [:]
  private var names: [PopupID: String] = [:]

  func show(_ popup: Presented<Void>) {
    names[popup.id] = popup.name
    onShow[popup.name]?(popup.id)
  }
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
  func closed(_ popup: Presented<Void>, because reason: Reason) { onClosed[names[popup.id] ?? ""]?(popup.id) }

  func wait(_ length: Int) { clock.advance(by: length, lateness: 0) }

  @discardableResult
  func submit(_ name: String, kind: PopupKind = .alert) -> PopupID {
    var request = PopupRequest(name, kind: kind)
    if kind == .alert {
      request.showMilliseconds = 250
      request.hideMilliseconds = 200
    }
    return scheduler.submit(request)
  }

  func open(_ name: String, from origin: PageID? = nil) -> PageID {
    let page = scheduler.loadPage(PageDescription(name))
    if let origin { scheduler.pageWillDisappear(origin) }
    scheduler.pageWillAppear(page)
    if let origin { scheduler.pageDidDisappear(origin) }
    scheduler.pageDidAppear(page)
    return page
  }

  /// What was recorded, and what stands against its coming back.
  func recording() -> (session: Session, issue: String?) {
    wait(3000)
    let session = scheduler.recordedSession()
    return (session, identityIssue(session, StandardPolicy(.v6)))
  }
}

/// What ordinary apps do in the middle of a turn: their recordings come back, played back and by causes (TimeAndTurns, *Re-entrant
/// stimuli*, CausalReplay, *Identity*).
@MainActor
struct OrdinaryAppTests {
  private func app() -> (OrdinaryApp, home: PageID) {
    let app = OrdinaryApp()
    let home = app.open("Home")
    app.wait(100)
    return (app, home)
  }

  /// The kinds and popups of what brought an event about, nearest first.
  private func causes(of event: Event, in session: Session) -> [EventKind] {
    var kinds: [EventKind] = []
    var step = event.cause
    while step >= 0 {
      kinds.append(session.events[Int(step)].kind)
      step = session.events[Int(step)].cause
    }
    return kinds
  }

  private func submission(_ name: String, in session: Session) throws -> Event {
    try #require(
      session.events.first {
        $0.kind == .popupSubmitted && session.catalog.names.text(session.catalog.spec($0.spec).name) == name
      })
  }

  @Test func aTapDismissesAndTheCallbackSubmitsTheNext() throws {
    let (app, _) = app()
    app.onClosed["A"] = { [unowned app] _ in app.submit("Next") }
    let a = app.submit("A")
    app.wait(1200)
    app.scheduler.perform("next", of: a) { app.scheduler.dismiss(a, by: .button) }
    app.wait(700)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    let next = try submission("Next", in: session)
    #expect(next.flags.contains(.reentrant))
    // The dismissal is its presentation's, as every dismissal is.
    #expect(causes(of: next, in: session) == [.callback, .popupDismissed, .popupShown, .popupSubmitted])
  }

  @Test func aHUDSubmittedInATapSubmitsAnAlertAsItIsShown() throws {
    let (app, _) = app()
    app.onShow["Saving"] = { [unowned app] _ in app.submit("Saved") }
    let a = app.submit("A")
    app.wait(800)
    app.scheduler.perform("save", of: a) { _ = app.submit("Saving", kind: .hud) }
    app.wait(300)
    app.scheduler.dismiss(a, by: .button)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    let saved = try submission("Saved", in: session)
    #expect(causes(of: saved, in: session).prefix(3) == [.popupShown, .popupSubmitted, .popupTapped])
  }

  @Test(arguments: [0, 40]) func dismissingInATapAndAgainAfterIt(pause: Int) throws {
    let (app, _) = app()
    let a = app.submit("A")
    app.submit("B")
    app.wait(900)
    app.scheduler.perform("close", of: a) { app.scheduler.dismiss(a, by: .button) }
    app.wait(pause)
    app.scheduler.dismiss(a, by: .button)
    app.scheduler.animationFinished(a, .hide, generation: 1)
    #expect(app.recording().issue == nil)
  }

  @Test func pageEventsInsideAShowing() throws {
    let (app, home) = app()
    app.onShow["Offer"] = { [unowned app] _ in _ = app.open("OfferViewController", from: home) }
    app.onShow["Late"] = { [unowned app] _ in
      let sheet = app.scheduler.loadPage(PageDescription("Sheet", presentation: .sheet))
      app.scheduler.pageWillAppear(sheet)
      app.onShow["Late"] = nil
      app.onShow["Toast"] = { [unowned app] _ in app.scheduler.pageDidAppear(sheet) }
    }
    app.submit("Offer", kind: .campaign)
    app.wait(500)
    let late = app.submit("Late", kind: .hud)
    app.wait(350)
    app.submit("Toast", kind: .hud)
    app.wait(100)
    app.scheduler.dismiss(late, by: .code)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    #expect(session.events.count { $0.kind.isAboutPage && $0.flags.contains(.reentrant) } == 8)
  }

  @Test func aTapInsideATap() throws {
    let (app, home) = app()
    let a = app.submit("A")
    let toast = app.submit("Toast", kind: .hud)
    app.wait(400)
    app.scheduler.perform("open", of: a) {
      app.submit("Before")
      app.scheduler.perform("undo", of: toast) {
        app.scheduler.dismiss(toast, by: .button)
        _ = app.open("Detail", from: home)
      }
      app.scheduler.dismiss(a, by: .button)
      _ = app.submit("After")
    }
    #expect(app.recording().issue == nil)
  }

  @Test func aTapInsideAPresentersCall() throws {
    let (app, home) = app()
    app.onShow["A"] = { [unowned app] popup in
      app.scheduler.perform("shown", of: popup) {
        app.submit("Inside")
        _ = app.open("Detail", from: home)
      }
    }
    app.onClosed["A"] = { [unowned app] popup in
      app.scheduler.perform("again", of: popup) { app.scheduler.dismiss(popup, by: .button) }
    }
    let a = app.submit("A")
    app.wait(600)
    app.scheduler.dismiss(a, by: .back)
    app.wait(10)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    let inside = try submission("Inside", in: session)
    #expect(causes(of: inside, in: session) == [.popupShown, .popupSubmitted])
  }

  @Test func aTransitionBegunInsideACallThatEndsLater() throws {
    let (app, home) = app()
    let detail = app.scheduler.loadPage(PageDescription("Detail"))
    app.onClosed["A"] = { [unowned app] _ in
      app.scheduler.pageWillDisappear(home)
      app.scheduler.pageWillAppear(detail)
    }
    let a = app.submit("A")
    app.wait(600)
    app.scheduler.dismiss(a, by: .button)
    app.wait(350)
    app.scheduler.pageDidDisappear(home)
    app.scheduler.pageDidAppear(detail)
    app.wait(200)
    app.submit("There")
    app.wait(500)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    let arrival = try #require(session.events.last { $0.kind == .pageDidAppear })
    #expect(causes(of: arrival, in: session).first == .callback)
  }

  @Test func aStaleAnimationOfAnEarlierPresentation() throws {
    let (app, home) = app()
    var request = PopupRequest("Kept")
    request.pages = ["Home"]
    request.keepAlive = true
    request.showMilliseconds = 250
    let kept = app.scheduler.submit(request)
    app.wait(100)
    let detail = app.open("Detail", from: home)
    app.wait(1000)
    app.scheduler.pageWillDisappear(detail)
    app.scheduler.pageWillAppear(home)
    app.scheduler.pageDidDisappear(detail)
    app.scheduler.pageDidAppear(home)
    app.wait(30)
    app.scheduler.animationFinished(kept, .show, generation: 1)
    app.wait(220)
    app.scheduler.animationFinished(kept, .show, generation: 2)
    let (session, issue) = app.recording()
    #expect(issue == nil)
    let stale = try #require(session.events.first { $0.kind == .animationFinished })
    #expect(session.events[Int(stale.cause)].kind == .popupHidden)
  }

  @Test func aPopupShownAtTheVeryEnd() throws {
    let (app, _) = app()
    let a = app.submit("Toast", kind: .message)
    app.scheduler.dismiss(a, by: .button)
    app.wait(5000)
    app.submit("Last")
    let session = app.scheduler.recordedSession()
    #expect(identityIssue(session, StandardPolicy(.v6)) == nil)
  }
}

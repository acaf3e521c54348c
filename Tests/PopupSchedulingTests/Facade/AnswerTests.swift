import PopupScheduling
import Testing

/// What an app shows in a popup.
@MainActor
private final class View {
  let title: String
  init(_ title: String) { self.title = title }
}

/// An app that owns its scheduler and is its presenter.
@MainActor
private final class PopupCenter: PopupPresenter {
  let popups: PopupScheduler<View>
  let notebook = Notebook()
  var up: [(popup: Presented<View>, title: String)] = []

  init(_ policy: some SchedulingPolicy = StandardPolicy(.v6), clock: any PopupClock = StagedClock()) {
    popups = PopupScheduler(policy: policy, observer: notebook, clock: clock)
    popups.presenter = self
  }

  func show(_ popup: Presented<View>) { up.append((popup, popup.content.title)) }
  func hide(_ popup: Presented<View>, because reason: Reason) { up.removeAll { $0.popup.id == popup.id } }

  private var made: [() -> View?] = []
  /// How many of the views that it has made are still held by somebody.
  var viewCount: Int { made.count { $0() != nil } }

  func request(_ title: String) -> PopupRequest<View> {
    let view = View(title)
    made.append { [weak view] in view }
    return PopupRequest(title, kind: .hud, content: view)
  }

  /// Waits until a popup is on screen.
  func shown(_ title: String) async -> PopupID {
    await expectSoon("\(title)") { up.contains { $0.title == title } }
    return up.first { $0.title == title }?.popup.id ?? .none
  }
}

@MainActor
@Suite("How a popup ends")
struct AnswerTests {
  @Test("An answer says once how the popup ended, and what was tapped before")
  func tappedAndDismissed() async {
    let center = PopupCenter()
    let waiting = Task { await center.popups.present(center.request("Sale")) }
    let popup = await center.shown("Sale")
    center.popups.perform("later", of: popup) {}
    center.popups.perform("open", of: popup) {}
    center.popups.dismiss(popup, by: .button)
    let answer = await waiting.value
    #expect(answer.popup == popup && answer.reason == .dismissed && answer.act == .button)
    #expect(answer.lastTap == "open" && answer.wasShown)
  }

  @Test("Every end can be said")
  func ends() async {
    let clock = StagedClock()
    let center = PopupCenter(clock: clock)
    let popups = center.popups
    func end(_ change: (inout PopupRequest<View>) -> Void, _ act: (PopupID) -> Void) async -> PopupAnswer {
      var request = center.request("P")
      change(&request)
      let waiting = Task { await popups.present(request) }
      act(await center.shown("P"))
      return await waiting.value
    }
    for act in DismissalAct.allCases {
      let answer = await end({ _ in }) { popups.dismiss($0, by: act) }
      #expect(answer.reason == .dismissed && answer.act == act && answer.lastTap == nil)
    }
    #expect(await end({ _ in }) { popups.withdraw($0) }.reason == .withdrawn)
    #expect(await end({ _ in }) { popups.viewLost($0) }.reason == .viewLost)
    #expect(await end({ _ in }) { _ in popups.signedOut() }.reason == .signedOut)
    let auto = await end({ $0.autoDismissAfterMilliseconds = 100 }) { _ in clock.advance(to: clock.now + Ticks(100)) }
    #expect(auto.reason == .auto && auto.act == nil)
    // Of one that never appeared, too.
    var expiring = center.request("Never")
    (expiring.kind, expiring.pages, expiring.expiresAfterMilliseconds) = (.alert, ["Elsewhere"], 50)
    let waiting = Task { await popups.present(expiring) }
    await expectSoon("a request") { clock.alarms.count > 0 }
    clock.advance(to: clock.now + Ticks(60))
    let expired = await waiting.value
    #expect(expired.reason == .expired && !expired.wasShown)
  }

  @Test("What follows from an answer is caused by the popup's end, before and after an await; the rest is not")
  func cause() async throws {
    let center = PopupCenter()
    let popups = center.popups
    let waiting = Task { await popups.present(center.request("Sale")) }
    popups.dismiss(await center.shown("Sale"), by: .button)
    let answer = await waiting.value
    // As a handler that asks for a function without arguments and results.
    let handler: () -> Void = { popups.perform(after: answer) { popups.submit(center.request("At once")) } }
    handler()
    await popups.perform(after: answer) {
      await Task.yield()
      popups.submit(center.request("Later"))
    }
    popups.submit(center.request("Unrelated"))
    let events = center.notebook.events
    let names = popups.catalog.names
    let causes = events.filter { $0.kind == .popupSubmitted }.reduce(into: [String: Int32]()) {
      $0[names.text(popups.catalog.spec($1.spec).name)] = $1.cause
    }
    let end = try #require(events.last { $0.popup == answer.popup && $0.kind.isDecision })
    #expect(end.reason == .dismissed)
    #expect(causes["At once"] == end.sequence && causes["Later"] == end.sequence && causes["Unrelated"] == -1)
    // An answer of another scheduler causes nothing here.
    let other = PopupCenter()
    other.popups.perform(after: answer) { other.popups.submit(other.request("There")) }
    #expect(other.notebook.events.first?.cause == -1)
  }

  @Test("A cancelled task takes its popup back, whether it is on screen or waits")
  func cancelling() async {
    let center = PopupCenter()
    let shown = Task { await center.popups.present(center.request("Shown")) }
    _ = await center.shown("Shown")
    shown.cancel()
    #expect(await shown.value.reason == .withdrawn)
    #expect(center.up.isEmpty)
    var elsewhere = center.request("Elsewhere")
    (elsewhere.kind, elsewhere.pages) = (.alert, ["Nowhere"])
    let waits = Task { await center.popups.present(elsewhere) }
    await expectSoon("a request") { center.notebook.events.contains { $0.kind == .popupQueued } }
    waits.cancel()
    #expect(await waits.value.reason == .withdrawn)
  }

  @Test("A refused request is answered at once, and so is a ticket; those of a scheduler that is gone as well")
  func refused() async {
    var center: PopupCenter? = PopupCenter()
    var request = center!.request("Nowhere")
    request.instance = PageID(77)
    let answer = await center!.popups.present(request)
    #expect(answer.popup.isNone && answer.reason == .none && !answer.wasShown)
    let app = StagedApp()
    var popups: PopupScheduler<Void>? = PopupScheduler(presenter: app, observer: Notebook(), clock: StagedClock())
    let ticket = popups!.enqueue(PopupRequest("Sale", kind: .hud))
    await expectSoon("a popup") { ticket.popup != nil }
    let early = popups!.enqueue(PopupRequest("Early"))
    early.withdraw()
    #expect(await early.answer.reason == .withdrawn)
    popups = nil
    #expect(await ticket.answer.reason == .none)
    #expect(await ticket.answer == ticket.answer)
    center = nil
  }

  @Test("Nothing is kept of a popup that is over: neither its content nor who waited")
  func nothingKept() async {
    let center = PopupCenter()
    for round in 0..<50 {
      let waiting = Task { await center.popups.present(center.request("P\(round)")) }
      let popup = await center.shown("P\(round)")
      #expect(center.viewCount == 1)
      center.popups.dismiss(popup, by: .button)
      _ = await waiting.value
      // The task has let go of its request by now, or soon does.
      await expectSoon("a view that is gone") { center.viewCount == 0 }
    }
    #expect(center.popups.keptRequests == 0)
    await expectSoon("views that are gone") { center.viewCount == 0 }
  }

  @Test("Content that comes later takes the place of what the request had")
  func contentLater() async {
    let center = PopupCenter()
    var request = center.request("Empty")
    request.readiness = .async
    let popup = center.popups.submit(request)
    center.popups.contentLoaded(popup, View("Filled"))
    #expect(center.up.map(\.title) == ["Filled"])
  }
}

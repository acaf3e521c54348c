import Testing

@testable import PopupScheduling

@MainActor
@Suite("What a request says, in a trace's terms")
struct RequestTests {
  let app = StagedApp()

  private func scheduler(tick: Int64 = 1000) -> PopupScheduler<Void> {
    PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Notebook(),
      clock: StagedClock(tick: TickLength(microseconds: tick)!),
      schedulers: [SchedulerID(), SchedulerID(scene: 2, scheduler: 3)])
  }

  private func submitted(_ request: PopupRequest<Void>, to scheduler: PopupScheduler<Void>) -> PopupSpec? {
    let popup = scheduler.submit(request)
    let event = scheduler.notebook.events.first { $0.kind == .popupSubmitted && $0.popup == popup }
    return event.map { scheduler.catalog.spec($0.spec) }
  }

  @Test("A request without wishes is an alert without wishes")
  func noWishes() {
    let scheduler = scheduler()
    let spec = submitted(PopupRequest("Plain"), to: scheduler)
    var expected = PopupSpec(name: scheduler.catalog.names.symbol(of: "Plain"))
    expected.showLength = .zero
    #expect(spec == expected)
  }

  @Test("Every wish is said, lengths in ticks and rounded up")
  func allWishes() {
    let scheduler = scheduler(tick: 10_000)
    let (home, caller) = (scheduler.loadPage(PageDescription("Home")), scheduler.loadPage(PageDescription("Detail")))
    var request = PopupRequest("Sale", kind: .campaign, level: -4)
    request.pages = ["Home", "Detail"]
    request.matching = .exact
    request.instance = home
    request.keepAlive = true
    request.readiness = .async
    request.condition = false
    request.whenBarred = .drop
    request.onHigher = .requeue
    request.chain = "tour"
    request.key = "sale"
    request.expiresAfterMilliseconds = 1_001
    request.autoDismissAfterMilliseconds = 2_010
    request.showMilliseconds = 255
    request.hideMilliseconds = 199
    request.needsKeyboard = true
    request.scene = 2
    request.scheduler = 3
    request.object = 9
    request.host = "sidebar"
    request.dismissal = .animated
    request.next = true
    request.user = "ann"
    request.callerPage = caller
    let spec = submitted(request, to: scheduler)
    let names = scheduler.catalog.names
    var catalog = scheduler.catalog
    var expected = PopupSpec(name: names.symbol(of: "Sale"))
    expected.kind = .campaign
    expected.level = -4
    expected.pages = catalog.names.intern([names.symbol(of: "Home"), names.symbol(of: "Detail")])
    expected.matching = .exact
    expected.instance = home
    expected.keepAlive = true
    expected.content = .async
    expected.condition = false
    expected.whenBarred = .drop
    expected.onHigher = .requeue
    expected.chain = names.symbol(of: "tour")
    expected.key = names.symbol(of: "sale")
    expected.expires = Ticks(101)
    expected.autoDismiss = Ticks(201)
    expected.showLength = Ticks(26)
    expected.hideLength = Ticks(20)
    expected.needsKeyboard = true
    expected.scene = 2
    expected.scheduler = 3
    expected.object = 9
    expected.host = names.symbol(of: "sidebar")
    expected.dismissal = .animated
    expected.next = true
    expected.user = names.symbol(of: "ann")
    expected.callerPage = caller
    #expect(spec == expected)
    #expect(scheduler.catalog.names.listCount == catalog.names.listCount)
  }

  @Test("A page that a request names is in the catalog with the request, whichever of the two it is")
  func namedPages() {
    for isCaller in [false, true] {
      let scheduler = scheduler()
      // Loaded inside a turn, so that the request may come before its page is taken.
      app.onShow = { [app] _ in
        app.onShow = nil
        var request = PopupRequest("Hint")
        let page = scheduler.loadPage(PageDescription("Late"))
        if isCaller { request.callerPage = page } else { request.instance = page }
        scheduler.submit(request)
      }
      scheduler.submit(PopupRequest("Toast", kind: .hud))
      #expect(scheduler.catalog.pageNumbers == [0] && scheduler.catalog.pages.count == 1)
      let spec = scheduler.catalog.specs.last
      #expect((isCaller ? spec?.callerPage : spec?.instance) == PageID(0))
      #expect(scheduler.refusedCalls == 0)
    }
  }

  private nonisolated static let century: Int64 = 3_153_600_000_000

  @Test(
    "A length below nothing is none, and one of more than a century lasts that long",
    arguments: [
      (-5, 0), (.min, 0), (0, 0), (1, 1), (century - 1, century - 1), (century, century), (century + 1, century),
      (.max, century),
    ] as [(Int64, Int64)])
  func lengths(milliseconds: Int64, ticks: Int64) {
    #expect(TickLength.millisecond.length(milliseconds: milliseconds) == Ticks(ticks))
    #expect(TickLength(microseconds: 500)!.length(milliseconds: milliseconds) == Ticks(2 * ticks))
  }

  @Test(
    "An object goes by its number, and none by any below 0",
    arguments: [(nil, -1), (-7, -1), (-1, -1), (0, 0), (5, 5)] as [(Int32?, Int32)])
  func objects(object: Int32?, expected: Int32) {
    var request = PopupRequest("Thing")
    request.object = object
    #expect(submitted(request, to: scheduler())?.object == expected)
  }

  @Test("An alteration says what it alters, an empty one nothing; the same one again is the same")
  func alterations() {
    let scheduler = scheduler(tick: 10_000)
    let popup = scheduler.submit(PopupRequest("Alert"))
    let before = scheduler.notebook.events.count
    scheduler.change(popup)
    #expect(scheduler.notebook.events.count == before && scheduler.refusedCalls == 0)
    scheduler.change(popup, level: 3)
    scheduler.change(popup, pages: ["Home"])
    scheduler.change(popup, expiresAfterMilliseconds: 9_999)
    scheduler.change(popup, to: PopupAlteration(level: 0, pages: [], expiresAfterMilliseconds: -1))
    scheduler.change(popup, level: 3)
    var names = scheduler.catalog.names
    var expected = [PopupChange(), PopupChange(), PopupChange(), PopupChange()]
    expected[0].level = 3
    expected[1].pages = names.intern([names.symbol(of: "Home")])
    expected[2].expires = Ticks(1_000)
    expected[3].level = 0
    expected[3].pages = names.intern([Symbol]())
    expected[3].expires = .zero
    #expect(scheduler.catalog.changes == expected)
    #expect(scheduler.notebook.events.filter { $0.kind == .popupChanged }.map(\.attributes) == [0, 1, 2, 3, 0])
    #expect(PopupAlteration().isEmpty && !PopupAlteration(level: 0).isEmpty && !PopupAlteration(pages: []).isEmpty)
  }
}

/// Has every name called another, and counts how often it is asked.
@MainActor
private final class Veil: EventObserver {
  final class Count: @unchecked Sendable {
    var asked: [String] = []
  }

  let count = Count()
  nonisolated var alias: (@Sendable (String, NameRole) -> String)? {
    { [count] text, role in
      count.asked.append("\(role) \(text)")
      return "\(role)-\(text.uppercased())"
    }
  }

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {}
}

@MainActor
@Suite("Names that have another name")
struct AliasTests {
  let app = StagedApp()

  @Test("Each name is asked for once in each role, stands in the catalog by its alias, and goes to the app as it is")
  func aliases() {
    let veil = Veil()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: veil, clock: StagedClock())
    let home = scheduler.loadPage(PageDescription("Home", "Base"))
    scheduler.pageWillAppear(home)
    scheduler.pageDidAppear(home)
    scheduler.signedIn(user: "ann")
    scheduler.editBegan(responder: "search")
    var request = PopupRequest("Sale")
    request.pages = ["Base"]
    request.chain = "tour"
    request.key = "sale"
    request.host = "Sale"
    request.user = "ann"
    let popup = scheduler.submit(request)
    scheduler.update(popup, state: "half")
    scheduler.perform("half", of: popup) {}
    scheduler.perform("half", of: popup) {}
    scheduler.update(popup, state: "half")
    scheduler.submit(request)
    scheduler.dismiss(popup, by: .button)
    let asked = veil.count.asked
    #expect(
      asked == [
        "pageClass Home", "pageClass Base", "user ann", "responder search", "popup Sale", "chain tour", "key sale",
        "host Sale", "state half", "action half",
      ])
    let texts = scheduler.catalog.names.texts
    for text in asked.map({ $0.split(separator: " ") }) {
      #expect(texts.contains("\(text[0])-\(text[1].uppercased())") && !texts.contains(String(text[1])))
    }
    // Its second submission is a duplicate of the first.
    #expect(
      app.log == [
        "fold search", "cover", "show Sale #1", "closed duplicate", "hide dismissed", "uncover", "closed dismissed",
        "unfold search",
      ])
  }
}

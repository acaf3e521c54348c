import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

/// Keeps a scheduler's life so far, and beside it all of it.
@MainActor
private final class LifeKeeper: EventObserver {
  var life = SessionSoFar()
  var whole = SessionStretch(mostEvents: .max, kept: .zero)

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    life.append(from: index, of: log)
    whole.append(from: index, of: log)
  }
  func turnEnded(in catalog: borrowing Catalog) { life.turnEnded(in: catalog) }
}

/// A clock that ticks ten times whenever it is looked at.
@MainActor
private final class TickingClock: PopupClock {
  let tick = TickLength.millisecond
  private var looks: Int64 = 0
  var now: Ticks {
    looks += 10
    return Ticks(looks)
  }
  func wake(at instant: Ticks, _ action: @escaping @MainActor () -> Void) -> PopupAlarm { PopupAlarm {} }
}

/// Shows nothing.
@MainActor
private final class Blind: PopupPresenter {
  func show(_ popup: Presented<Void>) {}
  func hide(_ popup: Presented<Void>, because reason: Reason) {}
}

@MainActor
@Suite("A scheduler's life so far")
struct SessionSoFarTests {
  private let keeper = LifeKeeper()
  private let blind = Blind()
  private let popups: PopupScheduler<Void>
  private let home: PageID

  init() {
    popups = PopupScheduler(presenter: blind, observer: keeper, clock: TickingClock())
    home = popups.loadPage(PageDescription("Home"))
    popups.pageWillAppear(home)
    popups.pageDidAppear(home)
    popups.signedIn(user: "ada")
  }

  /// A visit to a page with a popup on it: some ten events.
  private func visit(_ number: Int) {
    let page = popups.loadPage(PageDescription("Page \(number % 7)"))
    popups.pageWillDisappear(home)
    popups.pageWillAppear(page)
    popups.pageDidDisappear(home)
    popups.pageDidAppear(page)
    let popup = popups.submit(PopupRequest("Offer \(number % 10)", kind: .campaign, level: Int32(number % 3)))
    popups.perform("open", of: popup) {}
    popups.dismiss(popup, by: .button)
    popups.pageWillDisappear(page)
    popups.pageWillAppear(home)
    popups.pageDidDisappear(page)
    popups.pageDidAppear(home)
    popups.pageRemoved(page)
  }

  /// What a recording that begins now begins with, whatever was forgotten on the way.
  private func expectSame() throws -> Session {
    let beginning = keeper.life.session(popups.catalog)
    let begun = try #require(beginning).session
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    let all = keeper.whole.sessionFromQuietMoment(header, popups.catalog).session
    let difference = difference(begun, all)
    #expect(difference == nil)
    #expect(keeper.life.lastTime == keeper.whole.log.events.last?.time)
    return begun
  }

  @Test("Whatever is forgotten on the way, a recording begins with the same", arguments: [0, 1, 50, 200, 3000])
  func same(visits: Int) throws {
    for number in 0..<visits { visit(number) }
    let begun = try expectSame()
    #expect(begun.events.count < 30 && (visits < 2 || begun.header.prefixEvents > 0))
    #expect(begun.events.contains { $0.kind == .appSignedIn })
    // Where something is open, what there was before it is not needed.
    let open = popups.submit(PopupRequest("Open"))
    let events = try expectSame().events
    #expect(events.contains { $0.kind == .popupShown && $0.popup == open })
  }

  @Test("However long a scheduler lives, little of its life is in memory")
  func short() throws {
    for number in 0..<4000 { visit(number) }
    try expectSoon("a short life") {
      for number in 0..<20 { visit(number) }
      return keeper.life.count < 8000
    }
    _ = try expectSame()
  }

  @Test("A life that was long once, because much came at once, is short again before as much has come")
  func burst() throws {
    var life = SessionSoFar()
    var number: Int32 = 0
    func live(_ count: Int32) {
      var log = EventLog()
      for sequence in number..<number + count {
        var event = Event(.idle, time: Ticks(Int64(sequence)))
        event.sequence = sequence
        log.events.append(event)
      }
      number += count
      life.append(from: 0, of: log)
      life.turnEnded(in: Catalog())
    }
    live(200_000)
    try expectSoon("a short life") {
      live(20)
      return life.count < 8000
    }
    #expect(number < 300_000)
  }

  @Test("Where something is open all the time, the beginning of its life goes, and that is said")
  func open() throws {
    popups.submit(PopupRequest("Open", kind: .hud))
    popups.scrollBegan()
    for _ in 0..<60 {
      for _ in 0..<1000 { popups.becameIdle() }
      // Time for the other thread.
      try expectSoon("a look") {
        popups.becameIdle()
        return keeper.life.count < 40_000
      }
    }
    let beginning = keeper.life.session(popups.catalog)
    let begun = try #require(beginning).session
    #expect(!begun.gaps.isEmpty && begun.events.count < 40_000 && begun.events.last?.kind == .idle)
  }
}

import PopupScheduling
import Testing

@MainActor
@Suite("Requests from other threads")
struct EnqueueTests {
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: StagedClock())
  }

  private func names(_ scheduler: PopupScheduler<Void>) -> [String] {
    scheduler.notebook.events.filter { $0.kind == .popupSubmitted }.map {
      scheduler.catalog.names.text(scheduler.catalog.spec($0.spec).name)
    }
  }

  /// Waits until all that was asked for has been taken.
  private func drain(_ scheduler: PopupScheduler<Void>, until count: Int) async {
    await expectSoon("\(count) popups") {
      scheduler.notebook.events.count(where: { $0.kind == .popupSubmitted }) >= count
    }
  }

  @Test("Each thread's requests are submitted in the order in which it made them")
  func order() async {
    let scheduler = scheduler()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<200 { scheduler.enqueue(PopupRequest("\(thread) \(number)")) } }
      }
    }
    await drain(scheduler, until: 1600)
    let names = names(scheduler)
    #expect(names.count == 1600)
    for thread in 0..<8 {
      #expect(names.filter { $0.hasPrefix("\(thread) ") } == (0..<200).map { "\(thread) \($0)" })
    }
  }

  @Test("One thread's requests and the main actor's own end up in the order in which they were taken")
  func popups() async {
    let scheduler = scheduler()
    let tickets = (0..<5).map { scheduler.enqueue(PopupRequest("P\($0)")) }
    #expect(tickets.allSatisfy { $0.popup == nil })
    let first = scheduler.submit(PopupRequest("first"))
    await drain(scheduler, until: 6)
    #expect(names(scheduler) == ["first", "P0", "P1", "P2", "P3", "P4"])
    #expect(first == PopupID(0) && tickets.map(\.popup) == (1...5).map { PopupID($0) })
  }

  @Test("A request taken back before it was taken is never submitted; afterwards its popup is withdrawn")
  func withdrawing() async {
    let scheduler = scheduler()
    let before = scheduler.enqueue(PopupRequest("Before"))
    let after = scheduler.enqueue(PopupRequest("After", kind: .hud))
    before.withdraw()
    before.withdraw()
    await drain(scheduler, until: 1)
    #expect(names(scheduler) == ["After"])
    #expect(before.popup == nil)
    #expect(after.popup.map { scheduler.isUp($0) } == true)
    await Task.detached { after.withdraw() }.value
    await expectSoon("no popup") { scheduler.visiblePopups.isEmpty }
    #expect(app.log.last == "closed withdrawn")
  }

  @Test("Withdrawn from other threads while they are being taken, each is submitted or not, and none stays")
  func races() async {
    let scheduler = scheduler()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<100 { scheduler.enqueue(PopupRequest("P")).withdraw() } }
      }
    }
    scheduler.enqueue(PopupRequest("Last"))
    await expectSoon("the last popup") { names(scheduler).last == "Last" }
    let submitted = scheduler.notebook.events.count { $0.kind == .popupSubmitted }
    #expect(scheduler.notebook.events.count { $0.kind == .popupWithdrawn } == submitted - 1)
  }

  @Test("A request that is refused gives no popup, and is counted")
  func refused() async {
    let scheduler = scheduler()
    var request = PopupRequest("P")
    request.instance = PageID(7)
    let ticket = scheduler.enqueue(request)
    scheduler.enqueue(PopupRequest("Good"))
    await drain(scheduler, until: 1)
    #expect(ticket.popup == nil)
    #expect(scheduler.refusedCalls == 1)
    ticket.withdraw()
  }

  @Test("A scheduler that is gone takes nothing, and nothing keeps it")
  func gone() async {
    var scheduler: PopupScheduler<Void>? = scheduler()
    weak let observed = scheduler
    var ticket: PopupTicket? = scheduler!.enqueue(PopupRequest("P"))
    weak let observedTicket = ticket
    scheduler = nil
    #expect(observed == nil)
    for _ in 0..<20 { await Task.yield() }
    #expect(ticket?.popup == nil)
    ticket?.withdraw()
    ticket = nil
    #expect(observedTicket == nil)
  }
}

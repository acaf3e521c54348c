import PopupScheduling
import Testing

@MainActor
@Suite("What a tap brings about")
struct TapTests {
  let app = StagedApp()

  private func scheduler() -> PopupScheduler<Void> {
    PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Notebook(), clock: StagedClock())
  }

  private func submissions(_ scheduler: PopupScheduler<Void>) -> [String: Event] {
    let catalog = scheduler.catalog
    return scheduler.notebook.events.filter { $0.kind == .popupSubmitted }.reduce(into: [:]) {
      $0[catalog.names.text(catalog.spec($1.spec).name)] = $1
    }
  }

  @Test("What arrives while a decision is carried out is that decision's doing, and the tap's by way of it")
  func decisionBeforeTap() throws {
    let scheduler = scheduler()
    let a = scheduler.submit(PopupRequest("A", kind: .hud))
    app.onClosed = { _ in scheduler.submit(PopupRequest("Next")) }
    scheduler.perform("next", of: a) { scheduler.dismiss(a, by: .code) }
    let events = scheduler.notebook.events
    let next = try #require(submissions(scheduler)["Next"])
    #expect(next.flags.contains(.reentrant))
    var chain: [EventKind] = []
    var step = next.cause
    while step >= 0 {
      chain.append(events[Int(step)].kind)
      step = events[Int(step)].cause
    }
    #expect(chain == [.callback, .popupDismissed, .popupTapped, .popupShown, .popupSubmitted])
  }

  @Test("A tap inside a presenter's call, and what is done in it, is that decision's doing")
  func tapInsideCall() throws {
    let scheduler = scheduler()
    app.onShow = { popup in
      app.onShow = nil
      scheduler.perform("open", of: popup) { scheduler.submit(PopupRequest("Inside")) }
    }
    scheduler.submit(PopupRequest("A", kind: .hud))
    let events = scheduler.notebook.events
    let inside = try #require(submissions(scheduler)["Inside"])
    let tap = try #require(events.first { $0.kind == .popupTapped })
    #expect(events[Int(tap.cause)].kind == .popupShown && inside.cause == tap.cause)
    #expect(tap.flags.contains(.reentrant) && inside.flags.contains(.reentrant))
  }

  @Test("A tap's cause lives across awaits, and is nobody else's meanwhile")
  func acrossAwaits() async throws {
    let scheduler = scheduler()
    let (a, b) = (
      scheduler.submit(PopupRequest("A", kind: .hud)), scheduler.submit(PopupRequest("B", kind: .hud))
    )
    let (gateA, gateB) = (Gate(), Gate())
    let first = Task {
      await scheduler.perform("open", of: a) {
        scheduler.submit(PopupRequest("A before"))
        await gateA.wait()
        scheduler.submit(PopupRequest("A after"))
        scheduler.perform("inner", of: b) { _ = scheduler.submit(PopupRequest("A inner")) }
        _ = await Task { scheduler.submit(PopupRequest("A child")) }.value
        return 1
      }
    }
    await expectSoon("A") { submissions(scheduler)["A before"] != nil }
    let second = Task {
      await scheduler.perform("open", of: b) {
        scheduler.submit(PopupRequest("B before"))
        await gateB.wait()
        scheduler.submit(PopupRequest("B after"))
      }
    }
    await expectSoon("B") { submissions(scheduler)["B before"] != nil }
    scheduler.submit(PopupRequest("Unrelated"))
    gateA.open()
    #expect(await first.value == 1)
    scheduler.submit(PopupRequest("Unrelated, too"))
    gateB.open()
    await second.value

    let events = scheduler.notebook.events
    func tap(_ name: String) throws -> String? {
      let submission = try #require(submissions(scheduler)[name])
      guard submission.cause >= 0 else { return nil }
      let tap = events[Int(submission.cause)]
      #expect(tap.kind == .popupTapped)
      return "\(tap.popup == a ? "A" : "B") \(scheduler.catalog.names.text(tap.name))"
    }
    for name in ["A before", "A after", "A child"] { #expect(try tap(name) == "A open") }
    for name in ["B before", "B after"] { #expect(try tap(name) == "B open") }
    #expect(try tap("A inner") == "B inner")
    for name in ["Unrelated", "Unrelated, too"] { #expect(try tap(name) == nil) }
  }

  @Test("What a tap's action leaves running when it is over is not its doing")
  func leftRunning() async throws {
    let scheduler = scheduler()
    let a = scheduler.submit(PopupRequest("A", kind: .hud))
    let gate = Gate()
    let straggler = await scheduler.perform("open", of: a) { () async -> Task<Void, Never> in
      Task {
        await gate.wait()
        scheduler.submit(PopupRequest("Late"))
      }
    }
    gate.open()
    await straggler.value
    #expect(try #require(submissions(scheduler)["Late"]).cause == -1)
  }

  @Test("Taps of two schedulers do not mix")
  func twoSchedulers() async throws {
    let (one, other) = (scheduler(), scheduler())
    let a = one.submit(PopupRequest("A", kind: .hud))
    await one.perform("open", of: a) { () async -> Void in
      await Task.yield()
      other.submit(PopupRequest("Other"))
      one.submit(PopupRequest("One"))
    }
    #expect(try #require(submissions(other)["Other"]).cause == -1)
    #expect(try #require(submissions(one)["One"]).cause >= 0)
  }

  @Test("Errors go through, results may be left alone, and afterwards nothing is the tap's doing any more")
  func results() async throws {
    struct Refused: Error {}
    let scheduler = scheduler()
    let a = scheduler.submit(PopupRequest("A", kind: .hud))
    #expect(throws: Refused.self) { try scheduler.perform("open", of: a) { throw Refused() } }
    await #expect(throws: Refused.self) {
      try await scheduler.perform("open", of: a) {
        await Task.yield()
        throw Refused()
      }
    }
    scheduler.perform("open", of: a) { 7 }
    await scheduler.perform("open", of: a) {
      await Task.yield()
      return 7
    }
    scheduler.submit(PopupRequest("After"))
    #expect(try #require(submissions(scheduler)["After"]).cause == -1)
  }

  @Test("What the observer brings about happens after the turn it was told of, and is lost to none")
  func observerCalls() {
    let meddler = Meddler()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: meddler, clock: StagedClock())
    meddler.scheduler = scheduler
    scheduler.submit(PopupRequest("A", kind: .hud))
    #expect(meddler.kinds == [.popupSubmitted, .popupShown, .callback, .idle, .backPressed])
  }
}

/// Opens once, for all who wait.
@MainActor
private final class Gate {
  private var isOpen = false
  func open() { isOpen = true }
  func wait() async { await expectSoon("an open gate") { isOpen } }
}

/// An observer that calls its scheduler.
@MainActor
private final class Meddler: EventObserver {
  weak var scheduler: PopupScheduler<Void>?
  var kinds: [EventKind] = []

  init() { PopupMistakes.stopDebugBuilds = false }

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    for event in log.events[index...] {
      kinds.append(event.kind)
      if event.kind == .popupShown { scheduler?.becameIdle() }
      if event.kind == .idle { scheduler?.perform("x", of: PopupID(9)) { scheduler?.backPressed() } }
    }
  }
}

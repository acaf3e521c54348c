import PopupScheduling
import Testing

/// Counts what it is told.
@MainActor
private final class Tally: EventObserver {
  /// How many events each turn had, and how often they were told in it.
  var turns: [Int] = []
  var calls: [Int] = []
  private var underWay = (events: 0, calls: 0)

  func observe(from index: Int, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    underWay.events += log.events.count - index
    underWay.calls += 1
  }

  func turnEnded(in catalog: borrowing Catalog) {
    turns.append(underWay.events)
    calls.append(underWay.calls)
    underWay = (0, 0)
  }
}

@MainActor
@Suite("Who is told of everything")
struct EventObserverTests {
  @Test("An observer knows of a decision before the app is asked to carry it out, which the app may not survive")
  func decisionsFirst() {
    let app = StagedApp()
    let log = Notebook()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: log, clock: StagedClock())
    var known: [[EventKind]] = []
    app.onShow = { _ in known.append(log.events.map(\.kind)) }
    app.onClosed = { _ in known.append(log.events.map(\.kind)) }
    let popup = scheduler.submit(PopupRequest("Toast", kind: .hud))
    scheduler.dismiss(popup, by: .button)
    let shown: [EventKind] = [.popupSubmitted, .popupShown, .callback]
    #expect(known == [shown, shown + [.popupDismissed, .popupHidden, .callback]])
    // Each of them once.
    #expect(log.events.map(\.kind) == known.last)
  }

  @Test("An observer is told where each turn ends, and of nothing twice")
  func turns() {
    let app = StagedApp()
    let tally = Tally()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: tally, clock: StagedClock())
    app.onClosed = { [unowned app] _ in
      app.onClosed = nil
      scheduler.becameIdle()
    }
    let popup = scheduler.submit(PopupRequest("Toast", kind: .hud))
    scheduler.dismiss(popup, by: .button)
    scheduler.becameIdle()
    // Submitted, shown, called back; dismissed, hidden, called back, idle within it; idle.
    #expect(tally.turns == [3, 4, 1])
    #expect(tally.calls.last == 1)
  }

  @Test("A scheduler without an observer works")
  func none() {
    let app = StagedApp()
    let scheduler = PopupScheduler<Void>(presenter: app, clock: StagedClock())
    scheduler.submit(PopupRequest("Toast", kind: .hud))
    #expect(app.log == ["show Toast #1"] && scheduler.observer == nil)
  }
}

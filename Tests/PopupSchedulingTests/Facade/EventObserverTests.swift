import PopupScheduling
import Testing

/// Counts what it is told, and cannot be copied.
private struct Tally: EventObserver, ~Copyable {
  /// How many events each turn had.
  var turns: [Int] = []
  var refused = 0
  private var underWay = 0

  mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) { underWay += 1 }

  mutating func turnEnded(in catalog: borrowing Catalog) {
    turns.append(underWay)
    underWay = 0
  }

  mutating func refused(_ count: Int) { refused += count }
}

/// Listens only while it is switched on.
private struct Radio: EventObserver {
  var isListening = false
  var heard: [EventKind] = []

  mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    heard.append(event.kind)
  }
}

/// Keeps what it is told.
private struct Log: EventObserver {
  var kinds: [EventKind] = []

  mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    kinds.append(event.kind)
  }
}

@MainActor
@Suite("Who is told of everything")
struct EventObserverTests {
  @Test("An observer knows of a decision before the app is asked to carry it out, which the app may not survive")
  func decisionsFirst() {
    let app = StagedApp()
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: app, observer: Log(), clock: StagedClock())
    var known: [[EventKind]] = []
    app.onShow = { [unowned scheduler] _ in known.append(scheduler.observer.kinds) }
    app.onClosed = { [unowned scheduler] _ in known.append(scheduler.observer.kinds) }
    let popup = scheduler.submit(PopupRequest("Toast", kind: .hud))
    scheduler.dismiss(popup, by: .button)
    let shown: [EventKind] = [.popupSubmitted, .popupShown, .callback]
    #expect(known == [shown, shown + [.popupDismissed, .popupHidden, .callback]])
    // Each of them once.
    #expect(scheduler.observer.kinds == known.last)
  }

  @Test("An observer that does not listen is told nothing, and nothing of it later")
  func listening() {
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: StagedApp(), observer: Radio(), clock: StagedClock())
    scheduler.becameIdle()
    scheduler.withObserver { $0.isListening = true }
    scheduler.becameIdle()
    scheduler.withObserver { $0.isListening = false }
    scheduler.becameIdle()
    #expect(scheduler.observer.heard == [.idle])
  }

  @Test("An observer that cannot be copied is told where each turn ends, and is lent to its owner")
  func noncopyable() {
    let app = StagedApp()
    let scheduler = PopupScheduler(
      policy: StandardPolicy(.v6), presenter: app, observer: Tally(), clock: StagedClock())
    app.onClosed = { [unowned app] _ in
      app.onClosed = nil
      scheduler.becameIdle()
    }
    let popup = scheduler.submit(PopupRequest("Toast", kind: .hud))
    scheduler.dismiss(popup, by: .button)
    scheduler.becameIdle()
    // Submitted, shown, called back; dismissed, hidden, called back, idle within it; idle.
    #expect(scheduler.observer.turns == [3, 4, 1])
    let turns = scheduler.withObserver { tally in
      defer { tally = Tally() }
      return tally.turns.count
    }
    #expect(turns == 3)
    #expect(scheduler.observer.turns.isEmpty)
  }
}

import PopupScheduling
import Testing

/// Shows every popup the moment it is submitted, and says nothing of its end.
private struct Simple: SchedulingPolicy {
  /// Why a popup is hidden by code other than a dismissal.
  var reason = Reason.dismissed

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted: turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    case .popupWithdrawn: turn.hide(stimulus.popup, reason, generation: 1)
    case .contentFailed: turn.drop(stimulus.popup, .contentFailed)
    case .popupTapped:
      turn.hide(stimulus.popup, .dismissed, generation: 1)
      turn.show(stimulus.popup, on: .none, generation: 2)
    case .animationFinished: turn.callBack(turn.catalog.names.intern("closed"), stimulus.popup, .dismissed)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

@MainActor
@Suite("The end of popups whose policy does not tell of it")
struct ClosingTests {
  let app = StagedApp()

  private func scheduler(_ policy: Simple = Simple()) -> PopupScheduler<Void> {
    PopupScheduler(policy: policy, presenter: app, observer: Notebook(), clock: StagedClock())
  }

  @Test("A popup that is hidden for good, or dropped, is closed once, after its turn")
  func closed() {
    let scheduler = scheduler()
    let first = scheduler.submit(PopupRequest("First"))
    scheduler.dismiss(first, by: .button)
    #expect(app.log == ["show First #1", "hide dismissed", "closed dismissed"])
    scheduler.dismiss(first, by: .button)
    // A policy that tells of it later tells nothing new.
    scheduler.animationFinished(first, .hide, generation: 1)
    #expect(app.log.filter { $0.hasPrefix("closed") } == ["closed dismissed"])
    let second = scheduler.submit(PopupRequest("Second"))
    scheduler.contentFailed(second)
    #expect(app.log.last == "closed content-failed")
  }

  @Test("One that goes on, or may come back, is not", arguments: [Reason.pageLeft, .preempted])
  func goesOn(reason: Reason) {
    let scheduler = scheduler(Simple(reason: reason))
    let popup = scheduler.submit(PopupRequest("First"))
    scheduler.perform("again", of: popup) {}
    #expect(scheduler.isUp(popup))
    scheduler.withdraw(popup)
    #expect(!app.log.contains { $0.hasPrefix("closed") })
    scheduler.dismiss(popup, by: .button)
    #expect(app.log.last == "closed dismissed")
  }

  @Test("What the app does when it is told is caused by the decision that ended the popup, in a turn of its own")
  func cause() throws {
    let scheduler = scheduler()
    app.onClosed = { [unowned scheduler, unowned app] _ in
      app.onClosed = nil
      scheduler.submit(PopupRequest("Next"))
    }
    let first = scheduler.submit(PopupRequest("First"))
    scheduler.dismiss(first, by: .button)
    let events = scheduler.notebook.events
    let next = try #require(events.last { $0.kind == .popupSubmitted })
    let hidden = try #require(events.last { $0.kind == .popupHidden })
    #expect(next.cause == hidden.sequence && !next.flags.contains(.reentrant))
    #expect(app.log.last == "show Next #1")
  }

  @Test("Nothing is kept of popups that are over")
  func memory() {
    let scheduler = scheduler()
    for number in 0..<500 {
      let popup = scheduler.submit(PopupRequest("P\(number)"))
      scheduler.dismiss(popup, by: .button)
    }
    #expect(scheduler.keptRequests == 0)
  }
}

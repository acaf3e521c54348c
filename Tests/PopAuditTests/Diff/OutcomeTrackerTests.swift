import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct OutcomeTrackerTests {
  @Test func everyPresentationIsKeptInOrderWithItsPage() {
    var script = RunScript()
    let home = script.page(1)
    script.at(100)
    script.submit(7)
    script.at(350)
    script.show(7, on: home)
    script.at(900)
    script.hide(7, .pageLeft)
    script.decide(.popupParked, 7, on: home)
    script.at(1500)
    script.decide(.popupRestored, 7)
    script.show(7, on: home, generation: 2)

    let outcome = script.outcome(7)
    #expect(outcome?.waited == Ticks(250))
    #expect(outcome?.shown.map(\.from) == [Ticks(350), Ticks(1500)])
    #expect(outcome?.shown.map(\.until) == [Ticks(900), nil])
    #expect(outcome?.shown.map(\.page) == [home, home])
    #expect(outcome?.end == RunOutcome.End(.visible))
  }

  @Test func atTheSessionsEndItIsVisibleWaitingLoadingOrParked() {
    var script = RunScript()
    let home = script.page(1)
    for number in Int64(0)...3 { script.submit(number) { $0.content = number == 2 ? .async : .ready } }
    script.show(0)
    script.decide(.popupQueued, 1, .slot)
    script.decide(.contentRequested, 2)
    script.decide(.popupQueued, 2, .content)
    script.show(3, on: home)
    script.hide(3, .pageLeft)
    script.decide(.popupParked, 3, on: home)
    #expect(script.end(0) == "visible")
    #expect(script.end(1) == "waiting")
    #expect(script.end(2) == "loading")
    #expect(script.end(3) == "parked")
  }

  @Test func contentThatCameLeavesItWaiting() {
    var script = RunScript()
    script.submit(1)
    script.decide(.contentRequested, 1)
    script.happen(.contentLoaded, 1)
    #expect(script.end(1) == "waiting")
  }

  @Test func contentThatIsAskedForChangesNothingButWaiting() {
    var script = RunScript()
    let home = script.page(1)
    for number in Int64(1)...4 { script.submit(number) }
    script.show(1)
    script.decide(.contentRequested, 1)
    script.decide(.popupDropped, 2, .withdrawn)
    script.decide(.contentRequested, 2)
    script.show(3, on: home)
    script.hide(3, .pageLeft)
    script.decide(.popupParked, 3, on: home)
    script.decide(.contentRequested, 3)
    script.happen(.contentLoaded, 3)
    // What was loaded once is waited for no more, wherever the popup waits then.
    script.decide(.contentRequested, 4)
    script.happen(.contentLoaded, 4)
    script.decide(.popupQueued, 4, .slot)
    #expect((1...4).map { script.end($0) } == ["visible", "dropped:withdrawn", "parked", "waiting"])
  }

  @Test func anEndOnScreenIsItsReasonAndOneOffScreenIsDropped() {
    var script = RunScript()
    let home = script.page(1)
    for number in Int64(0)...3 { script.submit(number) }
    script.show(0)
    script.hide(0, .dismissed)
    script.decide(.popupDropped, 1, .expired)
    script.show(2, on: home)
    script.hide(2, .pageLeft)
    script.decide(.popupParked, 2, on: home)
    script.decide(.popupDropped, 2, .pageLeft)
    script.show(3)
    script.hide(3, .preempted)
    script.decide(.popupDropped, 3, .preempted)
    #expect(script.end(0) == "dismissed")
    #expect(script.end(1) == "dropped:expired")
    #expect(script.end(2) == "dropped:page-left")
    #expect(script.end(3) == "dropped:preempted")
  }

  @Test func hiddenForAnotherAndQueuedAgainItWaits() {
    var script = RunScript()
    script.submit(1)
    script.show(1)
    script.hide(1, .preempted)
    script.decide(.popupQueued, 1, .slot)
    #expect(script.end(1) == "waiting")
  }

  @Test func onlyBeingHiddenForAnotherCountsAsPreempted() {
    var script = RunScript()
    script.submit(1)
    for (generation, reason) in [Reason.preempted, .pageLeft, .preempted].enumerated() {
      script.show(1, generation: Int32(generation + 1))
      script.hide(1, reason, generation: Int32(generation + 1))
    }
    #expect(script.outcome(1)?.preempted == 2)
  }

  @Test func aFirstEndHolds() {
    var script = RunScript()
    script.submit(1)
    script.show(1)
    script.hide(1, .dismissed)
    script.decide(.popupDropped, 1, .signedOut)
    script.happen(.popupWithdrawn, 1)
    #expect(script.end(1) == "dismissed")
  }

  @Test func hiddenWithItsPageItMayStillBeDroppedForAnotherReasonOnce() {
    var script = RunScript()
    script.submit(1)
    script.show(1)
    script.hide(1, .pageLeft)
    #expect(script.end(1) == "page-left")
    script.decide(.popupDropped, 1, .expired)
    #expect(script.end(1) == "dropped:expired")
    script.decide(.popupDropped, 1, .signedOut)
    #expect(script.end(1) == "dropped:expired")
  }

  @Test func aLostViewEndsThePresentationAtOnce() {
    var script = RunScript()
    script.submit(1)
    script.show(1)
    script.at(80)
    script.happen(.popupViewLost, 1)
    script.at(90)
    script.hide(1, .viewLost)
    #expect(script.outcome(1)?.shown.first?.until == Ticks(80))
    #expect(script.end(1) == "view-lost")
  }

  @Test func withdrawnUnseenItIsGoneEvenIfTheSchedulerSaysNothing() {
    var script = RunScript()
    script.submit(1)
    script.submit(2)
    script.happen(.popupWithdrawn, 1)
    script.dismiss(2, by: .code)
    #expect(script.end(1) == "dropped:withdrawn")
    #expect(script.end(2) == "dropped:withdrawn")
  }

  @Test func shownAfterItsEndItIsVisibleAgain() {
    var script = RunScript()
    script.submit(1)
    script.happen(.popupWithdrawn, 1)
    script.at(50)
    script.show(1)
    #expect(script.end(1) == "visible")
    #expect(script.outcome(1)?.shown.count == 1)
  }

  @Test func aUsersDismissalOfWhatIsNotUpChangesNothing() {
    var script = RunScript()
    script.submit(1)
    script.dismiss(1, by: .swipe)
    #expect(script.end(1) == "waiting")
  }

  @Test func presentationsOfOnePopupNeverOverlap() {
    var script = RunScript()
    script.submit(1)
    script.show(1)
    script.at(40)
    script.show(1, generation: 2)
    #expect(script.outcome(1)?.shown.map(\.until) == [Ticks(40), nil])
  }

  @Test func whatIsNeverMentionedIsNotKnown() {
    var script = RunScript()
    _ = script.popup(0)
    script.submit(5)
    #expect(script.outcome(0) == nil)
    #expect(script.outcome(5)?.shown.isEmpty == true)
    #expect(script.tracker.outcome(of: PopupID(99)) == nil)
    #expect(script.tracker.outcome(of: .none) == nil)
  }

  @Test func nothingIsLeftOfTheSessionBefore() {
    var first = RunScript()
    first.submit(1)
    first.show(1)
    var second = RunScript()
    second.submit(1)
    var tracker = first.tracker
    second.follow(with: &tracker)
    #expect(tracker.outcome(of: PopupID(0))?.shown.isEmpty == true)
    #expect(tracker.presented == 0)
  }
}

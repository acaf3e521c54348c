import PopAudit
import Testing

@Suite struct IdleQueueTests {
  @Test func threeSecondsOfAnIdleQueueAreAStuckQueue() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3010 idle
          """, isFinished: false) == ["1"])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3009 idle
          """, isFinished: false) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 level=1
          10 popup.queued 1 slot
          10 popup.submitted 2
          10 popup.queued 2 slot
          3010 idle
          9000 idle
          """) == ["2"])
  }

  @Test func aFinishedSessionEndsEveryWait() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 idle
          """) == ["1"])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 idle
          """, isFinished: false) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3010 idle
          4000 idle
          """) == ["1"])
  }

  @Test func aReasonThatGoesAwayInTimeIsNone() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 popup.withdrawn 1
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 page.will-disappear 1
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 scroll.began
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 scheduler.suspended
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 app.background
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 popup.condition 1 holds=false
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 app.signed-out
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 expires=2000
          10 popup.queued 1 slot
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 expires=3000
          10 popup.queued 1 slot
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 expires=3001
          10 popup.queued 1 slot
          9000 idle
          """) == ["1"])
  }

  @Test func theWaitBeginsAnewAfterABreak() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 scroll.began
          2500 scroll.ended
          5499 idle
          """, isFinished: false) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          2000 scroll.began
          2500 scroll.ended
          5500 idle
          """, isFinished: false) == ["1"])
  }

  @Test func aTakenSlotOrNoEligiblePopupIsNotIdle() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          10 popup.submitted 2 re
          10 popup.queued 2 slot
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 scheduler=1
          10 popup.shown 1 page=1
          10 popup.submitted 2 re
          10 popup.queued 2 slot
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 2 pages=Detail
          10 popup.queued 2 page
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 2 content=async
          10 content.requested 2
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: """
          10 popup.submitted 2
          10 popup.queued 2 page
          9000 idle
          """) == [])
  }

  @Test func anExitThatNeverFinishesFreesTheSlotAfterItsGrace() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 hideMs=200
          10 popup.shown 1 page=1
          20 popup.submitted 2
          20 popup.queued 2 slot
          30 popup.dismissed 1 button
          30 popup.hidden 1 dismissed
          4230 idle
          """, isFinished: false) == ["2"])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 hideMs=200
          10 popup.shown 1 page=1
          20 popup.submitted 2
          20 popup.queued 2 slot
          30 popup.dismissed 1 button
          30 popup.hidden 1 dismissed
          4229 idle
          """, isFinished: false) == [])
  }

  @Test func aToastNeedsNoSlotAndWithoutBindingNoPage() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.submitted 2 kind=hud
          20 popup.queued 2 slot
          3020 idle
          """, isFinished: false) == ["2"])
    #expect(
      found(
        .stuckQueue,
        in: """
          20 popup.submitted 2 kind=hud
          20 popup.queued 2 slot
          3020 idle
          """, isFinished: false) == ["2"])
    #expect(
      found(
        .stuckQueue,
        in: """
          20 popup.submitted 2 kind=hud pages=Home
          20 popup.queued 2 slot
          3020 idle
          """) == [])
  }

  @Test func betweenOneAndThreeSecondsAShowIsLate() {
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          1011 idle
          1011 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          1010 idle
          1010 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3009 idle
          3009 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3010 idle
          3010 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          3010 idle
          3010 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          1000 scroll.began
          1500 scroll.ended
          2000 idle
          2000 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .lateShow,
        in: home + """
          10 popup.submitted 1 kind=hud
          10 popup.queued 1 slot
          1011 idle
          1011 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func aCoveredPageStaysAndAContainersLeavingIsItsDescendants() {
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 page.did-appear 2 class=Part in=1
          20 popup.submitted 1 pages=Part
          20 popup.queued 1 slot
          30 page.will-disappear 1
          40 page.did-disappear 1
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 page.did-appear 2 class=Part in=1
          20 popup.submitted 1 pages=Part
          20 popup.queued 1 slot
          30 page.will-disappear 1
          40 page.did-appear 1
          9000 idle
          """) == ["1"])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 page.will-appear 2 class=Left in=1
          10 popup.submitted 1 pages=Home
          10 popup.queued 1 page
          20 page.did-appear 2
          30 page.did-appear 3 class=Right in=1
          9000 idle
          """) == ["1"])
  }

  /// A popup that does not come back although its page does.
  private let parked =
    home + """
      10 popup.submitted 1 pages=Home KEPT
      10 popup.shown 1 page=1
      100 page.will-disappear 1
      100 popup.hidden 1 page-left
      100 popup.parked 1 page=1
      200 page.did-appear 1

      """

  @Test func aParkedPopupThatIsNotKeptAliveIsAStuckQueue() {
    let plain = parked.replacing("KEPT", with: "")
    #expect(found(.stuckQueue, in: plain, end: 3199, isFinished: false) == [])
    #expect(found(.stuckQueue, in: plain, end: 3200, isFinished: false) == ["1"])
    #expect(found(.stuckQueue, in: plain, end: 500) == ["1"])
    #expect(found(.lostKeepalive, in: plain, end: 9000) == [])
    let kept = parked.replacing("KEPT", with: "keepAlive=true")
    #expect(found(.stuckQueue, in: kept, end: 9000) == [])
    #expect(found(.lostKeepalive, in: kept, end: 9000) == ["1"])
  }

  @Test func aParkedToastThatIsNotKeptAliveIsAStuckQueue() {
    #expect(found(.stuckQueue, in: parked.replacing("KEPT", with: "kind=hud"), end: 9000) == ["1"])
  }
}

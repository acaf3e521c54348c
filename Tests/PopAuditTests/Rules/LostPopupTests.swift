import PopAudit
import Testing

@Suite struct LostPopupTests {
  @Test func eachReasonNeedsItsPremise() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 page-left
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 page-removed
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 signed-out
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 withdrawn
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 content-failed
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 expired
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 duplicate
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 barred
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 auto
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 dismissed
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 view-lost
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 slot
          """) == ["1"])
  }

  @Test func aReasonThatHoldsIsNoFinding() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 instance=1
          10 popup.queued 1 slot
          20 page.removed 1
          20 popup.dropped 1 page-removed
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 app.signed-out
          20 popup.dropped 1 signed-out
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 popup.withdrawn 1
          20 popup.dropped 1 withdrawn
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 popup.dismissed 1 code
          20 popup.dropped 1 withdrawn
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 scheduler.cleared
          20 popup.dropped 1 withdrawn
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 scheduler.cleared alert
          20 popup.dropped 1 withdrawn
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 content=async
          10 popup.queued 1 slot
          20 content.failed 1
          20 popup.dropped 1 content-failed
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 expires=10
          10 popup.queued 1 slot
          20 timer.fired 1
          20 popup.dropped 1 expired
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 whenBarred=drop condition=false
          10 popup.queued 1 slot
          20 idle
          20 popup.dropped 1 barred
          """) == [])
  }

  @Test func aClearingOfAnotherKindOrSchedulerIsNoPremise() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 scheduler.cleared campaign
          20 popup.dropped 1 withdrawn
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 scheduler.cleared scheduler=1
          20 popup.dropped 1 withdrawn
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          5 scheduler.cleared
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 idle
          20 popup.dropped 1 withdrawn
          """) == ["1"])
  }

  @Test func expiryIsDueAtItsLimitAndNotBefore() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 expires=11
          10 popup.queued 1 slot
          20 idle
          20 popup.dropped 1 expired
          """) == ["1"])
  }

  @Test func aDuplicateNeedsATwinThatIsOrWasLive() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a
          20 popup.dropped 2 duplicate
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=b
          20 popup.dropped 2 duplicate
          """) == ["2"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 key=a hideMs=300
          10 popup.shown 1 page=1
          15 popup.dismissed 1 button
          15 popup.hidden 1 dismissed
          20 popup.submitted 2 key=a
          20 popup.dropped 2 duplicate
          """) == ["2"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a
          20 popup.queued 2 slot
          30 popup.dismissed 1 button
          30 popup.hidden 1 dismissed
          30 popup.dropped 2 duplicate
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 key=a scheduler=1
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a
          20 popup.dropped 2 duplicate
          """) == ["2"])
  }

  @Test func aHiddenPopupNeedsAPremiseToo() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 idle
          20 popup.hidden 1 dismissed
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.dismissed 1 button
          20 popup.hidden 1 dismissed
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 back.pressed
          20 popup.hidden 1 dismissed
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 back.pressed
          21 idle
          21 popup.hidden 1 dismissed
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.view-lost 1
          20 popup.hidden 1 view-lost
          """) == [])
  }

  @Test func aDismissalOfAPopupThatIsNotUpIsNone() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.dismissed 1 button
          25 idle
          25 popup.shown 1 page=1
          30 idle
          30 popup.hidden 1 dismissed
          """) == ["1"])
  }

  @Test func autoDismissCountsForegroundTimeOverAllPresentations() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 autoDismiss=100
          10 popup.shown 1 page=1
          110 timer.fired 1
          110 popup.hidden 1 auto
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 autoDismiss=100
          10 popup.shown 1 page=1
          109 timer.fired 1
          109 popup.hidden 1 auto
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 autoDismiss=100
          10 popup.shown 1 page=1
          50 app.background
          90 app.foreground
          110 timer.fired 1
          110 popup.hidden 1 auto
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 autoDismiss=100 onHigher=requeue
          10 popup.shown 1 page=1
          60 idle
          60 popup.hidden 1 preempted
          60 popup.queued 1 preempted
          200 idle
          200 popup.shown 1 page=1
          250 timer.fired 1
          250 popup.hidden 1 auto
          """) == [])
  }

  @Test func leavingAPageDropsOnlyWhatIsParkedForIt() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          400 page.did-disappear 1
          400 popup.dropped 1 page-left
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          200 idle
          200 popup.dropped 1 page-left
          """) == ["1"])
  }

  @Test func anUnboundPopupHasNoPageToLeave() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == [])
  }

  @Test func whatNoDecisionEverNamesIsSwallowed() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          """) == ["1"])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          20 popup.withdrawn 1
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          """, isFinished: false) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          20 idle
          """, isFinished: false) == ["1"])
  }

  private let left =
    home + """
      10 popup.submitted 1 pages=Home
      10 popup.shown 1 page=1
      100 page.will-disappear 1
      100 popup.hidden 1 page-left

      """

  @Test func goneAtTheBeginningOfACancelledSwipeIsFound() {
    #expect(found(.lostPopup, in: left + "400 page.did-appear 1") == ["1"])
    let parked = left.replacing(
      "100 popup.hidden 1 page-left", with: "100 popup.hidden 1 page-left\n100 popup.parked 1 page=1")
    #expect(found(.lostPopup, in: parked + "400 page.did-appear 1\n400 popup.shown 1 page=1") == [])
  }

  @Test func goneWithAPageThatReallyLeftIsNot() {
    let gone = "400 page.did-disappear 1\n500 page.will-appear 1\n800 page.did-appear 1"
    #expect(found(.lostPopup, in: left + gone) == [])
    #expect(found(.lostPopup, in: left + "200 popup.withdrawn 1\n400 page.did-appear 1") == [])
    #expect(found(.lostPopup, in: left + "200 app.signed-out\n400 page.did-appear 1") == [])
    let dismissed = left.replacing("100 page.will", with: "90 popup.dismissed 1 button\n100 page.will")
    #expect(found(.lostPopup, in: dismissed + "400 page.did-appear 1") == [])
    #expect(found(.lostPopup, in: left + "400 page.did-appear 1\n400 popup.shown 1 page=1") == [])
    let expired = left.replacing("pages=Home", with: "pages=Home expires=300")
    #expect(found(.lostPopup, in: expired + "400 page.did-appear 1") == [])
  }

  @Test func goneAfterItsPageIsNotThoughThePageComesBack() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.hidden 1 page-left
          500 page.will-disappear 2
          500 page.will-appear 1
          800 page.did-disappear 2
          800 page.did-appear 1
          """) == [])
  }

  @Test func lostKeepaliveStaleCompletionAndPreemptLostSpeakInItsPlace() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          400 page.did-disappear 1
          400 popup.dropped 1 page-left
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 animation.finished 1 hide gen=4
          100 popup.hidden 1 dismissed
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 idle
          100 popup.dropped 1 preempted
          """) == [])
  }

  @Test func whatIsGoneAlreadyIsNotLostAgain() {
    #expect(
      found(
        .lostPopup,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.dismissed 1 button
          20 popup.hidden 1 dismissed
          20 popup.dropped 1 withdrawn
          """) == [])
  }

  @Test func keptAliveAndOverAsItsPageIsLeftIsNotLost() {
    let left =
      home + """
        10 popup.submitted 1 expires=500 KEPT
        10 popup.shown 1 page=1
        600 page.will-disappear 1
        600 popup.hidden 1 page-left
        600 popup.dropped 1 expired
        """
    let kept = left.replacing("KEPT", with: "keepAlive=true")
    #expect(found(.lostPopup, in: kept) == [])
    #expect(found(.lostKeepalive, in: kept) == [])
    #expect(found(.lostPopup, in: left.replacing("KEPT", with: "")) == ["1"])
    #expect(found(.lostKeepalive, in: kept.replacing("expires=500", with: "expires=900")) == ["1"])
    #expect(found(.lostPopup, in: kept.replacing("expires=500", with: "expires=900")) == [])
  }

  @Test func aUserOnItWhoIsNotSignedInIsASignOut() {
    let mine = home + "5 app.signed-in user=ann\n10 popup.submitted 1 user=WHO\n20 popup.dropped 1 signed-out"
    #expect(found(.lostPopup, in: mine.replacing("WHO", with: "ann")) == ["1"])
    #expect(found(.lostPopup, in: mine.replacing("WHO", with: "bob")) == [])
    #expect(found(.lostPopup, in: mine.replacing("5 app.signed-in user=ann\n", with: "")) == [])
  }

  @Test func aViewThatWasLostMeanwhileIsNotMissedWhenItsPageComesBack() {
    let swipe =
      home + """
        10 popup.submitted 1 pages=Home
        10 popup.shown 1 page=1
        100 page.will-disappear 1
        100 popup.hidden 1 page-left
        MEANWHILE
        300 page.did-appear 1
        """
    #expect(found(.lostPopup, in: swipe.replacing("MEANWHILE", with: "200 idle")) == ["1"])
    #expect(found(.lostPopup, in: swipe.replacing("MEANWHILE", with: "200 popup.view-lost 1")) == [])
  }

  @Test func aPageThatComesBackAtTheVeryLimitOfItsPopupIsTooLateForIt() {
    let text =
      home + """
        10 popup.submitted 1 pages=Home expires=190
        10 popup.shown 1 page=1
        50 page.will-disappear 1
        50 popup.hidden 1 page-left

        """
    #expect(found(.lostPopup, in: text + "199 page.did-appear 1") == ["1"])
    #expect(found(.lostPopup, in: text + "200 page.did-appear 1") == [])
    #expect(found(.lostPopup, in: text + "100 popup.withdrawn 1\n199 page.did-appear 1") == [])
  }
}

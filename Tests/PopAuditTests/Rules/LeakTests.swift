import PopAudit
import Testing

@Suite struct LeakTests {
  let home = """
    0 page.will-appear 1 class=Home
    0 page.did-appear 1

    """

  @Test func parkedForOrBoundToARemovedPageIsFound() {
    let parked =
      home + """
        10 popup.submitted 1 pages=Home keepAlive=true
        10 popup.shown 1 page=1
        20 page.will-disappear 1
        20 popup.hidden 1 page-left
        20 popup.parked 1 page=1
        30 page.removed 1

        """
    #expect(found(.leak, in: parked) == ["1"])
    #expect(found(.leak, in: parked + "30 popup.dropped 1 page-removed") == [])
    #expect(found(.leak, in: parked + "30 popup.dropped 1 page-removed\n40 idle") == [])
    #expect(found(.leak, in: parked + "40 idle\n50 idle") == ["1"])
    let bound = home + "10 popup.submitted 1 instance=1\n20 page.will-disappear 1\n30 page.removed 1"
    #expect(found(.leak, in: bound) == ["1"])
    #expect(
      found(.leak, in: home + "20 page.will-disappear 1\n30 page.removed 1\n40 popup.submitted 1 instance=1") == ["1"])
  }

  @Test func whatIsSetInCaseAnExitNeverEndsIsNoLeakAndWhatWasSetBeforeIs() {
    let up = "0 popup.submitted 1 hideMs=200\n0 popup.shown 1\n"
    let hidden = "100 popup.dismissed 1 button\n100 popup.hidden 1 dismissed\n"
    let patience = "300 animation.lost 1 hide\n300 timer.set 0 popup=1 at=1300 other\n"
    #expect(found(.leak, in: up + hidden + patience + "1300 timer.fired 0", end: 9000) == [])
    #expect(found(.leak, in: up + "50 timer.set 0 popup=1 at=1300 other\n" + hidden) == ["1"])
    #expect(found(.leak, in: up + hidden + patience + "1400 idle\n1400 popup.withdrawn 1") == ["1"])
  }

  @Test func boundToAClassOrToAnotherPageIsNot() {
    let text = home + "10 popup.submitted 1 pages=Home\n10 popup.submitted 2 instance=7\n20 page.will-disappear 1\n"
    #expect(found(.leak, in: text + "30 page.removed 1") == [])
  }

  @Test func stillUpAfterItsDismissalOrWithdrawalIsFound() {
    let up = "10 popup.submitted 1\n10 popup.shown 1\n"
    #expect(found(.leak, in: up + "20 popup.dismissed 1 button") == ["1"])
    #expect(found(.leak, in: up + "20 popup.withdrawn 1") == ["1"])
    #expect(found(.leak, in: up + "20 popup.dismissed 1 button\n20 popup.hidden 1 dismissed") == [])
    #expect(found(.leak, in: up + "20 popup.dismissed 1 button\n30 popup.hidden 1 dismissed\n40 idle") == ["1"])
    #expect(found(.leak, in: up + "20 popup.dismissed 1 button\n25 idle\n30 popup.hidden 1 dismissed") == ["1"])
  }

  @Test func contentOfWhatHasEndedIsFoundUnlessCancelledOrAnswered() {
    let asked =
      "10 popup.submitted 1 content=async\n10 content.requested 1\n20 popup.withdrawn 1\n20 popup.dropped 1 withdrawn\n"
    #expect(found(.leak, in: asked) == ["1"])
    #expect(found(.leak, in: asked + "20 content.cancelled 1") == [])
    let loaded =
      "10 popup.submitted 1 content=async\n10 content.requested 1\n15 content.loaded 1\n20 popup.withdrawn 1\n"
    #expect(found(.leak, in: loaded + "20 popup.dropped 1 withdrawn") == [])
  }

  @Test func failedContentThatDropsNoPopupIsFound() {
    let asked = "10 popup.submitted 1 content=async\n10 content.requested 1\n20 content.failed 1\n"
    #expect(found(.leak, in: asked) == ["1"])
    #expect(found(.leak, in: asked + "30 idle\n30 popup.dropped 1 content-failed") == ["1"])
    #expect(found(.leak, in: asked + "20 popup.dropped 1 content-failed") == [])
    let ready = "10 popup.submitted 1\n20 content.failed 1\n"
    #expect(found(.leak, in: ready) == [])
    let up = "10 popup.submitted 1 content=async\n10 popup.shown 1\n20 content.failed 1\n"
    #expect(found(.leak, in: up) == [])
    let withdrawn = "10 popup.submitted 1 content=async\n15 popup.withdrawn 1\n20 content.failed 1\n"
    #expect(found(.leak, in: withdrawn) == [])
  }

  @Test func upForLongerThanItsAutoDismissIsFound() {
    let text = "0 popup.submitted 1 autoDismiss=500\n0 popup.shown 1\n"
    #expect(found(.leak, in: text, end: 1500) == [])
    #expect(found(.leak, in: text, end: 1501) == ["1"])
    #expect(found(.leak, in: text + "1500 timer.fired 0\n1500 popup.hidden 1 auto", end: 9000) == [])
  }

  @Test func timeInTheBackgroundDoesNotCount() {
    let text = "0 popup.submitted 1 autoDismiss=500\n0 popup.shown 1\n400 app.background\n100000 app.foreground\n"
    #expect(found(.leak, in: text, end: 101_100) == [])
    #expect(found(.leak, in: text, end: 101_101) == ["1"])
  }

  @Test func aTimerOfWhatHasEndedIsFound() {
    let set =
      "0 popup.submitted 1\n0 popup.shown 1\n0 timer.set 0 popup=1 at=900\n20 popup.dismissed 1 button\n20 popup.hidden 1 dismissed\n"
    #expect(found(.leak, in: set) == ["1"])
    #expect(found(.leak, in: set + "20 timer.cancelled 0 popup=1") == [])
    let fired = "0 popup.submitted 1\n0 timer.set 0 popup=1 at=9\n9 timer.fired 0\n9 popup.dropped 1 expired"
    #expect(found(.leak, in: fired) == [])
  }

  @Test func oneFindingForAPopup() {
    let text =
      home + """
        10 popup.submitted 1 instance=1
        10 popup.shown 1 page=1
        10 timer.set 0 popup=1 at=900
        20 popup.dismissed 1 button
        30 idle
        30 popup.hidden 1 dismissed
        """
    #expect(found(.leak, in: text) == ["1"])
  }

  @Test func timersOfPreemptionAreJudgedLikeOthers() {
    let text =
      "0 popup.submitted 1 onHigher=requeue\n0 popup.shown 1\n10 idle\n10 timer.set 0 preemption popup=1 at=900\n20 idle\n"
    let hidden = "20 popup.dismissed 1 button\n20 popup.hidden 1 dismissed\n"
    #expect(found(.leak, in: text) == [])
    #expect(found(.leak, in: text + hidden) == ["1"])
    #expect(found(.leak, in: text + hidden + "20 timer.cancelled 0 popup=1") == [])
  }

  @Test func whatTheSystemShowsMayStayUp() {
    let up = "10 popup.submitted 1 kind=system\n10 popup.shown 1\n"
    #expect(found(.leak, in: up + "20 popup.withdrawn 1") == [])
    #expect(found(.leak, in: up + "20 popup.dismissed 1 button") == [])
  }

  @Test func ofAnObjectEverySubmissionIsToldToGo() {
    let text = "10 popup.submitted 1 object=7\n10 popup.shown 1\n20 popup.submitted 2 object=7\n30 popup.withdrawn 2\n"
    #expect(found(.leak, in: text) == ["1"])
    #expect(found(.leak, in: text + "30 popup.hidden 1 withdrawn") == [])
  }
}

import PopAudit
import Testing

@Suite struct PreemptBlankTests {
  let home = """
    0 page.will-appear 1 class=Home
    0 page.did-appear 1
    0 popup.submitted 1 onHigher=requeue hideMs=200
    0 popup.shown 1 page=1
    50 popup.submitted 2 level=-1
    100 popup.submitted 3
    100 popup.hidden 1 preempted
    100 popup.queued 1 slot

    """

  @Test func nothingForASecondIsFound() {
    let gone = home + "300 animation.finished 1 hide\n"
    #expect(found(.preemptBlank, in: gone + "1300 idle\n1300 popup.shown 2 page=1") == [])
    #expect(found(.preemptBlank, in: gone + "1301 idle\n1301 popup.shown 2 page=1") == ["1"])
  }

  @Test func anExitThatNeverEndsIsGoneAfterItsGrace() {
    #expect(found(.preemptBlank, in: home + "2300 idle\n2300 popup.shown 2 page=1") == [])
    #expect(found(.preemptBlank, in: home + "2301 idle\n2301 popup.shown 2 page=1") == ["1"])
  }

  @Test func theSameOneNextIsFound() {
    let text = home + "300 animation.finished 1 hide\n300 popup.shown 1 page=1"
    #expect(found(.preemptBlank, in: text) == ["1"])
    let finding = EventScript(text).findings().first { $0.rule == .preemptBlank }
    #expect(finding?.witness == [6, 9])
  }

  @Test func nothingToTheEndOfAFinishedSessionIsFound() {
    let gone = home + "300 animation.finished 1 hide\n"
    #expect(found(.preemptBlank, in: gone, end: 400) == ["1"])
    #expect(found(.preemptBlank, in: gone, end: 400, isFinished: false) == [])
    #expect(found(.preemptBlank, in: home, end: 250) == [])
  }

  @Test(arguments: [
    "page.will-disappear 1", "scroll.began", "edit.began", "app.background", "scheduler.suspended", "app.signed-out",
    "popup.withdrawn 2", "popup.changed 2 level=9", "popup.condition 3 holds=false", "popup.dismissed 2 code",
    "timer.fired 0\n400 popup.dropped 2 expired",
  ])
  func whatMayExcuseTheSuccessorDoes(event: String) {
    let text = home + "300 animation.finished 1 hide\n400 \(event)\n"
    #expect(found(.preemptBlank, in: text, end: 5000) == [])
  }

  @Test(arguments: [
    "popup.tapped 1 action=x", "scroll.ended", "popup.condition 3 holds=true", "popup.dismissed 2 swipe",
    "app.signed-in user=A", "popup.submitted 4 kind=hud\n400 popup.shown 4 page=1",
  ])
  func whatDoesNotKeepItBackIsNoExcuse(event: String) {
    let text = home + "300 animation.finished 1 hide\n400 \(event)\n"
    #expect(found(.preemptBlank, in: text, end: 5000) == ["1"])
  }

  @Test func itsOwnDropIsNoExcuse() {
    let text = """
      0 popup.submitted 1 onHigher=drop
      0 popup.shown 1
      50 popup.submitted 2 level=-1
      50 popup.hidden 1 preempted
      50 popup.dropped 1 preempted
      """
    #expect(found(.preemptBlank, in: text, end: 5000) == ["1"])
    #expect(found(.preemptBlank, in: text + "\n50 popup.shown 2", end: 5000) == [])
  }

  @Test func aSuspensionThatHidesIsExcused() {
    let text = """
      0 popup.submitted 1
      0 popup.shown 1
      50 scheduler.suspended hides
      50 popup.hidden 1 preempted
      50 popup.restored 1
      5000 scheduler.resumed
      5000 popup.shown 1
      """
    #expect(found(.preemptBlank, in: text) == [])
  }

  @Test(arguments: ["popup.withdrawn 1", "popup.condition 1 holds=false"])
  func whatBecomesOfTheOneThatMadeWayIsNoExcuse(event: String) {
    let text = """
      0 page.will-appear 1 class=Home
      0 page.did-appear 1
      10 popup.submitted 1 onHigher=requeue
      10 popup.shown 1 page=1
      20 popup.submitted 2 level=-1
      20 popup.hidden 1 preempted
      20 popup.queued 1 preempted
      30 EVENT
      2000 idle
      2000 popup.shown 2 page=1
      """
    #expect(found(.preemptBlank, in: text.replacing("EVENT", with: event)) == ["1"])
    let other = text.replacing("EVENT", with: event.replacing(" 1", with: " 2"))
    #expect(found(.preemptBlank, in: other) == [])
  }

  /// A popup makes way for one that goes in the same breath, and comes back.
  private let breath = """
    0 page.will-appear 1 class=Home
    0 page.did-appear 1
    10 popup.submitted 1 onHigher=requeue
    10 popup.shown 1 page=1
    100 popup.submitted 2 level=-1 ATTRIBUTES
    100 popup.hidden 1 preempted
    100 popup.queued 1 preempted
    100 END
    100 popup.shown 1 page=1
    """

  @Test(arguments: ["popup.dropped 2 withdrawn", "popup.withdrawn 2 re", "popup.dismissed 2 code re"])
  func onlyOneThatCouldHaveComeInItsPlaceExcuses(end: String) {
    let text = breath.replacing("END", with: end)
    for attributes in ["", "pages=Home", "kind=hud", "kind=system", "expires=1"] {
      #expect(found(.preemptBlank, in: text.replacing("ATTRIBUTES", with: attributes)) == [], "\(attributes)")
    }
    for attributes in [
      "condition=false whenBarred=drop", "content=async", "pages=Cart", "instance=7", "expires=0", "scheduler=1",
      "kind=hud pages=Cart",
    ] {
      #expect(found(.preemptBlank, in: text.replacing("ATTRIBUTES", with: attributes)) == ["1"], "\(attributes)")
    }
  }

  @Test func oneThatBecameReadyLaterExcusesNothing() {
    let text = breath.replacing("100 popup.shown 1", with: "400 idle\n400 popup.shown 1")
    let loaded = text.replacing("ATTRIBUTES", with: "content=async")
    let later = "200 content.loaded 2\n300 popup.withdrawn 2"
    #expect(found(.preemptBlank, in: loaded.replacing("100 END", with: later)) == ["1"])
    let before = loaded.replacing("100 popup.hidden 1", with: "100 content.loaded 2 re\n100 popup.hidden 1")
    #expect(found(.preemptBlank, in: before.replacing("100 END", with: "300 popup.withdrawn 2")) == [])
  }

  @Test func oneThatWasReadyThenAndHasExpiredOrFailedSinceExcuses() {
    let text = breath.replacing("100 popup.shown 1", with: "400 idle\n400 popup.shown 1")
    let expiring = text.replacing("ATTRIBUTES", with: "expires=50")
    #expect(
      found(.preemptBlank, in: expiring.replacing("100 END", with: "300 idle\n300 popup.dropped 2 expired")) == [])
    let failed = "300 content.failed 2\n300 popup.dropped 2 content-failed"
    #expect(found(.preemptBlank, in: text.replacing("ATTRIBUTES", with: "").replacing("100 END", with: failed)) == [])
  }

  @Test func oneThatAGateOrAChainHeldExcusesNothing() {
    let typing = breath.replacing("10 popup.submitted", with: "5 edit.began\n10 popup.submitted")
    let ended = typing.replacing("100 END", with: "150 edit.ended\n160 popup.withdrawn 2\n160 idle")
    let late = ended.replacing("100 popup.shown", with: "160 popup.shown")
    #expect(found(.preemptBlank, in: late.replacing("ATTRIBUTES", with: "kind=campaign")) == ["1"])
    #expect(found(.preemptBlank, in: late.replacing("ATTRIBUTES", with: "")) == [])
    let chain = """
      5 popup.submitted 8 chain=c
      5 popup.shown 8 page=1
      6 popup.submitted 9 chain=c
      6 popup.queued 9 chain
      7 popup.dismissed 8 button
      7 popup.hidden 8 dismissed
      10 popup.submitted
      """
    let held = breath.replacing("10 popup.submitted", with: chain).replacing("ATTRIBUTES", with: "")
    #expect(found(.preemptBlank, in: held.replacing("END", with: "popup.withdrawn 2 re")) == ["1"])
    #expect(found(.preemptBlank, in: held.replacing("END", with: "popup.withdrawn 9 re")) == [])
  }

  @Test func anyOtherPopupThatIsAlteredExcuses() {
    for attributes in ["pages=Cart", "kind=hud pages=Cart"] {
      let text = breath.replacing("ATTRIBUTES", with: attributes)
      #expect(found(.preemptBlank, in: text.replacing("END", with: "popup.changed 2 level=3 re")) == [])
      #expect(found(.preemptBlank, in: text.replacing("END", with: "popup.changed 1 level=3 re")) == ["1"])
    }
  }

  @Test func aToastThatMakesWayIsNotJudged() {
    let text = breath.replacing("END", with: "idle").replacing("ATTRIBUTES", with: "")
    #expect(found(.preemptBlank, in: text) == ["1"])
    #expect(found(.preemptBlank, in: text.replacing("onHigher=requeue", with: "kind=hud")) == [])
  }

  @Test func whereEventsAreMissingNothingIsJudged() {
    let text = """
      0 page.did-appear 1 class=Home
      10 popup.submitted 1 onHigher=requeue
      20 popup.submitted 2 level=-1
      30 idle id=90
      30 popup.shown 1 page=1
      100 idle
      100 popup.hidden 1 preempted
      100 popup.queued 1 preempted
      200 idle
      200 popup.dropped POPUP expired
      300 idle
      300 popup.shown 1 page=1
      """
    // Behind a hole nothing is judged.
    for popup in ["1", "2", "7"] { #expect(found(.preemptBlank, in: text.replacing("POPUP", with: popup)) == []) }
  }
}

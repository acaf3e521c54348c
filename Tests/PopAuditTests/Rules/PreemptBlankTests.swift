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
}

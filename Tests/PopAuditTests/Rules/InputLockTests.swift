import PopAudit
import Testing

@Suite struct InputLockTests {
  let shown = "0 popup.submitted 1 showMs=300\n0 popup.shown 1\n0 input.locked 1\n"

  @Test func lockedForTheEntryIsFine() {
    #expect(found(.inputLock, in: shown + "300 animation.finished 1 show\n300 input.unlocked 1", end: 9000) == [])
    #expect(
      found(.inputLock, in: shown + "100 popup.dismissed 1 button\n100 popup.hidden 1 dismissed\n100 input.unlocked 1")
        == [])
    #expect(found(.inputLock, in: "0 popup.submitted 1 showMs=300\n0 popup.shown 1", end: 9000) == [])
  }

  @Test func keptBeyondTheEntryIsLeakedOnce() {
    #expect(found(.inputLock, in: shown + "300 animation.finished 1 show\n400 idle\n500 idle") == ["1"])
    #expect(found(.inputLock, in: shown + "100 popup.hidden 1 auto\n400 idle") == ["1"])
    #expect(found(.inputLock, in: "0 popup.submitted 1\n0 popup.shown 1\n0 input.locked 1") == ["1"])
  }

  @Test func anEntryWithoutAnEndIsOverAfterItsGrace() {
    #expect(found(.inputLock, in: shown, end: 1299) == [])
    #expect(found(.inputLock, in: shown, end: 1300) == ["1"])
    #expect(found(.inputLock, in: shown + "1299 idle\n1299 input.unlocked 1", end: 9000) == ["1"])
  }

  @Test func inTheInstantInWhichTheGraceEndsItMayBeGivenBackBehindSomethingElse() {
    #expect(found(.inputLock, in: shown + "1300 idle\n1300 idle\n1300 input.unlocked 1", end: 9000) == [])
    #expect(found(.inputLock, in: shown + "1301 idle\n1301 input.unlocked 1", end: 9000) == ["1"])
  }

  @Test func theEndOfAnEarlierPresentationEndsNothing() {
    let again =
      "0 popup.submitted 1 showMs=300\n0 popup.shown 1\n9 popup.hidden 1 preempted\n20 popup.shown 1\n20 input.locked 1\n"
    #expect(found(.inputLock, in: again + "30 animation.finished 1 show gen=1", end: 100) == [])
  }

  @Test func givenBackDuringTheEntryIsEarly() {
    #expect(found(.inputLock, in: shown + "100 idle\n100 input.unlocked 1") == ["1"])
  }

  @Test func givenBackForWhoHoldsNoneIsForeign() {
    let other =
      shown + "100 popup.submitted 2\n100 input.unlocked 2\n300 animation.finished 1 show\n300 input.unlocked 1"
    #expect(found(.inputLock, in: other) == ["2"])
    #expect(
      found(.inputLock, in: shown + "300 animation.finished 1 show\n300 input.unlocked 1\n300 input.unlocked 1") == [
        "1"
      ])
  }

  @Test func aLockWithoutAPopupIsJudgedByTheEntryOfAnyPopup() {
    let unowned = "0 popup.submitted 1 showMs=300\n0 popup.shown 1\n0 input.locked\n"
    #expect(found(.inputLock, in: unowned + "300 animation.finished 1 show\n300 input.unlocked") == [])
    #expect(found(.inputLock, in: unowned + "300 animation.finished 1 show") == ["-"])
    #expect(found(.inputLock, in: unowned, end: 1300) == ["-"])
    #expect(found(.inputLock, in: unowned + "100 idle\n100 input.unlocked") == ["-"])
  }

  @Test func aNewLockIsAskedForAnew() {
    let text =
      shown + """
        300 animation.finished 1 show
        400 idle
        400 input.unlocked 1
        500 popup.hidden 1 preempted
        600 idle
        600 popup.shown 1
        600 input.locked 1
        """
    #expect(found(.inputLock, in: text, end: 700) == ["1"])
    #expect(found(.inputLock, in: text, end: 9000) == ["1", "1"])
  }
}

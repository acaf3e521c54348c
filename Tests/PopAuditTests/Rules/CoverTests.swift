import PopAudit
import Testing

@Suite struct CoverTests {
  let shown = "0 popup.submitted 1 hideMs=200\n0 cover.added 1\n0 popup.shown 1\n"

  @Test func fromShownToGoneIsFine() {
    let text =
      shown
      + "500 popup.dismissed 1 button\n500 popup.hidden 1 dismissed\n700 animation.finished 1 hide\n700 cover.removed 1"
    #expect(found(.cover, in: text) == [])
  }

  @Test func leftOverIsFoundOnce() {
    let text = shown + "500 popup.dismissed 1 button\n500 popup.hidden 1 dismissed\n700 animation.finished 1 hide\n"
    #expect(found(.cover, in: text) == ["1"])
    #expect(found(.cover, in: text + "800 idle\n900 idle") == ["1"])
    #expect(found(.cover, in: "0 popup.submitted 1 kind=hud\n0 cover.added 1\n0 popup.shown 1") == ["1"])
  }

  @Test func leftOverByAnExitWithoutAnEndIsFoundAfterItsGrace() {
    let text = shown + "500 popup.dismissed 1 button\n500 popup.hidden 1 dismissed\n"
    #expect(found(.cover, in: text, end: 1699) == [])
    #expect(found(.cover, in: text, end: 1700) == ["1"])
    #expect(found(.cover, in: text, end: 1700, isFinished: false) == [])
  }

  @Test func inTheInstantInWhichTheGraceEndsItMayGoBehindSomethingElse() {
    let text = shown + "500 popup.dismissed 1 button\n500 popup.hidden 1 dismissed\n"
    #expect(found(.cover, in: text + "1700 idle\n1700 idle\n1700 cover.removed 1", end: 9000) == [])
    #expect(found(.cover, in: text + "1700 idle\n1701 idle\n1702 idle\n1702 cover.removed 1", end: 9000) == ["1"])
  }

  @Test func missingWhilePopupsAreUpIsFound() {
    #expect(found(.cover, in: shown + "50 idle\n50 cover.removed 1") == ["1"])
    #expect(found(.cover, in: shown + "50 idle\n50 cover.removed 1\n50 cover.added 1") == [])
    #expect(found(.cover, in: shown + "50 cover.added 1\n60 idle\n60 cover.removed 1") == [])
  }

  @Test func oneCoverMayServeSeveralInTurn() {
    let text = """
      0 popup.submitted 1
      0 cover.added 1
      0 popup.shown 1
      10 popup.submitted 2
      20 popup.dismissed 1 button
      20 popup.hidden 1 dismissed
      20 popup.shown 2
      30 popup.dismissed 2 button
      30 popup.hidden 2 dismissed
      30 cover.removed 2
      """
    #expect(found(.cover, in: text) == [])
  }

  @Test func removedWithoutBeingThereIsUnbalanced() {
    #expect(found(.cover, in: "0 popup.submitted 1\n0 cover.removed 1") == ["1"])
  }

  @Test func scenesAreCountedApart() {
    let text = "0 popup.submitted 1\n0 cover.added 1\n0 popup.shown 1\n10 popup.submitted 2 scene=1\n10 cover.removed 2"
    #expect(found(.cover, in: text) == ["2"])
  }

  @Test func aPolicyWithoutCoversIsNotJudged() {
    #expect(found(.cover, in: "0 popup.submitted 1\n0 popup.shown 1\n10 popup.hidden 1 auto") == [])
  }

  @Test func missingIsSaidOnceOfAPresentation() {
    var text = shown + "40 idle\n40 cover.removed 1\n"
    for time in [50, 60, 70, 80] {
      text += "\(time) idle\n\(time) cover.added 1\n\(time + 5) idle\n\(time + 5) cover.removed 1\n"
    }
    #expect(found(.cover, in: text) == ["1"])
    let again = text + "500 idle\n500 popup.hidden 1 preempted\n700 animation.finished 1 hide\n"
    #expect(
      found(.cover, in: again + "800 idle\n800 cover.added 1\n800 popup.shown 1\n850 idle\n850 cover.removed 1") == [
        "1", "1",
      ])
  }

  @Test func whatIsLeftOverIsTheCoverThatIsThere() {
    let handedOver =
      """
      0 popup.submitted 1
      0 cover.added 1
      0 popup.shown 1
      10 popup.submitted 2
      20 popup.dismissed 1 button
      20 popup.hidden 1 dismissed
      20 cover.added 2
      20 popup.shown 2
      30 popup.dismissed 2 button
      30 popup.hidden 2 dismissed

      """
    #expect(found(.cover, in: handedOver + "30 cover.removed 2") == ["1"])
    #expect(found(.cover, in: handedOver + "30 cover.removed 1") == ["2"])
    #expect(found(.cover, in: handedOver + "30 cover.removed") == ["1"])
    #expect(found(.cover, in: handedOver + "30 cover.removed 2\n30 cover.removed 1") == [])
    #expect(found(.cover, in: handedOver + "30 cover.removed 1\n30 cover.removed 2") == [])
  }

  @Test func aCoverThatIsReportedOnceIsNotTakenForAnothers() {
    let text = """
      0 popup.submitted 1
      0 cover.added 1
      0 popup.shown 1
      10 popup.dismissed 1 button
      10 popup.hidden 1 dismissed
      20 popup.submitted 2
      20 cover.added 2
      20 popup.shown 2
      30 popup.dismissed 2 button
      30 popup.hidden 2 dismissed
      30 cover.removed 2
      """
    #expect(found(.cover, in: text) == ["1"])
    #expect(found(.cover, in: text.replacing("30 cover.removed 2", with: "")) == ["1", "2"])
  }

  @Test func aPopupMayHaveSeveralCoversAndEachIsTakenAwayOnce() {
    let two = "0 popup.submitted 1\n0 cover.added 1\n0 cover.added 1\n0 popup.submitted 2 re\n0 cover.added 2\n"
    let gone = two + "0 cover.removed 1\n0 cover.removed 1\n"
    #expect(found(.cover, in: gone) == ["2"])
    #expect(found(.cover, in: gone + "0 cover.removed 1") == [])
    #expect(found(.cover, in: gone + "0 cover.removed 1\n0 cover.removed 1") == ["1"])
    #expect(found(.cover, in: gone + "0 cover.removed 2\n0 cover.added 1") == ["1"])
  }

  @Test func eachThatIsLeftOverIsFoundWhereTheOneBeforeWasRemoved() {
    let text = """
      0 popup.submitted 1
      0 cover.added 1
      10 idle
      10 cover.removed 1
      20 popup.submitted 2
      20 cover.added 2
      """
    #expect(found(.cover, in: text) == ["1", "2"])
  }
}

import PopAudit
import Testing

@Suite struct DuringTransitionTests {
  @Test func shownWhileAPageMovesIsFound() {
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-disappear 1
          110 popup.submitted 1
          110 popup.shown 1
          """) == ["1"])
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-appear 2 class=Sheet as=sheet
          110 popup.submitted 1
          110 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func aDidAppearSettlesTheWholeScene() {
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-appear 2
          410 popup.submitted 1
          410 popup.shown 1 page=2
          """) == [])
  }

  @Test func beforeTheFirstPageNothingIsMoving() {
    #expect(
      found(
        .duringTransition,
        in: """
          0 page.will-appear 1 class=Home
          10 popup.submitted 1
          10 popup.shown 1
          """) == [])
  }

  @Test func whatTheSystemShowsAtOnceIsNotJudgedAndWhatWasHeldBackIs() {
    let atOnce = "100 page.will-disappear 1\n110 popup.submitted 1 kind=system\n110 popup.shown 1"
    #expect(found(.duringTransition, in: home + atOnce) == [])
    let later = "50 popup.submitted 1 kind=system\n50 popup.queued 1 slot\n100 page.will-disappear 1\n110 idle\n"
    #expect(found(.duringTransition, in: home + later + "110 popup.shown 1") == ["1"])
  }

  @Test func toastsAndOthersScenesAndThoseHiddenInTheStepAreNotJudged() {
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-disappear 1
          110 popup.submitted 1 kind=hud
          110 popup.shown 1
          """) == [])
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-disappear 1
          110 popup.submitted 1 scene=1
          110 popup.shown 1
          """) == [])
    #expect(
      found(
        .duringTransition,
        in: home + """
          100 page.will-disappear 1
          110 popup.submitted 1
          110 popup.shown 1
          110 popup.hidden 1 page-left
          """) == [])
  }
}

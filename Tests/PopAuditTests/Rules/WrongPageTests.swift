import PopAudit
import Testing

@Suite struct WrongPageTests {
  @Test func aPopupThatStaysUpOnAForeignPageIsFoundOncePerPage() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 scroll.began
          600 scroll.ended
          """) == ["1"])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          2000 page.will-disappear 1
          2000 page.will-appear 3 class=Other
          2300 page.did-disappear 1
          2300 page.did-appear 3
          """) == ["1", "1"])
  }

  @Test func aToastWithPagesIsJudgedToo() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Detail kind=hud
          10 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func hidingAtAnyMomentOfTheTransitionIsInTime() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home hideMs=500
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home hideMs=500
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.hidden 1 page-left
          """) == [])
  }

  @Test func subclassesAndContainersCountUnlessExact() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          0 page.did-appear 2 class=Child,Home
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          0 page.did-appear 2 class=Child,Base
          10 popup.submitted 1 pages=Base matching=exact
          10 popup.shown 1 page=2
          """) == ["1"])
    #expect(
      found(
        .wrongPage,
        in: home + """
          0 page.did-appear 2 class=Child in=1
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=2
          """) == [])
  }

  @Test func aPageFieldThatIsNotCurrentIsFoundForThoseShownInTheStep() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          0 popup.submitted 1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 popup.submitted 2
          500 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .wrongPage,
        in: home + """
          0 popup.submitted 1 kind=hud
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 popup.submitted 2 kind=hud
          500 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
  }

  @Test func noPageIsCurrentWhileOneLeavesOrIsBeingCovered() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          100 page.will-disappear 1
          110 popup.submitted 1 pages=Detail
          110 popup.shown 1 page=1
          120 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          100 page.will-appear 2 class=Sheet as=sheet
          110 popup.submitted 1 pages=Detail
          110 popup.shown 1 page=1
          120 popup.hidden 1 page-left
          """) == [])
  }

  @Test func aClosedSheetMakesThePageUnderItCurrentAgain() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          100 page.will-appear 2 class=Sheet as=sheet
          200 page.did-appear 2
          300 page.will-disappear 2
          400 page.did-disappear 2
          410 popup.submitted 1 pages=Home
          410 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          100 page.will-appear 2 class=Sheet as=sheet
          200 page.did-appear 2
          410 popup.submitted 1 pages=Home
          410 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func behindAHoleNothingIsJudged() {
    #expect(
      found(
        .wrongPage,
        in: home + """
          20 popup.submitted 2 id=90 pages=Detail
          20 popup.shown 2 page=7
          """) == [])
  }

  @Test func whatAppearsInsideAnOpenSheetCoversNothing() {
    let script = """
      100 page.will-appear 2 class=Sheet as=sheet
      200 page.did-appear 2
      250 page.will-appear 4 class=Part in=2
      260 page.did-appear 4
      300 page.will-appear 3 class=Part in=2
      310 popup.submitted 1 pages=Home
      310 popup.shown 1 page=4
      """
    #expect(found(.wrongPage, in: home + script) == ["1"])
    #expect(found(.duringTransition, in: home + script) == ["1"])
  }

  /// A tab bar whose only tab gives way to another.
  private let tabs = """
    0 page.will-appear 10 class=Tabs
    0 page.did-appear 10
    1 page.will-appear 1 class=Home in=10
    2 page.did-appear 1
    100 page.will-disappear 1
    200 page.will-appear 2 class=Detail in=10
    300 page.did-disappear 1

    """

  @Test func aContainerIsNotCurrentWhileWhatStandsInItMoves() {
    let shown = "350 popup.submitted 1 pages=Detail\n350 popup.shown 1\n"
    #expect(found(.wrongPage, in: tabs + shown) == [])
    #expect(found(.wrongPage, in: tabs + shown + "400 page.did-disappear 2") == ["1"])
    #expect(found(.wrongPage, in: tabs + shown + "400 page.did-appear 2") == [])
  }

  @Test func aPageWithoutASceneIsInItsContainers() {
    let other =
      home + """
        10 page.will-appear 20 class=Tabs scene=1
        10 page.did-appear 20
        11 page.will-appear 21 class=Detail in=20
        12 page.did-appear 21

        """
    #expect(
      found(.wrongPage, in: other + "20 popup.submitted 1 pages=Detail scene=1\n20 popup.shown 1 page=21 scene=1") == []
    )
    #expect(found(.wrongPage, in: other + "20 popup.submitted 1 pages=Home\n20 popup.shown 1 page=1") == [])
    #expect(found(.wrongPage, in: other + "20 popup.submitted 1 pages=Home scene=1\n20 popup.shown 1 scene=1") == ["1"])
  }

  @Test func aSheetThatIsCalledOffGivesThePageBackAtOnce() {
    let off =
      home + """
        100 page.will-appear 2 class=Sheet as=sheet
        150 page.will-disappear 2
        160 popup.submitted 1 pages=Detail
        160 popup.shown 1

        """
    #expect(found(.wrongPage, in: off) == ["1"])
    #expect(found(.duringTransition, in: off) == ["1"])
    #expect(found(.wrongPage, in: off.replacing("150 page.will-disappear 2\n", with: "")) == [])
    let leaving = off.replacing("as=sheet", with: "as=sheet\n120 page.did-appear 2")
    #expect(found(.wrongPage, in: leaving) == [])
  }

  @Test func newPagesOfWhatIsUpCountFromTheNextPageEventOn() {
    let changed =
      home + "10 popup.submitted 1 pages=Home\n10 popup.shown 1 page=1\n20 popup.changed 1 pages=Detail\n30 idle\n"
    #expect(found(.wrongPage, in: changed) == [])
    #expect(found(.wrongPage, in: changed + "40 page.will-appear 2 class=Part in=1\n50 page.did-disappear 2") == ["1"])
    #expect(found(.wrongPage, in: changed + "40 page.loaded 2 class=Part") == ["1"])
    #expect(found(.wrongPage, in: changed + "35 popup.hidden 1 page-left\n40 page.loaded 2 class=Part") == [])
  }

  @Test func pagesMayStandInEachOtherAsDeepAsTheyLike() {
    var text = "0 page.will-appear 0 class=Root\n0 page.did-appear 0\n"
    for page in 1...300 {
      text += "\(page) page.will-appear \(page) class=Part in=\(page - 1)\n\(page) page.did-appear \(page)\n"
    }
    let shown = text + "400 popup.submitted 1 pages=WHERE instance=0\n400 popup.shown 1 page=0"
    #expect(found(.wrongPage, in: shown.replacing("WHERE", with: "Root")) == [])
    #expect(found(.wrongInstance, in: shown.replacing("WHERE", with: "Root")) == [])
    #expect(found(.wrongPage, in: shown.replacing("WHERE", with: "Detail")) == ["1"])
  }

  @Test func newPagesOfWhatIsShownAgainWhileItIsUpCountAtOnce() {
    let changed =
      home + "10 popup.submitted 1 pages=Home\n10 popup.shown 1 page=1\n20 popup.changed 1 pages=Detail\n30 idle\n"
    #expect(found(.wrongPage, in: changed + "30 popup.shown 1 page=1") == ["1"])
    let after = home + "10 popup.submitted 1 pages=Home\n20 page.loaded 2 class=Detail\n"
    let other = after + "20 popup.shown 1 page=1\n20 popup.changed 1 pages=Detail re\n30 idle\n"
    #expect(found(.wrongPage, in: other) == [])
    #expect(found(.wrongPage, in: other + "40 page.loaded 3 class=Detail") == ["1"])
  }
}

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

  @Test func afterAHolePagesGetTheBenefitOfTheDoubt() {
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
      300 page.will-appear 3 class=Part in=2
      310 popup.submitted 1 pages=Home
      310 popup.shown 1 page=2
      """
    #expect(found(.wrongPage, in: home + script) == ["1"])
    #expect(found(.duringTransition, in: home + script) == ["1"])
  }
}

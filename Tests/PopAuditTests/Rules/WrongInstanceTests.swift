import PopAudit
import PopupScheduling
import Testing

@Suite struct WrongInstanceTests {
  @Test func anotherInstanceOfTheClassIsFound() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == ["1"])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
  }

  @Test func whereTheClassDoesNotMatchEitherOnlyWrongPageSpeaks() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == ["1"])
  }

  @Test func hiddenAsLeftWhileItsPageIsThereIsFound() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == ["1"])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == ["1"])
  }

  /// Two pages side by side in one container; the popup is on the second.
  private let sideBySide =
    home + """
      1 page.will-appear 2 class=Side in=1
      2 page.did-appear 2
      3 page.will-appear 3 class=Side in=1
      4 page.did-appear 3
      10 popup.submitted 1 pages=Side
      10 popup.shown 1 page=3

      """

  @Test func hiddenAsLeftWhileOnlyAnotherPageLeavesIsFound() {
    let other = "100 page.will-disappear 2\n100 popup.hidden 1 page-left\n400 page.did-disappear 2"
    #expect(found(.wrongInstance, in: sideBySide + other) == ["1"])
    #expect(found(.lostPopup, in: sideBySide + other) == [])
    let parked = other.replacing("page-left", with: "page-left\n100 popup.parked 1 page=3")
    #expect(found(.wrongInstance, in: sideBySide + parked) == [])
    let nameless = sideBySide.replacing("shown 1 page=3", with: "shown 1")
    #expect(found(.wrongInstance, in: nameless + other) == [])
  }

  @Test func hiddenAsLeftWhileItsOwnOrItsContainerLeavesOrAnotherComesIsNot() {
    #expect(found(.wrongInstance, in: sideBySide + "100 page.will-disappear 3\n100 popup.hidden 1 page-left") == [])
    #expect(found(.wrongInstance, in: sideBySide + "100 page.will-disappear 1\n100 popup.hidden 1 page-left") == [])
    let over = "100 page.will-disappear 2\n100 page.will-appear 4 class=Top as=sheet\n100 popup.hidden 1 page-left"
    #expect(found(.wrongInstance, in: sideBySide + over) == [])
  }

  @Test func hiddenAsLeftWhileAnotherTakesAnothersPlaceIsFound() {
    let coming = "100 page.will-disappear 2\n100 page.will-appear 4 class=Side in=1\n100 popup.hidden 1 page-left"
    #expect(found(.wrongInstance, in: sideBySide + coming) == ["1"])
  }

  @Test func shownWithoutAPageAnyThatItMatchesMayBeTheOneThatWasLeft() {
    let nameless = sideBySide.replacing("shown 1 page=3", with: "shown 1")
    let other = "100 page.will-disappear 2\n100 popup.hidden 1 page-left\n400 page.did-disappear 2"
    #expect(found(.wrongInstance, in: nameless + other) == [])
    let elsewhere = nameless.replacing("2 class=Side", with: "2 class=Bar")
    #expect(found(.wrongInstance, in: elsewhere + other) == ["1"])
  }

  @Test func beforeAPageHasSettledNothingSaysThatItIsThere() {
    // Page 1 is current, and page 4 moves inside page 3's place beside it: not everything has settled.
    let text = sideBySide + "100 page.will-appear 4 class=Side in=1\n"
    #expect(found(.wrongInstance, in: text + "110 popup.hidden 1 page-left\n110 popup.parked 1 page=3") == [])
    let settled = text + "150 page.did-disappear 4\n"
    #expect(
      found(.wrongInstance, in: settled + "160 popup.hidden 1 page-left\n160 popup.parked 1 page=3") == ["1"])
  }

  @Test func whileAPageMovesOrForAnUnboundPopupItIsNot() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.hidden 1 page-left
          """) == [])
  }

  @Test func leavingAPageThatIsNoLongerOneOfItsOwnIsFine() {
    let home = "0 page.will-appear 1 class=Home\n0 page.did-appear 1\n"
    let up = home + "10 popup.submitted 1 PAGES\n10 popup.shown 1 page=1\n20 popup.changed 1 pages=Detail\n"
    let left = up + "30 page.loaded 2 class=Detail\n30 popup.hidden 1 page-left\n30 popup.parked 1 page=1"
    #expect(found(.wrongInstance, in: left.replacing("PAGES", with: "")) == [])
    #expect(found(.wrongInstance, in: left.replacing("PAGES", with: "pages=Home")) == [])
    let stays = left.replacing("PAGES", with: "pages=Home").replacing("pages=Detail", with: "pages=Home")
    #expect(found(.wrongInstance, in: stays) == ["1"])
  }

  @Test func thatItHadExpiredIsNoReasonToHideWhatIsUp() {
    let expiring = sideBySide.replacing("pages=Side\n", with: "pages=Side expires=50\n")
    let other = "100 page.will-disappear 2\n100 popup.hidden 1 page-left\n"
    #expect(found(.wrongInstance, in: expiring + other) == ["1"])
    // A transition inside its container would hide it as well, and then it could not be parked.
    #expect(found(.wrongInstance, in: expiring + other + "100 popup.dropped 1 expired") == [])
    #expect(found(.wrongInstance, in: expiring + "90 popup.dismissed 1 button\n" + other) == [])
    #expect(found(.wrongInstance, in: expiring + "90 popup.withdrawn 1\n" + other) == [])
    #expect(found(.wrongInstance, in: expiring + "90 app.signed-out\n" + other) == [])
  }

  @Test func whileNoPageIsCurrentThePageThatWillBeCounts() {
    let script = EventScript(sideBySide + "100 page.will-disappear 2\n100 popup.hidden 1 page-left")
    let finding = script.findings().first { $0.rule == .wrongInstance }
    #expect(finding.map { script.catalog.pageNumbers[$0.page.index] } == 3)
    // Page 2 will be current when page 3 is gone.
    let onTheOther = sideBySide.replacing("shown 1 page=3", with: "shown 1 page=2")
    #expect(
      found(.wrongInstance, in: onTheOther + "100 page.will-disappear 3\n100 popup.hidden 1 page-left") == ["1"])
  }

  @Test func leavingBeforeThePagesItWasGivenCountIsFound() {
    let text =
      home + """
        10 popup.submitted 1 pages=Home
        10 popup.shown 1 page=1
        20 popup.changed 1 WHAT
        30 timer.fired 0
        30 popup.hidden 1 page-left
        """
    for change in ["pages=Detail", "level=1"] {
      let changed = text.replacing("WHAT", with: change)
      #expect(found(.wrongInstance, in: changed) == ["1"], "\(change)")
      #expect(found(.lostPopup, in: changed) == [], "\(change)")
    }
  }
}

import PopAudit
import PopupScheduling
import Testing

@Suite struct StaleKeepaliveTests {
  @Test func comingBackOnAnotherInstanceIsFound() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == ["1"])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.restored 1
          400 popup.shown 1 page=2
          """) == ["1"])
  }

  @Test func comingBackOnItsOwnOrInsideItIsNot() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1400 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          500 page.will-disappear 2
          500 page.will-appear 1
          800 page.did-disappear 2
          800 page.did-appear 1
          800 page.did-appear 3 class=Part in=1
          800 popup.shown 1 page=3
          """) == [])
  }

  @Test func aRemovedPageIsFoundEvenWhileNoneIsCurrent() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 page.removed 1
          600 page.will-disappear 2
          600 popup.shown 1
          """) == ["1"])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          600 page.will-disappear 2
          600 popup.shown 1
          """) == [])
  }

  @Test func wrongPageSpeaksFirst() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == ["1"])
  }

  @Test func stayingUpWhenOneInstanceReplacesAnotherIsLegal() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
  }

  /// Kept for page 1, and shown again while no page is current.
  private let betweenPages =
    home + """
      10 popup.submitted 1 pages=Home keepAlive=true
      10 popup.shown 1 page=1
      100 page.will-disappear 1
      100 popup.hidden 1 page-left
      100 popup.parked 1 page=1
      100 page.will-appear 2 class=Home
      300 idle
      300 popup.shown 1

      """

  @Test func comingBackBetweenPagesIsJudgedOnTheFirstThatIsCurrent() {
    let other = "400 page.did-disappear 1\n400 page.did-appear 2\n"
    #expect(found(.staleKeepalive, in: betweenPages) == [])
    #expect(found(.staleKeepalive, in: betweenPages + other) == ["1"])
    #expect(found(.staleKeepalive, in: betweenPages + "350 page.removed 1\n" + other) == ["1"])
    let finding = EventScript(betweenPages + other).findings().first { $0.rule == .staleKeepalive }
    #expect(finding?.time == Ticks(400))
    #expect(finding?.witness == [6, 9])
  }

  @Test func onItsOwnPageOrGoneBeforeAnyIsCurrentItIsNotStale() {
    let other = "400 page.did-disappear 1\n400 page.did-appear 2\n"
    let called = betweenPages + "350 page.did-appear 1\n"
    #expect(found(.staleKeepalive, in: called) == [])
    let later = "360 page.will-disappear 1\n370 page.will-appear 2\n"
    #expect(found(.staleKeepalive, in: called + later + other) == [])
    #expect(found(.staleKeepalive, in: betweenPages + "350 idle\n350 popup.hidden 1 dismissed\n" + other) == [])
    let elsewhere = (betweenPages + other).replacing("2 class=Home", with: "2 class=Detail")
    #expect(found(.staleKeepalive, in: elsewhere) == [])
    #expect(found(.wrongPage, in: elsewhere) == ["1"])
  }
}

import PopAudit
import Testing

@Suite struct ChainBrokenTests {
  @Test func aStrangerInTheMiddleIsFound() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c 
          20 popup.queued 2 chain
          30 popup.submitted 3 level=-5
          30 popup.queued 3 chain
          40 popup.dismissed 1 button
          40 popup.hidden 1 dismissed
          40 popup.shown 3 page=1
          """) == ["3/2"])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c 
          20 popup.queued 2 chain
          30 popup.submitted 3 kind=system
          30 popup.queued 3 chain
          40 idle
          40 popup.shown 3 page=1
          """) == ["3/1"])
  }

  @Test func whatTheSystemShowsAtOnceIsNoPolicysDoing() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c
          20 popup.queued 2 chain
          30 popup.submitted 3 kind=system
          30 popup.shown 3 page=1
          """) == [])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c
          20 popup.queued 2 chain
          30 popup.submitted 3 kind=alert
          30 popup.shown 3 page=1
          """) == ["3/1"])
  }

  @Test func whoBelongsElsewhereDoesNotHold() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c pages=Detail
          20 popup.queued 2 chain
          30 popup.submitted 3
          30 popup.queued 3 chain
          40 popup.dismissed 1 button
          40 popup.hidden 1 dismissed
          40 popup.shown 3 page=1
          """) == [])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c 
          20 popup.queued 2 chain
          30 popup.submitted 3 kind=hud
          30 popup.shown 3 page=1
          """) == [])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c 
          20 popup.queued 2 chain
          30 popup.submitted 3 scheduler=1
          30 popup.shown 3 page=1
          """) == [])
  }

  private let handover =
    home + """
      10 popup.submitted 1 chain=c
      10 popup.shown 1 page=1
      20 popup.submitted 2
      20 popup.queued 2 chain
      30 popup.dismissed 1 button
      30 popup.hidden 1 dismissed
      30 popup.submitted 3 chain=c re

      """

  @Test func aMemberThatFollowsInTheSameStepGoesOnWithTheRound() {
    let fair = handover + "30 popup.shown 3 page=1\n30 popup.queued 2 chain"
    #expect(found(.chainBroken, in: fair) == [])
    #expect(found(.fifoViolation, in: fair) == [])
    #expect(found(.chainBroken, in: handover + "30 popup.shown 2 page=1\n30 popup.queued 3 slot") == ["2/3"])
  }

  @Test func aMemberThatFollowsInAnotherStepBeginsARoundOfItsOwn() {
    let late = handover.replacing("30 popup.submitted 3 chain=c re", with: "31 popup.submitted 3 chain=c")
    #expect(found(.chainBroken, in: late + "31 popup.shown 2 page=1\n31 popup.queued 3 slot") == [])
    #expect(found(.fifoViolation, in: late + "31 popup.shown 3 page=1\n31 popup.queued 2 chain") == ["3/2"])
  }

  @Test func aFinishedOrUnopenedChainHoldsNoPopupBack() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.shown 1 page=1
          20 popup.dismissed 1 button
          20 popup.hidden 1 dismissed
          30 popup.submitted 2
          30 popup.shown 2 page=1
          40 popup.submitted 3 chain=c
          40 popup.queued 3 slot
          """) == [])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.queued 1 slot
          30 popup.submitted 2
          30 popup.shown 2 page=1
          """) == [])
  }

  @Test func aMemberBeforeItsTurnIsFound() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c level=9
          10 popup.queued 1 slot
          20 popup.submitted 2 chain=c
          20 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.queued 1 slot
          15 popup.withdrawn 1
          20 popup.submitted 2 chain=c
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.queued 1 slot
          20 popup.submitted 2 chain=d
          20 popup.shown 2 page=1
          """) == [])
  }

  @Test func otherChainsWait() {
    #expect(
      found(
        .chainBroken,
        in: home + """
          10 popup.submitted 1 chain=c 
          10 popup.shown 1 page=1
          20 popup.submitted 2 chain=c 
          20 popup.queued 2 chain
          30 popup.submitted 3 chain=d
          30 popup.queued 3 chain
          40 popup.dismissed 1 button
          40 popup.hidden 1 dismissed
          40 popup.shown 3 page=1
          """) == ["3/2"])
  }

  @Test func aParkedMemberHoldsOnlyWhereItIsParkedFor() {
    let parked = """
      10 popup.submitted 1 chain=c pages=Home
      10 popup.shown 1 page=1
      100 page.will-disappear 1
      100 popup.hidden 1 page-left
      100 popup.parked 1 page=1
      100 page.will-appear 2 class=Home
      400 page.did-appear 2

      """
    let elsewhere = "500 popup.submitted 2\n500 popup.shown 2 page=2"
    #expect(found(.chainBroken, in: home + parked + elsewhere) == [])
    let back = """
      500 page.will-disappear 2
      500 page.will-appear 1
      800 page.did-appear 1
      800 popup.submitted 2 re
      800 popup.shown 2 page=1
      """
    #expect(found(.chainBroken, in: home + parked + back) == ["2/1"])
  }

  /// A chain whose next member was shown on Home, one of two tabs, and is kept for the tab bar while the other tab is current.
  private let tabs = """
    0 page.will-appear 10 class=Tabs
    0 page.did-appear 10
    0 page.will-appear 1 class=Home in=10
    0 page.did-appear 1
    10 popup.submitted 1 chain=c instance=10 PAGES
    10 popup.shown 1 page=1
    100 page.will-disappear 1
    100 popup.hidden 1 page-left
    100 popup.parked 1 page=10
    100 page.will-appear 2 class=Detail in=10
    400 page.did-disappear 1
    400 page.did-appear 2
    500 popup.submitted 2
    500 popup.shown 2 page=2

    """

  @Test func aParkedMemberHoldsOnlyWhereItsPagesMatchToo() {
    #expect(found(.chainBroken, in: tabs.replacing("PAGES", with: "pages=Home")) == [])
    #expect(found(.chainBroken, in: tabs.replacing("PAGES", with: "pages=Tabs")) == ["2/1"])
    let forHome = tabs.replacing("PAGES", with: "pages=Tabs").replacing("parked 1 page=10", with: "parked 1 page=1")
    #expect(found(.chainBroken, in: forHome) == [])
  }

  /// Two chains are open, and the next member of each could be shown.
  private let twoChains =
    home + """
      10 popup.submitted 1 chain=g
      10 popup.shown 1 page=1
      11 popup.submitted 2 chain=g
      11 popup.queued 2 chain
      12 popup.dismissed 1 button
      12 popup.hidden 1 dismissed
      13 popup.submitted 3 chain=h
      13 popup.shown 3 page=1
      14 popup.submitted 4 chain=h
      14 popup.queued 4 chain
      15 popup.dismissed 3 button
      15 popup.hidden 3 dismissed

      """

  @Test func ofTwoChainsTheOneThatOpenedFirstHolds() {
    #expect(found(.chainBroken, in: twoChains) == ["3/2"])
    #expect(found(.chainBroken, in: twoChains + "20 idle\n20 popup.shown 2 page=1") == ["3/2"])
    #expect(found(.chainBroken, in: twoChains + "20 idle\n20 popup.shown 4 page=1") == ["3/2", "4/2"])
  }

  @Test func twoChainsThatLockEachOtherAreAStuckQueue() {
    #expect(found(.stuckQueue, in: twoChains, end: 5000, isFinished: false) == ["2"])
    let gone = twoChains + "20 popup.withdrawn 2\n20 popup.dropped 2 withdrawn\n"
    #expect(found(.stuckQueue, in: gone, end: 5000, isFinished: false) == ["4"])
  }

  @Test func aToastIsInNoChain() {
    let toast =
      home + """
        10 popup.submitted 1 kind=hud chain=c
        10 popup.shown 1 page=1
        20 popup.submitted 2 KIND
        20 popup.shown 2 page=1
        """
    #expect(found(.chainBroken, in: toast.replacing("KIND", with: "")) == [])
    #expect(found(.chainBroken, in: toast.replacing("kind=hud ", with: "").replacing("KIND", with: "")) == ["2/1"])
    #expect(
      found(
        .stuckQueue, in: toast.replacing("20 popup.shown 2 page=1", with: "").replacing("KIND", with: ""), end: 4000)
        == ["2"])
  }

  @Test func newPagesOfAMemberThatIsUpCountFromTheNextPageEventOn() {
    let changed =
      home + """
        10 popup.submitted 1 chain=c pages=Home
        10 popup.shown 1 page=1
        20 popup.changed 1 pages=Cart

        """
    let stranger = "300 popup.submitted 2\n300 popup.shown 2 page=1"
    #expect(found(.chainBroken, in: changed + stranger) == ["2/1"])
    #expect(found(.chainBroken, in: changed + "200 page.loaded 2 class=Cart\n" + stranger) == [])
    let twice = changed + "200 page.loaded 2 class=Cart\n210 popup.changed 1 pages=Home\n"
    #expect(found(.chainBroken, in: twice + stranger) == [])
    #expect(found(.chainBroken, in: twice + "220 page.loaded 3 class=Cart\n" + stranger) == ["2/1"])
    let other = changed + "200 page.will-appear 4 class=Home scene=1\n"
    #expect(found(.chainBroken, in: other + stranger) == ["2/1"])
  }

  @Test func newPagesOfAMemberThatIsOffTheScreenCountAtOnce() {
    let changed =
      home + """
        10 popup.submitted 1 chain=c pages=Home
        10 popup.shown 1 page=1
        20 popup.changed 1 pages=Cart
        30 idle
        30 popup.hidden 1 preempted
        30 popup.queued 1 preempted
        300 popup.submitted 2
        300 popup.shown 2 page=1
        """
    #expect(found(.chainBroken, in: changed) == [])
    #expect(found(.chainBroken, in: changed.replacing("pages=Cart", with: "level=3")) == ["2/1"])
  }

  @Test func aMemberThatHasEndedOpensNoRoundAndBreaksNone() {
    let text =
      home + """
        10 popup.submitted 1 chain=c
        10 popup.queued 1 slot
        20 popup.submitted 2 chain=c
        20 popup.queued 2 slot
        30 popup.withdrawn 2
        40 idle
        40 popup.shown 2 page=1
        50 popup.submitted 3
        50 popup.shown 3 page=1
        """
    #expect(found(.chainBroken, in: text) == [])
    #expect(found(.chainBroken, in: text.replacing("withdrawn 2", with: "tapped 2")) == ["2/1", "3/1"])
  }

  @Test func whatTheSystemShowsIsInNoChain() {
    let first =
      home + """
        10 popup.submitted 1 kind=system chain=c
        10 popup.shown 1 page=1
        20 popup.submitted 2
        20 popup.shown 2 page=1
        """
    #expect(found(.chainBroken, in: first) == [])
    #expect(found(.chainBroken, in: first.replacing("kind=system ", with: "")) == ["2/1"])
    let heldBack =
      home + """
        10 popup.submitted 1 kind=system chain=c
        10 popup.queued 1 slot
        20 popup.submitted 2 chain=c
        20 popup.shown 2 page=1
        """
    #expect(found(.chainBroken, in: heldBack) == [])
    #expect(found(.chainBroken, in: heldBack.replacing("kind=system ", with: "")) == ["2/1"])
  }
}

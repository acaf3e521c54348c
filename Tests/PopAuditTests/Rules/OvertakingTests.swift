import PopAudit
import Testing

@Suite struct OvertakingTests {
  @Test func overtakingAMoreUrgentPopupIsAnInversion() {
    #expect(
      found(
        .priorityInversion,
        in: home + """
          10 popup.submitted 1 level=1
          10 popup.queued 1 slot
          20 popup.submitted 2 level=2
          20 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 level=1
          10 popup.queued 1 slot
          20 popup.submitted 2 level=2
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .priorityInversion,
        in: home + """
          10 popup.submitted 1 level=3
          10 popup.queued 1 slot
          20 popup.submitted 2 level=2
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .priorityInversion,
        in: home + """
          10 popup.submitted 1 level=2
          10 popup.queued 1 slot
          15 popup.changed 1 level=0
          20 popup.submitted 2 level=1
          20 popup.shown 2 page=1
          """) == ["2/1"])
  }

  @Test func overtakingAnEarlierEqualIsAViolationOfOrder() {
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.submitted 2
          20 popup.queued 2 slot
          20 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 level=3
          10 popup.queued 1 slot
          20 popup.submitted 2 level=2
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .priorityInversion,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
  }

  @Test func onlyEligiblePopupsAreOvertaken() {
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 pages=Detail
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 condition=false
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 content=async
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 expires=10
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 scheduler=1
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 kind=hud
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          5 edit.began
          10 popup.submitted 1 kind=campaign
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          5 scheduler.suspended campaign
          10 popup.submitted 1 kind=campaign
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          5 scheduler.suspended campaign
          6 scheduler.resumed campaign
          10 popup.submitted 1 kind=campaign
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          5 edit.began
          10 popup.submitted 1 kind=sheet
          10 popup.queued 1 slot
          20 popup.submitted 2 
          20 popup.shown 2 page=1
          """) == ["2/1"])
  }

  @Test func aPopupThatIsUpAtTheEndOfTheStepIsNotOvertaken() {
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.submitted 2
          20 popup.shown 2 page=1
          20 popup.shown 1 page=1
          """) == [])
  }

  @Test func membersOfOneChainDoNotOvertakeEachOther() {
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 chain=c
          10 popup.queued 1 slot
          20 popup.submitted 2 chain=c
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 
          10 popup.queued 1 slot
          20 popup.submitted 2 chain=c
          20 popup.shown 2 page=1
          """) == ["2/1"])
  }

  @Test func arrivalIsTheSubmissionForGood() {
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 content=async
          10 popup.queued 1 content
          20 popup.submitted 2
          20 popup.queued 2 slot
          30 content.loaded 1
          30 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .fifoViolation,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          450 popup.submitted 2 pages=Home
          450 popup.queued 2 page
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1400 popup.shown 2 page=1
          """) == ["2/1"])
  }

  @Test func whatTheSystemShowsAtOnceOvertakesNoPopup() {
    let waiting = "10 popup.submitted 1 level=1\n10 popup.queued 1 slot\n20 popup.submitted 2 level=LEVEL kind=system\n"
    for (level, rule) in [("2", Rule.priorityInversion), ("1", .fifoViolation)] {
      let text = home + waiting.replacing("LEVEL", with: level)
      #expect(found(rule, in: text + "20 popup.shown 2 page=1") == [])
      #expect(found(rule, in: text + "20 popup.queued 2 slot\n30 idle\n30 popup.shown 2 page=1") == ["2/1"])
    }
  }

  @Test func whatTheSystemShowsAtOnceStarvesNoPopup() {
    var text = home + "10 popup.submitted 1 level=5\n10 popup.queued 1 slot\n"
    for popup in 2...11 {
      text += "\(popup * 10) popup.submitted \(popup) KIND\n\(popup * 10) popup.shown \(popup) page=1\n"
      text += "\(popup * 10 + 5) popup.dismissed \(popup) button\n\(popup * 10 + 5) popup.hidden \(popup) dismissed\n"
    }
    #expect(found(.starvation, in: text.replacing("KIND", with: "kind=system")) == [])
    #expect(found(.starvation, in: text.replacing("KIND", with: "kind=alert")) == ["1/11"])
  }

  /// The second of two is shown while the first page is on its way in.
  private let early = """
    0 popup.submitted 1 level=1 pages=Home FIRST
    0 popup.queued 1 page
    1 popup.submitted 2 level=LEVEL pages=Home
    1 popup.queued 2 page
    10 page.will-appear 1 class=Home
    10 popup.shown 2 page=1

    """

  private func early(level: Int, first: String = "") -> String {
    early.replacing("LEVEL", with: "\(level)").replacing("FIRST", with: first)
  }

  @Test func aPopupShownTooEarlyIsJudgedWithTheFirstSettledPage() {
    let appears = "300 page.did-appear 1"
    #expect(found(.priorityInversion, in: early(level: 2) + appears) == ["2/1"])
    #expect(found(.fifoViolation, in: early(level: 1) + appears) == ["2/1"])
    #expect(found(.fifoViolation, in: early(level: 2) + appears) == [])
    #expect(found(.priorityInversion, in: early(level: 2) + "200 idle") == [])
    #expect(found(.priorityInversion, in: early(level: 2) + appears + "\n400 idle\n500 page.did-appear 1") == ["2/1"])
  }

  @Test func aPopupThatCouldNotBeShownThenOrNowIsNotOvertaken() {
    let appears = "300 page.did-appear 1"
    #expect(found(.priorityInversion, in: early(level: 0) + appears) == [])
    #expect(found(.priorityInversion, in: early(level: 2, first: "expires=200") + appears) == [])
    let loading = early(level: 2, first: "content=async") + "200 content.loaded 1\n"
    #expect(found(.priorityInversion, in: loading + appears) == [])
    let elsewhere = early(level: 2).replacing("level=1 pages=Home", with: "level=1 pages=Detail")
    #expect(found(.priorityInversion, in: elsewhere + appears) == [])
    #expect(found(.priorityInversion, in: early(level: 2) + "300 page.did-appear 1\n300 popup.shown 1 page=1") == [])
    let over = early(level: 2) + "200 popup.dismissed 2 button\n200 popup.hidden 2 dismissed\n"
    #expect(found(.priorityInversion, in: over + appears) == [])
  }

  @Test func tenLaterPopupsStarveOne() {
    #expect(
      found(
        .starvation,
        in: home + """
          10 popup.submitted 1 level=5
          10 popup.queued 1 slot
          40 popup.submitted 2
          40 popup.shown 2 page=1
          45 popup.dismissed 2 button
          45 popup.hidden 2 dismissed
          50 popup.submitted 3
          50 popup.shown 3 page=1
          55 popup.dismissed 3 button
          55 popup.hidden 3 dismissed
          60 popup.submitted 4
          60 popup.shown 4 page=1
          65 popup.dismissed 4 button
          65 popup.hidden 4 dismissed
          70 popup.submitted 5
          70 popup.shown 5 page=1
          75 popup.dismissed 5 button
          75 popup.hidden 5 dismissed
          80 popup.submitted 6
          80 popup.shown 6 page=1
          85 popup.dismissed 6 button
          85 popup.hidden 6 dismissed
          90 popup.submitted 7
          90 popup.shown 7 page=1
          95 popup.dismissed 7 button
          95 popup.hidden 7 dismissed
          100 popup.submitted 8
          100 popup.shown 8 page=1
          105 popup.dismissed 8 button
          105 popup.hidden 8 dismissed
          110 popup.submitted 9
          110 popup.shown 9 page=1
          115 popup.dismissed 9 button
          115 popup.hidden 9 dismissed
          120 popup.submitted 10
          120 popup.shown 10 page=1
          125 popup.dismissed 10 button
          125 popup.hidden 10 dismissed
          130 popup.submitted 11
          130 popup.shown 11 page=1
          135 popup.dismissed 11 button
          135 popup.hidden 11 dismissed
          140 popup.submitted 12
          140 popup.shown 12 page=1
          145 popup.dismissed 12 button
          145 popup.hidden 12 dismissed
          """) == ["1/11"])
    #expect(
      found(
        .starvation,
        in: home + """
          10 popup.submitted 1 level=5
          10 popup.queued 1 slot
          40 popup.submitted 2
          40 popup.shown 2 page=1
          45 popup.dismissed 2 button
          45 popup.hidden 2 dismissed
          50 popup.submitted 3
          50 popup.shown 3 page=1
          55 popup.dismissed 3 button
          55 popup.hidden 3 dismissed
          60 popup.submitted 4
          60 popup.shown 4 page=1
          65 popup.dismissed 4 button
          65 popup.hidden 4 dismissed
          70 popup.submitted 5
          70 popup.shown 5 page=1
          75 popup.dismissed 5 button
          75 popup.hidden 5 dismissed
          80 popup.submitted 6
          80 popup.shown 6 page=1
          85 popup.dismissed 6 button
          85 popup.hidden 6 dismissed
          90 popup.submitted 7
          90 popup.shown 7 page=1
          95 popup.dismissed 7 button
          95 popup.hidden 7 dismissed
          100 popup.submitted 8
          100 popup.shown 8 page=1
          105 popup.dismissed 8 button
          105 popup.hidden 8 dismissed
          110 popup.submitted 9
          110 popup.shown 9 page=1
          115 popup.dismissed 9 button
          115 popup.hidden 9 dismissed
          120 popup.submitted 10
          120 popup.shown 10 page=1
          125 popup.dismissed 10 button
          125 popup.hidden 10 dismissed
          """) == [])
  }

  /// Two of one level wait, the later with `next`, and one of them is shown.
  private let inFront =
    home + """
      10 popup.submitted 1
      10 popup.queued 1 slot
      20 popup.submitted 2 next=true
      20 popup.queued 2 slot
      30 idle

      """

  @Test func aPopupInFrontOfItsEqualsOvertakesNone() {
    #expect(found(.fifoViolation, in: inFront + "30 popup.shown 2 page=1") == [])
    #expect(found(.fifoViolation, in: inFront + "30 popup.shown 1 page=1") == ["1/2"])
    let three = inFront + "40 popup.submitted 3 next=true\n40 popup.queued 3 slot\n50 idle\n"
    #expect(found(.fifoViolation, in: three + "50 popup.shown 3 page=1") == [])
    #expect(found(.fifoViolation, in: three + "50 popup.shown 2 page=1") == ["2/3"])
    #expect(found(.stuckQueue, in: three, end: 9000) == ["3"])
  }

  @Test func whatTheSystemShowsIsNotOvertaken() {
    let text =
      home + "10 popup.submitted 1 kind=KIND\n10 popup.queued 1 slot\n20 popup.submitted 2\n20 popup.shown 2 page=1"
    #expect(found(.fifoViolation, in: text.replacing("KIND", with: "system")) == [])
    #expect(found(.fifoViolation, in: text.replacing("KIND", with: "alert")) == ["2/1"])
  }

  @Test func aChainThatAPresentationOpensItselfDoesNotHideWhatItOvertook() {
    let chained = early(level: 2).replacing("level=2 pages=Home", with: "level=2 pages=Home chain=c")
    #expect(found(.priorityInversion, in: chained + "300 page.did-appear 1") == ["2/1"])
  }

  @Test func ofThreeChainsThatOpenBeforeAnyPageTheSecondHoldsWhereTheFirstDoesNotCount() {
    let text = """
      0 popup.submitted 3 chain=b level=1 pages=Home
      0 popup.queued 3 page
      10 popup.submitted 1 chain=a level=2 pages=Home
      10 popup.shown 1
      20 popup.submitted 4 chain=b pages=Home
      20 popup.shown 4
      30 popup.submitted 5 chain=c pages=Home
      30 popup.shown 5
      40 page.will-appear 1 class=Home
      40 page.did-appear 1
      """
    #expect(found(.priorityInversion, in: text) == ["1/3"])
  }
}

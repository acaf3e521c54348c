import PopAudit
import Testing

@Suite struct GateBypassTests {
  @Test func shownWhileItsGateIsClosedIsFound() {
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 edit.began
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 app.background
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended campaign
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          10 popup.submitted 1 condition=false
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.condition 1 holds=false
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func anOpenGateIsNone() {
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          6 scroll.ended
          10 popup.submitted 1 
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 edit.began
          10 popup.submitted 1 kind=alert
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 edit.began
          10 popup.submitted 1 kind=sheet
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 app.background
          6 app.foreground
          10 popup.submitted 1 
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended
          6 scheduler.resumed
          10 popup.submitted 1 
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended guide
          10 popup.submitted 1 kind=campaign
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended scheduler=1
          10 popup.submitted 1 
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          10 popup.submitted 1 kind=hud
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          10 popup.submitted 1 kind=system
          10 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began scene=1
          10 popup.submitted 1 
          10 popup.shown 1 page=1
          """) == [])
  }

  @Test func suspensionIsCountedAndNeverBelowZero() {
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended
          6 scheduler.suspended
          7 scheduler.resumed
          10 popup.submitted 1
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.resumed
          6 scheduler.suspended
          10 popup.submitted 1
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scheduler.suspended
          7 scheduler.resumed alert
          10 popup.submitted 1
          10 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func scrollingEndsWithItsPage() {
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 popup.submitted 1
          500 popup.shown 1 page=2
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          450 scroll.began
          500 popup.submitted 1
          500 popup.shown 1 page=2
          """) == ["1"])
  }

  @Test func aToastsConditionCountsAndStayingUpIsLegal() {
    #expect(
      found(
        .gateBypass,
        in: home + """
          10 popup.submitted 1 kind=hud condition=false
          10 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .gateBypass,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 scroll.began
          30 idle
          """) == [])
    #expect(
      found(
        .gateBypass,
        in: home + """
          5 scroll.began
          10 popup.submitted 1
          10 popup.shown 1 page=1
          10 popup.hidden 1 withdrawn
          """) == [])
  }

  @Test func foldingTheKeyboardForAPopupDoesNotEndTyping() {
    let folded = """
      5 edit.began responder=name
      10 popup.submitted 1
      10 keyboard.resigned 1 responder=name page=1
      10 popup.shown 1 page=1
      10 edit.ended cause=4
      20 popup.dismissed 1 button
      20 popup.hidden 1 dismissed

      """
    let campaign = "30 popup.submitted 2 kind=campaign\n30 popup.shown 2 page=1"
    #expect(found(.gateBypass, in: home + folded + campaign) == ["2"])
    #expect(found(.gateBypass, in: home + folded + "25 edit.ended\n" + campaign) == [])
  }

  @Test func typingIsOverWhenTheKeyboardIsForgotten() {
    let folded = """
      5 edit.began responder=name
      6 page.will-appear 2 class=Sheet as=sheet
      7 page.did-appear 2
      10 popup.submitted 1
      10 keyboard.resigned 1 responder=name page=1
      10 popup.shown 1 page=2
      10 edit.ended cause=6
      20 popup.submitted 2 kind=campaign
      20 popup.queued 2 slot
      30 popup.dismissed 1 button
      30 popup.hidden 1 dismissed
      30 popup.shown 2 page=2
      """
    #expect(found(.gateBypass, in: home + folded) == [])
  }

  @Test func noKindIsSuspendedLessThanNotAtAll() {
    let text =
      home + "5 scheduler.resumed alert\n6 scheduler.suspended alert\n10 popup.submitted 1\n10 popup.shown 1 page=1"
    #expect(found(.gateBypass, in: text) == ["1"])
    #expect(
      found(.gateBypass, in: text.replacing("6 scheduler", with: "6 scheduler.resumed alert\n7 scheduler")) == ["1"])
    #expect(found(.gateBypass, in: text.replacing("suspended alert", with: "suspended guide")) == [])
    let twice =
      "5 scheduler.resumed\n5 scheduler.resumed\n6 scheduler.suspended\n7 scheduler.suspended\n8 scheduler.resumed\n"
    #expect(found(.gateBypass, in: home + twice + "10 popup.submitted 1\n10 popup.shown 1 page=1") == ["1"])
  }

  /// A sheet comes over the page on which something began, and goes again.
  private let sheet = """
    20 page.will-appear 2 class=Sheet as=sheet
    30 page.did-appear 2

    """
  private let sheetGone = """
    50 page.will-disappear 2
    60 page.did-disappear 2

    """

  @Test(arguments: ["scroll.began", "edit.began"])
  func scrollingAndTypingHoldOnlyWhileTheirPageIsCurrent(began: String) {
    let text = home + "5 \(began)\n" + sheet
    #expect(found(.gateBypass, in: text + "40 popup.submitted 1 kind=campaign\n40 popup.shown 1 page=2") == [])
    let back = text + sheetGone + "70 popup.submitted 1 kind=campaign\n70 popup.shown 1 page=1"
    #expect(found(.gateBypass, in: back) == ["1"])
  }

  @Test(arguments: ["scroll.began", "edit.began"])
  func whatBeganOnNoPageBelongsToTheNextThatIsCurrent(began: String) {
    let campaign = "popup.submitted 1 kind=campaign\n10 popup.shown 1 page=1"
    let text = "0 page.will-appear 1 class=Home\n0 \(began)\n"
    #expect(found(.gateBypass, in: text + "0 page.did-appear 1\n10 \(campaign)") == ["1"])
    #expect(found(.gateBypass, in: text + "10 \(campaign)") == [])
    let next = """
      0 page.did-appear 1
      1 page.will-disappear 1
      1 page.will-appear 2 class=Detail
      2 page.did-disappear 1
      2 page.did-appear 2
      10 popup.submitted 1 kind=campaign
      10 popup.shown 1 page=2
      """
    #expect(found(.gateBypass, in: text + next) == [])
    let removed = text + "0 page.did-appear 1\n1 page.removed 1\n2 page.did-appear 1\n10 \(campaign)"
    #expect(found(.gateBypass, in: removed) == [])
  }

  @Test func aGateHoldsOnDescendantsOfItsPage() {
    let text =
      home + """
        5 scroll.began
        6 page.will-appear 2 class=Part in=1
        7 page.did-appear 2
        10 popup.submitted 1
        10 popup.shown 1 page=2
        """
    #expect(found(.gateBypass, in: text) == ["1"])
  }

  @Test func typingGoesOnWhenTheKeyboardComesBack() {
    let text =
      home + """
        5 edit.began responder=name
        10 popup.submitted 1
        10 keyboard.resigned 1 responder=name page=1
        10 popup.shown 1 page=1
        20 popup.dismissed 1 button
        20 popup.hidden 1 dismissed
        20 RESTORED
        30 page.will-appear 2 class=Sheet as=sheet
        40 page.did-appear 2
        50 page.will-disappear 2
        60 page.did-disappear 2
        70 popup.submitted 2 kind=campaign
        70 popup.shown 2 page=1
        """
    #expect(
      found(.gateBypass, in: text.replacing("RESTORED", with: "keyboard.restored 1 responder=name page=1")) == ["2"])
    #expect(found(.gateBypass, in: text.replacing("RESTORED", with: "idle")) == [])
  }

  @Test func aSuspensionIsNotKnownAnyMoreWhereEventsAreMissing() {
    let text = home + "10 scheduler.suspended\n20 idle\n30 popup.submitted 1 kind=campaign\n30 popup.shown 1 page=1"
    #expect(found(.gateBypass, in: text) == ["1"])
    #expect(found(.gateBypass, in: text.replacing("20 idle", with: "20 idle id=90")) == [])
  }
}

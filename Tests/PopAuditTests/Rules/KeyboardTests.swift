import PopAudit
import Testing

@Suite struct KeyboardTests {
  let typing = """
    0 page.will-appear 1 class=Home
    0 page.did-appear 1
    10 edit.began responder=field

    """
  let resigned = """
    0 page.will-appear 1 class=Home
    0 page.did-appear 1
    10 edit.began responder=field
    20 popup.submitted 1
    20 keyboard.resigned 1 responder=field page=1
    20 popup.shown 1 page=1
    25 edit.ended cause=4
    500 popup.dismissed 1 button
    500 popup.hidden 1 dismissed

    """

  @Test func shownOverTheKeyboardIsFound() {
    #expect(found(.keyboard, in: typing + "20 popup.submitted 1\n20 popup.shown 1 page=1") == ["1"])
    #expect(found(.keyboard, in: typing + "15 edit.ended\n20 popup.submitted 1\n20 popup.shown 1 page=1") == [])
  }

  @Test(arguments: ["kind=hud", "kind=system", "needsKeyboard=true", "kind=campaign"])
  func whoseBusinessItIsNotIsNot(attributes: String) {
    #expect(found(.keyboard, in: typing + "20 popup.submitted 1 \(attributes)\n20 popup.shown 1 page=1") == [])
  }

  @Test func typingThatBeginsUnderAPopupIsNot() {
    #expect(found(.keyboard, in: "0 popup.submitted 1\n0 popup.shown 1\n10 edit.began responder=a") == [])
  }

  @Test func typingThatBeganBeforeAPageWasCurrentEndsWithThatPage() {
    let coming = "0 page.will-appear 1 class=Home\n5 edit.began responder=field\n10 page.did-appear 1\n"
    let shown = "50 popup.submitted 1\n50 popup.shown 1"
    #expect(found(.keyboard, in: coming + shown) == ["1"])
    let left = coming + "20 page.will-disappear 1\n20 page.will-appear 2 class=Detail\n"
    #expect(found(.keyboard, in: left + "30 page.did-disappear 1\n30 page.did-appear 2\n" + shown) == [])
  }

  @Test func restoredInTimeIsFine() {
    #expect(found(.keyboard, in: resigned + "500 keyboard.restored 1 responder=field page=1", end: 9000) == [])
    #expect(
      found(.keyboard, in: resigned + "1400 idle\n1400 keyboard.restored 1 responder=field page=1", end: 9000) == [])
  }

  @Test func notRestoredIsFoundAfterASecondOrAtTheEnd() {
    #expect(found(.keyboard, in: resigned, end: 1500, isFinished: false) == ["1"])
    #expect(found(.keyboard, in: resigned, end: 1499, isFinished: false) == [])
    #expect(found(.keyboard, in: resigned, end: 700) == ["1"])
    #expect(found(.keyboard, in: resigned, end: 9000) == ["1"])
  }

  @Test func aRowOfPopupsIsOneResignation() {
    let row = resigned + "500 popup.submitted 2 re\n500 popup.shown 2 page=1\n"
    #expect(found(.keyboard, in: row, end: 9000) == [])
    let over = row + "5000 popup.dismissed 2 button\n5000 popup.hidden 2 dismissed\n"
    #expect(found(.keyboard, in: over, end: 5999, isFinished: false) == [])
    #expect(found(.keyboard, in: over, end: 6000, isFinished: false) == ["1"])
  }

  @Test(arguments: ["page.will-disappear 1", "app.signed-out", "edit.began responder=other", "edit.ended"])
  func whatEndsTheDebtEndsIt(event: String) {
    #expect(found(.keyboard, in: resigned + "600 \(event)", end: 9000) == [])
  }

  @Test func onAPageThatIsNotCurrentNothingIsOwed() {
    let text = """
      0 page.will-appear 1 class=Home
      0 page.did-appear 1
      10 edit.began responder=field
      20 popup.submitted 1
      20 keyboard.resigned 1 responder=field page=1
      20 popup.shown 1 page=1
      100 page.will-appear 2 class=Sheet as=sheet
      200 page.did-appear 2
      500 popup.dismissed 1 button
      500 popup.hidden 1 dismissed
      """
    #expect(found(.keyboard, in: text, end: 9000) == [])
  }

  @Test func restoredElsewhereIsFound() {
    #expect(found(.keyboard, in: resigned + "500 keyboard.restored 1 responder=other page=1") == ["1"])
    #expect(found(.keyboard, in: resigned + "500 keyboard.restored 1 responder=field page=2") == ["1"])
    #expect(found(.keyboard, in: typing + "20 idle\n20 keyboard.restored responder=field page=1") == ["-"])
    let left = resigned + "500 page.will-disappear 1\n500 keyboard.restored 1 responder=field page=1"
    #expect(found(.keyboard, in: left) == ["1"])
  }

  @Test func restoredUnderAPopupOverlaps() {
    let text = resigned + "500 popup.submitted 2 re\n500 popup.shown 2 page=1\n"
    #expect(found(.keyboard, in: text + "600 idle\n600 keyboard.restored 1 responder=field page=1") == ["2"])
  }

  @Test func ofAPresentationItSpeaksOnce() {
    let over =
      typing + """
        20 popup.submitted 1
        20 popup.shown 1 page=1
        30 idle
        30 keyboard.resigned 1 responder=field page=1
        40 idle
        40 keyboard.restored 1 responder=field page=1

        """
    #expect(found(.keyboard, in: over) == ["1"])
    let again = over + "50 popup.dismissed 1 button\n50 popup.hidden 1 preempted\n60 idle\n60 popup.shown 1 page=1"
    #expect(found(.keyboard, in: again) == ["1", "1"])
  }

  @Test func broughtBackWhileItsPopupIsLeavingOverlapsIt() {
    let leaving = resigned.replacing("submitted 1", with: "submitted 1 hideMs=300")
    let back = "keyboard.restored 1 responder=field page=1"
    #expect(found(.keyboard, in: leaving + "500 \(back)", end: 9000) == ["1"])
    #expect(found(.keyboard, in: leaving + "700 idle\n700 \(back)", end: 9000) == ["1"])
    #expect(found(.keyboard, in: leaving + "800 animation.finished 1 hide\n800 \(back)", end: 9000) == [])
    #expect(found(.keyboard, in: leaving + "1800 idle\n1800 \(back)", end: 9000) == [])
    let before = leaving.replacing("500 popup.hidden", with: "500 \(back)\n500 popup.hidden")
    #expect(found(.keyboard, in: before, end: 9000) == ["1"])
    for attributes in ["kind=hud", "kind=system", "needsKeyboard=true"] {
      let other = leaving.replacing("submitted 1", with: "submitted 1 \(attributes)")
      #expect(found(.keyboard, in: other + "500 \(back)", end: 9000) == [], "\(attributes)")
    }
    let early = leaving.replacing("500 popup.dismissed 1 button\n500 popup.hidden 1 dismissed\n", with: "")
    #expect(found(.keyboard, in: early + "400 idle\n400 keyboard.restored 1 responder=field page=1") == ["1"])
  }

  @Test func ofKindsThatTypingHoldsOnlyOneShownInTheSameStepIsLeftOut() {
    let next = resigned + "500 popup.submitted 2 re KIND\n500 popup.shown 2 page=1\n"
    let back = next + "500 keyboard.restored 1 responder=field page=1"
    #expect(found(.keyboard, in: back.replacing("KIND", with: "")) == ["2"])
    #expect(found(.keyboard, in: back.replacing("KIND", with: "kind=campaign")) == [])
    let later = next + "600 idle\n600 keyboard.restored 1 responder=field page=1"
    #expect(found(.keyboard, in: later.replacing("KIND", with: "kind=campaign")) == ["2"])
  }

  @Test func broughtBackOnThePageAroundTheOneItWasFoldedOnIsFound() {
    let text = """
      0 page.will-appear 10 class=Tabs
      0 page.did-appear 10
      0 page.will-appear 1 class=Home in=10
      0 page.did-appear 1
      10 edit.began responder=field
      20 popup.submitted 1
      20 keyboard.resigned 1 responder=field page=1
      20 popup.shown 1 page=1
      500 popup.dismissed 1 button
      500 popup.hidden 1 dismissed
      500 keyboard.restored 1 responder=field page=PAGE
      """
    #expect(found(.keyboard, in: text.replacing("PAGE", with: "1")) == [])
    #expect(found(.keyboard, in: text.replacing("PAGE", with: "10")) == ["1"])
  }
}

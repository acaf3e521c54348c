import PopAudit
import Testing

/// The scheduler does not decide what the operating system shows.
@Suite struct SystemTests {
  @Test(arguments: [
    "pages=Detail", "instance=7", "content=async", "condition=false", "key=k", "pages=Detail matching=exact chain=c",
  ])
  func whatItSaysOfItselfCountsForNoRuleWhereItIsShownAtOnce(attributes: String) {
    let text =
      home + "5 popup.submitted 9 key=k\n5 popup.queued 9 slot\n10 popup.submitted 1 kind=system \(attributes)\n"
    let atOnce =
      text + "10 popup.shown 1 page=1\n20 idle\n5000 popup.dismissed 1 button\n5000 popup.hidden 1 dismissed\n"
    #expect(rules(in: atOnce + "5000 popup.shown 9 page=1", isFinished: false) == [])
  }

  @Test func heldBackItIsJudgedLikeAnyOther() {
    let late =
      home + "10 popup.submitted 1 kind=system ATTRIBUTES\n10 popup.queued 1 page\n20 idle\n20 popup.shown 1 page=1"
    #expect(found(.wrongPage, in: late.replacing("ATTRIBUTES", with: "pages=Detail")) == ["1"])
    #expect(found(.wrongInstance, in: late.replacing("ATTRIBUTES", with: "instance=7")) == ["1"])
    #expect(found(.contentNotReady, in: late.replacing("ATTRIBUTES", with: "content=async")) == ["1"])
    #expect(found(.gateBypass, in: late.replacing("ATTRIBUTES", with: "condition=false")) == ["1"])
  }

  @Test func itsAutoDismissCountsForNoRule() {
    let up = home + "10 popup.submitted 1 kind=KIND autoDismiss=500\n10 popup.shown 1 page=1\n"
    #expect(found(.leak, in: up.replacing("KIND", with: "system"), end: 9000) == [])
    #expect(found(.leak, in: up.replacing("KIND", with: "alert"), end: 9000) == ["1"])
    let hidden = up.replacing("KIND", with: "system") + "600 timer.fired 0\n600 popup.hidden 1 auto"
    #expect(found(.lostPopup, in: hidden) == ["1"])
  }

  @Test func aWithdrawalDoesNotEndOneThatIsUp() {
    let up = home + "10 popup.submitted 1 kind=KIND\n10 popup.shown 1 page=1\n20 popup.withdrawn 1\n"
    let called = up + "20 callback 1 callback=shown\n"
    #expect(found(.callback, in: called.replacing("KIND", with: "system")) == [])
    #expect(found(.callback, in: called.replacing("KIND", with: "alert")) == ["1"])
    let waiting = home + "10 popup.submitted 1 kind=system\n20 popup.withdrawn 1\n30 popup.shown 1 page=1\n"
    #expect(found(.shownAfterWithdrawal, in: waiting) == ["1"])
  }
}

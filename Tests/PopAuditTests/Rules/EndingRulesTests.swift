import PopAudit
import Testing

@Suite struct EndingRulesTests {
  @Test func shownAgainAfterItsEndIsAZombie() {
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.dismissed 1 button
          20 popup.hidden 1 dismissed
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 expires=10
          10 popup.queued 1 slot
          20 idle
          20 popup.dropped 1 expired
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 autoDismiss=10
          10 popup.shown 1 page=1
          20 timer.fired 1
          20 popup.hidden 1 auto
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          20 page.will-disappear 1
          20 popup.hidden 1 page-left
          30 page.did-appear 1
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.view-lost 1
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          20 page.will-disappear 1
          20 popup.hidden 1 page-left
          20 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          15 popup.dismissed 1 button
          20 page.will-disappear 1
          20 popup.hidden 1 page-left
          20 popup.parked 1 page=1
          30 page.did-appear 1
          30 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func preemptedOrParkedComesBackLegally() {
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1 onHigher=requeue
          10 popup.shown 1 page=1
          20 idle
          20 popup.hidden 1 preempted
          20 popup.queued 1 preempted
          30 idle
          30 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .zombie,
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
        .zombie,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.dismissed 1 button
          30 idle
          30 popup.shown 1 page=1
          """) == [])
  }

  @Test func shownAfterItsWithdrawalIsFound() {
    #expect(
      found(
        .shownAfterWithdrawal,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.withdrawn 1
          20 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .shownAfterWithdrawal,
        in: home + """
          10 popup.submitted 1 kind=hud
          10 popup.queued 1 slot
          20 popup.dismissed 1 code
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .shownAfterWithdrawal,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 popup.dismissed 1 swipe
          30 idle
          30 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .shownAfterWithdrawal,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 popup.dismissed 1 code
          20 popup.hidden 1 dismissed
          30 idle
          30 popup.shown 1 page=1
          """) == [])
  }

  @Test func aPopupOfTheUserBeforeIsFoundWhenShown() {
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 app.signed-out
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 kind=hud
          10 popup.queued 1 slot
          20 app.signed-out
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 kind=system
          10 popup.queued 1 slot
          20 app.signed-out
          30 idle
          30 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          5 app.signed-in user=a
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 app.signed-in user=b
          30 idle
          30 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          5 app.signed-in user=a
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 app.signed-in user=a
          30 idle
          30 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          5 app.signed-out
          10 popup.submitted 1
          10 popup.queued 1 slot
          20 app.signed-in user=a
          30 idle
          30 popup.shown 1 page=1
          """) == [])
  }

  @Test func aPopupOfTheUserBeforeIsFoundWhenItStaysUp() {
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 hideMs=300
          10 popup.shown 1 page=1
          20 app.signed-out
          30 idle
          30 popup.hidden 1 signed-out
          """) == ["1"])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 hideMs=300
          10 popup.shown 1 page=1
          20 app.signed-out
          20 popup.hidden 1 signed-out
          """) == [])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 kind=hud
          10 popup.shown 1 page=1
          20 app.signed-out
          """) == [])
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1 kind=system
          10 popup.shown 1 page=1
          20 app.signed-out
          """) == [])
  }

  @Test func onlyTheFirstOfTheThreeSpeaks() {
    #expect(
      found(
        .afterSignOut,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          15 popup.withdrawn 1
          20 app.signed-out
          20 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 app.signed-out
          20 popup.hidden 1 signed-out
          30 idle
          30 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .zombie,
        in: home + """
          10 popup.submitted 1
          10 popup.queued 1 slot
          15 popup.withdrawn 1
          15 popup.dropped 1 withdrawn
          20 idle
          20 popup.shown 1 page=1
          """) == [])
  }

  @Test func aWithdrawalIsOfTheWholeObject() {
    let twoOfOneObject =
      home + """
        10 popup.submitted 1 object=9
        10 popup.shown 1 page=1
        11 popup.submitted 2 object=9
        11 popup.queued 2 slot
        12 popup.submitted 3 object=8
        12 popup.queued 3 slot

        """
    #expect(
      found(
        .shownAfterWithdrawal,
        in: twoOfOneObject + """
          20 popup.withdrawn 1
          20 popup.hidden 1 withdrawn
          20 popup.shown 2 page=1
          """) == ["2"])
    #expect(
      found(
        .lostPopup,
        in: twoOfOneObject + """
          20 popup.withdrawn 1
          20 popup.hidden 1 withdrawn
          20 popup.dropped 2 withdrawn
          20 popup.shown 3 page=1
          """) == [])
    #expect(
      found(
        .lostPopup,
        in: twoOfOneObject + """
          20 popup.withdrawn 1
          20 popup.hidden 1 withdrawn
          20 popup.dropped 3 withdrawn
          20 popup.dropped 2 withdrawn
          """) == ["3"])
    // By code, what is up of the object is dismissed; another submission of it goes on waiting.
    #expect(
      found(
        .lostPopup,
        in: twoOfOneObject + """
          20 popup.dismissed 2 code
          20 popup.hidden 1 dismissed
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .shownAfterWithdrawal,
        in: twoOfOneObject + """
          20 popup.dismissed 2 code
          20 popup.hidden 1 dismissed
          20 popup.shown 2 page=1
          """) == [])
  }

  @Test(arguments: [
    ("5 app.signed-in user=b", "user=a", ["1"]), ("5 app.signed-in user=b", "user=a kind=hud", ["1"]),
    ("5 app.signed-in user=b", "user=a kind=system", []), ("5 app.signed-in user=b", "user=b", []),
    ("5 app.signed-in user=b", "", []), ("5 idle", "user=a", []), ("5 app.signed-out", "user=a", []),
    ("5 app.signed-in user=a\n6 app.signed-in user=b", "user=a", ["1"]),
    ("5 app.signed-in user=b\n6 app.signed-in user=a", "user=a", []),
    ("5 app.signed-in user=b\n6 app.signed-out", "user=a", []), ("5 app.signed-in user=b\n6 idle id=20", "user=a", []),
  ])
  func aPopupForAUserIsFoundWhenShownWhileAnotherIsSignedIn(user: String, attributes: String, expected: [String]) {
    let text =
      home + user + "\n10 popup.submitted 1 \(attributes)\n10 popup.queued 1 slot\n30 idle\n30 popup.shown 1 page=1"
    #expect(found(.afterSignOut, in: text) == expected)
  }

  @Test func theFirstUserOfASessionMayBeAnotherThanAPopupIsFor() {
    let text = home + "10 popup.submitted 1 user=a\n10 popup.queued 1 slot\n20 app.signed-in user=b\n30 idle\n"
    #expect(found(.afterSignOut, in: text + "30 popup.shown 1 page=1") == ["1"])
    let finding = EventScript(text + "30 popup.shown 1 page=1").findings().first { $0.rule == .afterSignOut }
    #expect(finding?.witness == [2, 4, 6])
    let again = text + "30 popup.shown 1 page=1\n40 idle\n40 popup.hidden 1 preempted\n50 idle\n50 popup.shown 1 page=1"
    #expect(found(.afterSignOut, in: again) == ["1", "1"])
    let dropped = text + "30 popup.dropped 1 signed-out\n40 idle\n40 popup.shown 1 page=1"
    #expect(found(.afterSignOut, in: dropped) == ["1"])
    #expect(found(.zombie, in: dropped) == [])
    #expect(found(.lostPopup, in: dropped) == [])
  }
}

import PopAudit
import Testing

@Suite struct AppMisuseTests {
  private func because(_ text: String) -> [String] {
    EventScript(text).findings().filter { $0.rule == .appMisuse }.map(\.because)
  }

  private func misuses(_ text: String) -> Int { because(text).count }

  let home = """
    0 page.will-appear 1 class=Home
    5 page.did-appear 1

    """

  @Test func itIsSaidAsTheAppsDoingAndOnlyThat() {
    let findings = EventScript(home + "9 page.did-appear 1").findings()
    #expect(
      findings.map(\.because) == [
        "the app says page.did-appear, which cannot be: page 1 (Home) appears, and is on screen"
      ])
    #expect(findings.map(\.rule) == [.appMisuse] && findings.map(\.rule.severity) == [.warning])
  }

  @Test func popupsThatWereNeverSubmittedOrTwiceAreFound() {
    #expect(misuses("0 popup.withdrawn 1") == 1)
    #expect(misuses("0 popup.withdrawn 1\n1 popup.tapped 1 action=open\n2 content.loaded 1") == 1)
    #expect(misuses("0 popup.submitted 1\n9 popup.submitted 1") == 1)
    #expect(misuses("0 popup.submitted 1\n9 popup.submitted 2") == 0)
    #expect(misuses("0 popup.shown 1\n9 popup.hidden 1 auto") == 0)
  }

  @Test func anEndThatWasReportedBeforeIsFound() {
    let shown = "0 popup.submitted 1 hideMs=5\n0 popup.shown 1\n9 animation.finished 1 show\n"
    #expect(misuses(shown) == 0)
    #expect(misuses(shown + "10 animation.finished 1 show") == 1)
    let twice = shown + "15 popup.hidden 1 preempted\n20 animation.finished 1 hide\n20 popup.queued 1 preempted\n"
    #expect(misuses(twice) == 0)
    #expect(misuses(twice + "21 animation.finished 1 hide gen=1") == 1)
    let again = twice + "30 popup.shown 1\n35 popup.hidden 1 auto\n"
    #expect(misuses(again + "38 animation.finished 1 hide") == 0)
    #expect(misuses(again + "38 animation.finished 1 hide gen=1") == 1)
    // Late, and once.
    #expect(misuses("0 popup.submitted 1\n0 popup.shown 1\n5 popup.hidden 1 auto\n9 animation.finished 1 show") == 0)
  }

  @Test func animationsOfWhatNeverBeganAreFound() {
    let shown = "0 popup.submitted 1 hideMs=5\n0 popup.shown 1\n"
    #expect(misuses(shown + "9 animation.finished 1 show gen=2") == 1)
    #expect(misuses(shown + "9 animation.finished 1 hide") == 1)
    #expect(misuses("0 popup.submitted 1\n9 animation.finished 1 show") == 1)
    #expect(misuses(shown + "9 animation.finished 1 show\n10 popup.hidden 1 auto\n15 animation.finished 1 hide") == 0)
    #expect(misuses(shown + "9 popup.hidden 1 auto\n10 animation.finished 1 show") == 0)
    #expect(misuses(shown + "9 popup.hidden 1 preempted\n10 popup.shown 1\n14 animation.finished 1 hide gen=1") == 0)
  }

  @Test func pagesComeAndGoInOrder() {
    #expect(misuses(home + "9 page.will-disappear 1\n12 page.did-disappear 1\n12 page.removed 1") == 0)
    #expect(misuses("0 page.did-appear 1") == 1)
    #expect(misuses(home + "9 page.did-disappear 1") == 1)
    #expect(misuses(home + "9 page.will-appear 1\n10 page.did-appear 1") == 1)
    #expect(misuses(home + "9 page.did-appear 1") == 1)
    #expect(misuses(home + "9 page.removed 1") == 1)
    #expect(misuses(home + "9 page.will-disappear 1\n9 page.removed 1\n12 page.did-disappear 1") == 0)
    #expect(
      misuses(home + "9 page.will-disappear 1\n12 page.did-disappear 1\n12 page.removed 1\n20 page.will-appear 1") == 1)
  }

  @Test func aCancelledTransitionIsLegal() {
    #expect(misuses(home + "9 page.will-disappear 1\n12 page.did-appear 1") == 0)
    #expect(misuses(home + "9 page.will-disappear 1\n10 page.will-appear 1\n12 page.did-appear 1") == 0)
    #expect(misuses(home + "9 page.will-appear 2\n10 page.will-disappear 2\n12 page.did-disappear 2") == 0)
  }

  @Test func aFullPageTakesThePlaceOfWhatIsOnScreen() {
    let coming = home + "9 page.will-appear 2 class=Detail\n"
    #expect(misuses(coming + "12 page.did-appear 2") == 1)
    #expect(misuses(home + "9 page.will-appear 2 as=sheet\n12 page.did-appear 2") == 0)
    #expect(misuses(home + "9 page.will-appear 2 as=custom\n12 page.did-appear 2") == 0)
    #expect(misuses(home + "8 page.will-disappear 1\n9 page.will-appear 2\n12 page.did-appear 2") == 0)
    #expect(misuses(home + "9 page.will-appear 2 scene=1\n12 page.did-appear 2") == 0)
  }

  @Test func kinAndSiblingsAndWhatIsPushedInASheetMayComeToo() {
    #expect(misuses(home + "9 page.will-appear 2 in=1\n12 page.did-appear 2") == 0)
    let pair = "0 page.will-appear 2 in=1\n1 page.did-appear 2\n2 page.will-appear 3 in=1\n3 page.did-appear 3\n"
    #expect(misuses(pair) == 0)
    let sheet =
      home + "9 page.will-appear 2 as=sheet\n12 page.did-appear 2\n13 page.will-appear 3 in=2\n14 page.did-appear 3"
    #expect(misuses(sheet) == 0)
  }

  @Test func behindAHoleNothingIsTheAppsDoing() {
    let hole = """
      5 idle id=40
      5 page.did-appear 1
      6 popup.withdrawn 1
      7 animation.finished 1 show gen=4
      10 page.did-disappear 2
      """
    #expect(misuses("0 idle\n" + hole) == 0)
    #expect(misuses(hole) == 0)
  }

  @Test func timersAreNotTheApps() {
    #expect(misuses("0 timer.fired 3") == 0)
  }
}

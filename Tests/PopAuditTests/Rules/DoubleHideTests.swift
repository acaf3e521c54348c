import PopAudit
import Testing

@Suite struct DoubleHideTests {
  let shown = """
    10 popup.submitted 1 hideMs=200
    10 popup.shown 1
    500 popup.dismissed 1 button
    500 popup.hidden 1 dismissed

    """

  @Test func hidingWhatIsLeavingOrGoneIsFound() {
    #expect(found(.doubleHide, in: shown + "600 timer.fired 0\n600 popup.hidden 1 auto") == ["1"])
    let gone = shown + "700 animation.finished 1 hide\n900 timer.fired 0\n900 popup.hidden 1 auto"
    #expect(found(.doubleHide, in: gone) == ["1"])
    let finding = EventScript(gone).findings().first { $0.rule == .doubleHide }
    #expect(finding?.witness == [1, 3, 6])
    #expect(
      finding?.because == "popup 1 \"p1\" was hidden (auto), but was hidden 400 ms before (dismissed) and is gone")
  }

  @Test func hidingTheNextPresentationIsNot() {
    #expect(found(.doubleHide, in: shown + "900 popup.shown 1\n950 popup.hidden 1 auto") == [])
  }

  @Test func theOneHideAfterALostViewIsNot() {
    let lost = "10 popup.submitted 1\n10 popup.shown 1\n50 popup.view-lost 1\n50 popup.hidden 1 view-lost\n"
    #expect(found(.doubleHide, in: lost) == [])
    #expect(found(.doubleHide, in: lost + "60 idle\n60 popup.hidden 1 dismissed") == ["1"])
  }

  @Test func whatWasNeverShownIsNoDoubleHide() {
    #expect(found(.doubleHide, in: "10 popup.submitted 1\n10 popup.hidden 1 dismissed") == [])
  }
}

import PopAudit
import Testing

@Suite struct TraceGapTests {
  private func because(_ text: String) -> [String] {
    EventScript(text).findings().filter { $0.rule == .traceGap }.map(\.because)
  }

  private func gaps(_ text: String) -> Int { because(text).count }

  @Test func numbersThatJumpAndTimesThatRunBackAreFound() {
    #expect(
      because("0 idle\n5 idle id=7")
        == ["idle cannot come here: the sequence number before 7 is 0, not 6"])
    #expect(gaps("0 idle\n5 idle id=0") == 1)
    #expect(because("9 idle\n5 idle") == ["idle cannot come here: the time is 4 ms before that of the event before it"])
    #expect(gaps("0 idle\n0 idle\n5 idle") == 0)
  }

  @Test func decisionsAboutPopupsThatWereNeverSubmittedAreFound() {
    #expect(gaps("0 popup.shown 1\n9 popup.hidden 1 auto") == 1)
    #expect(gaps("0 popup.withdrawn 1\n0 popup.dropped 1 withdrawn") == 1)
    #expect(gaps("0 popup.submitted 1\n0 popup.dropped 1 withdrawn") == 0)
  }

  /// An app may say anything; nothing is missing for that.
  @Test func whatAnAppSaysIsNoGap() {
    #expect(gaps("0 popup.withdrawn 1") == 0)
    #expect(gaps("0 popup.submitted 1\n9 popup.submitted 1") == 0)
    #expect(gaps("0 page.did-appear 1\n9 page.did-appear 1") == 0)
    #expect(gaps("0 popup.submitted 1\n0 popup.shown 1\n9 animation.finished 1 show gen=2") == 0)
  }

  @Test func presentationsCountWithoutAGap() {
    #expect(gaps("0 popup.submitted 1\n0 popup.shown 1 gen=2") == 1)
    #expect(gaps("0 popup.submitted 1\n0 popup.shown 1\n5 popup.hidden 1 preempted\n9 popup.shown 1 gen=1") == 1)
    #expect(gaps("0 popup.submitted 1\n0 popup.shown 1\n5 popup.hidden 1 preempted\n9 popup.shown 1") == 0)
  }

  @Test func timersFireOnceAndOnlyWhenSet() {
    let set = "0 idle\n0 timer.set 0 at=9\n"
    #expect(gaps(set + "9 timer.fired 0") == 0)
    #expect(gaps(set + "9 timer.fired 0\n10 timer.fired 0") == 1)
    #expect(gaps(set + "5 idle\n5 timer.cancelled 0\n9 timer.fired 0") == 1)
    #expect(gaps("0 timer.fired 3") == 1)
  }

  @Test func afterAHoleOnlyTheHoleIsFound() {
    let hole = """
      5 idle id=40
      5 page.did-appear 1
      6 popup.shown 1 gen=4 page=1
      7 animation.finished 1 show gen=4
      8 timer.fired 3
      9 popup.hidden 1 auto
      10 page.did-disappear 2
      """
    #expect(gaps("0 idle\n" + hole) == 1)
    #expect(gaps(hole) == 0)
  }

  @Test func whatIsIgnoredOrMissingElsewhereIsNoGap() {
    let text = "0 popup.submitted 1 showMs=9\n1 popup.dismissed 1 swipe\n2 idle\n2 popup.shown 1\n3 popup.hidden 1 auto"
    #expect(gaps(text) == 0)
  }
}

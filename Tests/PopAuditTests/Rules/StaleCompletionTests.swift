import PopAudit
import Testing

@Suite struct StaleCompletionTests {
  let twice = """
    0 popup.submitted 1 showMs=300 hideMs=300
    0 popup.shown 1
    100 timer.fired 0
    100 popup.hidden 1 preempted
    200 timer.fired 1
    200 popup.shown 1

    """

  @Test func anEarlierPresentationsEndThatHidesTheLatestIsFound() {
    let text = twice + "400 animation.finished 1 hide gen=1\n400 popup.dropped 1 preempted"
    #expect(found(.staleCompletion, in: text) == ["1"])
    let finding = EventScript(text).findings().first { $0.rule == .staleCompletion }
    #expect(finding?.witness == [5, 6, 7])
    #expect(
      finding?.because
        == "the hide animation of presentation 1 of popup 1 \"p1\" finished, and popup.dropped met presentation 2")
  }

  @Test(arguments: ["popup.hidden 1 auto", "popup.parked 1 page=1", "popup.restored 1", "input.unlocked 1"])
  func whateverItDoesToThePopup(decision: String) {
    #expect(found(.staleCompletion, in: twice + "300 animation.finished 1 show gen=1\n300 \(decision)") == ["1"])
  }

  @Test func onceForAStep() {
    let text = twice + "300 animation.finished 1 show gen=1\n300 input.unlocked 1\n300 popup.hidden 1 auto"
    #expect(found(.staleCompletion, in: text) == ["1"])
  }

  @Test func withoutConsequencesOrForTheLatestItIsNot() {
    #expect(found(.staleCompletion, in: twice + "400 animation.finished 1 hide gen=1") == [])
    #expect(found(.staleCompletion, in: twice + "500 animation.finished 1 show gen=2\n500 input.unlocked 1") == [])
  }

  @Test func consequencesForOthersOrLaterAreNot() {
    let others = twice + "300 popup.submitted 2\n310 animation.finished 1 show gen=1\n310 popup.dropped 2 expired"
    #expect(found(.staleCompletion, in: others) == [])
    let later = twice + "310 animation.finished 1 show gen=1\n320 idle\n320 popup.hidden 1 auto"
    #expect(found(.staleCompletion, in: later) == [])
  }
}

import PopAudit
import Testing

@Suite struct ExpiredShownTests {
  @Test func fromTheLimitOnItIsTooLate() {
    func shown(at time: Int) -> [String] {
      found(.expiredShown, in: "100 popup.submitted 1 expires=400\n\(time) idle\n\(time) popup.shown 1")
    }
    #expect(shown(at: 499) == [])
    #expect(shown(at: 500) == ["1"])
    #expect(shown(at: 900) == ["1"])
  }

  @Test func restoredOnesCountAndExemptOnesToo() {
    let restored = """
      0 popup.submitted 1 expires=400
      10 popup.shown 1
      20 popup.hidden 1 preempted
      600 idle
      600 popup.shown 1
      """
    #expect(found(.expiredShown, in: restored) == ["1"])
    #expect(found(.expiredShown, in: "0 popup.submitted 1 kind=hud expires=4\n9 popup.shown 1") == ["1"])
  }

  @Test func whatTheSystemShowsKnowsNoLimit() {
    #expect(found(.expiredShown, in: "0 popup.submitted 1 kind=system expires=0\n0 popup.shown 1") == [])
  }

  @Test func whatIsUpMayOutliveItAndWithoutALimitNothingExpires() {
    #expect(found(.expiredShown, in: "0 popup.submitted 1 expires=400\n10 popup.shown 1\n900 idle") == [])
    #expect(found(.expiredShown, in: "0 popup.submitted 1\n900 popup.shown 1") == [])
  }

  @Test func aChangedLimitIsTheOneThatHolds() {
    let text = "0 popup.submitted 1 expires=400\n10 popup.changed 1 expires=1000\n"
    #expect(found(.expiredShown, in: text + "900 idle\n900 popup.shown 1") == [])
    #expect(found(.expiredShown, in: text + "1000 idle\n1000 popup.shown 1") == ["1"])
  }
}

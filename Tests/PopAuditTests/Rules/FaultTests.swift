import PopAudit
import Testing

@Suite struct FaultTests {
  @Test func everyFaultIsFoundWithItsMessage() {
    let text = "10 popup.submitted 1\n10 fault 1 message=deadlock\n20 idle\n20 fault message=crash"
    #expect(found(.fault, in: text) == ["1", "-"])
    let because = EventScript(text).findings().filter { $0.rule == .fault }.map(\.because)
    #expect(
      because == [
        "the scheduler came to a fault over popup 1 \"p1\": deadlock", "the scheduler came to a fault: crash",
      ])
  }

  @Test func judgingGoesOnAfterIt() {
    let text = "10 popup.submitted 1\n10 fault message=crash\n20 popup.withdrawn 1\n30 idle\n30 popup.shown 1"
    #expect(rules(in: text).contains(.fault))
    #expect(found(.doubleHide, in: text + "\n40 popup.hidden 1 auto\n50 popup.hidden 1 auto") == ["1"])
  }
}

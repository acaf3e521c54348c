import PopAudit
import Testing

@Suite struct ContentNotReadyTests {
  private func because(_ text: String) -> [String] {
    EventScript(text).findings().filter { $0.rule == .contentNotReady }.map(\.because)
  }

  @Test func neverAskedForNotYetThereFailedOrCancelledIsFound() {
    let submitted = "0 popup.submitted 1 content=async\n"
    #expect(
      because(submitted + "0 popup.shown 1") == ["popup 1 \"p1\" was shown although its content was never asked for"])
    let asked = submitted + "0 content.requested 1\n"
    #expect(
      because(asked + "5 idle\n5 popup.shown 1") == ["popup 1 \"p1\" was shown although its content had not come yet"])
    #expect(
      because(asked + "5 content.failed 1\n5 popup.shown 1") == ["popup 1 \"p1\" was shown although its content failed"]
    )
    let loaded = asked + "5 content.loaded 1\n"
    #expect(
      because(loaded + "6 idle\n6 content.cancelled 1\n6 popup.shown 1")
        == ["popup 1 \"p1\" was shown although the request for its content was cancelled"])
  }

  @Test func loadedItIsNot() {
    let loaded = "0 popup.submitted 1 content=async\n0 content.requested 1\n5 content.loaded 1\n5 popup.shown 1"
    #expect(because(loaded) == [])
  }

  @Test func loadedAfterAFailureItIsNot() {
    let text = "0 popup.submitted 1 content=async\n5 content.failed 1\n6 content.loaded 1\n6 popup.shown 1"
    #expect(because(text) == [])
  }

  @Test func contentThatNeedsNoLoadingIsNeverMissing() {
    #expect(because("0 popup.submitted 1\n0 content.cancelled 1\n0 popup.shown 1") == [])
  }
}

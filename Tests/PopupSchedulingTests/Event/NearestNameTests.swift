import PopupScheduling
import Testing

@Suite struct NearestNameTests {
  private let events = EventKind.allCases.map(\.wireName)

  @Test(arguments: [
    ("popup.show", "popup.shown"), ("popup-shown", "popup.shown"), ("Popup.Shown", "popup.shown"),
    ("page.did-apear", "page.did-appear"), ("pgae.removed", "page.removed"), ("idel", "idle"),
    ("animation.finish", "animation.finished"),
  ])
  func findsWhatWasMeant(word: String, meant: String) {
    #expect(NearestName.to(word, among: events) == meant)
  }

  @Test(arguments: ["", "x", "popup", String(repeating: "popup.shown", count: 100)])
  func makesNoWildGuess(word: String) {
    #expect(NearestName.to(word, among: events) == nil)
  }

  @Test func takesTheFirstOfEquallyNear() {
    #expect(NearestName.to("bat", among: ["cat", "hat"]) == "cat")
  }
}

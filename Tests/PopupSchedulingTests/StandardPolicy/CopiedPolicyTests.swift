import PopupScheduling
import Testing

@Suite("Policies copied in the middle of a session")
struct CopiedPolicyTests {
  @Test("A copy goes on from where it was made, and neither sees what the other does")
  func copy() {
    var original = Play(PolicyConfiguration.v6)
    original.know(1, "Home")
    original.appear(1, at: 0)
    original.submit(1, at: 10) { spec, _ in spec.level = 2 }
    original.submit(2, at: 20) { spec, _ in spec.level = 1 }
    original.submit(3, at: 30)
    var copy = original
    let others = copy.withdraw(3, at: 40)
    #expect(!others.isEmpty)
    let decisions = original.dismiss(1, at: 50)
    #expect(decisions.contains { $0.hasPrefix("popup.shown 3") }, "the copy's withdrawal is not the original's")
    #expect(copy.dismiss(1, at: 50).contains { $0.hasPrefix("popup.shown 2") })
  }
}

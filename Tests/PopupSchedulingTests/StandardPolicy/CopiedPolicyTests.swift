import Testing

@testable import PopupScheduling

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

  @Test("Copies that are made in the middle of a turn go on by themselves, too")
  func inTheMiddle() {
    var play = Play(PolicyConfiguration.v6)
    play.know(1, "Home")
    play.appear(1, at: 0)
    let (first, second) = (play.submission(1), play.submission(2))
    var policy = play.scheduler.policy
    var turn = play.scheduler.turn
    let start = turn.log.events.count
    func decided(_ turn: Turn) -> [String] { turn.log.events[start...].map { $0.kind.wireName } }
    policy.take(first, &turn)
    policy.take(second, &turn)
    var (other, otherTurn) = (policy, turn)
    policy.settle(&turn)
    other.settle(&otherTurn)
    let shown = ["cover.added", "popup.shown", "callback"]
    #expect(decided(turn) == shown && decided(otherTurn) == shown)
    (other, otherTurn) = (policy, turn)
    policy.conclude(&turn)
    other.conclude(&otherTurn)
    #expect(decided(turn) == shown + ["popup.queued"] && decided(otherTurn) == decided(turn))
    (other, otherTurn) = (policy, turn)
    policy.reset()
    #expect(policy.states.isEmpty && other.states.count == 2)
    var third = first
    third.popup = PopupID(7)
    other.take(third, &otherTurn)
    #expect(policy.states.isEmpty && other.states.count == 3)
  }
}

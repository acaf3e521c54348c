import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

/// Replays are checked against the truth: the same world, run live under the candidate.
@Suite("What a replay foresees")
struct ClosedLoopTests {
  private static let pairs: [(String, PolicyConfiguration, PolicyConfiguration)] = [
    ("v2 against v4", .v2, .v4), ("v4 against v6", .v4, .v6), ("v5 against v3", .v5, .v3), ("v6 against v1", .v6, .v1),
    ("v0 against v6", .v0, .v6), ("v6 against v5", .v6, .v5),
  ]

  private func agreement(
    _ recorded: PolicyConfiguration, _ candidate: PolicyConfiguration, _ flavour: WorldFlavour, seed: UInt64,
    sessions: Int
  ) -> Agreement {
    var sum = Agreement()
    let loop = ClosedLoop(recorded: recorded, candidate: candidate, flavour: flavour)
    for session in 0..<sessions {
      var script = ScriptMaker.script(seed: seed, session: session, flavour: flavour)
      script.isKilled = false
      sum += loop.agreement(on: script)
    }
    return sum
  }

  @Test("is right wherever it is called exact, in any world", arguments: pairs)
  func exact(pair: (String, PolicyConfiguration, PolicyConfiguration)) {
    let sum = agreement(pair.1, pair.2, .field, seed: 11, sessions: 60)
    #expect(sum.said[.exact, default: 0] > 50, "\(pair.0): \(sum.summary)")
    #expect(sum.right[.exact] == sum.said[.exact], "\(pair.0), seed 11: \(sum.summary) \(sum.mistakes)")
  }

  @Test("is right wherever it is not called assumed, when the user depends on visible time alone", arguments: pairs)
  func derived(pair: (String, PolicyConfiguration, PolicyConfiguration)) {
    let sum = agreement(pair.1, pair.2, .visibleTimeOnly, seed: 12, sessions: 100)
    #expect(sum.said[.exact] == sum.right[.exact], "\(pair.0), seed 12: \(sum.summary) \(sum.mistakes)")
    #expect(sum.said[.derived] == sum.right[.derived], "\(pair.0), seed 12: \(sum.summary) \(sum.mistakes)")
  }

  @Test("The recorded policy itself is foreseen without a single assumption")
  func same() {
    let sum = agreement(.v6, .v6, .field, seed: 13, sessions: 60)
    #expect(sum.said[.exact] == sum.total, "\(sum.summary)")
    #expect(sum.right[.exact] == sum.total, "\(sum.summary) \(sum.mistakes)")
  }
}

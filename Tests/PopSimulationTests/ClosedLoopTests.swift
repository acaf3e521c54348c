import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

/// Replays are checked against the truth: the same world, run live under the candidate.
@Suite("What a replay foresees")
struct ClosedLoopTests {
  struct Pair: CustomTestStringConvertible, Sendable {
    var recorded: PolicyVersion
    var candidate: PolicyVersion
    var testDescription: String { "\(recorded.name) against \(candidate.name)" }
  }

  private static let pairs: [Pair] = [(2, 4), (4, 6), (5, 3), (6, 1), (0, 6), (6, 5)].map {
    Pair(recorded: PolicyConfiguration.versions[$0.0], candidate: PolicyConfiguration.versions[$0.1])
  }

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
    print("\(flavour.rawValue), seed \(seed), \(sessions) sessions: \(sum.summary)")
    return sum
  }

  @Test("is right wherever it is called exact, in any world", arguments: pairs)
  func exact(pair: Pair) {
    let sum = agreement(pair.recorded.configuration, pair.candidate.configuration, .field, seed: 11, sessions: 60)
    #expect(sum.said[.exact, default: 0] > 0, "\(sum.summary)")
    #expect(sum.right[.exact] == sum.said[.exact], "seed 11: \(sum.summary) \(sum.mistakes)")
  }

  @Test("is right wherever it is not called assumed, when the user depends on visible time alone", arguments: pairs)
  func derived(pair: Pair) {
    let sum = agreement(
      pair.recorded.configuration, pair.candidate.configuration, .visibleTimeOnly, seed: 12, sessions: 100)
    #expect(sum.said[.exact] == sum.right[.exact], "seed 12: \(sum.summary) \(sum.mistakes)")
    #expect(sum.said[.derived] == sum.right[.derived], "seed 12: \(sum.summary) \(sum.mistakes)")
  }

  @Test("The recorded policy itself is foreseen without a single assumption")
  func same() {
    let sum = agreement(.v6, .v6, .field, seed: 13, sessions: 60)
    #expect(sum.said[.exact] == sum.total, "\(sum.summary)")
    #expect(sum.right[.exact] == sum.total, "\(sum.summary) \(sum.mistakes)")
  }
}

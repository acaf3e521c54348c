import PopAudit
import PopReplay
import PopTrace

/// Judges many sessions of several worlds and pairs, the same figures every time.
package struct FidelityRun: Sendable {
  /// What the sessions are drawn from.
  package var seed: UInt64
  /// How many sessions there are of each pair.
  package var sessions: Int
  /// In how many ways a session is gone on with.
  package var continuations = EvaluationOptions().continuations

  /// Whether the sessions with a new error are estimated, from what the recordings of the same policies tell of their users.
  package var isEstimating = false

  /// Makes a run.
  package init(seed: UInt64, sessions: Int) {
    self.seed = seed
    self.sessions = sessions
  }

  /// The figures of each pair in a world.
  package func figures(of pairs: [PolicyPair], in world: FidelityWorld) -> [Fidelity] {
    pairs.indices.map { figures(of: pairs[$0], number: $0, in: world) }
  }

  /// The sum of some figures.
  package static func sum(_ figures: some Sequence<Fidelity>) -> Fidelity {
    figures.reduce(into: Fidelity()) { $0 += $1 }
  }

  /// The sessions of each pair are others, so that what is odd about one counts once.
  private func figures(of pair: PolicyPair, number: Int, in world: FidelityWorld) -> Fidelity {
    let drawn = number * sessions..<(number + 1) * sessions
    var loop = ClosedLoop(
      pair, in: world, continuations: continuations, premises: premises(in: drawn, of: pair, world),
      isEstimating: isEstimating)
    var fidelity = Fidelity()
    for session in drawn {
      fidelity.add(loop.judge(seed: seed, session: session), "\(world), \(pair), seed \(seed), session \(session)")
    }
    return fidelity
  }

  private func premises(in drawn: Range<Int>, of pair: PolicyPair, _ world: FidelityWorld) -> Premises {
    let survey = Premises.Survey()
    var planner = SessionPlanner()
    for session in drawn {
      let recording = ClosedLoop.recording(of: pair, in: world, seed: seed, session: session)
      survey.take(recording, planned: planner.plan(recording, ResourceLimits()))
    }
    return Premises(survey.tally)
  }
}

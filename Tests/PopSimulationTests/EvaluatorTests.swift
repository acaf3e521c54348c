import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

/// What judges say of simulated field sessions.
@Suite struct EvaluatorTests {
  private static let versions: [PolicyConfiguration] = [.v0, .v1, .v2, .v3, .v4, .v5, .v6]
  private let seed: UInt64 = 99

  private func eachRecording(
    of policy: PolicyConfiguration, in flavours: [WorldFlavour] = WorldFlavour.lifelike,
    _ body: (Session, Comment) throws -> Void
  ) rethrows {
    for flavour in flavours {
      for number in 0..<20 {
        let script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
        let recording = LiveWorld(policy: StandardPolicy(policy)).run(script)
        try body(recording, "seed \(seed), \(flavour) session \(number)")
      }
    }
  }

  @Test(arguments: versions.indices) func aPolicyOnItsOwnRecordingChangesNothing(version: Int) {
    let policy = Self.versions[version]
    var baseline = Reference()
    var evaluator = Evaluator(candidate: StandardPolicy(policy))
    var checker = IdentityChecker { _, _ in Evaluator(candidate: StandardPolicy(policy)) }
    eachRecording(of: policy, in: WorldFlavour.allCases) { recording, index in
      baseline.read(recording, identity: checker.check(recording))
      let verdict = evaluator.evaluate(recording, against: baseline)
      #expect(verdict.identity == .ok, index)
      #expect(verdict.outcomes.isEmpty && verdict.changes.changed == 0, index)
      #expect(verdict.counts.new.all == 0 && verdict.counts.fixed.all == 0, index)
      #expect(verdict.runEventCount == verdict.eventCount, index)
      #expect(verdict.grades[.assumed] == 0 && verdict.grades[.derived] == 0, index)
      #expect(!verdict.isLossy, index)
    }
  }

  @Test(arguments: versions.indices.dropLast()) func theLastVersionIsNoStepBack(version: Int) {
    var baseline = Reference()
    var evaluator = Evaluator(candidate: StandardPolicy(.v6))
    var fixed = 0
    eachRecording(of: Self.versions[version]) { recording, index in
      baseline.read(recording, identity: .ok)
      let verdict = evaluator.evaluate(recording, against: baseline)
      let worst = verdict.findings.first { $0.isRegression }
      #expect(worst == nil, "\(index): \(worst?.finding.because ?? "")")
      fixed += verdict.counts.fixed[.error]
    }
    #expect(fixed > 0)
  }

  @Test func theFirstVersionIsAStepBackFromTheLast() {
    var baseline = Reference()
    var evaluator = Evaluator(candidate: StandardPolicy(.v0))
    var regressions = 0
    eachRecording(of: .v6) { recording, _ in
      baseline.read(recording, identity: .ok)
      regressions += evaluator.evaluate(recording, against: baseline).counts.regressions()
    }
    #expect(regressions > 0)
  }

  @Test func oneBaselineServesAllCandidatesAndTheirOrderPlaysNoPart() {
    var baseline = Reference()
    var evaluators: [any SessionRunner] = [
      Evaluator(candidate: StandardPolicy(.v0)), Evaluator(candidate: StandardPolicy(.v5)),
      Evaluator(candidate: StandardPolicy(.v6)),
    ]
    eachRecording(of: .v4) { recording, index in
      baseline.read(recording, identity: .ok)
      let forwards = evaluators.indices.map { evaluators[$0].evaluate(recording, against: baseline) }
      let backwards = evaluators.indices.reversed().map { evaluators[$0].evaluate(recording, against: baseline) }
      for (one, other) in zip(forwards, backwards.reversed()) {
        #expect(one.findings == other.findings, index)
        #expect(one.outcomes == other.outcomes, index)
      }
    }
  }
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// A judge gives what each candidate's own evaluator does, and works out what they have in common.
struct PolicyJudgeTests {
  private func candidates() -> [any SessionRunner] {
    [Evaluator(candidate: StandardPolicy(.v0)), Evaluator(candidate: StandardPolicy(.v6))]
  }

  private func expectSame(_ one: SessionVerdict, _ other: SessionVerdict) {
    #expect(one.identity == other.identity && one.hasReference == other.hasReference)
    #expect(one.findings == other.findings && one.counts == other.counts)
    #expect(one.outcomes == other.outcomes && one.changes == other.changes)
  }

  @Test func againstTheRecordingItIsEachEvaluatorsVerdict() throws {
    let session = recording(try scenario(twoAtOnce), by: .v4)
    var judge = PolicyJudge(candidates(), checker: standardChecker())
    for _ in 0..<2 {
      judge.begin(session)
      let (first, second) = (judge.verdict(on: session), judge.verdict(on: session, of: 1))
      expectSame(first, verdict(on: session, of: .v0))
      expectSame(second, verdict(on: session, of: .v6))
      #expect(first.hasRegressions && !second.hasRegressions)
    }
  }

  @Test func againstAnotherPolicyItIsComparedWithThatOnesRun() throws {
    let session = try scenario(twoAtOnce)
    var judge = PolicyJudge(
      candidates(), against: Evaluator(candidate: StandardPolicy(.v0)), checker: standardChecker())
    judge.begin(session)
    let (same, better) = (judge.verdict(on: session), judge.verdict(on: session, of: 1))
    #expect(same.hasReference && same.counts.new.all == 0 && same.counts.same[.error] > 0)
    #expect(better.counts.fixed[.error] > 0)
  }

  @Test func optionsAreThoseOfEveryPolicyUntilThereAreOthers() throws {
    let session = try scenario(twoAtOnce)
    var judge = PolicyJudge(candidates(), checker: standardChecker())
    var options = EvaluationOptions()
    options.excerpts = .all
    func hasExcerpts(_ verdict: SessionVerdict) -> Bool { verdict.findings.contains { $0.excerpt != Excerpt() } }
    judge.begin(session, options: options)
    let first = judge.verdict(on: session)
    judge.begin(session)
    let (second, hidden) = (judge.verdict(on: session), judge.verdict(on: session) { _ in false })
    #expect(hasExcerpts(first) && hasExcerpts(second) && !hasExcerpts(hidden))
    judge.begin(session, options: EvaluationOptions())
    let third = judge.verdict(on: session)
    #expect(!hasExcerpts(third) && !third.findings.isEmpty)
  }
}

/// What an evaluator does as a runner of its policy; identity is in ``UsedAgainTests``.
struct SessionRunnerTests {
  @Test func itRecordsWhatItsPolicyDoes() throws {
    let scenario = try scenario(twoAtOnce)
    var runner: any SessionRunner = Evaluator(candidate: StandardPolicy(.v4))
    let recorded = try runner.record(scenario)
    let expected = recording(scenario, by: .v4)
    #expect(recorded.log.events == expected.log.events && recorded.header.ended == expected.header.ended)
    #expect(recorded.header.marksReentrantStimuli)
    runner.options.replay.limits.livePopups = 1
    #expect(throws: TraceError.self) { _ = try runner.record(scenario) }
  }

  @Test func itsOwnRunIsAReference() throws {
    let session = recording(try scenario(twoAtOnce), by: .v6)
    var runner: any SessionRunner = Evaluator(candidate: StandardPolicy(.v0))
    var reference = Reference()
    runner.play(session, as: &reference, identity: .ok, plan: nil)
    #expect(reference.isPresent && !reference.isRecording && reference.failure == nil)
    let verdict = runner.evaluate(session, against: reference)
    #expect(verdict.hasReference && verdict.counts.new.all == 0)
    let identity = runner.identity(of: session, plan: nil, timing: .recorded, limits: ResourceLimits())
    #expect(identity != .ok)
  }
}

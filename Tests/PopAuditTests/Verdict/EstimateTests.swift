import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// How often a session that is left open is affected, by what the app's users do (CausalReplay, *The estimate*).
struct EstimateTests {
  /// The first popup goes by itself under `v5`, after two seconds in which nobody answered it. Under `v0` it is up until somebody does, and the
  /// second may come up beside it.
  private let open = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Update","autoDismiss":2000}
    {"t":6000,"event":"popup.submitted","popup":2,"name":"Rate"}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}

    """

  private func model(_ name: String, _ lengths: [Int64]) -> ReactionModel {
    var histogram = DurationHistogram()
    for length in lengths { histogram.add(length, isObserved: true) }
    var model = ReactionModel()
    model.dwell.names[PopupName(name)] = ReactionCurve(histogram)
    return model
  }

  private func options(_ model: ReactionModel?) -> EvaluationOptions {
    var options = EvaluationOptions()
    options.reactions = model
    options.listsAllOutcomes = true
    return options
  }

  private func session(_ text: String) throws -> Session { recording(try scenario(text), by: .v5, end: 20_000) }

  /// So many of 16 answers after four seconds, and the others after six; who answers before two seconds plays no part.
  private func lengths(late: Int) -> [Int64] {
    [Int64](repeating: 1_000, count: 5) + [Int64](repeating: 4_000, count: 16 - late)
      + [Int64](repeating: 6_000, count: late)
  }

  @Test(arguments: [0, 1, 4, 8, 15, 16]) func aSessionCountsAsOftenAsItsUsersMeetTheError(late: Int) throws {
    let verdict = verdict(on: try session(open), of: .v0, options(model("Update", lengths(late: late))))
    #expect(verdict.hasErrorInSomeRun && !verdict.hasErrorInEveryRun)
    #expect(verdict.affectedEstimates == late)
  }

  @Test func withoutKnownAnswersTheTableIsTaken() throws {
    // Of its sixteen answers, counted from two seconds, eight come before three more: 150 … 2,800.
    let verdict = verdict(on: try session(open), of: .v0, options(ReactionModel()))
    #expect(verdict.affectedEstimates == 8)
  }

  @Test func whereNoAnswerWasObservedSoLateThereIsNone() throws {
    let verdict = verdict(on: try session(open), of: .v0, options(model("Update", [Int64](repeating: 1_500, count: 9))))
    #expect(verdict.affectedEstimates == 16)
  }

  @Test func theEstimateTouchesNoGradeAndNothingElse() throws {
    let session = try session(open)
    var with = verdict(on: session, of: .v0, options(model("Update", lengths(late: 16))))
    let without = verdict(on: session, of: .v0, options(nil))
    #expect(without.affectedEstimates == nil)
    #expect(with.grades == without.grades)
    #expect(with.findings == without.findings)
    #expect(with.outcomes == without.outcomes)
    #expect(with.counts == without.counts)
    with.affectedEstimates = nil
    #expect(with.hasRegressions == without.hasRegressions)
  }

  @Test func aSessionThatIsDecidedIsNotEstimated() throws {
    let certain = recording(try scenario(twoAtOnce), by: .v1)
    #expect(verdict(on: certain, of: .v0, options(ReactionModel())).affectedEstimates == nil)
    #expect(verdict(on: certain, of: .v1, options(ReactionModel())).affectedEstimates == nil)
  }

  @Test func aReferencePolicyMeetsTheSameUsers() throws {
    // Both policies show the two at once for the same users, so that nothing of it is new.
    let session = try session(open)
    let model = model("Update", lengths(late: 8))
    var reference = Reference()
    reference.play(
      session, by: StandardPolicy(.v0), identity: .ok, options: ReplayOptions(), continuations: 10, reactions: model)
    for number in 0..<16 {
      var evaluator = Evaluator(candidate: StandardPolicy(.v0), options: options(model))
      #expect(evaluator.evaluate(session, against: reference).affectedEstimates ?? 0 == 0, "\(number)")
    }
    // Eight of its own runs have the overlap, and only against those is that of the candidate nothing new.
    var always = options(model)
    always.replay.assumedDwell = Ticks(9_000)
    var plain = Reference()
    plain.read(session, identity: .ok)
    var evaluator = Evaluator(candidate: StandardPolicy(.v0), options: always)
    let overlap = try #require(
      evaluator.evaluate(session, against: plain).findings.first { $0.finding.rule == .overlap })
    #expect((0..<16).count { reference.has(overlap.fingerprint, inEstimate: $0) } == 8)
  }
}

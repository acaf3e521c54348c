import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit
@testable import PopReplay

@Suite("Runs that branch")
struct BranchingRunsTests {
  /// What is told of a run.
  private struct Told: Equatable {
    var findings: [Finding]
    var fingerprints: [Fingerprint]
    var outcomes: [RunOutcome?]
    var settled: [[Ticks]]
    var grades: [AspectGrades]
    var notes: [ReplayNote]
    var assumption: Assumption?
    var lastCertain: Int32
    var difference: Ticks?
    var coverage: Coverage
    var openFrom: Ticks?
    var end: Ticks

    init(_ branch: BranchingRuns<StandardPolicy>.Branch, _ popups: Range<Int>) {
      let popups = popups.map { PopupID($0) }
      findings = branch.run.findings
      fingerprints = findings.indices.map { branch.run.fingerprints[$0] }
      outcomes = popups.map { branch.run.outcomes.outcome(of: $0) }
      settled = popups.map { [branch.replayer.settledTimes(of: $0).shown, branch.replayer.settledTimes(of: $0).end] }
      grades = popups.map { branch.replayer.grades(of: $0) }
      notes = branch.replayer.notes
      assumption = branch.replayer.assumption
      lastCertain = branch.replayer.lastCertain
      difference = branch.replayer.firstDifference
      coverage = branch.replayer.coverage
      openFrom = branch.replayer.openFrom
      end = branch.replayer.end
    }
  }

  private func told(
    _ runs: inout BranchingRuns<StandardPolicy>, _ plan: SessionPlan, _ session: Session, _ options: ReplayOptions
  ) -> (byNumber: [Int: Told], runs: Int) {
    var byNumber: [Int: Told] = [:]
    var count = 0
    runs.begin(plan, of: session, options)
    while runs.next(plan, of: session) {
      count += 1
      let told = Told(runs.ended, session.catalog.popupNumbers.indices)
      for number in runs.ended.numbers {
        #expect(byNumber[number] == nil, "continuation \(number) ended twice")
        byNumber[number] = told
      }
    }
    return (byNumber, count)
  }

  @Test(
    "each continuation comes to what it comes to by itself",
    arguments: [WorldFlavour.field, .sparse, .adversarial, .visibleTimeOnly], [ReplayOptions.Visits.free, .wait])
  func alone(flavour: WorldFlavour, visits: ReplayOptions.Visits) throws {
    var planner = SessionPlanner()
    let all = Continuation.all(10) + Continuation.estimates
    var (shared, parted) = (0, 0)
    for (number, policy) in [PolicyConfiguration.v0, .v3, .v6].enumerated() {
      var together = BranchingRuns(policy: StandardPolicy(policy))
      var alone = BranchingRuns(policy: StandardPolicy(policy))
      for index in 0..<8 {
        let script = ScriptMaker.script(seed: 41, session: 8 * number + index, flavour: flavour)
        let session = LiveWorld(policy: StandardPolicy(index % 2 == 0 ? .v5 : .v2)).run(script)
        let plan = planner.plan(session, ResourceLimits())
        var options = ReplayOptions()
        options.visits = visits
        options.visitReaction = index % 4 < 2 ? 0 : 250
        options.continuations = all
        let (runs, count) = told(&together, plan, session, options)
        #expect(runs.count == all.count)
        for (number, continuation) in all.enumerated() {
          options.continuations = [continuation]
          let own = told(&alone, plan, session, options)
          #expect(own.runs == 1)
          #expect(runs[number] == own.byNumber[0], "seed 41, session \(8 * number + index): \(continuation)")
        }
        if count < all.count { shared += 1 }
        if count > 1 { parted += 1 }
      }
    }
    #expect(shared > 0 && parted > 0)
  }
}

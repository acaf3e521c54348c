import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What a run says counts up to where it says anything (Grades, *Robust*).
struct RunsInCommonTests {
  /// What is found where both popups are up at once, at 1500, and where the second waits.
  private func runs() throws -> (overlapping: AuditedRun, fine: AuditedRun) {
    var (overlapping, fine) = (AuditedRun(), AuditedRun())
    overlapping.read(recording(try scenario(twoAtOnce), by: .v0))
    fine.read(recording(try scenario(twoAtOnce), by: .v1))
    return (overlapping, fine)
  }

  @Test(arguments: [(1500, 0), (1501, 1)])
  func aFindingIsHeldInARunThatSaysSomethingThen(opening: Int64, count: Int) throws {
    let run = try runs().overlapping
    #expect(run.findings.map(\.time) == [Ticks(1500)])
    var reach = RunReach()
    reach.opening = Ticks(opening)
    var robustness = Robustness()
    robustness.begin(run, Baseline())
    robustness.add(run, run, Baseline(), reach) { _ in (.zero, .zero) }
    #expect(robustness.held(0) == ComparedFinding.Held(in: count, of: 1))
    #expect(robustness.hasErrorInEveryRun == (count == 1))
    #expect(robustness.hasErrorInSomeRun)
  }

  @Test(arguments: [(1500, 0), (1501, 1)])
  func aFindingOfTheBaselineIsMissingInARunThatSaysSomethingThen(opening: Int64, count: Int) throws {
    let run = try runs().fine
    var baseline = Baseline()
    baseline.read(recording(try scenario(twoAtOnce), by: .v0), identity: .ok)
    var reach = RunReach()
    reach.opening = Ticks(opening)
    var robustness = Robustness()
    robustness.begin(run, baseline)
    robustness.add(run, run, baseline, reach) { _ in (.zero, .zero) }
    #expect(robustness.missing(0) == ComparedFinding.Held(in: count, of: 1))
  }

  @Test func nothingIsLeftOfTheSessionBefore() throws {
    let (overlapping, fine) = try runs()
    var robustness = Robustness()
    for run in [overlapping, fine] {
      robustness.begin(run, Baseline())
      robustness.add(run, run, Baseline(), RunReach()) { _ in (.zero, .zero) }
      #expect(robustness.hasErrorInSomeRun == !run.findings.isEmpty)
      #expect(robustness.hasErrorInEveryRun == !run.findings.isEmpty)
      #expect((robustness.held(0) == nil) == run.findings.isEmpty)
    }
  }
}

import PopAudit
import PopReplay
import PopSystem
import PopTrace
import Testing

@testable import PopDocument
@testable import PopGate

struct BootstrapTests {
  /// What came of sessions whose waits are drawn, the candidate's longer by so many percent.
  static func report(_ count: Int, slower percent: Int, limit: String, seed: UInt64) throws -> ThresholdReport {
    var random = SeededRandom(seed: seed)
    let threshold = try Threshold(Sample.words([("metric", "time-on-screen"), ("max-increase", limit)]))
    var table = MetricTable([threshold], failOn: RegressionCriterion())
    for index in 0..<count {
      var outcomes: [OutcomeReport] = []
      for _ in 0..<1 + random.next(below: 4) {
        var outcome = Sample.outcome(0, 0)
        let long = 500 + random.next(below: 4000) + random.next(below: 10) / 9 * 8000
        let other = 500 + random.next(below: 4000) + random.next(below: 10) / 9 * 8000
        outcome.recorded?.shown[0].until = Sample.ms(long)
        outcome.candidate?.shown[0].until = Sample.ms(other * (100 + percent) / 100)
        outcomes.append(outcome)
      }
      table.add(Sample.session(index, outcomes))
    }
    return table.reports(on: [threshold])[0]
  }

  @Test func tenSessionsDoNotFailByChance() throws {
    let seed: UInt64 = 20_261_123
    print("seed \(seed)")
    var (alarms, changes) = (0, 0)
    for trial in 0..<400 {
      let report = try Self.report(10, slower: 0, limit: "10%", seed: seed + UInt64(trial))
      if report.isFailure { alarms += 1 }
      if report.evidence != .noEvidence { changes += 1 }
    }
    print("false alarms of ten sessions: \(alarms) of 400 with a limit of 10 %, \(changes) differ at all")
    // Neither direction by more than one in twenty, each with three standard deviations.
    #expect(alarms <= 20)
    #expect(changes <= 40 + 20)
  }

  @Test func aDifferenceOverManySessionsFails() throws {
    let seed: UInt64 = 7_777
    print("seed \(seed)")
    var (found, alarms) = (0, 0)
    for trial in 0..<20 {
      if try Self.report(300, slower: 30, limit: "10%", seed: seed + UInt64(trial)).isFailure { found += 1 }
      if try Self.report(300, slower: 0, limit: "10%", seed: seed + UInt64(trial)).isFailure { alarms += 1 }
    }
    print("power over 300 sessions: \(found) of 20, false alarms \(alarms) of 20")
    #expect(found >= 18)
    #expect(alarms == 0)
  }

  @Test func fewSessionsAreNoEvidence() throws {
    func evidence(_ differing: Int, of count: Int) -> ThresholdReport.Evidence {
      var table = MetricTable([Threshold(.waitP50)], failOn: RegressionCriterion())
      for index in 0..<count { table.add(Sample.session(index, [Sample.outcome(100, index < differing ? 900 : 100)])) }
      return table.reports(on: [Threshold(.waitP50)])[0].evidence
    }
    #expect(evidence(1, of: 1) == .noEvidence)
    #expect(evidence(4, of: 4) == .noEvidence)
    #expect(evidence(5, of: 5) == .worse)
    #expect(evidence(0, of: 50) == .noEvidence)
    #expect(evidence(50, of: 50) == .worse)
  }

  @Test func theDirectionDecidesWhatIsWorse() {
    func report(_ metric: Metric, _ before: Int?, _ after: Int?) -> ThresholdReport {
      var table = MetricTable([Threshold(metric)], failOn: RegressionCriterion())
      for index in 0..<20 { table.add(Sample.session(index, [Sample.outcome(before, after)])) }
      return table.reports(on: [Threshold(metric)])[0]
    }
    #expect(report(.waitP95, 900, 100).evidence == .better)
    #expect(
      report(.waitP95, 100, 900).change
        == ThresholdReport.ChangeInterval(low: 8_000_000, measured: 8_000_000, high: 8_000_000))
    #expect(report(.neverShown, 1, nil).evidence == .worse)
    #expect(report(.neverShown, 1, nil).change == nil)
    #expect(report(.presentations, 1, nil).evidence == .changed)
    #expect(report(.orderChanges, 1, 2).evidence == .none)
  }

  @Test func productsHaveAllTheirBits() {
    #expect(Product(.max, .max, .max) > Product(.max, .max, .max - 1))
    #expect(Product(1 << 40, 1 << 40, 3) == Product(3, 1 << 60, 1 << 20))
    let half = Quotient(part: 1 << 49, whole: 1 << 50)
    #expect(half.isExceeded(by: Quotient(part: 1 << 49 + 1, whole: 1 << 50), withIncrease: 0))
    #expect(!half.isExceeded(by: half, withIncrease: 0))
    #expect(half.millionths(times: 1000) == 500_000_000)
    #expect(Quotient(part: 2, whole: 1).change(to: Quotient(part: 3, whole: 1)) == 500_000)
  }
}

import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit
@testable import PopTraceFidelity

@Suite("How much of what was foreseen is right")
struct FidelityTests {
  private func outcome(_ pages: [Int32], _ end: RunOutcome.End) -> RunOutcome {
    var outcome = RunOutcome()
    for page in pages { outcome.shown.append(RunOutcome.Stay(from: .zero, page: PageID(Int(page)))) }
    outcome.end = end
    return outcome
  }

  private func foreseen(_ foreseen: RunOutcome, _ real: RunOutcome?, _ grade: Grade) -> ForeseenOutcome {
    ForeseenOutcome(
      popup: PopupID(0), grades: AspectGrades(shown: grade, where: grade, end: grade), foreseen: foreseen, real: real)
  }

  @Test("is told for each aspect, and by the clock")
  func aspects() {
    let one = foreseen(outcome([1], .ended(.dismissed)), outcome([1, 2], .ended(.dismissed)), .robust)
    #expect(one.isShownRight && !one.isPlaceRight && one.isEndRight && !one.isRight)
    let other = foreseen(outcome([1], .ended(.dismissed)), outcome([1], .ended(.auto)), .robust)
    #expect(other.isShownRight && other.isPlaceRight && !other.isEndRight)
    let never = foreseen(outcome([], RunOutcome.End(.waiting)), nil, .robust)
    #expect(never.isShownRight && never.isPlaceRight && !never.isEndRight)
    var late = outcome([1], .ended(.dismissed))
    late.shown[0].from = Ticks(1)
    let shifted = foreseen(outcome([1], .ended(.dismissed)), late, .robust)
    #expect(shifted.isRight && !shifted.isSame)
  }

  @Test("falls short where a bound is missed, and nowhere else")
  func shortfalls() {
    var judged = JudgedSession(verdict: SessionVerdict(identity: .ok, hasReference: true, isLossy: false))
    let right = foreseen(outcome([1], .ended(.dismissed)), outcome([1], .ended(.dismissed)), .robust)
    let wrong = foreseen(outcome([1], .ended(.dismissed)), outcome([], RunOutcome.End(.waiting)), .robust)
    judged.outcomes = Array(repeating: right, count: 99) + [wrong]
    var fidelity = Fidelity()
    fidelity.add(judged, "a session")
    #expect(fidelity.shortfalls(in: FidelityWorld(.field)) == [])
    #expect(fidelity.shortfalls(in: FidelityWorld(.visibleTimeOnly)).count == 1)
    #expect(fidelity.mistakes.count == 1)
    judged.outcomes = [foreseen(outcome([], RunOutcome.End(.waiting)), nil, .exact)]
    fidelity.add(judged, "another")
    // As a whole, in how it ended, and tick for tick.
    #expect(fidelity.shortfalls(in: FidelityWorld(.field)).count == 3)
    judged.verdict.identity = .unknownPolicy
    fidelity.add(judged, "a third")
    #expect(fidelity.unjudgedSessions == 1 && fidelity.sessions == 2)
  }

  @Test("counts a false alarm where the gate fails and nothing is wrong")
  func alarms() {
    var judged = JudgedSession(verdict: SessionVerdict(identity: .ok, hasReference: true, isLossy: false))
    let finding = Finding(.overlap, time: .zero, witness: [], because: "")
    func error(_ grade: Grade) -> ForeseenError {
      ForeseenError(
        finding: ComparedFinding(finding, status: .new, fingerprint: Fingerprint(rawValue: 0), grade: grade),
        isTrue: false)
    }
    var fidelity = Fidelity()
    judged.errors = [error(.assumed)]
    fidelity.add(judged, "a session")
    #expect(fidelity.falseAlarms == 0)
    judged.errors.append(error(.robust))
    fidelity.add(judged, "a session")
    #expect(fidelity.falseAlarms == 1 && fidelity.faultySessions == 0)
    judged.realErrors = 1
    fidelity.add(judged, "a session")
    #expect(fidelity.falseAlarms == 1 && fidelity.faultySessions == 1 && fidelity.foundSessions == 1)
    #expect(fidelity.errors.said(.assumed) == 3 && fidelity.errors.said(.robust) == 2)
  }

  @Test("is measured with candidates that make sense", arguments: PolicyPair.all)
  func pairs(pair: PolicyPair) throws {
    try pair.candidate.validate()
    #expect(pair.recorded != pair.candidate)
    #expect(PolicyConfiguration.versions.contains { $0.configuration == pair.recorded })
  }
}

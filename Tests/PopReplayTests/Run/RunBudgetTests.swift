import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// How much a run may take, to the turn (ResourceLimits).
struct RunBudgetTests {
  private func limits(_ change: (inout ResourceLimits) -> Void) -> ResourceLimits {
    var limits = ResourceLimits()
    limits.turnsAtLeast = 10
    limits.turnsPerEvent = 2
    limits.turnsAtOneInstant = 5
    limits.eventsPerSession = 100
    limits.livePopups = 3
    change(&limits)
    return limits
  }

  private func budget(_ events: Int, lastTurn: Int? = nil, _ change: (inout ResourceLimits) -> Void = { _ in })
    -> Run.Budget
  {
    var budget = Run.Budget()
    budget.begin(limits(change), events: events, lastTurn: lastTurn)
    return budget
  }

  @Test func turnsAreLimitedBySoManyForEachEventOnTopOfTheLeast() {
    var budget = budget(4)
    for turn in 1...18 {
      budget.countTurn(at: Ticks(Int64(turn)), isPaid: false, isRepeated: false, sequence: 0)
      #expect(budget.excess == nil && budget.turns == turn)
    }
    budget.countTurn(at: Ticks(19), isPaid: true, isRepeated: false, sequence: 0)
    #expect(budget.excess == .limit(.turnsPerEvent) && budget.turns == 19)
  }

  @Test func turnsAtOneInstantThatTheSessionDoesNotBringAreCounted() {
    var budget = budget(3) { $0.turnsAtLeast = 1000 }
    for round in 1...2 {
      // As many as are allowed, and one more for each event; those of the session do not count.
      for _ in 0..<8 { budget.countTurn(at: Ticks(Int64(round)), isPaid: false, isRepeated: false, sequence: 0) }
      budget.countTurn(at: Ticks(Int64(round)), isPaid: true, isRepeated: false, sequence: 0)
    }
    #expect(budget.excess == nil && budget.turns == 18)
    var long = self.budget(3) { $0.turnsAtLeast = 1000 }
    for _ in 0..<20 { long.countTurn(at: Ticks(7), isPaid: true, isRepeated: false, sequence: 0) }
    for _ in 0..<8 { long.countTurn(at: Ticks(7), isPaid: false, isRepeated: false, sequence: 0) }
    #expect(long.excess == nil && long.firstOfStandstill == 21)
    long.countTurn(at: Ticks(7), isPaid: false, isRepeated: false, sequence: 0)
    #expect(long.excess == .standstill && long.firstOfStandstill == 21)
  }

  @Test func anotherInstantBeginsAnewAndOneWithoutAnchorsIsThePolicysDoing() {
    var budget = budget(0) { $0.turnsAtLeast = 1000 }
    budget.countTurn(at: Ticks(1), isPaid: false, isRepeated: true, sequence: 0)
    for _ in 0..<4 { budget.countTurn(at: Ticks(1), isPaid: false, isRepeated: false, sequence: 0) }
    #expect(budget.excess == nil && budget.firstOfStandstill == 1)
    for _ in 0..<5 { budget.countTurn(at: Ticks(2), isPaid: false, isRepeated: false, sequence: 0) }
    #expect(budget.excess == nil && budget.firstOfStandstill == 6)
    budget.countTurn(at: Ticks(2), isPaid: false, isRepeated: false, sequence: 0)
    #expect(budget.excess == .standstill)
  }

  @Test func whatAnchorsBringAtOneInstantIsTheSessionsDoing() {
    var budget = budget(0) { $0.turnsAtLeast = 1000 }
    budget.countTurn(at: Ticks(0), isPaid: false, isRepeated: true, sequence: 0)
    for _ in 0..<4 { budget.countTurn(at: Ticks(0), isPaid: false, isRepeated: false, sequence: 0) }
    #expect(budget.excess == nil)
    budget.countTurn(at: Ticks(0), isPaid: false, isRepeated: false, sequence: 0)
    #expect(budget.excess == .limit(.turnsAtOneInstant))
    // So is what they hand over in the middle of a turn, though it is no turn.
    var inTurn = self.budget(0)
    for _ in 0..<5 { inTurn.countUnpaid(at: Ticks(3), isRepeated: true) }
    #expect(inTurn.excess == nil && inTurn.turns == 0)
    inTurn.countUnpaid(at: Ticks(3), isRepeated: true)
    #expect(inTurn.excess == .limit(.turnsAtOneInstant))
  }

  @Test func eventsLivePopupsAndStepsAreLimited() {
    var events = budget(4)
    #expect(events.mostEvents == 108)
    events.countTurn(at: Ticks(1), isPaid: true, isRepeated: false, sequence: 107)
    #expect(events.excess == nil)
    events.countTurn(at: Ticks(2), isPaid: true, isRepeated: false, sequence: 108)
    #expect(events.excess == .limit(.eventsPerSession))
    var popups = budget(4)
    for _ in 0..<4 { popups.livePopups += 1 }
    popups.livePopups -= 1
    popups.countTurn(at: Ticks(1), isPaid: true, isRepeated: false, sequence: 0)
    #expect(popups.excess == nil && popups.livePopups == 3)
    popups.livePopups += 1
    popups.countTurn(at: Ticks(2), isPaid: true, isRepeated: false, sequence: 0)
    #expect(popups.excess == .limit(.livePopups))
    var steps = budget(4)
    steps.spend(1000)
    steps.spend(152)
    #expect(steps.excess == nil && steps.steps == 18 * 64)
    steps.spend(1)
    #expect(steps.excess == .limit(.turnsPerEvent))
  }

  @Test func aRunThatIsKnownToStandStillEndsWithTheTurnThatIsGiven() {
    var budget = budget(0, lastTurn: 3)
    for turn in 1...3 {
      #expect(budget.excess == nil)
      budget.countTurn(at: Ticks(Int64(turn)), isPaid: true, isRepeated: false, sequence: 0)
    }
    #expect(budget.excess == .standstill)
  }

  @Test func onlyTheFirstExcessCounts() {
    var budget = budget(0)
    budget.exceed(.limit(.livePopups))
    budget.exceed(.standstill)
    #expect(budget.excess == .limit(.livePopups))
  }

  @Test func limitsWithoutBoundAreNone() {
    let budget = budget(1000) {
      $0.turnsAtLeast = .max
      $0.turnsPerEvent = .max
      $0.turnsAtOneInstant = .max
      $0.eventsPerSession = .max
    }
    #expect(budget.mostEvents == Int32.max / 2)
    var counted = budget
    counted.countTurn(at: Ticks(0), isPaid: false, isRepeated: false, sequence: 1_000_000)
    counted.spend(1 << 40)
    #expect(counted.excess == nil)
  }

  @Test func aRunThatBeginsAnewHasTakenNothing() {
    var used = budget(7, lastTurn: 2)
    for _ in 0..<30 { used.countTurn(at: Ticks(0), isPaid: false, isRepeated: true, sequence: 90) }
    used.spend(10_000)
    used.livePopups += 9
    used.begin(limits { _ in }, events: 0, lastTurn: nil)
    #expect(used.excess == nil && used.turns == 0 && used.steps == 0)
    #expect(used.livePopups == 0 && used.firstOfStandstill == 0 && used.mostEvents == 100)
    // At the instant at which the last one ended, too.
    for turn in 1...5 {
      used.countTurn(at: Ticks(0), isPaid: false, isRepeated: false, sequence: 0)
      #expect(used.excess == nil && used.firstOfStandstill == 1, "turn \(turn)")
    }
    used.countTurn(at: Ticks(0), isPaid: false, isRepeated: false, sequence: 0)
    #expect(used.excess == .standstill)
  }
}

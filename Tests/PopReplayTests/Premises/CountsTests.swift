import PopupScheduling
import Testing

@testable import PopReplay

/// What is counted of visits and reactions, to the number (CausalReplay, *Visits that wait*).
struct CountsTests {
  @Test func expectedVisitsAreRoundedToTheNearest() {
    func expected(_ millionths: Int) -> Int { VisitCounts(seen: 0, expectedMillionths: millionths).expected }
    #expect(expected(0) == 0 && expected(499_999) == 0 && expected(500_000) == 1 && expected(1_000_000) == 1)
    #expect(expected(7_499_999) == 7 && expected(7_500_000) == 8)
    #expect(VisitCounts().seen == 0 && VisitCounts().expectedMillionths == 0)
  }

  @Test func visitsAreExpectedInProportionToTheTimeUnderPopups() {
    func millionths(of visits: Int, _ answered: Int64, _ length: Int64) -> Int {
      var counts = VisitCounts()
      counts.add(seen: 5, of: visits, answered: answered, of: length)
      counts.add(seen: 2, of: visits, answered: answered, of: length)
      #expect(counts.seen == 7)
      return counts.expectedMillionths
    }
    // Each rounded down.
    #expect(millionths(of: 1, 1, 3) == 666_666)
    #expect(millionths(of: 3, 10, 10) == 6_000_000)
    #expect(millionths(of: 1, 1, 1) == 2_000_000)
    #expect(millionths(of: 0, 5, 10) == 0 && millionths(of: 1, 0, 10) == 0 && millionths(of: 1, 11, 10) == 0)
    #expect(millionths(of: 2, .max - 1, .max) == 2 * 1_999_999)
  }

  @Test func sumsStayWithinTheGreatestNumber() {
    #expect(3.addingClamped(4) == 7 && Int.max.addingClamped(0) == .max && Int.max.addingClamped(1) == .max)
    var counts = VisitCounts(seen: .max - 1, expectedMillionths: 5)
    counts += VisitCounts(seen: 4, expectedMillionths: .max - 6)
    #expect(counts == VisitCounts(seen: .max, expectedMillionths: .max - 1))
    var tally = PremiseTally()
    tally.sessions = .max - 1
    var other = PremiseTally()
    other.sessions = 5
    other.visits = VisitCounts(seen: 1, expectedMillionths: 2)
    other.dwell.add(1, of: PopupName("a"), .alert, isObserved: true)
    other.content.add(2, of: PopupName("a"), .alert, isObserved: true)
    other.visit.add(3, isObserved: false)
    tally += other
    #expect(tally.sessions == .max)
    tally.sessions = 5
    #expect(tally == other)
    tally += other
    #expect(tally.visit.steps.map(\.counts.censored) == [2] && tally.visit.steps.map(\.counts.observed) == [0])
    #expect(tally.content.names[PopupName("a")]?.steps.map(\.counts.observed) == [2])
  }

  @Test func lengthsOfADayAndMoreAreOneBucketAndNegativeOnesAreNone() {
    var histogram = DurationHistogram()
    for length in [86_399_999, 86_400_000, 86_400_001, Int64.max] { histogram.add(length, isObserved: false) }
    #expect(histogram.steps.count == 1 && histogram.steps[0].counts.censored == 4)
    #expect(histogram.steps[0].milliseconds >= 86_400_000)
    histogram.add(-7, isObserved: true)
    histogram.add(0, isObserved: true)
    #expect(histogram.steps.map(\.counts.observed) == [2, 0])
    // A bucket is a hundred-and-twenty-eighth of a power of two.
    var buckets = DurationHistogram()
    for length in [255, 256, 257, 258, 511, 512, 515, 516, 1023, 1024] { buckets.add(Int64(length), isObserved: true) }
    #expect(buckets.steps.map(\.milliseconds) == [255, 257, 259, 511, 515, 519, 1023, 1031])
    #expect(buckets.steps.map(\.counts.observed) == [1, 2, 1, 1, 2, 1, 1, 1])
  }

  private func curve(_ steps: [(Int64, Double)]) -> ReactionCurve {
    ReactionCurve(
      observed: 100, censored: 0,
      steps: steps.map { ReactionCurve.Step(milliseconds: $0.0, remaining: UInt32($0.1 * 4_294_967_295)) })
  }

  @Test func theReactionIsHalfAsLongAgainAsNearlyAllVisitsThatWaitedTook() {
    // Half of all visits within 300 ms, and then none for four seconds.
    #expect(curve([(100, 0.9), (200, 0.7), (300, 0.5)]).visitReaction == 450)
    // Of what waited 15 of 16 count: nine tenths of it are too few, 95 of a hundred are enough.
    #expect(curve([(100, 0.55), (400, 0.5)]).visitReaction == 600)
    #expect(curve([(100, 0.525), (400, 0.5)]).visitReaction == 150)
    // What comes in the four seconds behind a popup tells the pace, and nothing that comes later does.
    #expect(curve([(100, 0.55), (400, 0.5), (4001, 0.05)]).visitReaction == 600)
    // Less than a sixteenth of all is none.
    #expect(curve([(100, 0.94)]).visitReaction == 0 && curve([(100, 0.93)]).visitReaction == 150)
    // What comes later than two seconds did not wait; where nothing is left by then, all is taken for waiting.
    #expect(curve([(100, 0.9), (2000, 0.5)]).visitReaction == 3000)
    #expect(curve([(2001, 0.5), (4001, 0.5)]).visitReaction == 0)
    #expect(curve([(1999, 0)]).visitReaction == 2000 && curve([]).visitReaction == 0)
    // As many come between two and four seconds as before: they go on at that pace.
    #expect(curve([(500, 0.75), (1000, 0.7), (2000, 0.5), (3000, 0.375), (4000, 0.25)]).visitReaction == 750)
  }

  @Test func namesAreComparedByTheirBytes() {
    #expect(PopupName("a") < PopupName("b") && !(PopupName("b") < PopupName("a")) && !(PopupName("a") < PopupName("a")))
    #expect(PopupName("e\u{301}") < PopupName("\u{e9}") && PopupName("e\u{301}") != PopupName("\u{e9}"))
    #expect(PopupName("ab") != PopupName("a") && PopupName("") < PopupName("a"))
  }
}

import PopupScheduling
import Testing

@testable import PopReplay

/// What is counted and graded (CausalReplay, *Coverage*; Grades, *Grades of outcomes*).
struct OutcomeTests {
  @Test func coverageIsAddedUpCountByCount() {
    var first = Coverage()
    #expect(first.ratio == 1 && first.assumed == 0)
    (first.reached, first.unreached, first.beyondEnd) = (1, 20, 300)
    (first.reachedReactions, first.unreachedReactions, first.assumed) = (4000, 50_000, 600_000)
    var second = first
    second += first
    second += Coverage()
    #expect(second.reached == 2 && second.unreached == 40 && second.beyondEnd == 600)
    #expect(second.reachedReactions == 8000 && second.unreachedReactions == 100_000 && second.assumed == 1_200_000)
  }

  @Test func theRatioIsThatOfReactionsAlone() {
    var coverage = Coverage()
    (coverage.reached, coverage.unreached, coverage.beyondEnd) = (9, 9, 9)
    #expect(coverage.ratio == 1)
    (coverage.reachedReactions, coverage.unreachedReactions) = (3, 1)
    #expect(coverage.ratio == 0.75)
    (coverage.reachedReactions, coverage.unreachedReactions) = (0, 1)
    #expect(coverage.ratio == 0)
    (coverage.reachedReactions, coverage.unreachedReactions) = (2, 0)
    #expect(coverage.ratio == 1)
  }

  @Test func gradesStandInOneOrder() {
    let grades: [Grade] = [.exact, .derived, .robust, .assumed]
    for first in grades.indices {
      for second in grades.indices { #expect((grades[first] < grades[second]) == (first < second)) }
    }
    #expect(grades.map(\.isCertain) == [true, true, false, false])
    #expect(AspectGrades(shown: .exact, where: .derived, end: .derived).worst == .derived)
    #expect(AspectGrades(shown: .robust, where: .derived, end: .exact).worst == .robust)
    #expect(AspectGrades(shown: .exact, where: .exact, end: .assumed).worst == .assumed)
    #expect(AspectGrades.exact.worst == .exact)
  }

  @Test func aNoteIsAboutNothingUnlessItSaysSo() {
    let note = ReplayNote(.endless, time: Ticks(5))
    #expect(note.recorded == -1 && note.popup.isNone && note.time == Ticks(5))
    let assumption = Assumption(reason: .unseen, time: Ticks(7))
    #expect(assumption.recorded == -1 && assumption.popup.isNone)
  }
}

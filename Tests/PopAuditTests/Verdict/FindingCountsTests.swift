import PopReplay
import Testing

@testable import PopAudit

/// How many findings there are, and how many of them are regressions (Diff, *Regressions*).
struct FindingCountsTests {
  @Test func onlyNewErrorsAreRegressions() {
    var counts = SessionVerdict.FindingCounts()
    for status in FindingStatus.allCases {
      for severity in Severity.allCases { counts.add(status, severity, .exact) }
    }
    #expect(counts.new.all == 3 && counts.fixed.all == 3 && counts.same.all == 3)
    #expect(counts.newErrors.all == 1 && counts.regressions() == 1)
  }

  @Test func aNewErrorIsARegressionAsFarAsItCanBeReliedOn() {
    var counts = SessionVerdict.FindingCounts()
    for grade in Grade.allCases { counts.add(.new, .error, grade) }
    #expect(Grade.allCases.map { counts.regressions(RegressionCriterion(upTo: $0)) } == [1, 2, 3, 4])
    #expect(counts.regressions() == 3)
  }
}

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

  @Test func sumsAreOfEachStatusSeverityAndGrade() {
    var (one, other) = (SessionVerdict.FindingCounts(), SessionVerdict.FindingCounts())
    one.add(.new, .error, .derived)
    one.add(.fixed, .error, .exact)
    other.add(.new, .error, .derived)
    other.add(.new, .error, .assumed)
    other.add(.same, .warning, .exact)
    one += other
    #expect(one.new[.error] == 3 && one.fixed[.error] == 1 && one.same[.warning] == 1)
    #expect(one.new.all + one.fixed.all + one.same.all == 5)
    #expect(one.newErrors[.derived] == 2 && one.newErrors[.assumed] == 1 && one.regressions() == 2)
  }
}

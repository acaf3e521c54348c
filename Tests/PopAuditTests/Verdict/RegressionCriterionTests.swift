import PopReplay
import Testing

@testable import PopAudit

/// What counts as a regression (Diff, *Regressions*).
struct RegressionCriterionTests {
  @Test func onlyNewErrorsDo() {
    for status in FindingStatus.allCases {
      for severity in Severity.allCases {
        let isNewError = status == .new && severity == .error
        #expect(RegressionCriterion.isNewError(status, severity) == isNewError)
        #expect(RegressionCriterion().isRegression(status, severity, .exact) == isNewError)
      }
    }
  }

  @Test(arguments: [
    (RegressionCriterion(), [true, true, true, false]),
    (RegressionCriterion(.certain), [true, true, false, false]),
    (RegressionCriterion(.robust), [true, true, true, false]),
    (RegressionCriterion(.certain, isStrict: true), [true, true, true, true]),
    (RegressionCriterion(.robust, isStrict: true), [true, true, true, true]),
    (RegressionCriterion(upTo: .exact), [true, false, false, false]),
  ])
  func theyDoAsFarAsTheyCanBeReliedOn(criterion: RegressionCriterion, expected: [Bool]) {
    #expect(Grade.allCases.map { criterion.counts($0) } == expected)
    #expect(Grade.allCases.map { criterion.isRegression(.new, .error, $0) } == expected)
    #expect(Grade.allCases.allSatisfy { !criterion.isRegression(.same, .error, $0) })
  }
}

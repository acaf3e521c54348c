/// Why an expectation about traces was not met, in words that a test's output shows.
public struct TraceExpectationFailure: Error, Sendable {
  /// What was not as expected.
  public enum Code: String, Hashable, Sendable {
    /// The policy has new errors.
    case regressions
    /// Some sessions could not be judged.
    case unjudged
    /// There was nothing to judge: no such path, no trace in it, or no session in those.
    case nothingToJudge
  }

  /// What was not as expected.
  public let code: Code
  /// A full sentence, where it is not the report that says what is wrong.
  public let message: String
  /// What came of judging.
  public let report: RegressionReport
}

extension TraceExpectationFailure: CustomStringConvertible {
  public var description: String { message.isEmpty ? "\(report)" : "\(message)\n\(report)" }
}

public import PopAudit
public import PopReplay
public import PopTrace

/// What counts as a regression, and what a session may be without.
public struct RegressionOptions: Sendable {
  /// How far a new error must be reliable to count: the default leaves out those that depend on what is assumed of users.
  public var failOn = Grade.robust
  /// Fingerprints of findings that are known and accepted, as reports print them.
  public var accepted: Set<String> = []
  /// Whether sessions that cannot be judged are passed over: unreadable ones, those that do not give themselves back, and those whose policy is
  /// not known. Where not, one of them is a failure.
  public var passesOverUnjudged = false
  /// How the candidate is replayed and what is worked out beyond that.
  public var evaluation = EvaluationOptions()
  /// How much the traces may ask for.
  public var limits = ResourceLimits()

  /// Makes the default options: no session is passed over, and every new error that does not depend on assumptions counts.
  public init() {}
}

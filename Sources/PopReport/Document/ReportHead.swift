/// What a report is about.
public struct ReportHead: Hashable, Sendable {
  /// The candidate: the policy that was judged.
  public var policy: String
  /// What it was compared with: `recorded`, the name of a policy, or `none`.
  public var baseline: String

  /// Makes the head of a report.
  public init(policy: String, baseline: String) {
    self.policy = policy
    self.baseline = baseline
  }
}

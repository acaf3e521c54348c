/// A requirement that a policy breaks, with the fewest stimuli that were found to show it.
public struct ConformanceViolation: Hashable, Sendable {
  /// The requirement.
  public let requirement: ConformanceRequirement
  /// What the policy did, at which event of the run.
  public let because: String
  /// The seed of the stimuli in which it was found.
  public let seed: UInt64
  /// How many stimuli show it.
  public let stimuli: Int
  /// Those stimuli as JSON Lines; a re-entrant one stands `after` the decision that brings it.
  public let scenario: String
}

extension ConformanceViolation: CustomStringConvertible {
  public var description: String {
    """
    \(requirement.rawValue): \(because)
      \(requirement.definition)
      \(stimuli) stimul\(stimuli == 1 ? "us" : "i") (seed \(seed)):
    \(scenario.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
    """
  }
}

/// What a policy breaks, as a test's output shows it.
public struct ConformanceFailure: Error, CustomStringConvertible, Sendable {
  /// What the policy is called.
  public let policy: String
  /// What it breaks, a violation a requirement.
  public let violations: [ConformanceViolation]

  public var description: String {
    "\(policy) does not conform:\n" + violations.map { "- \($0)" }.joined(separator: "\n")
  }
}

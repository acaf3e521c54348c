package import PopAudit
package import PopReplay

/// A new error that a replay foresaw, and whether the world really brought it.
package struct ForeseenError: Sendable {
  /// What was foreseen, and how far it was to be relied on.
  package let finding: ComparedFinding
  /// Whether a finding with its fingerprint is new in the world as it was lived under the candidate.
  package let isTrue: Bool

  /// How far it was to be relied on.
  package var grade: Grade { finding.grade }
}

package import PopReplay

/// A finding with what a verdict says of it.
public struct ComparedFinding: Hashable, Sendable {
  /// What was found.
  public var finding: Finding
  /// Whether the reference, the candidate or both have it.
  package var status: FindingStatus
  /// What it is recognised by elsewhere.
  package var fingerprint: Fingerprint
  /// How far it can be relied on: that it is there, or where it is ``FindingStatus/fixed`` that it is not.
  package var grade: Grade
  /// In how many runs of the session that is so, of those played: nil where only one was.
  package var held: Held?
  /// The events around its witnesses, of the run it was found in: the reference's where it is ``FindingStatus/fixed``, else the
  /// candidate's. Empty where none were asked for.
  package var excerpt = Excerpt()

  /// Makes a judged finding without an excerpt.
  package init(_ finding: Finding, status: FindingStatus, fingerprint: Fingerprint, grade: Grade = .exact) {
    self.finding = finding
    self.status = status
    self.fingerprint = fingerprint
    self.grade = grade
  }

  /// Whether it makes the candidate worse than the reference: a new error that does not depend on what is assumed
  /// (<doc:Diff#Regressions>).
  package var isRegression: Bool { RegressionCriterion().isRegression(status, finding.rule.severity, grade) }

  /// Whether it rests on an assumption, and is not the same whatever is assumed.
  package var isAssumed: Bool { grade == .assumed }

  /// In how many runs of a session something is so.
  package struct Held: Hashable, Sendable {
    /// In so many.
    package var count: Int
    /// Of so many, the median run included.
    package var runs: Int

    /// Makes a count.
    package init(in count: Int, of runs: Int) {
      self.count = count
      self.runs = runs
    }
  }
}

/// Whether a finding is there in the reference, in the candidate, or in both (<doc:Diff#Findings>).
@frozen
package enum FindingStatus: String, CaseIterable, Hashable, Sendable {
  /// Only the candidate has it.
  case new
  /// Only the reference has it.
  case fixed
  /// Both have it.
  case same
}

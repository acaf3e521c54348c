/// A finding with what a verdict says of it.
public struct ComparedFinding: Hashable, Sendable {
  /// What was found.
  public var finding: Finding
  /// Whether the baseline, the candidate or both have it.
  package var status: FindingStatus
  /// What it is recognised by elsewhere.
  package var fingerprint: Fingerprint
  /// Whether it rests on an assumption of the replay: it happened after the first one took effect, to a popup whose outcome is assumed,
  /// or where the recording breaks off.
  package var isAssumed: Bool
  /// The events around its witnesses, of the run it was found in: the baseline's where it is ``FindingStatus/fixed``, else the
  /// candidate's. Empty where none were asked for.
  package var excerpt = Excerpt()

  /// Makes a judged finding without an excerpt.
  package init(_ finding: Finding, status: FindingStatus, fingerprint: Fingerprint, isAssumed: Bool = false) {
    self.finding = finding
    self.status = status
    self.fingerprint = fingerprint
    self.isAssumed = isAssumed
  }

  /// Whether it makes the candidate worse than the baseline: a new error that rests on no assumption (<doc:Diff#Regressions>).
  package var isRegression: Bool {
    status == .new && finding.rule.severity == .error && !isAssumed
  }
}

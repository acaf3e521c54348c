public import PopReplay
public import PopupScheduling

/// What became of one popup in the baseline and in the candidate's run (<doc:Diff#Outcomes>, `outcomes`).
public struct ComparedOutcome: Hashable, Sendable {
  /// The popup.
  public var popup: PopupID
  /// Its attributes; ``Identifier/none`` where its submission is not known.
  public var spec: SpecID
  /// What became of it in the baseline; nil where there is none, or where it did not come up.
  public var recorded: RunOutcome?
  /// What became of it in the candidate's run; nil where it was never submitted there.
  public var candidate: RunOutcome?
  /// How the two differ; nil where there is no baseline.
  public var change: OutcomeChange.Kind?
  /// How far the candidate's outcome can be relied on.
  public var grade: Grade

  /// Makes a judged outcome.
  public init(
    popup: PopupID, spec: SpecID, recorded: RunOutcome?, candidate: RunOutcome?, change: OutcomeChange.Kind?,
    grade: Grade
  ) {
    self.popup = popup
    self.spec = spec
    self.recorded = recorded
    self.candidate = candidate
    self.change = change
    self.grade = grade
  }
}

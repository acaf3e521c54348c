package import PopReplay
package import PopupScheduling

/// The outcomes of one popup in the baseline and in the candidate's run (<doc:Diff#Outcomes>, `outcomes`).
package struct ComparedOutcome: Hashable, Sendable {
  /// The popup.
  package var popup: PopupID
  /// Its attributes; ``Identifier/none`` where its submission is not known.
  package var spec: SpecID
  /// Its outcome in the baseline; nil where there is none, or where it did not come up.
  package var recorded: RunOutcome?
  /// Its outcome in the candidate's run; nil where it was never submitted there.
  package var candidate: RunOutcome?
  /// How the two differ; nil where there is no baseline.
  package var change: OutcomeChange.Kind?
  /// How far the candidate's outcome can be relied on.
  package var grades: AspectGrades
  /// When it comes up first in the several runs of the session; nil where only one was played, or its outcome rests on no assumption.
  package var firstPresentation: FirstPresentation?
}

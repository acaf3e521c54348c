package import PopReplay
package import PopupScheduling

/// The outcomes of one popup in the reference and in the candidate's run (<doc:Diff#Outcomes>, `outcomes`).
package struct ComparedOutcome: Hashable, Sendable {
  /// The popup.
  package var popup: PopupID
  /// Its attributes; ``Identifier/none`` where its submission is not known.
  package var spec: SpecID
  /// Its outcome in the reference; nil where there is none, or where it did not come up.
  package var recorded: RunOutcome?
  /// Its outcome in the candidate's run; nil where it was never submitted there.
  package var candidate: RunOutcome?
  /// How the two differ; nil where there is no reference.
  package var change: OutcomeChange.Kind?
  /// How far the candidate's outcome can be relied on.
  package var grades: AspectGrades
  /// When it comes up first in the several runs of the session; nil where only one was played, or its outcome rests on no assumption.
  package var firstPresentation: FirstPresentation?
}

/// When a popup comes up first in the several runs of a session: times depend on users, so the soonest and the latest are given
/// (<doc:Grades#Aspects>).
package struct FirstPresentation: Hashable, Sendable {
  /// In the run in which it comes soonest; ``Ticks/distantFuture`` where it comes in none.
  package private(set) var earliest: Ticks
  /// In the run in which it comes last; ``Ticks/distantFuture`` where there is one in which it does not come.
  package private(set) var latest: Ticks
  /// In how many runs it comes.
  package private(set) var count = 0
  /// How many runs there are, with those that cannot be judged.
  package private(set) var runs = 0

  /// Of no run.
  static let unknown = FirstPresentation()

  private init() { (earliest, latest) = (.distantFuture, Ticks(-1)) }

  /// Takes a run.
  mutating func add(_ time: Ticks) {
    earliest = min(earliest, time)
    latest = max(latest, time)
    if time < .distantFuture { count += 1 }
    runs += 1
  }

  /// Takes a run that cannot be judged.
  mutating func addUnknown() { runs += 1 }
}

package import PopupScheduling

/// When a popup comes up first in the several runs of a session: times depend on users, so the soonest and the latest are given
/// (<doc:Grades#Aspects>).
package struct FirstPresentation: Hashable, Sendable {
  /// In the run in which it comes soonest; ``Ticks/distantFuture`` where it comes in none.
  package private(set) var earliest: Ticks
  /// In the run in which it comes last; ``Ticks/distantFuture`` where there is one in which it does not come.
  package private(set) var latest: Ticks

  /// Of no run.
  static var unknown: FirstPresentation { FirstPresentation(earliest: .distantFuture, latest: Ticks(-1)) }

  /// Takes a run.
  mutating func add(_ time: Ticks) {
    earliest = min(earliest, time)
    latest = max(latest, time)
  }
}

package import PopupScheduling

/// What a popup's life came to, alike for all those that missed being shown for the same reason.
package enum LifeEnding: Hashable, Sendable {
  /// It was on screen, however it ended.
  case shown
  /// The run never submits it.
  case notSubmitted
  /// It waited to the end, for this first; nil where nothing known was in its way.
  case waiting(Obstacle.Kind?)
  /// It ended without having been shown, for a reason, and waited for this first.
  case dropped(Reason, Obstacle.Kind?)
}

extension PopupLife {
  /// What it came to.
  package var ending: LifeEnding {
    guard !spec.isNone, let outcome else { return .notSubmitted }
    if wasShown { return .shown }
    if outcome.end.isOver { return .dropped(outcome.end.reason, lastObstacle?.kind) }
    return .waiting(lastObstacle?.kind)
  }
}

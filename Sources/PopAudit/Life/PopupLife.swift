import PopTrace
package import PopupScheduling

/// What became of one popup in one run, turn by turn: what happened to it, and what it waited for in between.
///
/// ```swift
/// let life = PopupLife.read([popup], in: session, heeding: .all)[0]
/// life.moments.last?.obstacles.first   // what kept it from being shown in the end
/// ```
package struct PopupLife: Sendable {
  /// The popup.
  package let popup: PopupID
  /// Its attributes as submitted; ``PopupScheduling/Identifier/none`` where the run does not submit it.
  package internal(set) var spec = SpecID.none
  /// When it was submitted.
  package internal(set) var submitted = Ticks.zero
  /// Its outcome; nil where the run does not know it.
  package internal(set) var outcome: RunOutcome?
  /// The turns that changed something for it, in order.
  package internal(set) var moments: [Moment] = []
  /// How long each obstacle was the first in its way, in the order in which they came up first.
  package internal(set) var waits: [Wait] = []
  /// When the run ended.
  package internal(set) var end = Ticks.zero
  /// How many popups waited for the slot at the end, itself included.
  package internal(set) var waitingAtEnd = 0

  /// A turn that changed something for a popup.
  package struct Moment: Sendable {
    /// When it was.
    package var time: Ticks
    /// The stimulus that began it.
    package var root: Event
    /// What happened to the popup in it, in order; empty where only what it waits for has changed.
    package var own: [Event] = []
    /// What keeps it from being shown afterwards, the first that is to be named first; empty where nothing known does.
    package var obstacles: [Obstacle] = []
    /// Whether it is up afterwards.
    package var isUp = false
    /// Whether it is over afterwards.
    package var isOver = false
    /// Whether a page went with which the popup in the slot might have gone, and did not.
    package var outlivedPage = PageID.none
  }

  /// How long something was in the way.
  package struct Wait: Sendable {
    /// What it was, as first seen.
    package var obstacle: Obstacle
    /// How long, over all times.
    package var length: Ticks
  }

  /// What was first in its way when the run ended, or when it did without being shown; nil where that was nothing known.
  package var lastObstacle: Obstacle? { moments.last { !$0.isOver && !$0.isUp }?.obstacles.first }

  /// Whether it was ever on screen.
  package var wasShown: Bool { outcome?.shown.isEmpty == false }

  init(_ popup: PopupID) { self.popup = popup }
}

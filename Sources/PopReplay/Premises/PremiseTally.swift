/// What sessions tell of an app's users, added up in any order (<doc:CausalReplay#Premises>).
package struct PremiseTally: Hashable, Sendable {
  /// How many recordings there are.
  package var sessions = 0
  /// Whether they visit pages past a popup.
  package var visits = VisitCounts()
  /// For how long they look at popups.
  package var dwell = ReactionTally()
  /// How long content takes.
  package var content = ReactionTally()
  /// How long they take to visit a page after a popup went.
  package var visit = DurationHistogram()

  /// Makes the tally of nothing.
  package init() {}

  /// Adds what other sessions tell.
  package static func += (lhs: inout PremiseTally, rhs: PremiseTally) {
    lhs.sessions = lhs.sessions.addingClamped(rhs.sessions)
    lhs.visits += rhs.visits
    lhs.dwell += rhs.dwell
    lhs.content += rhs.content
    lhs.visit += rhs.visit
  }
}

/// How many popups changed in which way.
package struct ChangeCounts: Hashable, Sendable {
  package var gained = 0
  package var lost = 0
  package var moved = 0
  package var reordered = 0
  package var earlier = 0
  package var later = 0
  package var same = 0
  /// Of those that are the same, how many ended in another way.
  package var otherEnd = 0

  /// Makes the count of nothing.
  package init() {}

  /// How many popups changed in one way.
  package subscript(kind: OutcomeChange.Kind) -> Int {
    get {
      switch kind {
      case .gained: gained
      case .lost: lost
      case .moved: moved
      case .reordered: reordered
      case .earlier: earlier
      case .later: later
      case .same: same
      }
    }
    set {
      switch kind {
      case .gained: gained = newValue
      case .lost: lost = newValue
      case .moved: moved = newValue
      case .reordered: reordered = newValue
      case .earlier: earlier = newValue
      case .later: later = newValue
      case .same: same = newValue
      }
    }
  }

  /// How many popups changed in a way a user would notice.
  package var changed: Int { gained + lost + moved + reordered + earlier + later }

  /// Adds what changed in another session.
  package static func += (lhs: inout ChangeCounts, rhs: ChangeCounts) {
    for kind in OutcomeChange.Kind.allCases { lhs[kind] += rhs[kind] }
    lhs.otherEnd += rhs.otherEnd
  }
}

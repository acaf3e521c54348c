/// How many popups changed in which way.
package struct ChangeCounts: Hashable, Sendable {
  package var gained = 0
  package var lost = 0
  package var moved = 0
  package var reordered = 0
  package var fewer = 0
  package var more = 0
  package var earlier = 0
  package var later = 0
  package var cutShort = 0
  package var longer = 0
  package var endedOtherwise = 0
  package var same = 0

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
      case .fewer: fewer
      case .more: more
      case .earlier: earlier
      case .later: later
      case .cutShort: cutShort
      case .longer: longer
      case .endedOtherwise: endedOtherwise
      case .same: same
      }
    }
    set {
      switch kind {
      case .gained: gained = newValue
      case .lost: lost = newValue
      case .moved: moved = newValue
      case .reordered: reordered = newValue
      case .fewer: fewer = newValue
      case .more: more = newValue
      case .earlier: earlier = newValue
      case .later: later = newValue
      case .cutShort: cutShort = newValue
      case .longer: longer = newValue
      case .endedOtherwise: endedOtherwise = newValue
      case .same: same = newValue
      }
    }
  }

  /// How many popups there are.
  package var total: Int { OutcomeChange.Kind.allCases.reduce(0) { $0 + self[$1] } }

  /// How many popups changed in any way.
  package var changed: Int { total - same }

  /// Adds what changed in another session.
  package static func += (lhs: inout ChangeCounts, rhs: ChangeCounts) {
    for kind in OutcomeChange.Kind.allCases { lhs[kind] += rhs[kind] }
  }
}

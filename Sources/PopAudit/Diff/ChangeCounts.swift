/// How many popups changed in which way.
public struct ChangeCounts: Hashable, Sendable {
  public var gained = 0
  public var lost = 0
  public var moved = 0
  public var reordered = 0
  public var earlier = 0
  public var later = 0
  public var same = 0
  /// Of those that are the same, how many ended in another way.
  public var otherEnd = 0

  /// Makes the count of nothing.
  public init() {}

  /// How many popups changed in one way.
  public subscript(kind: OutcomeChange.Kind) -> Int {
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
  public var changed: Int { gained + lost + moved + reordered + earlier + later }

  /// Adds what changed in another session.
  public static func += (lhs: inout ChangeCounts, rhs: ChangeCounts) {
    for kind in OutcomeChange.Kind.allCases { lhs[kind] += rhs[kind] }
    lhs.otherEnd += rhs.otherEnd
  }
}

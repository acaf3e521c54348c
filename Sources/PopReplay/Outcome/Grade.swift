/// How far the outcome of a popup in a replay can be relied on (<doc:Grades#Grades-of-outcomes>).
public enum Grade: String, CaseIterable, Hashable, Sendable, Comparable {
  /// It ended before the first difference a user or app could notice.
  case exact
  /// Nothing in its own chain of causes is assumed.
  case derived
  /// It had not ended when the session's first assumption took effect.
  case assumed

  private var rank: Int {
    switch self {
    case .exact: 0
    case .derived: 1
    case .assumed: 2
    }
  }

  public static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rank < rhs.rank }
}

/// How far something about a replay can be relied on (<doc:Grades#Grades-of-outcomes>), the furthest first.
public enum Grade: String, CaseIterable, Hashable, Sendable, Comparable {
  /// It was settled before the first difference a user or app could notice.
  case exact
  /// It was settled before the session's first assumption took effect.
  case derived
  /// It rests on an assumption, and is the same whatever is assumed (<doc:Grades#Robust>).
  case robust
  /// It rests on an assumption.
  case assumed

  private var rank: Int {
    switch self {
    case .exact: 0
    case .derived: 1
    case .robust: 2
    case .assumed: 3
    }
  }

  /// Whether no assumption has part in it.
  public var isCertain: Bool { self <= .derived }

  public static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rank < rhs.rank }
}

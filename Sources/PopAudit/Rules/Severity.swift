/// How bad a finding is. Only errors are regressions.
public enum Severity: String, CaseIterable, Hashable, Sendable, Comparable {
  case error, warning, info

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    }
  }

  /// The worse comes first.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

/// How many findings a verdict has, by status and severity.
public struct FindingCounts: Hashable, Sendable {
  /// How many of one status.
  public struct BySeverity: Hashable, Sendable {
    public var error = 0
    public var warning = 0
    public var info = 0

    /// All of them.
    public var all: Int { error + warning + info }

    /// How many of one severity.
    public subscript(severity: Severity) -> Int {
      get {
        switch severity {
        case .error: error
        case .warning: warning
        case .info: info
        }
      }
      set {
        switch severity {
        case .error: error = newValue
        case .warning: warning = newValue
        case .info: info = newValue
        }
      }
    }
  }

  /// Those that only the candidate has.
  public var new = BySeverity()
  /// Those that only the baseline has.
  public var fixed = BySeverity()
  /// Those that both have.
  public var same = BySeverity()
  /// Of the new ones of severity error, how many rest on an assumption.
  public var assumedErrors = 0

  /// Makes the count of nothing.
  public init() {}

  /// How many of one status.
  public subscript(status: FindingStatus) -> BySeverity {
    get {
      switch status {
      case .new: new
      case .fixed: fixed
      case .same: same
      }
    }
    set {
      switch status {
      case .new: new = newValue
      case .fixed: fixed = newValue
      case .same: same = newValue
      }
    }
  }

  /// How many regressions there are.
  public var regressions: Int { new.error - assumedErrors }

  /// Counts one more.
  public mutating func add(_ finding: ComparedFinding) {
    add(finding.status, finding.finding.rule.severity, isAssumed: finding.isAssumed)
  }

  /// Counts one more.
  public mutating func add(_ status: FindingStatus, _ severity: Severity, isAssumed: Bool) {
    self[status][severity] += 1
    if status == .new, severity == .error, isAssumed { assumedErrors += 1 }
  }

  /// Adds the findings of another session.
  public static func += (lhs: inout FindingCounts, rhs: FindingCounts) {
    for status in FindingStatus.allCases {
      for severity in Severity.allCases { lhs[status][severity] += rhs[status][severity] }
    }
    lhs.assumedErrors += rhs.assumedErrors
  }
}

/// How many findings a verdict has, by status and severity.
package struct FindingCounts: Hashable, Sendable {
  /// How many of one status.
  package struct BySeverity: Hashable, Sendable {
    package var error = 0
    package var warning = 0
    package var info = 0

    /// All of them.
    package var all: Int { error + warning + info }

    /// How many of one severity.
    package subscript(severity: Severity) -> Int {
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
  package var new = BySeverity()
  /// Those that only the baseline has.
  package var fixed = BySeverity()
  /// Those that both have.
  package var same = BySeverity()
  /// Of the new ones of severity error, how many rest on an assumption.
  package var assumedErrors = 0

  /// Makes the count of nothing.
  package init() {}

  /// How many of one status.
  package subscript(status: FindingStatus) -> BySeverity {
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
  package var regressions: Int { new.error - assumedErrors }

  /// Counts one more.
  package mutating func add(_ finding: ComparedFinding) {
    add(finding.status, finding.finding.rule.severity, isAssumed: finding.isAssumed)
  }

  /// Counts one more.
  package mutating func add(_ status: FindingStatus, _ severity: Severity, isAssumed: Bool) {
    self[status][severity] += 1
    if status == .new, severity == .error, isAssumed { assumedErrors += 1 }
  }

  /// Adds the findings of another session.
  package static func += (lhs: inout FindingCounts, rhs: FindingCounts) {
    for status in FindingStatus.allCases {
      for severity in Severity.allCases { lhs[status][severity] += rhs[status][severity] }
    }
    lhs.assumedErrors += rhs.assumedErrors
  }
}

package import PopReplay

/// How many findings a verdict has, by status and severity.
package struct FindingCounts: Hashable, Sendable {
  /// How many of one status.
  package struct BySeverity: Hashable, Sendable {
    package var error = 0
    package var warning = 0
    package var info = 0

    /// Makes the count of nothing.
    package init() {}

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
  /// Those that only the reference has.
  package var fixed = BySeverity()
  /// Those that both have.
  package var same = BySeverity()
  /// The new ones of severity error, by how far they can be relied on.
  package var newErrors = GradeCounts()

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

  /// How many regressions there are (<doc:Diff#Regressions>).
  package func regressions(_ criterion: RegressionCriterion = RegressionCriterion()) -> Int {
    newErrors.count(upTo: criterion.weakest)
  }

  /// Counts one more.
  package mutating func add(_ finding: ComparedFinding) {
    add(finding.status, finding.finding.rule.severity, finding.grade)
  }

  /// Counts one more.
  package mutating func add(_ status: FindingStatus, _ severity: Severity, _ grade: Grade) {
    self[status][severity] += 1
    if RegressionCriterion.isNewError(status, severity) { newErrors.add(grade) }
  }

  /// Adds the findings of another session.
  package static func += (lhs: inout FindingCounts, rhs: FindingCounts) {
    for status in FindingStatus.allCases {
      for severity in Severity.allCases { lhs[status][severity] += rhs[status][severity] }
    }
    lhs.newErrors += rhs.newErrors
  }
}

/// How many outcomes, or findings, can be relied on how far (Grades, *Grades of outcomes*).
package struct GradeCounts: Hashable, Sendable {
  package var exact = 0
  package var derived = 0
  package var robust = 0
  package var assumed = 0

  /// Makes the count of nothing.
  package init() {}

  /// How many there are.
  package var all: Int { exact + derived + robust + assumed }

  /// How many rest on no assumption.
  package var certain: Int { exact + derived }

  /// How many have one grade.
  package subscript(grade: Grade) -> Int {
    get {
      switch grade {
      case .exact: exact
      case .derived: derived
      case .robust: robust
      case .assumed: assumed
      }
    }
    set {
      switch grade {
      case .exact: exact = newValue
      case .derived: derived = newValue
      case .robust: robust = newValue
      case .assumed: assumed = newValue
      }
    }
  }

  /// How many can be relied on at least so far.
  package func count(upTo grade: Grade) -> Int {
    Grade.allCases.reduce(0) { $1 <= grade ? $0 + self[$1] : $0 }
  }

  /// Counts one more.
  package mutating func add(_ grade: Grade) { self[grade] += 1 }

  /// Adds those of another session.
  package static func += (lhs: inout GradeCounts, rhs: GradeCounts) {
    for grade in Grade.allCases { lhs[grade] += rhs[grade] }
  }
}

public import PopAudit
public import PopReplay

/// The sums over all sessions of a report, and the verdict.
public struct ReportSummary: Hashable, Sendable {
  /// How many sessions were read.
  public var sessions = 0
  /// How many events they have.
  public var events = 0
  /// How many sessions gave the recording back, did not, or have none.
  public var identityOK = 0
  public var identityMismatch = 0
  public var identityNone = 0
  /// How many sessions were judged in part only.
  public var lossySessions = 0
  /// How many sessions have a regression.
  public var regressedSessions = 0
  /// How many findings are regressions.
  public var regressions = 0
  /// How many findings there are, by status and severity.
  public var findings = FindingCounts()
  /// How many outcomes changed in which way.
  public var changes = ChangeCounts()
  /// How far the outcomes can be relied on.
  public var grades = OutcomeGrades()
  /// How much of the recordings took part.
  public var coverage = Coverage()
  /// How many inputs could not be read.
  public var unreadable = 0
  /// Whether less was covered than was asked for.
  public private(set) var isBelowCoverage = false

  /// Sums nothing.
  public init() {}

  /// Adds a session.
  ///
  /// - Parameter countsAssumed: Whether a new error that rests on an assumption is a regression, too.
  public mutating func add(_ session: SessionReport, countsAssumed: Bool = false) {
    sessions += 1
    events += session.events
    switch session.identity {
    case .ok: identityOK += 1
    case .mismatch: identityMismatch += 1
    case .none: identityNone += 1
    }
    if !session.losses.isEmpty { lossySessions += 1 }
    var hasRegression = false
    for finding in session.findings {
      findings[finding.status][finding.rule.severity] += 1
      if finding.isNewError, finding.isAssumed { findings.assumedErrors += 1 }
      if finding.isRegression || (countsAssumed && finding.isNewError) {
        regressions += 1
        hasRegression = true
      }
    }
    if hasRegression { regressedSessions += 1 }
    changes += session.changes
    grades += session.grades
    coverage += session.coverage
  }

  /// Adds the sums over other sessions.
  public static func += (lhs: inout ReportSummary, rhs: ReportSummary) {
    lhs.sessions += rhs.sessions
    lhs.events += rhs.events
    lhs.identityOK += rhs.identityOK
    lhs.identityMismatch += rhs.identityMismatch
    lhs.identityNone += rhs.identityNone
    lhs.lossySessions += rhs.lossySessions
    lhs.regressedSessions += rhs.regressedSessions
    lhs.regressions += rhs.regressions
    lhs.findings += rhs.findings
    lhs.changes += rhs.changes
    lhs.grades += rhs.grades
    lhs.coverage += rhs.coverage
    lhs.unreadable += rhs.unreadable
    lhs.isBelowCoverage = lhs.isBelowCoverage || rhs.isBelowCoverage
  }

  /// Asks for so much coverage, in percent.
  public mutating func requireCoverage(percent: Double) {
    if coverage.ratio * 100 < percent { isBelowCoverage = true }
  }

  /// The verdict over everything.
  public var verdict: Verdict {
    if unreadable > 0 || identityMismatch > 0 { return .failed }
    if regressions > 0 { return .worse }
    if lossySessions > 0 || isBelowCoverage { return .incomplete }
    return .fine
  }

  /// What a report says in the end; each has an exit code of its own (design 9).
  public enum Verdict: String, Hashable, Sendable {
    /// Nothing is worse than it was.
    case fine
    /// Something could not be judged: an input could not be read, or a recording does not give itself back.
    case failed
    /// There are regressions.
    case worse
    /// Judged, but on lossy input or below the coverage asked for.
    case incomplete
  }
}

extension ChangeCounts {
  /// How many popups there are.
  public var total: Int { changed + same }
}

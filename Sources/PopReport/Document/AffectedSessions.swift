import PopReplay

/// How many sessions have a new error.
package struct AffectedSessions: Hashable, Sendable {
  /// Those that have one for certain.
  package var certain = 0
  /// Those that have one whatever users do, the certain ones included; not always the same one.
  package var robust = 0
  /// Those that may have one.
  package var any = 0
  /// How many are expected to have one, in sixteenths; only where an estimate was asked for.
  package var expectedSixteenths = 0
  /// How many sessions were judged.
  package var all = 0

  /// Counts a session.
  package mutating func add(_ session: SessionReport) {
    all += 1
    let best = session.findings.lazy.filter(\.isNewError).map(\.grade).min()
    if let best, best.isCertain { certain += 1 }
    let isRobust = best.map { $0 <= .robust } ?? false || session.hasErrorInEveryRun
    if isRobust { robust += 1 }
    if isRobust || best != nil || session.hasErrorInSomeRun { any += 1 }
    expectedSixteenths += isRobust ? 16 : session.affectedEstimates ?? (best != nil ? 16 : 0)
  }

  /// Adds the sessions of another sum.
  package static func += (lhs: inout AffectedSessions, rhs: AffectedSessions) {
    lhs.certain += rhs.certain
    lhs.robust += rhs.robust
    lhs.any += rhs.any
    lhs.expectedSixteenths += rhs.expectedSixteenths
    lhs.all += rhs.all
  }
}

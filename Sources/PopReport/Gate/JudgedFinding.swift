package import PopAudit
package import PopReplay

/// All findings of a report that share a fingerprint and a status, and what a gate makes of them.
package struct JudgedFinding: Hashable, Sendable {
  /// How many of the sessions that have it are named.
  package static let placesLimit = 10

  /// The one shown for all: the first of the best grade.
  package var example: FindingReport
  /// How bad it is, as the configuration has it.
  package var severity: Severity
  /// What is made of it.
  package var judgement = FindingJudgement.known
  /// In how many sessions it is. A fingerprint is there at most once in a session.
  package var sessions = 0
  /// In how many of them it can be relied on as far as a failure needs.
  package var firmSessions = 0
  /// The first sessions that have it, the example's first of all.
  package var places: [Place] = []

  /// A session that has it.
  package struct Place: Hashable, Sendable {
    /// The input, as the user named it.
    package var trace: String
    /// The session's name.
    package var session: String
    /// Its place in the input, counted from 1; 0 where it is not known.
    package var index = 0

    /// Makes a place.
    package init(trace: String, session: String, index: Int = 0) {
      self.trace = trace
      self.session = session
      self.index = index
    }
  }

  /// Makes the entry of a fingerprint that no session is known to have yet.
  package init(_ example: FindingReport, severity: Severity) {
    self.example = example
    self.severity = severity
  }

  /// What it is recognised by.
  package var fingerprint: String { example.fingerprint }
  /// The rule.
  package var rule: Rule { example.rule }
  /// Whether both runs have it.
  package var status: FindingStatus { example.status }
  /// The best grade it has in a session.
  package var grade: Grade { example.grade }

  /// What fails first, then the worst, then what most sessions have; ties by rule, names and fingerprint.
  package static func comesFirst(_ lhs: JudgedFinding, _ rhs: JudgedFinding) -> Bool {
    if lhs.judgement.isFailure != rhs.judgement.isFailure { return lhs.judgement.isFailure }
    if lhs.severity != rhs.severity { return lhs.severity < rhs.severity }
    if lhs.firmSessions != rhs.firmSessions { return lhs.firmSessions > rhs.firmSessions }
    if lhs.sessions != rhs.sessions { return lhs.sessions > rhs.sessions }
    if lhs.rule != rhs.rule { return lhs.rule.id < rhs.rule.id }
    let (left, right) = (lhs.example, rhs.example)
    return (left.name, left.otherName, left.pageClass, left.fingerprint)
      < (right.name, right.otherName, right.pageClass, right.fingerprint)
  }
}

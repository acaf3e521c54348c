import PopAudit
package import PopReplay
package import PopReport

/// Puts the findings of all sessions together that share a fingerprint and a status.
///
/// - Complexity: O(1) for a finding; memory in proportion to the different findings, not to the sessions.
package struct FindingCollector: Sendable {
  private struct Key: Hashable, Sendable {
    var fingerprint: String
    var status: FindingStatus
  }

  private let levels: RuleLevels
  private let failGrade: Grade
  private var indices: [Key: Int] = [:]
  /// What was found, in the order in which it came up first.
  package private(set) var findings: [JudgedFinding] = []

  /// Makes a collector of nothing.
  ///
  /// - Parameter failGrade: How far a new error has to be relied on at least for failing a build.
  package init(levels: RuleLevels, failGrade: Grade) {
    self.levels = levels
    self.failGrade = failGrade
  }

  /// Takes a session; sessions come in the order of their places.
  package mutating func add(_ session: SessionReport) {
    for finding in session.findings where levels[finding.rule] != .off {
      let key = Key(fingerprint: finding.fingerprint, status: finding.status)
      let index = indices[key] ?? findings.count
      if index == findings.count {
        indices[key] = index
        findings.append(JudgedFinding(finding, severity: levels.severity(of: finding.rule)))
      }
      add(finding, at: index, of: session)
    }
  }

  private mutating func add(_ finding: FindingReport, at index: Int, of session: SessionReport) {
    let place = JudgedFinding.Place(trace: session.trace, session: session.session)
    findings[index].sessions += 1
    if finding.grade <= failGrade { findings[index].firmSessions += 1 }
    if finding.grade < findings[index].example.grade {
      findings[index].example = finding
      findings[index].places.insert(place, at: 0)
      if findings[index].places.count > JudgedFinding.placesLimit { findings[index].places.removeLast() }
    } else if findings[index].places.count < JudgedFinding.placesLimit {
      findings[index].places.append(place)
    }
  }
}

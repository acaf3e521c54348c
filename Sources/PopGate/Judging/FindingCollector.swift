package import PopAudit
package import PopDocument
import PopReplay

/// Puts the findings of all sessions together that share a fingerprint and a status.
///
/// Sessions come in the order of the report, so that the same findings give the same examples and positions on every machine.
package struct FindingCollector: Sendable {
  package static let most = 1 << 17

  /// In the order in which they came first.
  package private(set) var findings: [JudgedFinding] = []
  /// How many findings were left out for there were too many, and how many of these fail the build by themselves.
  package private(set) var leftOut = 0
  package private(set) var leftOutFailing = 0

  private var indices: [FindingReport.Key: Int] = [:]
  private let criterion: RegressionCriterion
  private let rules: RuleLevels
  private let limit: Int

  package init(failOn criterion: RegressionCriterion, rules: RuleLevels = RuleLevels(), limit: Int = Self.most) {
    self.criterion = criterion
    self.rules = rules
    self.limit = limit
  }

  /// Takes a session, and gives the indices in ``findings`` of what is new in it and can be relied on as far as a failure needs.
  @discardableResult
  package mutating func add(_ session: SessionReport) -> [Int] {
    guard session.failure == nil, session.identity.isJudged else { return [] }
    let position = JudgedFinding.Position(of: session)
    var firm: [Int] = []
    for finding in session.findings {
      let isFirm = criterion.counts(finding.grade)
      guard let index = index(of: finding) else {
        leftOut += 1
        if criterion.isRegression(finding.status, rules.severity(of: finding.rule), finding.grade) {
          leftOutFailing += 1
        }
        continue
      }
      add(finding, at: position, isFirm, to: index)
      if finding.status == .new, isFirm { firm.append(index) }
    }
    return firm
  }

  private mutating func index(of finding: FindingReport) -> Int? {
    if let index = indices[finding.key] { return index }
    guard findings.count < limit else { return nil }
    findings.append(JudgedFinding(finding, severity: rules.severity(of: finding.rule)))
    indices[finding.key] = findings.count - 1
    return findings.count - 1
  }

  private mutating func add(
    _ finding: FindingReport, at position: JudgedFinding.Position, _ isFirm: Bool, to index: Int
  ) {
    findings[index].sessions += 1
    if isFirm { findings[index].firmSessions += 1 }
    if finding.grade < findings[index].grade {
      findings[index].example = finding
      findings[index].positions.insert(position, at: 0)
      if findings[index].positions.count > JudgedFinding.positionLimit { findings[index].positions.removeLast() }
    } else if findings[index].positions.count < JudgedFinding.positionLimit {
      findings[index].positions.append(position)
    }
  }
}

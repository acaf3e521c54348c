import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

@testable import PopDocument
@testable import PopGate

/// Sessions for a gate to judge.
enum Sample {
  static func ms(_ count: Int) -> Milliseconds { Milliseconds(microseconds: Int64(count) * 1000) }

  /// A run that waits so long and is then up for a second; nil for one that is never shown.
  static func run(_ wait: Int?) -> RunReport {
    guard let wait else { return RunReport(end: "waiting") }
    return RunReport(
      shown: [RunReport.Stay(from: ms(wait), until: ms(wait + 1000))], waited: ms(wait), end: "dismissed")
  }

  static func outcome(
    _ before: Int?, _ after: Int?, name: String = "Coupon", change: OutcomeChange.Kind? = .same,
    grade: Grade = .exact, kind: PopupKind = .alert
  ) -> OutcomeReport {
    var outcome = OutcomeReport(
      popup: 1, name: name, recorded: change == nil ? nil : run(before), candidate: run(after), change: change,
      grades: AspectGrades(shown: grade, where: grade, end: grade))
    outcome.attributes = OutcomeReport.Attributes(kind: kind, level: 5)
    return outcome
  }

  static func finding(
    _ fingerprint: Int, _ rule: Rule = .lostPopup, _ status: FindingStatus = .new, grade: Grade = .exact
  ) -> FindingReport {
    FindingReport(
      rule: rule, status: status, popup: 1, name: "Coupon", page: 1, pageClass: "HomePage", time: ms(1),
      because: "It is so.",
      fingerprint: Fingerprint(rawValue: UInt64(fingerprint)).description, witness: [1], grade: grade)
  }

  static func session(
    _ index: Int, _ outcomes: [OutcomeReport] = [], findings: [FindingReport] = [], build: String = "1"
  ) -> SessionReport {
    var session = SessionReport(trace: "a.poptrace", session: "s\(index)")
    session.index = index + 1
    session.identity = .ok
    session.outcomes = outcomes
    session.findings = findings
    session.length = ms(10_000)
    session.facts.build = build
    return session
  }

  static func map(_ entries: [(String, ConfigurationNode)], line: Int = 1) -> ConfigurationNode {
    .map(entries.enumerated().map { ConfigurationNode.Entry($1.0, line: line + $0, $1.1) }, line: line)
  }

  static func words(_ entries: [(String, String)], line: Int = 1) -> ConfigurationNode {
    map(entries.enumerated().map { ($1.0, ConfigurationNode.word($1.1, line: line + $0)) }, line: line)
  }
}

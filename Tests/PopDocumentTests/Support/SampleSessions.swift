import PopAudit
import PopReplay
import PopTrace

@testable import PopDocument

/// Sessions as a judge would hand them over, for looking at reports.
enum SampleSessions {
  static func milliseconds(_ count: Int64) -> Milliseconds { Milliseconds(microseconds: count * 1000) }

  static func wrongPage(_ name: String = "coupon", grade: Grade = .exact) -> FindingReport {
    var finding = FindingReport(
      rule: .wrongPage, status: .new, popup: 4, name: name, page: 2, pageClass: "CheckoutPage",
      time: milliseconds(4210),
      because: "\(name) may be shown on HomePage only, and was still up when CheckoutPage had become the current page.",
      fingerprint: "00000000000000aa", witness: [12, 31], grade: grade)
    finding.timeline = [
      TimelineLine(
        event: 12, time: milliseconds(1300), kind: "popup.shown", detail: "\(name) #4 on HomePage #1", isWitness: true),
      TimelineLine(event: nil, time: milliseconds(4210), kind: "… 18 events", detail: ""),
      TimelineLine(
        event: 31, time: milliseconds(4210), kind: "page.did-appear", detail: "CheckoutPage #2", isWitness: true),
    ]
    return finding
  }

  static func fixed() -> FindingReport {
    FindingReport(
      rule: .lostKeepalive, status: .fixed, popup: 9, name: "draft", page: 1, pageClass: "HomePage",
      time: milliseconds(9000),
      because: "draft was hidden because its page was left, and never parked.", fingerprint: "00000000000000bb",
      witness: [40])
  }

  static func later(_ name: String = "coupon", grade: Grade = .derived) -> OutcomeReport {
    OutcomeReport(
      popup: 4, name: name,
      recorded: RunReport(
        shown: [
          RunReport.Stay(from: milliseconds(1300), until: milliseconds(4210), page: 1, pageClass: "HomePage")
        ], waited: milliseconds(0), end: "dismissed"),
      candidate: RunReport(
        shown: [
          RunReport.Stay(from: milliseconds(3650), until: milliseconds(6560), page: 1, pageClass: "HomePage")
        ], waited: milliseconds(2350), end: "dismissed"), change: .later,
      grades: AspectGrades(shown: grade, where: grade, end: grade))
  }

  static func lost() -> OutcomeReport {
    OutcomeReport(
      popup: 7, name: "login",
      recorded: RunReport(
        shown: [RunReport.Stay(from: milliseconds(12000), page: 3, pageClass: "CartPage")], waited: milliseconds(20),
        end: "visible"), candidate: RunReport(end: "waiting"), change: .lost,
      grades: AspectGrades(shown: .assumed, where: .assumed, end: .assumed))
  }

  /// An outcome of two runs over one session, of presentations on page 1.
  static func outcome(
    _ name: String, _ change: OutcomeChange.Kind, _ recorded: [(from: Int64, until: Int64)], _ end: String,
    _ candidate: [(from: Int64, until: Int64)], _ other: String
  ) -> OutcomeReport {
    func run(_ stays: [(from: Int64, until: Int64)], _ end: String) -> RunReport {
      let shown = stays.map {
        RunReport.Stay(from: milliseconds($0.from), until: milliseconds($0.until), page: 1, pageClass: "HomePage")
      }
      return RunReport(shown: shown, end: end)
    }
    return OutcomeReport(
      popup: 1, name: name, recorded: run(recorded, end), candidate: run(candidate, other), change: change)
  }

  static func session(_ name: String, findings: [FindingReport] = [], outcomes: [OutcomeReport] = [])
    -> SessionReport
  {
    var session = SessionReport(trace: "field/monday.poptrace", session: name)
    session.events = 76
    session.identity = .ok
    session.findings = findings
    session.outcomes = outcomes
    for outcome in outcomes {
      if let change = outcome.change { session.changes[change] += 1 }
      session.grades.add(outcome.grade)
    }
    session.changes[.same] += 3
    session.grades[.exact] += 3
    session.coverage.reached = 40
    session.coverage.unreached = 2
    session.coverage.reachedReactions = 18
    session.coverage.unreachedReactions = 2
    return session
  }

  static let field: [SessionReport] = [
    session("a1", findings: [wrongPage(), wrongPage()], outcomes: [later(), lost()]),
    session("a2"),
    session("a3", findings: [wrongPage(), fixed()], outcomes: [later()]),
  ]

  static func summary(_ sessions: [SessionReport]) -> ReportSummary {
    var summary = ReportSummary()
    for session in sessions { summary.add(session) }
    return summary
  }
}

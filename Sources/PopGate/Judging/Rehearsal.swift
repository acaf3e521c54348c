import PopAudit
package import PopDocument
import PopSystem

/// What a gate is worth, before the first night: nights are drawn from the sessions of a corpus, and judged as nights are (<doc:Gate#Rehearsal>).
package struct Rehearsal: Sendable {
  package static let nightsRange = 10...10_000
  /// The fewest sessions of a night: with fewer nothing is evidence of anything.
  static let leastSessions = 2 * Bootstrap.leastUnits
  static let mostSessions = 20_000

  private let configuration: GateConfiguration
  private let asOf: CalendarDay
  private var sessions: [SessionReport] = []
  private var leftOut = 0

  package init(_ configuration: GateConfiguration, asOf: CalendarDay) {
    self.configuration = configuration
    self.asOf = asOf
  }

  /// Takes a session, with all outcomes; keeps of it what a gate looks at. One that was not judged is none.
  package mutating func add(_ session: SessionReport) {
    guard session.isJudged else { return }
    guard sessions.count < Self.mostSessions else { return leftOut += 1 }
    var kept = SessionReport(trace: session.trace, session: session.session)
    (kept.index, kept.digest, kept.identity) = (session.index, session.digest, session.identity)
    (kept.length, kept.coverage) = (session.length, session.coverage)
    if !configuration.thresholds.isEmpty { kept.outcomes = session.outcomes }
    kept.findings = session.findings.filter { $0.status == .new || $0.rule == .overlap }
    for index in kept.findings.indices { kept.findings[index].timeline = [] }
    sessions.append(kept)
  }

  /// Draws nights and judges them.
  ///
  /// Each night is one half of all sessions, drawn without putting any back, and what is accepted before it is what the other half brings: two
  /// such halves differ by chance as two nights of their size do.
  ///
  /// - Parameter blame: What brings the new errors, in every session.
  /// - Complexity: For each night that of judging its sessions; O(n e) once for n sessions and e entries.
  package func report(_ blame: [BlameEntry], into empty: RehearsalReport) -> RehearsalReport {
    var report = empty
    (report.sessions, report.leftOut) = (sessions.count, leftOut)
    report.sessionsPerNight = max(Self.leastSessions, sessions.count / 2)
    guard sessions.count >= 2 * Self.leastSessions else { return report }
    let byPlace = Dictionary(grouping: blame, by: \.place)
    let all = Half(sessions, byPlace)
    let entries = all.accepted(configuration.withoutMetrics, asOf)
    var tally = RehearsalTally(entries, of: all)
    var random = SeededRandom(seed: report.seed)
    var order = Array(sessions.indices)
    let size = sessions.count / 2
    for _ in 0..<report.nights {
      for place in order.indices.dropLast() { order.swapAt(place, place + random.next(below: order.count - place)) }
      let first = Half(order[..<size].map { sessions[$0] }, byPlace)
      let night = Half(order[size..<2 * size].map { sessions[$0] }, byPlace)
      let file = first.accepted(configuration.withoutMetrics, asOf)
      var table = MetricTable(configuration.thresholds, failOn: configuration.criterion, rules: configuration.rules)
      for session in night.sessions { table.add(session) }
      tally.add(
        night.judged(configuration.withoutMetrics, by: file, asOf), file, from: first, of: night,
        table.reaches(of: configuration.thresholds))
    }
    report.failed = tally.failed
    report.parts = tally.parts(configuration.thresholds)
    return report
  }

  struct Half {
    let sessions: [SessionReport]
    let blame: [BlameEntry]

    init(_ sessions: [SessionReport], _ byPlace: [ReportPlace: [BlameEntry]]) {
      self.sessions = sessions
      blame = sessions.flatMap { byPlace[$0.place] ?? [] }
    }

    func judged(_ configuration: GateConfiguration, by file: BaselineFile?, _ day: CalendarDay) -> GateJudge.Verdict {
      var judge = GateJudge(configuration, baseline: file, asOf: day)
      var summary = ReportSummary()
      for session in sessions {
        judge.add(session)
        summary.add(session)
      }
      return judge.verdict(summary, blame: blame)
    }

    func accepted(_ configuration: GateConfiguration, _ day: CalendarDay) -> BaselineFile {
      let verdict = judged(configuration, by: nil, day)
      return BaselineFile().blessing(
        verdict.findings, blame: blame, judgedSessions: sessions.count, excuse: Excuse(reason: "rehearsed"),
        form: .changes(byPopup: false, byPage: false), on: day)
    }
  }
}

extension GateConfiguration {
  fileprivate var withoutMetrics: GateConfiguration {
    var plain = self
    (plain.thresholds, plain.by) = ([], [])
    return plain
  }
}

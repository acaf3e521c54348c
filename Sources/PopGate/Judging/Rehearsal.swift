import PopAudit
package import PopDocument
import PopSystem
import PopupScheduling

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

  /// Each night is one half of all sessions, and what is accepted before it is what the other half brings: two such halves differ by chance as
  /// two nights of their size do.
  ///
  /// - Complexity: For each night that of judging its sessions; O(n e) once for n sessions and e entries.
  package func report(_ blame: [BlameEntry], into empty: RehearsalReport) -> RehearsalReport {
    var report = empty
    (report.sessions, report.leftOut) = (sessions.count, leftOut)
    report.sessionsPerNight = max(Self.leastSessions, sessions.count / 2)
    guard sessions.count >= 2 * Self.leastSessions else { return report }
    let byPosition = Dictionary(grouping: blame, by: \.position)
    let all = Half(sessions, byPosition)
    let entries = all.accepted(configuration.withoutMetrics, asOf)
    var tally = RehearsalTally(entries, of: all)
    var random = SeededRandom(seed: report.seed)
    var order = Array(sessions.indices)
    let size = sessions.count / 2
    for _ in 0..<report.nights {
      for index in order.indices.dropLast() { order.swapAt(index, index + random.next(below: order.count - index)) }
      let first = Half(order[..<size].map { sessions[$0] }, byPosition)
      let night = Half(order[size..<2 * size].map { sessions[$0] }, byPosition)
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

    init(_ sessions: [SessionReport], _ byPosition: [ReportPosition: [BlameEntry]]) {
      self.sessions = sessions
      blame = sessions.flatMap { byPosition[$0.position] ?? [] }
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

struct RehearsalTally {
  private let file: BaselineFile
  /// By entry: the sessions that have it.
  private let having: [Set<ReportPosition>]
  private let sessions: Int

  private(set) var failed = 0
  private var nights = 0
  /// How many for an error that nobody accepted, and for which.
  private var failedNew = 0
  private var newByWords: [String: Int] = [:]
  private var risen: [Int]
  private var otherRisen = 0
  /// By night: what a new error, one of another rule, and more of each entry take to be found.
  private var fresh: [Detection.Night] = []
  private var otherRule: [Detection.Night] = []
  private var more: [[Detection.Night]]
  private var limits: [[MetricTable.Reach]] = []

  init(_ file: BaselineFile, of all: Rehearsal.Half) {
    self.file = file
    sessions = all.sessions.count
    var findings: [String: FindingReport] = [:]
    for finding in all.sessions.lazy.flatMap(\.findings) where finding.status == .new {
      findings[finding.fingerprint] = finding
    }
    having = file.entries.map { $0.sessions(in: all.blame, findings) }
    risen = [Int](repeating: 0, count: file.entries.count)
    more = [[Detection.Night]](repeating: [], count: file.entries.count)
  }

  mutating func add(
    _ verdict: GateJudge.Verdict, _ accepted: BaselineFile, from first: Rehearsal.Half, of night: Rehearsal.Half,
    _ reaches: [MetricTable.Reach]
  ) {
    nights += 1
    if limits.isEmpty { limits = reaches.map { _ in [] } }
    for (index, reach) in reaches.enumerated() { limits[index].append(reach) }
    if verdict.failures > 0 || reaches.contains(where: \.isBroken) { failed += 1 }
    countNew(verdict)
    let words = Set(verdict.report.baseline?.risen.map(\.words) ?? [])
    for (index, entry) in file.entries.enumerated() where words.contains(entry.words) { risen[index] += 1 }
    if !words.subtracting(file.entries.map(\.words)).isEmpty { otherRisen += 1 }
    weigh(accepted, first, night)
  }

  private mutating func countNew(_ verdict: GateJudge.Verdict) {
    let failing = verdict.findings.filter { $0.judgement.word == .fails }
    guard !failing.isEmpty else { return }
    failedNew += 1
    let rules = Dictionary(failing.map { ($0.fingerprint, $0.rule) }, uniquingKeysWith: { first, _ in first })
    var words: Set<String> = []
    for one in verdict.blame {
      guard let rule = rules[one.fingerprint] else { continue }
      words.insert(BaselineFile.Entry(rule, by: one.cause).words)
    }
    for one in words { newByWords[one, default: 0] += 1 }
  }

  private mutating func weigh(_ accepted: BaselineFile, _ first: Rehearsal.Half, _ night: Rehearsal.Half) {
    let positions = Set(night.sessions.map { $0.position })
    let before = Set(first.sessions.map { $0.position })
    let (all, allBefore) = (positions.count, before.count)
    let keys = Set(accepted.entries.flatMap(\.keys))
    // The one that rises is compared with the strictest level: with that of all of them together.
    let tests = Double(max(1, accepted.entries.count))
    func needed(_ now: Int, _ then: Int, beside count: Double) -> Int? {
      Detection.least(upTo: all - now) { extra in
        ShareTest.chance(
          ShareTest.Pair(now: SessionShare(now + extra, of: all), accepted: SessionShare(then, of: allBefore)))
          * count <= ShareTest.level
      }
    }
    fresh.append(Detection.Night(free: all, needed: 1))
    otherRule.append(Detection.Night(free: all, needed: needed(0, 0, beside: tests + 1)))
    for (index, entry) in file.entries.enumerated() {
      let (now, then) = (having[index].count { positions.contains($0) }, having[index].count { before.contains($0) })
      // What none of the accepted sessions has is new where its keys are, and else accepted in none.
      let isNew = then == 0 && (entry.keys.isEmpty || !entry.keys.allSatisfy(keys.contains))
      let least = isNew ? max(0, 1 - now) : needed(now, then, beside: then == 0 ? tests + 1 : tests)
      more[index].append(Detection.Night(free: all - now, needed: least))
    }
  }

  func parts(_ thresholds: [Threshold]) -> [RehearsalReport.Part] {
    var parts = [
      RehearsalReport.Part(
        .newErrors, "an error by a key that nobody accepted", failed: failedNew, found: Detection.leastShare(fresh))
    ]
    for (words, count) in newByWords.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let index = file.entries.firstIndex { $0.words == words }
      parts.append(
        RehearsalReport.Part(
          .newErrors, words, now: index.map { SessionShare(having[$0].count, of: sessions) }, failed: count,
          found: index.flatMap { Detection.leastShare(more[$0]) }))
    }
    if !file.entries.isEmpty {
      parts.append(
        RehearsalReport.Part(
          .shares, "another rule, by accepted keys", failed: otherRisen, found: Detection.leastShare(otherRule)))
    }
    for (index, entry) in file.entries.enumerated() {
      parts.append(
        RehearsalReport.Part(
          .shares, entry.words, now: SessionShare(having[index].count, of: sessions), failed: risen[index],
          found: Detection.leastShare(more[index])))
    }
    for nights in limits {
      guard let first = nights.first else { continue }
      parts.append(
        RehearsalReport.Part(
          .limits, first.words, failed: nights.count(where: \.isBroken), found: MetricTable.Reach.nineOfTen(nights)))
    }
    return parts
  }
}

enum Detection {
  /// A night in which something is in none of so many sessions that could have it; it is found once so many more of them do.
  struct Night: Hashable {
    var free: Int
    var needed: Int?
  }

  /// The smallest share of the sessions, in millionths, that must have one more error for it to be found in nine of ten such nights, where each
  /// has it or not by itself; nil where even all are not enough.
  ///
  /// - Complexity: O(√n) for each night of n sessions, some twenty times.
  static func leastShare(_ nights: [Night]) -> Int? {
    func isFound(_ millionths: Int) -> Bool {
      var sum = 0.0
      for night in nights {
        if let needed = night.needed { sum += chance(of: needed, in: night.free, at: Double(millionths) / 1_000_000) }
      }
      return sum >= 0.9 * Double(nights.count)
    }
    return nights.isEmpty ? nil : isFound(0) ? 0 : least(upTo: 1_000_000, where: isFound)
  }

  /// How likely it is that at least so many of so many have it, each with the same chance: the terms of a binomial distribution, summed from the
  /// most likely one on by products and quotients alone, so that every machine comes to the same sum.
  static func chance(of least: Int, in all: Int, at chance: Double) -> Double {
    guard least > 0 else { return 1 }
    guard least <= all, chance > 0 else { return 0 }
    guard chance < 1 else { return 1 }
    let odds = chance / (1 - chance)
    let peak = min(all, Int(Double(all + 1) * chance))
    return ShareTest.tail(
      from: least, of: 0...all, peak, least: 1e-20, next: { $0 * (Double(all - $1) / Double($1 + 1) * odds) },
      previous: { $0 * (Double($1 + 1) / Double(all - $1) / odds) })
  }

  /// The smallest number from 1 on of which something holds that holds of every greater one, too; nil where it holds of none up to the last.
  static func least(upTo last: Int, where holds: (Int) -> Bool) -> Int? {
    guard last > 0, holds(last) else { return nil }
    return (1..<last).partitioningIndex(where: holds)
  }
}

import PopAudit
import PopDocument

struct RehearsalTally {
  private let file: BaselineFile
  /// By entry: the sessions that have it.
  private let having: [Set<ReportPlace>]
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

  /// Finds out how many more sessions would have to have something for a night to fail.
  private mutating func weigh(_ accepted: BaselineFile, _ first: Rehearsal.Half, _ night: Rehearsal.Half) {
    let places = Set(night.sessions.map { $0.place })
    let before = Set(first.sessions.map { $0.place })
    let (all, allBefore) = (places.count, before.count)
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
      let (now, then) = (having[index].count { places.contains($0) }, having[index].count { before.contains($0) })
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

import PopAudit
import PopSystem
import Testing

@testable import PopDocument
@testable import PopGate

struct RehearsalTests {
  static let keys = [BlameReport.Key("leaving", candidate: "hide", reference: "park")]

  static func blame(_ session: SessionReport, _ finding: FindingReport) -> BlameEntry {
    BlameEntry(
      fingerprint: finding.fingerprint, trace: session.trace, index: session.index, keys: keys, alone: ["leaving"])
  }

  /// Sessions of which the first have an error that `leaving: hide` brings.
  static func corpus(_ count: Int, of all: Int) -> (sessions: [SessionReport], blame: [BlameEntry]) {
    let error = Sample.finding(1, .lostKeepalive)
    let sessions = GateJudgeTests.sessions(count, of: all, error)
    return (sessions, sessions.prefix(count).map { blame($0, error) })
  }

  static func report(
    _ corpus: (sessions: [SessionReport], blame: [BlameEntry]), nights: Int = 100, seed: UInt64 = 1,
    _ thresholds: [Threshold] = []
  ) -> RehearsalReport {
    var configuration = GateConfiguration()
    configuration.thresholds = thresholds
    var rehearsal = Rehearsal(configuration, asOf: GateJudgeTests.today)
    for session in corpus.sessions { rehearsal.add(session) }
    return rehearsal.report(
      corpus.blame, into: RehearsalReport(policy: "p", reference: "recorded", nights: nights, seed: seed))
  }

  @Test func whereNothingIsWrongNothingFailsAndOneNewErrorIsFound() {
    let report = Self.report(Self.corpus(0, of: 300))
    #expect(report.failed == 0 && report.sessions == 300 && report.sessionsPerNight == 150)
    // 1 - 0.1^(1/150) of the sessions.
    #expect(report.parts == [.init(.newErrors, "an error by a key that nobody accepted", found: 15_234)])
  }

  @Test func whatIsAcceptedAndWhatIsJudgedShareNoSession() {
    // What one session alone has fails whenever that is among those judged, and never when it is among those accepted.
    let report = Self.report(Self.corpus(1, of: 40), nights: 200)
    #expect((70...130).contains(report.failed))
    #expect(
      report.parts.contains {
        $0.kind == .newErrors && $0.words.contains("leaving: hide") && $0.failed == report.failed
      })
    let unaccepted = report.parts.first { $0.words == "an error by a key that nobody accepted" }
    #expect(unaccepted?.kind == .newErrors && unaccepted?.failed == report.failed)
    // Among those judged it is found for being new; beside one that is accepted it takes eleven.
    let nights = (0..<200).map { night in
      let isNew = night < report.failed
      return Detection.Night(free: isNew ? 19 : 20, needed: isNew ? 0 : 11)
    }
    let share = report.parts.first { $0.kind == .shares && $0.words == "leaving: hide → lost-keepalive" }
    #expect(share?.found == Detection.leastShare(nights))
    #expect(report == Self.report(Self.corpus(1, of: 40), nights: 200))
    #expect(report.failed != Self.report(Self.corpus(1, of: 40), nights: 200, seed: 2).failed)
  }

  @Test func anAcceptedShareFailsNoNightByChanceAndTakesMoreToBeFound() throws {
    let report = Self.report(Self.corpus(60, of: 300))
    let entry = try #require(report.parts.first { $0.words == "leaving: hide → lost-keepalive" })
    #expect(report.failed <= 1 && entry.kind == .shares && entry.now == SessionShare(60, of: 300))
    let found = try #require(entry.found)
    let other = try #require(report.parts.first { $0.words == "another rule, by accepted keys" }?.found)
    let fresh = try #require(report.parts.first?.found)
    #expect(fresh < other && other < found && found < 400_000)
    // Beside the one entry there is, half of the level is left for another rule that none of 150 has.
    func chance(_ count: Int) -> Double {
      ShareTest.chance(ShareTest.Pair(now: SessionShare(count, of: 150), accepted: SessionShare(0, of: 150)))
    }
    let needed = try #require((1...150).first { chance($0) * 2 <= ShareTest.level })
    #expect(other == Detection.leastShare([Detection.Night(free: 150, needed: needed)]))
    #expect(fresh == Detection.leastShare([Detection.Night(free: 150, needed: 1)]))
  }

  @Test func whatItSaysToFindNineTimesInTenTheGateFinds() throws {
    let corpus = Self.corpus(40, of: 240)
    let share = try #require(Self.report(corpus).parts.first { $0.words.contains("lost-keepalive") }?.found)
    let error = Sample.finding(1, .lostKeepalive)
    var random = SeededRandom(seed: 7)
    var caught = 0
    for _ in 0..<200 {
      var order = Array(corpus.sessions.indices)
      for place in order.indices.dropLast() {
        order.swapAt(place, place + random.next(below: order.count - place))
      }
      let positions = Dictionary(grouping: corpus.blame) { ReportPosition(trace: $0.trace, index: $0.index) }
      let first = Rehearsal.Half(order[..<120].map { corpus.sessions[$0] }, positions)
      var worse = order[120...].map { corpus.sessions[$0] }
      for index in worse.indices where worse[index].findings.isEmpty {
        if random.next(below: 1_000_000) < share { worse[index].findings = [error] }
      }
      let blamed = worse.filter { !$0.findings.isEmpty }.map { Self.blame($0, error) }
      let night = Rehearsal.Half(
        worse, Dictionary(grouping: blamed) { ReportPosition(trace: $0.trace, index: $0.index) })
      let file = first.accepted(GateConfiguration(), GateJudgeTests.today)
      if night.judged(GateConfiguration(), by: file, GateJudgeTests.today).failures > 0 { caught += 1 }
    }
    #expect((165...195).contains(caught), "of 200")
  }

  @Test func limitsSayByHowMuchTheyAreMissed() throws {
    func found(_ before: Int, _ after: Int, _ entries: [(String, String)]) throws -> RehearsalReport.Part {
      let sessions = (0..<40).map { Sample.session($0, [Sample.outcome(before, after)]) }
      let threshold = try Threshold(Sample.words(entries))
      return try #require(Self.report((sessions, []), nights: 10, [threshold]).parts.last)
    }
    let rise = [("metric", "wait-p95"), ("max-increase", "10%")]
    let same = try found(1000, 1000, rise)
    #expect(same.kind == .limits && same.failed == 0 && same.found == 100_000)
    #expect(same.words == "wait-p95 of all popups, max-increase: 10%")
    let near = try found(1000, 1050, rise)
    #expect(near.failed == 0 && near.found == 47_619)
    let broken = try found(1000, 1200, rise)
    #expect(broken.failed == 10 && broken.found == 0)
    let sessions = (0..<40).map { Sample.session($0, [Sample.outcome(1000, 1200)]) }
    let threshold = try Threshold(Sample.words(rise))
    #expect(Self.report((sessions, []), nights: 10, [threshold]).failed == 10)
    let most = try found(1000, 1000, [("metric", "wait-p50"), ("max", "1500 ms")])
    #expect(most.failed == 0 && most.found == 500_000)
    let fewer = try found(1000, 1000, [("metric", "presentations"), ("max-decrease", "20%")])
    #expect(fewer.failed == 0 && fewer.found == 200_000)
    // What there is none of does not get more by being so many per cent worse.
    #expect(try found(1000, 1000, [("metric", "overlaps"), ("max", "1")]).found == nil)
  }

  @Test func aSmallCorpusIsNoAnswer() {
    let report = Self.report(Self.corpus(3, of: 19))
    #expect(report.parts.isEmpty && report.failed == 0 && report.sessions == 19 && report.sessionsPerNight == 10)
    #expect(!Self.report(Self.corpus(3, of: 20)).parts.isEmpty)
    // What was not judged is no session.
    var corpus = Self.corpus(0, of: 20)
    corpus.sessions[0].failure = "It is too long."
    #expect(Self.report(corpus).sessions == 19)
  }
}

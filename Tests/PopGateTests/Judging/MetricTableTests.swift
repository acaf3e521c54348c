import PopAudit
import PopReplay
import PopSystem
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopGate

struct MetricTableTests {
  static let all = Metric.allCases.map { Threshold($0) }

  static func table(_ sessions: [SessionReport], _ thresholds: [Threshold] = all) -> MetricTable {
    var table = MetricTable(thresholds, failOn: RegressionCriterion())
    for session in sessions { table.add(session) }
    return table
  }

  static func value(_ metric: Metric, _ sessions: [SessionReport]) -> (before: String?, after: String?) {
    let report = table(sessions).reports(on: all).first { $0.metric == metric.rawValue }
    return (report?.reference?.description, report?.candidate?.description)
  }

  @Test func metricsAreWhatThePageSays() {
    var first = Sample.session(0, [Sample.outcome(100, 300), Sample.outcome(200, nil, change: .lost)])
    first.outcomes[0].change = .reordered
    first.outcomes[0].candidate?.preempted = 1
    first.findings = [Sample.finding(1, .overlap), Sample.finding(2, .overlap, .fixed)]
    first.coverage.reachedReactions = 3
    first.coverage.unreachedReactions = 1
    // Still up at the end, at 10,000 ms.
    var second = Sample.session(1, [Sample.outcome(nil, 4000, change: .gained)])
    second.outcomes[0].candidate?.shown[0].until = nil
    let sessions = [first, second]
    #expect(Self.value(.presentations, sessions) == ("1", "1"))
    #expect(Self.value(.neverShown, sessions) == ("33.33 %", "33.33 %"))
    #expect(Self.value(.waitP50, sessions) == ("100 ms", "300 ms"))
    #expect(Self.value(.waitP99, sessions) == ("200 ms", "4,000 ms"))
    #expect(Self.value(.orderChanges, sessions) == (nil, "100 %"))
    #expect(Self.value(.overlaps, sessions) == ("500 per 1,000", "500 per 1,000"))
    #expect(Self.value(.preemptions, sessions) == ("0 per 1,000", "500 per 1,000"))
    #expect(Self.value(.timeOnScreen, sessions) == ("1,000 ms", "3,500 ms"))
    #expect(Self.value(.affectedSessions, sessions) == (nil, "50 %"))
    #expect(Self.value(.coverage, sessions) == (nil, "75 %"))
  }

  @Test func whatIsNotCertainEnoughCountsOnNeitherSide() {
    let sessions = [
      Sample.session(0, [Sample.outcome(100, 100), Sample.outcome(900, 950, grade: .robust)]),
      Sample.session(1, [Sample.outcome(900, nil, change: .lost, grade: .assumed)]),
    ]
    let reports = Self.table(sessions).reports(on: Self.all)
    let never = reports.first { $0.metric == "never-shown" }
    #expect(never?.measured == 2 && never?.leftOut == 1 && never?.candidate?.millionths == 0)
    let wait = reports.first { $0.metric == "wait-p99" }
    #expect(wait?.measured == 1 && wait?.leftOut == 2 && wait?.reference?.description == "100 ms")
  }

  @Test func overlapsThatAreNotCertainEnoughAreNotCounted() {
    var session = Sample.session(0, [Sample.outcome(100, 100), Sample.outcome(100, 100)])
    session.findings = [
      Sample.finding(1, .overlap, grade: .robust), Sample.finding(2, .overlap, grade: .assumed),
      Sample.finding(3, .overlap, .fixed, grade: .assumed),
    ]
    #expect(Self.value(.overlaps, [session]) == ("0 per 1,000", "500 per 1,000"))
  }

  @Test func aScopePicksPopups() {
    let sessions = [
      Sample.session(0, [Sample.outcome(1, 10, name: "A"), Sample.outcome(2, 20, name: "B", kind: .sheet)])
    ]
    let scopes = [
      Threshold.Scope(popup: "A"), Threshold.Scope(kind: .sheet), Threshold.Scope(level: 5),
      Threshold.Scope(popup: "A", kind: .sheet),
    ]
    let thresholds = scopes.map { Threshold(.waitP99, $0) }
    let reports = Self.table(sessions, thresholds).reports(on: thresholds)
    #expect(reports.map { $0.candidate?.description } == ["10 ms", "20 ms", "20 ms", nil])
    #expect(reports.map(\.scope) == ["popup A", "kind sheet", "level 5", "popup A, kind sheet"])
  }

  @Test func anOverlapCountsForTheScopesOfItsOwnPopups() {
    // Of two popups with one name the alert overlaps something, and the sheet does not.
    var sheet = Sample.outcome(1, 1, kind: .sheet)
    sheet.popup = 2
    let session = Sample.session(
      0, [Sample.outcome(1, 1), sheet], findings: [Sample.finding(1, .overlap, grade: .robust)])
    let scopes = [Threshold.Scope(kind: .alert), Threshold.Scope(kind: .sheet), Threshold.Scope(popup: "Coupon")]
    let thresholds = scopes.map { Threshold(.overlaps, $0) }
    let reports = Self.table([session], thresholds).reports(on: thresholds)
    #expect(reports.map { $0.candidate?.description } == ["1,000 per 1,000", "0 per 1,000", "500 per 1,000"])
  }

  @Test func sessionsWithoutABaselineCountOnlyAmongThemselves() {
    let alone = Sample.session(0, [Sample.outcome(nil, 500, change: nil)])
    #expect(Self.value(.waitP50, [alone]) == (nil, "500 ms"))
    #expect(Self.value(.presentations, [alone]) == (nil, "1"))
    #expect(Self.value(.waitP50, [alone, Sample.session(1, [Sample.outcome(1, 2)])]) == ("1 ms", "2 ms"))
  }

  @Test(arguments: [3, 1024, 1025, 5000]) func theOrderAndThePartsMakeNoDifference(count: Int) {
    let seed = UInt64(count) &* 77
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    var sessions = (0..<count).map { index in
      Sample.session(
        index,
        (0..<random.next(below: 4)).map { _ in Sample.outcome(random.next(below: 9000), random.next(below: 9000)) })
    }
    let whole = Self.table(sessions)
    for index in sessions.indices { sessions.swapAt(index, random.next(below: count)) }
    let shuffled = Self.table(sessions)
    let cut = random.next(below: count)
    let parts = Self.table(Array(sessions[cut...] + sessions[..<cut]))
    #expect(whole.sortedUnits == shuffled.sortedUnits)
    #expect(whole.sortedUnits == parts.sortedUnits)
    #expect(whole.counts == parts.counts)
    #expect(whole.units.count <= MetricTable.mostUnits)
  }

  @Test func itIsKnownOfTheWholeWhetherThereIsAnythingToCompareWith() {
    let alone = Sample.session(0, [Sample.outcome(nil, 500, change: nil)])
    let compared = Sample.session(1, [Sample.outcome(1, 2)])
    for (first, second) in [(alone, compared), (compared, alone), (compared, compared), (alone, alone)] {
      let table = Self.table([first, second])
      #expect(table.hasCompared == (first.index == 2 || second.index == 2))
      #expect(table.reports(on: Self.all) == Self.table([second, first]).reports(on: Self.all))
    }
  }

  @Test func whetherTheFirstOrTheLastAreFewAllAreInGroups() {
    let many = (0..<1025).map {
      Sample.session($0, [Sample.outcome($0, $0 + 1), Sample.outcome(1, 1, grade: .assumed)])
    }
    let few = (2000..<2003).map { Sample.session($0, [Sample.outcome($0, 5), Sample.outcome(1, 1, grade: .assumed)]) }
    let whole = Self.table(many + few)
    let other = Self.table(few + many)
    #expect(other.sortedUnits == whole.sortedUnits && other.counts == whole.counts)
    #expect(whole.units.allSatisfy { $0.key < 1024 } && other.units.allSatisfy { $0.key < 1024 })
    #expect(whole.counts.contains { $0.leftOut == 1028 })
  }

  @Test func sessionsThatWereNotJudgedAddNothing() {
    var session = Sample.session(0, [Sample.outcome(1, 2)])
    session.identity = .mismatch
    #expect(Self.table([session]).units.isEmpty)
  }

  @Test func absoluteLimitsAreExact() throws {
    let sessions = [Sample.session(0, [Sample.outcome(1, 1000), Sample.outcome(1, nil, change: .lost)])]
    func breaks(_ metric: Metric, _ key: String, _ text: String) throws -> Bool {
      let node = Sample.words([("metric", metric.rawValue), (key, text)])
      let threshold = try Threshold(node)
      return Self.table(sessions, [threshold]).reports(on: [threshold])[0].isFailure
    }
    #expect(try !breaks(.waitP99, "max", "1000 ms"))
    #expect(try breaks(.waitP99, "max", "999.999 ms"))
    #expect(try !breaks(.neverShown, "max", "50%"))
    #expect(try breaks(.neverShown, "max", "49.9999%"))
    #expect(try !breaks(.presentations, "min", "1"))
    #expect(try breaks(.presentations, "min", "1.000001"))
  }
}

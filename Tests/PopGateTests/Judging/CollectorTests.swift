import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopGate

/// What is collected of sessions before anything is judged (Gate, *Findings*; Gate, *Breakdowns*).
struct CollectorTests {
  @Test func newFindingsThatAreFirmAreGivenByTheirIndices() {
    var collector = FindingCollector(failOn: RegressionCriterion())
    let first = Sample.session(
      0,
      findings: [
        Sample.finding(1), Sample.finding(2, .overlap, .same), Sample.finding(3, grade: .assumed),
        Sample.finding(4, .keyboard, grade: .robust),
      ])
    #expect(collector.add(first) == [0, 3])
    let second = Sample.session(
      1, findings: [Sample.finding(2, .overlap), Sample.finding(3), Sample.finding(1, .lostPopup, .fixed)])
    #expect(collector.add(second) == [4, 2])
    #expect(
      collector.findings.map { "\($0.fingerprint.suffix(1)) \($0.status) \($0.sessions) \($0.firmSessions)" } == [
        "1 new 1 1", "2 same 1 1", "3 new 2 1", "4 new 1 1", "2 new 1 1", "1 fixed 1 1",
      ])
    #expect(collector.findings[2].grade == .exact && collector.findings[2].positions.map(\.session) == ["s1", "s0"])
    #expect(collector.leftOut == 0 && collector.leftOutFailing == 0)
    var broken = Sample.session(2, findings: [Sample.finding(9)])
    broken.identity = .mismatch
    var failed = Sample.session(3, findings: [Sample.finding(9)])
    failed.failure = "It is too long."
    #expect(collector.add(broken).isEmpty && collector.add(failed).isEmpty && collector.findings.count == 6)
  }

  @Test func tenPlacesAreNamedTheExamplesFirst() {
    var collector = FindingCollector(failOn: RegressionCriterion())
    for index in 0..<12 { collector.add(Sample.session(index, findings: [Sample.finding(1, grade: .derived)])) }
    #expect(collector.findings[0].positions.map(\.session) == (0..<10).map { "s\($0)" })
    collector.add(Sample.session(12, findings: [Sample.finding(1)]))
    #expect(collector.findings[0].positions.map(\.session) == ["s12"] + (0..<9).map { "s\($0)" })
    #expect(collector.findings[0].positions[0].index == 13 && collector.findings[0].sessions == 13)
    collector.add(Sample.session(13, findings: [Sample.finding(1)]))
    #expect(collector.findings[0].positions[0].session == "s12")
  }

  @Test func whatIsLeftOutFailsIfItWouldByItself() {
    var rules = RuleLevels()
    rules[.zombie] = .off
    var collector = FindingCollector(failOn: RegressionCriterion(.certain), rules: rules, limit: 2)
    collector.add(Sample.session(0, findings: [Sample.finding(1), Sample.finding(2)]))
    collector.add(
      Sample.session(
        1,
        findings: [
          Sample.finding(1), Sample.finding(3), Sample.finding(3, .lostPopup, .same), Sample.finding(4, grade: .robust),
          Sample.finding(5, .zombie), Sample.finding(6, .keyboard), Sample.finding(7, grade: .derived),
        ]))
    #expect(collector.findings.map(\.sessions) == [2, 1])
    #expect(collector.leftOut == 6 && collector.leftOutFailing == 2)
  }

  @Test func sessionsWithTheSameFindingsAndValuesAreCountedTogether() {
    var breakdowns = Breakdowns([.build, .page, .os])
    func session(_ index: Int, _ build: String, app: String = "a") -> SessionReport {
      var session = Sample.session(index, build: build)
      (session.facts.app, session.facts.os, session.facts.policy) = (app, "27", "v5")
      return session
    }
    breakdowns.add(session(0, "x"), findings: [3, 1])
    breakdowns.add(session(1, "x"), findings: [])
    breakdowns.add(session(2, "x"), findings: [1, 3])
    breakdowns.add(session(3, "y"), findings: [1, 3])
    breakdowns.add(session(4, "x", app: "b"), findings: [1, 3])
    breakdowns.add(session(5, "x"), findings: [1])
    var failed = session(6, "x")
    failed.failure = "It is too long."
    breakdowns.add(failed, findings: [1])
    var broken = session(7, "x")
    broken.identity = .mismatch
    breakdowns.add(broken, findings: [1])
    #expect(breakdowns.sessions == 6)
    #expect(breakdowns.judged == [["x": 5, "y": 1], [:], ["27": 6]])
    #expect(breakdowns.groups.map(\.sessions) == [2, 1, 1, 1])
    #expect(breakdowns.groups[0].signature.findings == [1, 3] && breakdowns.groups[0].signature.values == ["x", "27"])
    #expect(breakdowns.groups[0].signature.app == "a" && breakdowns.groups[0].signature.policy == "v5")
    #expect(
      breakdowns.groups[0].positions.map { "\($0.order) \($0.position.session) \($0.position.index)" } == [
        "1 s0 1", "3 s2 3",
      ])
  }

  @Test(arguments: [false, true]) func twentySessionsOfAGroupAreRememberedUnlessTheyAreToldApart(tellsApart: Bool) {
    var breakdowns = Breakdowns([], tellsApart: tellsApart)
    for index in 0..<25 { breakdowns.add(Sample.session(index), findings: [0]) }
    #expect(breakdowns.groups[0].sessions == 25 && breakdowns.groups[0].positions.count == (tellsApart ? 25 : 20))
  }

  @Test func valuesBeyondTheMostShareARow() {
    var breakdowns = Breakdowns([.build])
    for index in 0..<65_537 { breakdowns.add(Sample.session(index, build: "b\(index)"), findings: []) }
    breakdowns.add(Sample.session(65_537, build: "b7"), findings: [])
    breakdowns.add(Sample.session(65_538, build: "new"), findings: [])
    #expect(breakdowns.judged[0].count == 65_537)
    #expect(breakdowns.judged[0]["…"] == 2 && breakdowns.judged[0]["b7"] == 2 && breakdowns.judged[0]["b65535"] == 1)
    #expect(breakdowns.judged[0]["b65536"] == nil)
  }

  @Test func theDayAfterEachDayIsOneDayLater() throws {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let first = try #require(CalendarDay("1900-01-01"))
    var count = 0
    for year in 1900...2101 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
          func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
          let date = try #require(CalendarDay("\(year)-\(digits(month))-\(digits(day))"))
          #expect(first.days(to: date) == count && date.days(to: first) == -count, "\(date)")
          count += 1
        }
      }
    }
  }
}

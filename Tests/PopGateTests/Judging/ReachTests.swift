import PopAudit
import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopGate

/// How far a limit is from being broken, and what each session adds to a metric (Gate, *Metrics*; Gate, *Rehearsal*).
struct ReachTests {
  /// The reach of a metric's only limit over twenty sessions of one popup each.
  private func reach(_ members: (String, String)..., outcome: OutcomeReport) throws -> MetricTable.Reach {
    let threshold = try Threshold(Sample.words(members))
    var table = MetricTable([threshold], failOn: RegressionCriterion())
    for index in 0..<20 { table.add(Sample.session(index, [outcome])) }
    return try #require(table.reaches(of: [threshold]).first)
  }

  private func wait(_ key: String, _ value: String, _ before: Int, _ after: Int) throws -> MetricTable.Reach {
    try reach(("metric", "wait-p95"), (key, value), outcome: Sample.outcome(before, after))
  }

  private func presentations(_ key: String, _ value: String, before: Int, after: Int) throws -> MetricTable.Reach {
    var outcome = Sample.outcome(1, 1)
    let stay = RunReport.Stay(from: Sample.ms(0), until: Sample.ms(1))
    outcome.recorded?.shown = [RunReport.Stay](repeating: stay, count: before)
    outcome.candidate?.shown = [RunReport.Stay](repeating: stay, count: after)
    return try reach(("metric", "presentations"), (key, value), outcome: outcome)
  }

  @Test func aGreatestValueIsAsFarAsItIsAboveTheCandidates() throws {
    let near = try wait("max", "1500 ms", 1, 1000)
    #expect(
      near == MetricTable.Reach(words: "wait-p95 of all popups, max: 1500 ms", isBroken: false, worsening: 500_000))
    #expect(try wait("max", "1000 ms", 1, 1000).worsening == 0)
    #expect(try !wait("max", "1000 ms", 1, 1000).isBroken)
    let broken = try wait("max", "999 ms", 1, 1000)
    #expect(broken.isBroken && broken.worsening == 0)
    // Nothing does not get more by being so many per cent worse.
    #expect(try wait("max", "1 ms", 1, 0).worsening == nil)
  }

  @Test func aSmallestValueIsAsFarAsItIsBelow() throws {
    #expect(try presentations("min", "1", before: 1, after: 4).worsening == 750_000)
    #expect(try presentations("min", "4", before: 1, after: 4).worsening == 0)
    let broken = try presentations("min", "5", before: 1, after: 4)
    #expect(broken.isBroken && broken.worsening == 0)
    #expect(try presentations("min", "0", before: 1, after: 0).worsening == nil)
  }

  @Test func aRiseOrAFallIsMeasuredByTheBaseline() throws {
    #expect(try wait("max-increase", "10%", 1000, 1000).worsening == 100_000)
    // From 800 to 1,100 is three eighths more.
    #expect(try wait("max-increase", "37.5%", 1000, 800).worsening == 718_750)
    #expect(try wait("max-increase", "10%", 1000, 1101).isBroken)
    #expect(try wait("max-increase", "10%", 0, 0).worsening == 100_000)
    #expect(try wait("max-increase", "10%", 0, 5).isBroken)
    #expect(try wait("max-increase", "10%", 5, 0).worsening == nil)
    #expect(try presentations("max-decrease", "20%", before: 10, after: 10).worsening == 200_000)
    #expect(try presentations("max-decrease", "20%", before: 10, after: 9).worsening == 111_111)
    #expect(try presentations("max-decrease", "20%", before: 10, after: 12).worsening == 333_333)
    #expect(try presentations("max-decrease", "20%", before: 10, after: 7).isBroken)
    #expect(try presentations("max-decrease", "100%", before: 10, after: 0).worsening == nil)
  }

  @Test func withoutSessionsNothingIsBrokenAndNothingIsFar() throws {
    let threshold = try Threshold(
      Sample.words([
        ("metric", "presentations"), ("max", "1"), ("min", "1"), ("max-increase", "1%"), ("max-decrease", "1%"),
      ]))
    let table = MetricTable([threshold], failOn: RegressionCriterion())
    let reaches = table.reaches(of: [threshold])
    #expect(reaches.count == 4 && reaches.allSatisfy { !$0.isBroken && $0.worsening == nil })
    #expect(table.reaches(of: []).isEmpty)
    // A metric that the table does not have is no metric.
    let other = try Threshold(Sample.words([("metric", "overlaps"), ("max", "1")]))
    #expect(table.reaches(of: [other]).map(\.isBroken) == [false] && table.reports(on: [other]).isEmpty)
  }

  @Test func theReachIsThatOfMostSamples() throws {
    // Half of the sessions have risen by half, the others have not: most resamples are above a tenth, many above two fifths.
    let threshold = try Threshold(
      Sample.words([("metric", "time-on-screen"), ("max-increase", "50%"), ("max-decrease", "50%")]))
    var table = MetricTable([threshold], failOn: RegressionCriterion())
    for index in 0..<40 {
      var outcome = Sample.outcome(0, 0)
      outcome.candidate?.shown[0].until = Sample.ms(index % 2 == 0 ? 1500 : 1000)
      table.add(Sample.session(index, [outcome]))
    }
    let report = table.reports(on: [threshold])[0]
    #expect(report.change?.measured == 250_000)
    let low = try #require(report.change?.low)
    let high = try #require(report.change?.high)
    let reaches = table.reaches(of: [threshold])
    // It takes what the lower end is short of half as much again, and the upper end above half as much.
    let rise = try #require(reaches[0].worsening)
    let fall = try #require(reaches[1].worsening)
    #expect((low - 13_000...low + 13_000).contains(Int(1_500_000.0 / (1 + Double(rise) / 1_000_000)) - 1_000_000))
    #expect((high - 13_000...high + 13_000).contains(Int(500_000.0 / (1 - Double(fall) / 1_000_000)) - 1_000_000))
    #expect(rise > 200_000 && fall > 600_000 && low < 250_000 && high > 250_000)
  }
}

/// What each session adds to a metric.
struct SessionMetricsTests {
  private func report(
    _ metric: Metric, _ sessions: [SessionReport], _ scope: Threshold.Scope = Threshold.Scope(),
    failOn grade: Grade = .robust
  )
    -> ThresholdReport?
  {
    let threshold = Threshold(metric, scope)
    var table = MetricTable([threshold], failOn: RegressionCriterion(upTo: grade))
    for session in sessions { table.add(session) }
    return table.reports(on: [threshold]).first
  }

  private func values(_ metric: Metric, _ sessions: [SessionReport], _ scope: Threshold.Scope = Threshold.Scope())
    -> [String?]
  {
    let report = report(metric, sessions, scope)
    return [report?.reference?.description, report?.candidate?.description]
  }

  @Test func sessionsWithoutPopupsCountAsSessionsOnBothSides() {
    let sessions = [Sample.session(0, [Sample.outcome(1, 2)]), Sample.session(1), Sample.session(2), Sample.session(3)]
    #expect(values(.presentations, sessions) == ["0.25", "0.25"])
    #expect(values(.affectedSessions, sessions + [Sample.session(4, findings: [Sample.finding(1)])]) == [nil, "20 %"])
    // With nothing to compare any with, they count among those that have none.
    let alone = [Sample.session(0, [Sample.outcome(nil, 500, change: nil)]), Sample.session(1)]
    #expect(values(.presentations, alone) == [nil, "0.5"])
    #expect(values(.presentations, [Sample.session(1)]) == [nil, "0"])
  }

  @Test func sessionsAreAffectedByNewErrorsThatAreFirm() {
    func share(_ finding: FindingReport) -> String? {
      values(.affectedSessions, [Sample.session(0, findings: [finding])])[1]
    }
    #expect(share(Sample.finding(1)) == "100 %" && share(Sample.finding(1, grade: .robust)) == "100 %")
    #expect(share(Sample.finding(1, grade: .assumed)) == "0 %" && share(Sample.finding(1, .lostPopup, .same)) == "0 %")
    #expect(share(Sample.finding(1, .keyboard)) == "0 %" && share(Sample.finding(1, .lostPopup, .fixed)) == "0 %")
    let measured = report(.affectedSessions, [Sample.session(0), Sample.session(1)])
    #expect(measured?.measured == 2 && measured?.leftOut == 0)
  }

  @Test func coverageCountsReactions() {
    var session = Sample.session(0, [Sample.outcome(1, 2)])
    (session.coverage.reachedReactions, session.coverage.unreachedReactions) = (7, 1)
    let report = report(.coverage, [session])
    #expect(report?.candidate?.description == "87.5 %" && report?.reference == nil && report?.measured == 8)
    #expect(values(.coverage, [Sample.session(0)]) == [nil, nil])
  }

  @Test func certaintyIsAskedOfWhatAMetricRestsOn() {
    func measured(_ metric: Metric, shown: Grade, where place: Grade, end: Grade, failOn grade: Grade = .robust) -> Int?
    {
      var outcome = Sample.outcome(1, 2)
      outcome.grades = AspectGrades(shown: shown, where: place, end: end)
      let report = report(metric, [Sample.session(0, [outcome])], failOn: grade)
      #expect(report.map { $0.measured + $0.leftOut } == 1)
      return report?.measured
    }
    #expect(measured(.neverShown, shown: .robust, where: .assumed, end: .assumed) == 1)
    #expect(measured(.neverShown, shown: .assumed, where: .exact, end: .exact) == 0)
    for metric in [Metric.presentations, .overlaps] {
      #expect(measured(metric, shown: .robust, where: .robust, end: .assumed) == 1)
      #expect(measured(metric, shown: .robust, where: .assumed, end: .exact) == 0)
      #expect(measured(metric, shown: .assumed, where: .exact, end: .exact) == 0)
    }
    for metric in [Metric.waitP50, .orderChanges, .preemptions, .timeOnScreen] {
      #expect(measured(metric, shown: .derived, where: .derived, end: .derived) == 1)
      #expect(measured(metric, shown: .exact, where: .exact, end: .robust) == 0)
      #expect(measured(metric, shown: .assumed, where: .assumed, end: .assumed, failOn: .assumed) == 1)
    }
  }

  @Test func theOrderIsThatOfPopupsThatBothRunsPresent() {
    let popups = [
      Sample.outcome(1, 2, change: .reordered), Sample.outcome(1, 2), Sample.outcome(1, nil, change: .lost),
      Sample.outcome(nil, 1, change: .gained), Sample.outcome(1, 2),
    ]
    let report = report(.orderChanges, [Sample.session(0, popups)])
    #expect(
      report?.candidate?.description == "33.33 %" && report?.measured == 5
        && report?.evidence == ThresholdReport.Evidence.none)
    // Where there is nothing to compare with there is no order.
    #expect(values(.orderChanges, [Sample.session(0, [Sample.outcome(nil, 5, change: nil)])]) == [nil, nil])
  }

  @Test func timeOnScreenIsThatOfAllPresentationsToTheEnd() {
    func time(_ stays: [(Int, Int?)]) -> String? {
      var outcome = Sample.outcome(1, 1)
      outcome.candidate?.shown = stays.map { RunReport.Stay(from: Sample.ms($0.0), until: $0.1.map { Sample.ms($0) }) }
      return values(.timeOnScreen, [Sample.session(0, [outcome])])[1]
    }
    #expect(time([(100, 300), (500, 600)]) == "300 ms" && time([(9_000, nil)]) == "1,000 ms")
    #expect(time([(300, 100)]) == "0 ms" && time([]) == nil)
    // What has no end that a number could tell stays within the greatest.
    #expect(time([(0, 40_000_000_000)]) == "17,592,186,044.42 ms")
  }

  @Test func waitsArePerPopupThatCameUp() {
    var sessions = (1...10).map { Sample.session($0, [Sample.outcome($0 * 10, $0 * 100)]) }
    sessions.append(Sample.session(11, [Sample.outcome(nil, nil)]))
    #expect(values(.waitP50, sessions) == ["50 ms", "500 ms"] && values(.waitP95, sessions) == ["100 ms", "1,000 ms"])
    #expect(values(.waitP99, sessions) == ["100 ms", "1,000 ms"])
    var negative = Sample.session(0, [Sample.outcome(5, 5)])
    negative.outcomes[0].candidate?.waited = Milliseconds(microseconds: -5)
    #expect(values(.waitP50, [negative]) == ["5 ms", "0 ms"])
  }

  @Test func preemptionsAndPopupsNeverShownAreOverWhatTheyCouldBe() {
    var outcome = Sample.outcome(1, 1)
    outcome.candidate?.preempted = 2
    outcome.recorded?.preempted = 1
    outcome.candidate?.shown.append(RunReport.Stay(from: Sample.ms(3), until: Sample.ms(4)))
    #expect(values(.preemptions, [Sample.session(0, [outcome])]) == ["1,000 per 1,000", "1,000 per 1,000"])
    let sessions = [
      Sample.session(0, [Sample.outcome(1, nil, change: .lost), outcome, Sample.outcome(nil, 2, change: .gained)])
    ]
    #expect(values(.neverShown, sessions) == ["33.33 %", "33.33 %"])
    #expect(values(.presentations, sessions) == ["2", "3"])
  }

  @Test func anOverlapIsOfBothOfItsPopups() {
    var overlap = Sample.finding(1, .overlap)
    (overlap.popup, overlap.name, overlap.other, overlap.otherName) = (1, "A", 2, "B")
    var session = Sample.session(
      0,
      [Sample.outcome(1, 1, name: "A"), Sample.outcome(1, 1, name: "B", kind: .sheet), Sample.outcome(1, 1, name: "C")])
    for index in 0..<3 { session.outcomes[index].popup = Int64(index + 1) }
    session.outcomes[2].attributes?.level = 9
    session.findings = [overlap]
    func both(_ scope: Threshold.Scope) -> [String?] { values(.overlaps, [session], scope) }
    #expect(both(Threshold.Scope()) == ["0 per 1,000", "333.33 per 1,000"])
    #expect(both(Threshold.Scope(popup: "A")) == ["0 per 1,000", "1,000 per 1,000"])
    #expect(both(Threshold.Scope(popup: "B")) == ["0 per 1,000", "1,000 per 1,000"])
    #expect(both(Threshold.Scope(popup: "C")) == ["0 per 1,000", "0 per 1,000"])
    #expect(both(Threshold.Scope(kind: .sheet)) == ["0 per 1,000", "1,000 per 1,000"])
    #expect(both(Threshold.Scope(kind: .alert)) == ["0 per 1,000", "500 per 1,000"])
    #expect(both(Threshold.Scope(level: 9)) == ["0 per 1,000", "0 per 1,000"])
    #expect(both(Threshold.Scope(popup: "A", kind: .sheet)) == [nil, nil])
    session.findings[0].status = .same
    #expect(both(Threshold.Scope()) == ["333.33 per 1,000", "333.33 per 1,000"])
    session.findings[0].status = .fixed
    #expect(both(Threshold.Scope()) == ["333.33 per 1,000", "0 per 1,000"])
    session.findings[0].rule = .zombie
    #expect(both(Threshold.Scope()) == ["0 per 1,000", "0 per 1,000"])
    // Nobody knows of which popups one is that names none.
    (overlap.popup, overlap.other) = (nil, nil)
    session.findings = [overlap]
    #expect(
      both(Threshold.Scope(popup: "A")) == ["0 per 1,000", "0 per 1,000"]
        && both(Threshold.Scope())[1] == "333.33 per 1,000")
    // Alone, it counts among what has nothing to compare with.
    for index in 0..<3 { (session.outcomes[index].change, session.outcomes[index].recorded) = (nil, nil) }
    #expect(both(Threshold.Scope()) == [nil, "333.33 per 1,000"])
  }

  @Test func limitsComeFirstAndEachThresholdHasItsLine() throws {
    let plain = try Threshold(Sample.words([("metric", "waitP50".replacing("P", with: "-p"))], line: 3))
    let limited = try Threshold(Sample.words([("metric", "never-shown"), ("max", "40%")], line: 7))
    var table = MetricTable([plain, limited, plain], failOn: RegressionCriterion())
    for index in 0..<6 { table.add(Sample.session(index, [Sample.outcome(1, index < 3 ? nil : 2)])) }
    let reports = table.reports(on: [plain, limited])
    #expect(
      reports.map { "\($0.metric) \($0.line ?? 0) \($0.isFailure)" } == ["never-shown 7 true", "wait-p50 3 false"])
    #expect(reports[0].limits.map(\.words) == ["max: 40%"] && reports[1].limits.isEmpty)
    #expect(table.columns.count == 2)
  }

  @Test func aSessionIsRecognisedByWhatItHoldsWhereverItLies() {
    func units(_ change: (inout SessionReport) -> Void) -> Int {
      var table = MetricTable([Threshold(.presentations)], failOn: RegressionCriterion())
      for number in 0..<2 {
        var session = Sample.session(0, [Sample.outcome(1, 2)])
        if number == 1 { change(&session) }
        table.add(session)
      }
      return table.units.count
    }
    #expect(units { _ in } == 1)
    #expect(units { $0.index = 2 } == 2 && units { $0.trace = "b" } == 2 && units { $0.session = "t" } == 2)
  }
}

import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopGate

struct GateJudgeTests {
  static let today = CalendarDay("2026-11-22")!

  static func verdict(
    _ sessions: [SessionReport], _ configuration: GateConfiguration = GateConfiguration(), _ file: BaselineFile? = nil,
    blame: [BlameEntry] = []
  ) -> GateJudge.Verdict {
    var judge = GateJudge(configuration, baseline: file, asOf: today)
    var summary = ReportSummary()
    for session in sessions {
      judge.add(session)
      summary.add(session)
    }
    return judge.verdict(summary, blame: blame)
  }

  static func sessions(_ count: Int, of all: Int, _ finding: FindingReport) -> [SessionReport] {
    (0..<all).map { Sample.session($0, findings: $0 < count ? [finding] : [], build: $0 % 2 == 0 ? "even" : "odd") }
  }

  static func word(
    _ finding: FindingReport, _ file: BaselineFile? = nil, in count: Int = 2,
    _ change: (inout GateConfiguration) -> Void = { _ in }
  ) -> String {
    var configuration = GateConfiguration()
    change(&configuration)
    return verdict(sessions(count, of: 300, finding), configuration, file).findings[0].judgement.word.rawValue
  }

  static func file(_ expires: String? = nil, _ count: Int = 2) -> BaselineFile {
    var entry = BaselineFileTests.entry(1, SessionShare(count, of: 300))
    entry.excuse.expires = expires.flatMap { CalendarDay($0) }
    return BaselineFile([entry])
  }

  static func ignore(_ rule: Rule, until day: String, popup: String? = nil) -> IgnoreEntry {
    IgnoreEntry(rule: rule, popup: popup, excuse: Excuse(reason: "x", expires: CalendarDay(day)))
  }

  @Test func theFirstThatAppliesIsTheJudgement() {
    let error = Sample.finding(1)
    #expect(Self.word(error) == "fails")
    #expect(Self.word(Sample.finding(1, .lostPopup, .same)) == "known")
    #expect(Self.word(Sample.finding(1, .lostPopup, .fixed)) == "known")
    #expect(Self.word(Sample.finding(1, grade: .assumed)) == "assumed")
    #expect(Self.word(Sample.finding(1, grade: .assumed)) { $0.isStrict = true } == "fails")
    #expect(Self.word(Sample.finding(1, grade: .robust)) { $0.failOn = .certain } == "assumed")
    #expect(Self.word(Sample.finding(1, .keyboard)) == "warns")
    #expect(Self.word(Sample.finding(1, .keyboard)) { $0.rules[.keyboard] = .error } == "fails")
    #expect(Self.word(error) { $0.rules[.lostPopup] = .warning } == "warns")
    #expect(Self.word(error) { $0.rules[.lostPopup] = .off } == "notes")
    #expect(Self.word(error) { $0.ignore = [Self.ignore(.lostPopup, until: "2026-11-22")] } == "ignored")
    #expect(Self.word(error) { $0.ignore = [Self.ignore(.lostPopup, until: "2026-11-21")] } == "expired")
    #expect(Self.word(error) { $0.ignore = [Self.ignore(.lostPopup, until: "2027-01-01", popup: "Other")] } == "fails")
    #expect(Self.word(error, Self.file()) == "accepted")
    #expect(Self.word(error, Self.file(), in: 30) == "worse")
    #expect(Self.word(error, Self.file("2026-11-21")) == "expired")
    #expect(Self.word(Sample.finding(1, .keyboard), Self.file("2026-11-21")) == "warns")
    #expect(
      Self.word(error, Self.file("2026-11-21")) { $0.ignore = [Self.ignore(.lostPopup, until: "2027-01-01")] }
        == "ignored")
    #expect(Self.word(error, Self.file()) { $0.ignore = [Self.ignore(.lostPopup, until: "2026-01-01")] } == "accepted")
  }

  @Test func failuresAreCounted() throws {
    var configuration = GateConfiguration()
    configuration.thresholds = [try Threshold(Sample.words([("metric", "affected-sessions"), ("max", "0%")]))]
    #expect(Self.verdict(Self.sessions(2, of: 300, Sample.finding(1)), configuration).failures == 2)
    #expect(Self.verdict(Self.sessions(0, of: 300, Sample.finding(1)), configuration).failures == 0)
  }

  @Test func anAcceptanceOfWhatIsGoneIsStale() {
    var configuration = GateConfiguration()
    let sessions = Self.sessions(1, of: 300, Sample.finding(7, .keyboard))
    var verdict = Self.verdict(sessions, configuration, Self.file(nil, 5))
    #expect(verdict.report.baseline?.stale.map(\.line) == [2] && verdict.failures == 0)
    configuration.isBaselineStrict = true
    verdict = Self.verdict(sessions, configuration, Self.file(nil, 5))
    #expect(verdict.report.baseline?.isFailure == true && verdict.failures == 1)
    #expect(Self.verdict([], configuration, Self.file(nil, 5)).failures == 0)
    let none = BaselineFile([BaselineFileTests.entry(1, SessionShare(0, of: 0))])
    #expect(Self.verdict([], configuration, none).failures == 0)
    // Four of 300 may well be in none of 300 others.
    #expect(Self.verdict(sessions, configuration, Self.file(nil, 4)).report.baseline?.stale.isEmpty == true)
    let there = Self.verdict(
      Self.sessions(1, of: 300, Sample.finding(1, .lostPopup, .same)), configuration, Self.file(nil, 5))
    #expect(there.report.baseline?.stale.isEmpty == true)
    // What is mended is gone.
    let mended = Self.verdict(
      Self.sessions(1, of: 300, Sample.finding(1, .lostPopup, .fixed)), configuration, Self.file(nil, 5))
    #expect(mended.report.baseline?.stale.map(\.line) == [2])
  }

  @Test func whatHasRunOutIsNotSaidToHaveRisen() {
    let sessions = Self.sessions(30, of: 300, Sample.finding(1))
    #expect(Self.verdict(sessions, GateConfiguration(), Self.file()).report.baseline?.risen.count == 1)
    let over = Self.verdict(sessions, GateConfiguration(), Self.file("2026-11-21"))
    #expect(over.report.baseline?.risen.isEmpty == true && over.findings[0].judgement.word == .expired)
  }

  @Test func theExampleIsTheFirstOfTheBestGrade() {
    var collector = FindingCollector(failOn: RegressionCriterion())
    for (index, grade) in [Grade.assumed, .robust, .derived, .derived].enumerated() {
      collector.add(Sample.session(index, findings: [Sample.finding(1, grade: grade)]))
    }
    let finding = collector.findings[0]
    #expect(finding.grade == .derived && finding.sessions == 4 && finding.firmSessions == 3)
    #expect(finding.positions.map(\.session) == ["s2", "s1", "s0", "s3"])
  }

  @Test func whatIsNotToldApartStillFails() {
    var collector = FindingCollector(failOn: RegressionCriterion(), limit: 1)
    collector.add(Sample.session(0, findings: [Sample.finding(1), Sample.finding(2), Sample.finding(3, .keyboard)]))
    #expect(collector.findings.count == 1 && collector.leftOut == 2 && collector.leftOutFailing == 1)
  }

  @Test func hurtSessionsAreCountedByWhatTheyDifferIn() {
    var configuration = GateConfiguration()
    configuration.by = [.build, .page, .popup]
    var sessions = Self.sessions(31, of: 300, Sample.finding(1))
    sessions[9].findings.append(Sample.finding(2, .overlap))
    sessions[299].findings.append(Sample.finding(3, .keyboard))
    let report = Self.verdict(sessions, configuration).report
    #expect(report.hurtSessions == 31 && report.hurt.count == 20)
    #expect(report.hurt[0].position.session == "s9" && report.hurt[0].rules == [.overlap, .lostPopup])
    #expect(report.hurt[1].position.session == "s0" && report.hurt[1].build == "even")
    #expect(report.breakdowns.map(\.dimension) == ["build", "page", "popup"])
    #expect(report.breakdowns[0].rows.map(\.value) == ["even", "odd"])
    #expect(report.breakdowns[0].rows.map(\.hurt.description) == ["16 of 150", "15 of 150"])
    #expect(report.breakdowns[0].rows.map(\.failures) == [16, 16])
    let byPage = report.breakdowns[1].rows
    #expect(byPage.map(\.value) == ["HomePage"] && byPage[0].hurt == SessionShare(31, of: 300))
    #expect(byPage[0].failures == 32)
  }

  @Test func ofRowsWithAsManyHurtSessionsTheLargestShareComesFirstThenTheMostFailures() {
    var configuration = GateConfiguration()
    configuration.by = [.build]
    let (one, other) = (Sample.finding(1), Sample.finding(2, .overlap))
    let sessions = [
      Sample.session(0, findings: [one, other], build: "a"), Sample.session(1, build: "a"),
      Sample.session(2, findings: [one], build: "b"), Sample.session(3, findings: [one, other], build: "c"),
      Sample.session(4, findings: [one], build: "d"), Sample.session(5, findings: [one], build: "d"),
      Sample.session(6, build: "d"), Sample.session(7, build: "e"), Sample.session(8, findings: [one], build: "f"),
    ]
    let rows = Self.verdict(sessions, configuration).report.breakdowns[0].rows
    #expect(
      rows.map { "\($0.value): \($0.hurt), \($0.failures)" } == [
        "d: 2 of 3, 2", "c: 1 of 1, 2", "b: 1 of 1, 1", "f: 1 of 1, 1", "a: 1 of 2, 2", "e: 0 of 1, 0",
      ])
  }

  @Test func breakdownsShowTwentyRows() {
    var configuration = GateConfiguration()
    configuration.by = [.metadata("n"), .arm("a")]
    let sessions = (0..<50).map { index in
      var session = Sample.session(index, findings: index < 3 ? [Sample.finding(1)] : [])
      session.facts.metadata = [.init("n", "\(index)")]
      return session
    }
    let reports = Self.verdict(sessions, configuration).report.breakdowns
    #expect(reports[0].rows.count == 20 && reports[0].leftOut == 30)
    #expect(reports[0].rows.prefix(3).map(\.value) == ["0", "1", "2"])
    #expect(reports[1].rows.map(\.value) == [""])
  }

  @Test func remarksTellOfWhatMatchedNothingOrEnds() {
    var configuration = GateConfiguration()
    configuration.ignore = [
      Self.ignore(.lostPopup, until: "2026-12-06"), Self.ignore(.overlap, until: "2026-12-07"),
      Self.ignore(.lostPopup, until: "2026-11-22"), Self.ignore(.lostPopup, until: "2026-11-20"),
    ]
    let remarks = Self.verdict(Self.sessions(1, of: 5, Sample.finding(1)), configuration, Self.file("2026-11-23"))
      .report.remarks
    #expect(
      remarks == [
        "The ignore entry lost-popup expires in 14 days, on 2026-12-06.", "The ignore entry overlap matched nothing.",
        "The ignore entry lost-popup expires today.",
        "The ignore entry lost-popup expired on 2026-11-20. Renew or remove it.",
        "The acceptance of lost-popup on line 2 of the baseline expires in 1 day, on 2026-11-23.",
      ])
  }

  @Test(arguments: [9, 10, 11, 12])
  func tenAcceptancesThatEndAreNamedAndTheOthersCounted(count: Int) {
    let entries = (1...count).map { number in
      var entry = BaselineFileTests.entry(number, SessionShare(1, of: 300))
      entry.excuse.expires = CalendarDay("2026-11-23")
      return entry
    }
    let remarks = Self.verdict([Sample.session(0)], GateConfiguration(), BaselineFile(entries)).report.remarks
    #expect(remarks.count { $0.hasPrefix("The acceptance of ") } == min(count, 10))
    let others = count > 10 ? ["So do, or did, \(count - 10) more of the baseline."] : []
    #expect(Array(remarks.dropFirst(min(count, 10))) == others)
  }

  @Test func daysAreCountedOverLeapYears() {
    #expect(CalendarDay("2024-02-28")!.days(to: CalendarDay("2024-03-01")!) == 2)
    #expect(CalendarDay("2026-12-31")!.days(to: CalendarDay("2026-01-01")!) == -364)
    #expect(CalendarDay("2000-01-01")!.days(to: CalendarDay("2100-01-01")!) == 36_525)
  }
}

import PopAudit
import PopReplay
import Testing

@testable import PopDocument
@testable import PopGate

/// What a gate says of a night as a whole (Gate, *Findings*; Gate, *Accepting*).
struct VerdictTests {
  private func entry(_ number: Int, _ sessions: SessionShare, until day: String? = nil) -> BaselineFile.Entry {
    var entry = BaselineFileTests.entry(number, sessions)
    entry.excuse.expires = day.flatMap { CalendarDay($0) }
    return entry
  }

  @Test func theReportOfTheBaselineSaysWhatItAcceptsWhatHasRisenAndWhatIsGone() {
    let file = BaselineFile([
      entry(1, SessionShare(2, of: 300)), entry(2, SessionShare(2, of: 300)), entry(3, SessionShare(6, of: 300)),
      entry(4, SessionShare(6, of: 300)),
    ])
    let sessions = (0..<300).map { index in
      var findings: [FindingReport] = index < 2 ? [Sample.finding(1)] : []
      if index < 40 { findings.append(Sample.finding(2)) }
      if index == 0 { findings.append(Sample.finding(4, .lostPopup, .same)) }
      return Sample.session(index, findings: findings)
    }
    var configuration = GateConfiguration()
    configuration.baseline = "b.json"
    let verdict = GateJudgeTests.verdict(sessions, configuration, file)
    let report = verdict.report.baseline
    #expect(report?.file == "b.json" && report?.accepted == 1 && report?.isStrict == false)
    #expect(
      report?.risen.map { "\($0.words) \($0.accepted) \($0.now) \($0.line ?? 0)" } == [
        "lost-popup 2 of 300 40 of 300 3"
      ])
    #expect(report?.stale.map { "\($0.fingerprint ?? "") \($0.words) \($0.line)" } == ["0000000000000003 lost-popup 4"])
    #expect(verdict.findings.map(\.judgement.word.rawValue) == ["worse", "accepted", "known"] && verdict.failures == 1)
    #expect(GateJudgeTests.verdict(sessions, configuration).report.baseline == nil)
    // Where some were not told apart nobody knows what is gone.
    #expect(verdict.report.asOf == GateJudgeTests.today && verdict.report.thresholds.isEmpty)
  }

  @Test func anAcceptanceHoldsForWhatFailsNothing() {
    func word(_ finding: FindingReport, until day: String?, _ change: (inout GateConfiguration) -> Void = { _ in })
      -> String
    {
      GateJudgeTests.word(finding, BaselineFile([entry(1, SessionShare(2, of: 300), until: day)]), change)
    }
    #expect(word(Sample.finding(1, .keyboard), until: nil) == "accepted")
    #expect(word(Sample.finding(1, grade: .assumed), until: nil) == "accepted")
    #expect(word(Sample.finding(1, grade: .assumed), until: "2026-11-21") == "assumed")
    #expect(word(Sample.finding(1, .keyboard), until: "2026-11-22") == "accepted")
    #expect(word(Sample.finding(1, .lostPopup, .same), until: nil) == "known")
    #expect(word(Sample.finding(1), until: nil) { $0.rules[.lostPopup] = .off } == "notes")
    let ignore = GateJudgeTests.ignore(.keyboard, until: "2027-01-01")
    #expect(word(Sample.finding(1, .keyboard), until: nil) { $0.ignore = [ignore] } == "ignored")
    #expect(word(Sample.finding(2, .keyboard), until: nil) == "warns")
  }

  @Test func ofSeveralEntriesThatSpeakOfAFindingOneThatHoldsIsEnough() {
    let (over, holds) = (
      GateJudgeTests.ignore(.lostPopup, until: "2026-11-21"), GateJudgeTests.ignore(.lostPopup, until: "2026-11-22")
    )
    #expect(GateJudgeTests.word(Sample.finding(1)) { $0.ignore = [over, holds] } == "ignored")
    #expect(GateJudgeTests.word(Sample.finding(1)) { $0.ignore = [over, over] } == "expired")
    let warning = GateJudgeTests.ignore(.keyboard, until: "2026-11-21")
    #expect(GateJudgeTests.word(Sample.finding(1, .keyboard)) { $0.ignore = [warning] } == "warns")
  }

  @Test func whatFailsAddsUp() throws {
    var configuration = GateConfiguration()
    configuration.isBaselineStrict = true
    configuration.thresholds = [
      try Threshold(Sample.words([("metric", "affected-sessions"), ("max", "0%")])),
      try Threshold(Sample.words([("metric", "presentations"), ("min", "1"), ("max", "2")])),
      try Threshold(Sample.words([("metric", "coverage")])),
    ]
    let file = BaselineFile([entry(8, SessionShare(9, of: 300)), entry(9, SessionShare(9, of: 300))])
    let verdict = GateJudgeTests.verdict(
      (0..<300).map { Sample.session($0, findings: $0 < 2 ? [Sample.finding(1), Sample.finding(2)] : []) },
      configuration,
      file)
    // Two findings, two limits and two acceptances of what is gone.
    #expect(verdict.failures == 6)
    #expect(verdict.report.thresholds.map(\.metric) == ["affected-sessions", "presentations", "coverage"])
  }

  @Test func remarksAreOfNewFindingsAndOfDaysThatAreNear() {
    var configuration = GateConfiguration()
    var lined = GateJudgeTests.ignore(.lostPopup, until: "2026-12-25")
    lined.line = 12
    configuration.ignore = [lined, GateJudgeTests.ignore(.keyboard, until: "2026-11-24")]
    // What both runs have is nothing that an entry matches.
    let sessions = [Sample.session(0, findings: [Sample.finding(1, .lostPopup, .same), Sample.finding(2, .keyboard)])]
    let file = BaselineFile([
      entry(1, SessionShare(1, of: 300), until: "2026-11-21"), entry(2, SessionShare(1, of: 300), until: "2026-12-07"),
    ])
    #expect(
      GateJudgeTests.verdict(sessions, configuration, file).report.remarks == [
        "The ignore entry lost-popup on line 12 matched nothing.",
        "The ignore entry keyboard expires in 2 days, on 2026-11-24.",
        "The acceptance of lost-popup on line 2 of the baseline expired on 2026-11-21. Renew or remove it.",
      ])
  }
}

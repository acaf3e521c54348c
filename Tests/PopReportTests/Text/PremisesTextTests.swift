import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("What a report takes for granted, and estimates")
struct PremisesTextTests {
  private let counted = Premises(
    sessions: 300, visits: VisitCounts(seen: 2, expectedMillionths: 61_250_000), reactions: ReactionModel())

  private func text(_ premises: PremisesReport?, _ summary: ReportSummary) -> String {
    TextReport(ReportHead(policy: "v2", reference: "recorded", premises: premises), style: .plain).text(summary)
  }

  private func undecided(_ draws: Int) -> SessionReport {
    var session = SampleSessions.session("a")
    session.hasErrorInSomeRun = true
    session.affectedEstimates = draws
    return session
  }

  private func estimated(_ sessions: [SessionReport]) -> ReportSummary {
    var summary = SampleSessions.summary(sessions)
    summary.affected.isEstimated = true
    return summary
  }

  @Test("says what users do, by whom that is said, and how many visits there were")
  func sentence() {
    let auto = PremisesReport(visits: .wait, origin: .auto, premises: counted)
    #expect(auto.sentence == "visits wait (auto: 2 of 61 expected visits under a popup)")
    #expect(
      PremisesReport(visits: .wait, origin: .file, premises: counted).sentence
        == "visits wait (file: 2 of 61 expected visits under a popup)")
    #expect(PremisesReport(visits: .free, origin: .option).sentence == "visits free (as asked for)")
    #expect(PremisesReport(visits: .free, origin: .unread).sentence == "visits free (the input is read only once)")
    let summary = SampleSessions.summary(SampleSessions.field)
    #expect(text(auto, summary).contains("\n          premises: \(auto.sentence)\n"))
    #expect(!text(nil, summary).contains("premises"))
  }

  @Test("names the other premises where something robust rests on them")
  func others() {
    let premises = PremisesReport(visits: .free, origin: .option)
    #expect(!text(premises, SampleSessions.summary([SampleSessions.session("a")])).contains("known dwells hold"))
    let robust = SampleSessions.session("a", findings: [SampleSessions.wrongPage(grade: .robust)])
    #expect(
      text(premises, SampleSessions.summary([robust])).contains("known dwells hold, unseen decisions are answered"))
  }

  @Test("is silent where there are scenarios alone")
  func scenarios() {
    var scenario = SampleSessions.session("a")
    scenario.isScenario = true
    let premises = PremisesReport(visits: .free, origin: .auto, premises: counted)
    #expect(!text(premises, SampleSessions.summary([scenario])).contains("premises"))
  }

  @Test("says how many sessions are expected to be affected")
  func expected() {
    let robust = SampleSessions.session("b", findings: [SampleSessions.wrongPage(grade: .robust)])
    let sessions =
      (0..<350).map { _ in undecided(8) } + (0..<182).map { _ in robust }
      + (0..<468).map { _ in SampleSessions.session("c") }
    let summary = estimated(sessions)
    #expect(summary.affected.rate.sixteenths == 350 * 8 + 182 * 16)
    #expect(text(nil, summary).contains("AFFECTED  182 to 532 of 1,000 sessions; expected 357 (35.7 % ± 2.5, 90 %)\n"))
    #expect(text(nil, SampleSessions.summary(sessions)).contains("AFFECTED  182 to 532 of 1,000 sessions\n"))
  }

  @Test("counts a session whose runs were not drawn as its median run has it")
  func undrawn() {
    let assumed = SampleSessions.session("a", findings: [SampleSessions.wrongPage(grade: .assumed)])
    #expect(estimated([assumed, SampleSessions.session("b")]).affected.rate.sixteenths == 16)
  }

  @Test("fails where more are affected than allowed, and changes nothing else")
  func gate() throws {
    var summary = estimated((0..<100).map { _ in undecided(8) })
    #expect(summary.verdict == .fine)
    // 50 of 100: from 41.9 % to 58.1 %.
    summary.mostAffected = try Share(parsing: "42%")
    #expect(summary.verdict == .fine)
    summary.mostAffected = try Share(parsing: "41%")
    #expect(summary.verdict == .worse)
    #expect(summary.regressions == 0)
    #expect(
      text(nil, summary).hasSuffix(
        "v2 makes things worse: at least 41.8 % of sessions affected (90 %), where 41% are allowed.\n"))
    let certain = SampleSessions.session("a", findings: [SampleSessions.wrongPage()])
    var both = estimated((0..<100).map { _ in certain })
    both.mostAffected = try Share(parsing: "2%")
    #expect(text(nil, both).contains("100 new errors in 100 of 100 sessions; at least 97.3 % of sessions affected"))
  }

  @Test("is written for programs, too")
  func json() {
    let premises = PremisesReport(visits: .wait, origin: .auto, premises: counted)
    let head = ReportHead(policy: "v2", reference: "recorded", premises: premises)
    let summary = estimated([undecided(8), SampleSessions.session("b")])
    var json = JSONReport()
    let bytes = json.begin(head) + json.end(ReportDocument(head: head, summary: summary, findings: []))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        {"schema":"poptrace.report/1","policy":"v2","baseline":"recorded","premises":[{"premise":"visits","holds":"wait",\
        "by":"auto","seen":2,"expected":61.25,"sessions":300,"digest":"\(counted.digest)"},{"premise":"dwells",
        """))
    #expect(
      text.contains("\"affected\":{\"certain\":0,\"robust\":0,\"any\":1,\"expected\":0.5,\"low\":0.03"), "\(text)")
    #expect(text.contains(",\"of\":2}"))
    let session = String(decoding: JSONReport.session(undecided(3)), as: UTF8.self)
    #expect(session.contains("\"errorInEstimates\":3"))
  }
}

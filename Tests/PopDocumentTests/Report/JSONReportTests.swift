import Foundation
import PopAudit
import Testing

@testable import PopDocument

@Suite("The report for programs")
struct JSONReportTests {
  static func report(_ sessions: [SessionReport]) -> [UInt8] {
    let head = ReportHead(policy: "v2", reference: "recorded")
    var json = JSONReport()
    var bytes = json.begin(head)
    for session in sessions { bytes += json.add(session, json: []) }
    return bytes + json.end(ReportDocument(head: head, summary: SampleSessions.summary(sessions), findings: []))
  }

  static func parse(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("has every key of the schema, with times in milliseconds")
  func schema() throws {
    let report = try Self.parse(Self.report(SampleSessions.field))
    #expect(report["schema"] as? String == "poptrace.report/1")
    #expect(report["policy"] as? String == "v2")
    #expect(report["baseline"] as? String == "recorded")
    let traces = try #require(report["traces"] as? [[String: Any]])
    #expect(traces.count == 3)
    #expect(
      Set(traces[1].keys) == ["trace", "session", "length", "events", "identity", "coverage", "findings", "outcomes"])
    #expect(traces[0]["identity"] as? String == "ok")
    let coverage = try #require(traces[0]["coverage"] as? [String: Int])
    #expect(coverage["reached"] == 40 && coverage["unreached"] == 2 && coverage["assumed"] == 1)
    let finding = try #require((traces[0]["findings"] as? [[String: Any]])?.first)
    for key in ["rule", "severity", "status", "name", "because", "fingerprint"] { #expect(finding[key] is String) }
    #expect(finding["t"] as? Double == 4210)
    #expect(finding["popup"] as? Int == 4)
    #expect(finding["other"] is NSNull)
    #expect(finding["witness"] as? [Int] == [12, 31])
  }

  @Test("gives runs with every presentation, null where there is none")
  func outcomes() throws {
    let report = try Self.parse(Self.report(SampleSessions.field))
    let traces = try #require(report["traces"] as? [[String: Any]])
    let outcomes = try #require(traces[0]["outcomes"] as? [[String: Any]])
    let lost = outcomes[1]
    #expect(lost["change"] as? String == "lost")
    let recorded = try #require(lost["recorded"] as? [String: Any])
    let stay = try #require((recorded["shown"] as? [[String: Any]])?.first)
    #expect(stay["t"] as? Double == 12000)
    #expect(stay["until"] is NSNull)
    #expect(stay["page"] as? Int == 3)
    let candidate = try #require(lost["candidate"] as? [String: Any])
    #expect(candidate["waited"] is NSNull)
    #expect(candidate["end"] as? String == "waiting")
  }

  @Test("sums up what the exit code says")
  func summary() throws {
    let report = try Self.parse(Self.report(SampleSessions.field))
    let summary = try #require(report["summary"] as? [String: Any])
    #expect(summary["verdict"] as? String == "worse")
    #expect(summary["regressions"] as? Int == 3)
    #expect(summary["sessions"] as? Int == 3)
  }

  @Test("has a word and a count for every class of outcomes")
  func classes() throws {
    let outcomes = OutcomeChange.Kind.allCases.map { SampleSessions.outcome("sale", $0, [], "waiting", [], "parked") }
    let report = try Self.parse(Self.report([SampleSessions.session("a", outcomes: outcomes)]))
    let summary = try #require(report["summary"] as? [String: Any])
    #expect(
      summary["outcomes"] as? [String: Int] == [
        "gained": 1, "lost": 1, "moved": 1, "reordered": 1, "fewer": 1, "more": 1, "earlier": 1, "later": 1,
        "cut-short": 1, "longer": 1, "ended-otherwise": 1, "same": 4,
      ])
    let trace = try #require((report["traces"] as? [[String: Any]])?.first)
    let written = try #require(trace["outcomes"] as? [[String: Any]])
    #expect(written.compactMap { $0["change"] as? String } == OutcomeChange.Kind.allCases.map(\.rawValue))
  }

  @Test(
    "is valid JSON whatever the names are",
    arguments: ["\"", "\\", "\u{0}\u{1f}\u{7f}", "弹窗", "a\nb\tc\rd", "\u{2028}"])
  func hostileNames(name: String) throws {
    let session = SampleSessions.session(name, findings: [SampleSessions.wrongPage(name)])
    let report = try Self.parse(Self.report([session]))
    let traces = try #require(report["traces"] as? [[String: Any]])
    #expect(traces[0]["session"] as? String == name)
  }

  @Test("is valid JSON without sessions too")
  func empty() throws {
    let report = try Self.parse(Self.report([]))
    #expect((report["traces"] as? [Any])?.isEmpty == true)
  }

  @Test("puts several policies side by side")
  func comparison() throws {
    let (begin, end) = JSONReport.comparison
    let reports = Self.report([]) + [UInt8(ascii: ",")] + Self.report([])
    let comparison = try Self.parse(Array(begin.utf8) + reports + Array(end.utf8))
    #expect(comparison["schema"] as? String == "poptrace.comparison/1")
    #expect((comparison["reports"] as? [Any])?.count == 2)
  }
}

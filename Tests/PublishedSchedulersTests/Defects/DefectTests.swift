import Foundation
import PopAudit
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("The defects of the published schedulers")
struct DefectTests {
  @Test("each is named by its rule", arguments: try DefectRow.all())
  func triggers(_ row: DefectRow) throws {
    let scheduler = try #require(PublishedSchedulers.named(row.scheduler))
    let session = try row.session()
    let found = findings(of: scheduler.makePolicy(), over: session)
    let speaks = found.contains { $0.rule == row.rule }
    let words = "\(found.map(\.rule.id)) in \(words(of: scheduler.makePolicy(), session))"
    if row.silence != nil {
      #expect(!speaks, "the list says why the rule is silent, and it speaks: \(words)")
    } else if row.isUnnamed {
      #expect(!speaks, "the audit sees it now: take the parentheses away")
    } else {
      #expect(speaks, "\(words)")
    }
  }

  @Test("none is one of v6", arguments: try Set(DefectRow.all().map(\.scenario)).sorted())
  func cleanUnderV6(_ scenario: String) throws {
    let row = try #require(try DefectRow.all().first { $0.scenario == scenario })
    let session = try row.session()
    let found = findings(of: StandardPolicy(.v6), over: session).filter { !$0.rule.mayReportUnderV6 }
    #expect(
      found.isEmpty, "\(found.map { "\($0.rule.id): \($0.because)" }) in \(words(of: StandardPolicy(.v6), session))")
  }

  /// Twenty; the ten presentations that `starvation` counts by definition have a submission and a dismissal each.
  private func limit(for rule: Rule) -> Int { rule == .starvation ? 30 : 20 }

  @Test(
    "each is shown in 20 events or fewer, 30 where ten presentations are the definition",
    arguments: try Set(DefectRow.all().map(\.scenario)).sorted())
  func short(_ scenario: String) throws {
    let row = try #require(try DefectRow.all().first { $0.scenario == scenario })
    let session = try row.session()
    #expect(session.isScenario)
    #expect(session.events.count <= limit(for: row.rule))
  }

  @Test(
    "a list says why a rule is silent only where it is",
    arguments: [
      ("a.jsonl\toverlap\tWords.", false, false), ("a.jsonl\t(overlap)\tWords.", true, false),
      ("a.jsonl\t(overlap)\tWords.\tReason.", true, true),
    ])
  func reading(line: String, isUnnamed: Bool, isRight: Bool) throws {
    let defect = try #require(PublishedDefect(line))
    #expect(defect.rule == "overlap" && defect.thought == "Words.")
    #expect(defect.isUnnamed == isUnnamed && (defect.silence == "Reason.") == isRight)
    #expect(PublishedDefect("a.jsonl\toverlap\tWords.\tReason.") == nil)
    #expect(PublishedDefect("a.jsonl\t(overlap)\tWords.\t") == nil)
  }

  @Test("each scenario is that of some defect")
  func noneIsLeftOver() throws {
    let used = Set(try DefectRow.all().map(\.scenario))
    let files = try FileManager.default.subpathsOfDirectory(atPath: DefectRow.folder.path())
    #expect(files.filter { $0.hasSuffix(".jsonl") && !used.contains($0) } == [])
  }

  @Test("no scheduler shows one scenario for one rule twice")
  func distinct() throws {
    let rows = try DefectRow.all().map { "\($0.scheduler) \($0.scenario) \($0.rule.id)" }
    #expect(Set(rows).count == rows.count)
  }

  @Test("the page of them is up to date")
  func table() throws {
    let file = DefectRow.folder.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- defects:begin -->\n"))
    let end = try #require(text.range(of: "<!-- defects:end -->"))
    let table = defectTable(of: try DefectRow.all())
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      let anew = text[..<begin.upperBound] + table + text[end.lowerBound...]
      try Data(anew.utf8).write(to: file)
    } else {
      #expect(text[begin.upperBound..<end.lowerBound] == table, "POPTRACE_RECORD=1 writes the table anew")
    }
  }
}

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
    if row.isUnnamed {
      #expect(!speaks, "the audit sees it now: take the parentheses away")
    } else {
      #expect(speaks, "\(words)")
    }
  }

  @Test("none is one of v6", arguments: try Set(DefectRow.all().map(\.scenario)).sorted())
  func cleanUnderV6(_ scenario: String) throws {
    let row = try #require(try DefectRow.all().first { $0.scenario == scenario })
    let session = try row.session()
    let found = findings(of: StandardPolicy(.v6), over: session).filter { $0.rule.severity != .info }
    #expect(
      found.isEmpty, "\(found.map { "\($0.rule.id): \($0.because)" }) in \(words(of: StandardPolicy(.v6), session))")
  }

  @Test("each is shown in 20 events or fewer", arguments: try Set(DefectRow.all().map(\.scenario)).sorted())
  func short(_ scenario: String) throws {
    let row = try #require(try DefectRow.all().first { $0.scenario == scenario })
    let session = try row.session()
    #expect(session.isScenario)
    #expect(session.events.count <= 20)
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

  @Test("the table of them is up to date")
  func table() throws {
    let file = DefectRow.folder.appending(path: "README.md")
    let table = defectTable(of: try DefectRow.all())
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" { try Data(table.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == table, "POPTRACE_RECORD=1 writes the table anew")
  }

  @Test("the README's table of them is up to date")
  func readmeTable() throws {
    let file = DefectRow.folder.appending(path: "../../README.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- published:begin -->\n"))
    let end = try #require(text.range(of: "<!-- published:end -->"))
    let table = publishedTable(of: try DefectRow.all())
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      let anew = text[..<begin.upperBound] + table + text[end.lowerBound...]
      try Data(anew.utf8).write(to: file)
    } else {
      #expect(text[begin.upperBound..<end.lowerBound] == table, "POPTRACE_RECORD=1 writes the table anew")
    }
  }
}

import Foundation
import Testing
import ToolRuns

@Suite("A tool that is older than a source of it is refused") struct StaleToolTests {
  let scratch = try! Scratch()

  /// A file that was written so many seconds after a fixed time.
  private func file(_ name: String, at seconds: Double) throws -> URL {
    let file = try scratch.file(name)
    let date = Date(timeIntervalSince1970: 1_000_000 + seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    return file
  }

  private func staleness(of tool: URL) -> StaleTool? {
    StaleTool(binary: tool, sources: scratch.url.appendingPathComponent("Sources"))
  }

  @Test("where one source is newer, however deep it lies, and the newest is named")
  func newer() throws {
    let tool = try file("poptrace", at: 10)
    _ = try file("Sources/PopAudit/Rules/CoverRule.swift", at: 11)
    _ = try file("Sources/PopAudit/Auditor.swift", at: 12)
    _ = try file("Sources/PopGate/Gate.swift", at: 9)
    let found = try #require(staleness(of: tool))
    #expect(found.source.hasSuffix("Sources/PopAudit/Auditor.swift"))
    #expect(found.description.hasPrefix("\(tool.path) is older than "))
  }

  @Test("but not where none is, and not for what is no part of the tool")
  func asNew() throws {
    let tool = try file("poptrace", at: 10)
    _ = try file("Sources/PopGate/Gate.swift", at: 10)
    _ = try file("Sources/PopTraceTesting/Clock.swift", at: 99)
    _ = try file("Sources/PopGate/PopGate.docc/Gate.md", at: 99)
    #expect(staleness(of: tool) == nil)
  }
}

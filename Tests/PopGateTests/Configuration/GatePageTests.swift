import Foundation
import Testing

@testable import PopGate

@Suite("The page of the gate")
struct GatePageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/PopGate/PopGate.docc/Gate.md").standardizedFileURL

  @Test("There is a row for every key, in their order")
  func rows() {
    #expect(GateConfiguration.Key.rows.map(\.key) == GateConfiguration.Key.allCases)
  }

  @Test("The table of keys is that of the page; run with POPTRACE_RECORD=1 to write it anew")
  func keys() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "| key | value | default |\n"))
    let end = try #require(text.range(of: "\n\n", range: start.lowerBound..<text.endIndex))
    let written = text[start.lowerBound..<end.lowerBound] + "\n"
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      let page = text[..<start.lowerBound] + GateConfiguration.Key.table.dropLast() + text[end.lowerBound...]
      try Data(page.utf8).write(to: Self.page)
    }
    #expect(written == GateConfiguration.Key.table)
  }
}

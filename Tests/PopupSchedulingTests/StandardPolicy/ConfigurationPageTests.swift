import Foundation
import PopupScheduling
import Testing

@Suite("The page of configurations") struct ConfigurationPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/PopupScheduling/PopupScheduling.docc/Configuration.md").standardizedFileURL

  @Test("has a row for every key; run with POPTRACE_RECORD=1 to write them anew")
  func keys() throws {
    let rows = PolicyConfiguration.rows.map { row in
      let words = row.words.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(row.key.rawValue)` | \(row.isList ? "list of " : "")\(words) | \(row.meaning) |"
    }
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(page.firstRange(of: "| key | values | meaning |\n| --- | --- | --- |\n")).upperBound
    let end = try #require(page[start...].firstRange(of: "\n\n")).lowerBound
    let expected = page.replacingCharacters(in: start..<end, with: rows.joined(separator: "\n"))
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" { try Data(expected.utf8).write(to: Self.page) }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == expected)
  }
}

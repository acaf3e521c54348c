import Foundation
import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct FormatPageTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
    .standardizedFileURL

  @Test(
    "The pages have the tables that the code has; run with POPTRACE_RECORD=1 to write them anew",
    arguments: [
      ("PopTrace/PopTrace.docc/TraceFormat.md", FormatPage.tables),
      ("PopupScheduling/PopupScheduling.docc/PagesAndPopups.md", FormatPage.pagesAndPopups),
    ])
  func tables(path: String, tables: [(name: String, rows: [String])]) throws {
    let place = Self.sources.appending(path: path)
    let page = try String(contentsOf: place, encoding: .utf8)
    let updated = try #require(FormatPage.updated(page, tables), "a table has no place in the page")
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try Data(updated.utf8).write(to: place)
    }
    let written = try String(contentsOf: place, encoding: .utf8)
    let difference = zip(updated.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    #expect(written == updated, "first difference: \(difference.map { "\($0)" } ?? "its length")")
  }
}

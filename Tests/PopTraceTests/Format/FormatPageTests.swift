import Foundation
import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct FormatPageTests {
  private static let place = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/PopTrace/PopTrace.docc/TraceFormat.md").standardizedFileURL

  @Test("The page has the tables that the code has; run with POPTRACE_RECORD=1 to write them anew")
  func tables() throws {
    let page = try String(contentsOf: Self.place, encoding: .utf8)
    let updated = try #require(FormatPage.updated(page), "a table has no place in the page")
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try Data(updated.utf8).write(to: Self.place)
    }
    let written = try String(contentsOf: Self.place, encoding: .utf8)
    let difference = zip(updated.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    #expect(written == updated, "first difference: \(difference.map { "\($0)" } ?? "its length")")
  }

  /// The table of attributes is written by hand, for its bits; that it is complete is not.
  @Test func everyAttributeOfAPopupHasItsBit() throws {
    let page = try String(contentsOf: Self.place, encoding: .utf8)
    for field in SubmissionTable.fields where field.name != "name" {
      #expect(page.contains(" | `\(field.name)` |\n"), "\(field.name)")
    }
    #expect(Mirror(reflecting: PopupSpec(name: .none)).children.count == SubmissionTable.fields.count)
  }
}

import Foundation
import PopupScheduling
import Testing

@Suite("The table of decisions")
struct DecisionTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/PopupScheduling/PopupScheduling.docc/Decisions.md").standardizedFileURL

  @Test("The documentation says what the versions do; run with POPTRACE_RECORD=1 to write it anew")
  func documentation() throws {
    let table = DecisionTable.markdown
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: Self.page.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(table.utf8).write(to: Self.page)
    }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    let difference = zip(table.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    #expect(written == table, "first difference: \(difference.map { "\($0)" } ?? "its length")")
  }

  @Test(
    "Every version does something of its own",
    arguments: zip(PolicyConfiguration.versions, PolicyConfiguration.versions.dropFirst()))
  func steps(before: PolicyVersion, after: PolicyVersion) {
    #expect(
      DecisionTable.rows.contains { DecisionTable.decisions($0, before) != DecisionTable.decisions($0, after) })
  }
}

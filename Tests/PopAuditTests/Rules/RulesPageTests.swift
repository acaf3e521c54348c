import Foundation
import PopAudit
import Testing

@Suite("The page of rules")
struct RulesPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/PopAudit/PopAudit.docc/Rules.md").standardizedFileURL

  @Test("The documentation says what the rules say; run with POPTRACE_RECORD=1 to write it anew")
  func documentation() throws {
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" { try Data(Self.text.utf8).write(to: Self.page) }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    let difference = zip(Self.text.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    #expect(written == Self.text, "first difference: \(difference.map { "\($0)" } ?? "its length")")
  }

  private static var text: String {
    var lines = [
      "# Rules", "",
      "Every rule of the audit: what it says, and a short session that breaks it.", "",
      "## Overview", "",
      "This page is generated from the rules themselves. `poptrace rules ID` prints the same. <doc:AuditWords> defines the words that have a",
      "meaning of their own. The audit looks at stimuli and decisions only, and never inside a policy. A new finding of severity *error* is a",
      "regression (<doc:Diff#Regressions>).", "",
      "Which rules each policy version breaks, scenario by scenario, is in [the matrix](../../../Fixtures/scenarios/matrix.md). `v0` breaks",
      "something nearly everywhere, each version mends something, and `v6` has no error and no warning in any scenario.",
      "",
      "| rule | severity | what a user meets: the popup … |", "| --- | --- | --- |",
    ]
    lines += Rule.allCases.map { "| [`\($0.id)`](#\($0.id)) | \($0.severity.rawValue) | \($0.userWords) |" }
    for rule in Rule.allCases {
      lines += ["", "## \(rule.id)", "", "*\(rule.severity.rawValue)*", ""]
      lines += wrapped(rule.definition)
      lines += ["", "```json"] + rule.example.split(separator: "\n").dropLast().map(String.init) + ["```", ""]
      lines += wrapped(rule.example.split(separator: "\n").last.map(String.init) ?? "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= 140 {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}

import Foundation
import Testing

/// The README's table of what became of damaged recordings has the rows that `make torture` prints, and its zeros.
///
/// The numbers take minutes to come by: `make torture` writes them, and this looks at the table's form with a few trials of each.
@Suite("The table of make torture")
struct TortureTableTests {
  @Test("has the same rows and the same zeros, whatever the trials")
  func rows() throws {
    let binary = ToolRun.binary.deletingLastPathComponent().appendingPathComponent("poptrace-torture").path
    let run = try ToolRun.shell(
      "\(binary)", environment: ["POPTRACE_TRIALS": "2"], in: ToolRun.repository)
    #expect(run.status == 0, "\(run.errors)")
    let printed = Self.table(in: run.output)
    let kept = Self.table(in: try String(contentsOf: ReadmeTests.file, encoding: .utf8))
    #expect(printed.count == 16)
    #expect(kept.map(Self.form) == printed.map(Self.form), "run make torture, and put its table into the README")
    // What is printed in bold must not be, and there is something in each row that must not be.
    for row in kept.dropFirst(2) {
      let numbers = Self.bold(row)
      #expect(!numbers.isEmpty, "\(row)")
      for number in numbers { #expect(number.hasPrefix("0 "), "\(row)") }
    }
  }

  private static func table(in text: String) -> [String] {
    let lines = text.components(separatedBy: "\n")
    guard let head = lines.firstIndex(of: "| what | trials | what came of it |") else { return [] }
    return Array(lines[head...].prefix { $0.hasPrefix("|") })
  }

  /// A row without its numbers, but for those in bold.
  private static func form(_ row: String) -> String {
    row.components(separatedBy: "**").enumerated().map { place, text in
      place % 2 == 1 ? text : text.replacing(#/[0-9][0-9,]*/#, with: "N")
    }.joined(separator: "**")
  }

  private static func bold(_ row: String) -> [String] {
    row.components(separatedBy: "**").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }
}

import Foundation
import Testing
import ToolRuns

/// The commands of every page give the outputs that stand below them. `POPTRACE_RECORD=1 swift test --filter DocumentationTests` writes what
/// they give now.
@Suite("Documentation")
struct DocumentationTests {
  /// The pages that show commands with their outputs, by their paths in the repository: every one that has a `console` block.
  private static let pages: [String] = {
    let root = ToolRun.repository
    var found: [String] = []
    for folder in ["", "Sources", "Fixtures", "Examples", "Benchmarks"] {
      let url = root.appendingPathComponent(folder)
      let names =
        folder.isEmpty
        ? (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        : FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
      for name in names where name.hasSuffix(".md") && !name.contains("/.") {
        let text = (try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)) ?? ""
        if text.contains("\n```console\n") { found.append(folder.isEmpty ? name : "\(folder)/\(name)") }
      }
    }
    return found.sorted()
  }()

  private static let isRecording = ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1"

  private static func text(of page: String) throws -> String {
    try String(contentsOf: ToolRun.repository.appendingPathComponent(page), encoding: .utf8)
  }

  @Test("the pages that show outputs are found") func found() {
    #expect(Self.pages.contains("README.md") && Self.pages.contains { $0.hasSuffix("/FirstLook.md") })
    #expect(Self.pages.count >= 8, "\(Self.pages)")
  }

  @Test("every command gives the output that stands below it", arguments: pages)
  func outputs(page: String) throws {
    var lines = try Self.text(of: page).components(separatedBy: "\n")
    let scratch = try Scratch()
    // The reader's own clone: the fixtures are there, and nothing is left behind in the real one.
    for folder in ["Fixtures", "Examples"] {
      try FileManager.default.createSymbolicLink(
        at: scratch.url.appendingPathComponent(folder),
        withDestinationURL: ToolRun.repository.appendingPathComponent(folder))
    }
    var blocks = ConsoleBlock.blocks(in: lines)
    #expect(!blocks.isEmpty)
    var status: Int32 = 0
    for block in blocks.indices {
      for step in blocks[block].steps.indices {
        let command = blocks[block].steps[step].command
        let run = try ToolRun.shell("(exit \(status)); \(command)", in: scratch.url)
        status = run.status
        #expect([0, 2, 3].contains(status), "$ \(command)\n\(run.errors)")
        if Self.isRecording {
          blocks[block].steps[step].output = run.output
        } else {
          #expect(
            run.output == blocks[block].steps[step].output,
            "$ \(command)\nwrite it anew with POPTRACE_RECORD=1 swift test --filter DocumentationTests")
        }
      }
    }
    guard Self.isRecording else { return }
    for block in blocks.reversed() { lines.replaceSubrange(block.start..<block.end, with: block.lines) }
    let text = lines.joined(separator: "\n")
    try (page == "README.md" ? Self.withCommands(text) : text).write(
      to: ToolRun.repository.appendingPathComponent(page), atomically: true, encoding: .utf8)
  }

  @Test("the README stays short enough to be read") func length() throws {
    #expect(try Self.text(of: "README.md").utf8.count <= 12_000, "what is longer belongs into an article")
  }

  /// The text of the README with what the help says of every command.
  private static func withCommands(_ text: String) throws -> String {
    let help = try ToolRun.poptrace(["--help"]).output.components(separatedBy: "SUBCOMMANDS:\n").last ?? ""
    var rows: [String] = []
    for line in (help.components(separatedBy: "\n\n").first ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("   ") {
        rows[rows.count - 1] += " " + words.joined(separator: " ")
      } else {
        rows.append("| `\(words[0])` | " + words.dropFirst().joined(separator: " "))
      }
    }
    #expect(rows.count > 20)
    let start = try #require(text.firstRange(of: "| command | does |\n| --- | --- |\n")).upperBound
    let end = try #require(text[start...].firstRange(of: "\n\n")).lowerBound
    return text.replacingCharacters(in: start..<end, with: rows.map { $0 + " |" }.joined(separator: "\n"))
  }

  @Test("the README has a line for every command there is: what its help says") func commands() throws {
    let text = try Self.text(of: "README.md")
    #expect(
      try Self.isRecording || text == Self.withCommands(text),
      "write it anew with POPTRACE_RECORD=1 swift test --filter DocumentationTests")
  }

  @Test("the command line's page names the exit codes there are") func exitCodes() throws {
    let text = try Self.text(of: "Sources/PopTraceCommands/PopTraceCommands.docc/CommandLine.md")
    for code in ["| 0 |", "| 1 |", "| 2 |", "| 3 |", "| 64 |"] { #expect(text.contains(code)) }
  }

  @Test("the page of rules names the rules there are") func rules() throws {
    let json = try ToolRun.poptrace(["rules", "--format", "json"]).output
    let rules = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let ids = (rules?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
    #expect(ids.count > 30)
    let text = try Self.text(of: "Sources/PopAudit/PopAudit.docc/Rules.md")
    for id in ids { #expect(text.contains("`\(id)`"), "\(id) is not in Rules") }
  }
}

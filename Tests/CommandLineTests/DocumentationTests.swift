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
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appendingPathComponent("Fixtures"),
      withDestinationURL: ToolRun.repository.appendingPathComponent("Fixtures"))
    let isRecording = ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1"
    var blocks = ConsoleBlock.blocks(in: lines)
    #expect(!blocks.isEmpty)
    var status: Int32 = 0
    for block in blocks.indices {
      for step in blocks[block].steps.indices {
        let command = blocks[block].steps[step].command
        let run = try ToolRun.shell("(exit \(status)); \(command)", in: scratch.url)
        status = run.status
        #expect([0, 2, 3].contains(status), "$ \(command)\n\(run.errors)")
        if isRecording {
          blocks[block].steps[step].output = run.output
        } else {
          #expect(
            run.output == blocks[block].steps[step].output,
            "$ \(command)\nwrite it anew with POPTRACE_RECORD=1 swift test --filter DocumentationTests")
        }
      }
    }
    guard isRecording else { return }
    for block in blocks.reversed() { lines.replaceSubrange(block.start..<block.end, with: block.lines) }
    try lines.joined(separator: "\n").write(
      to: ToolRun.repository.appendingPathComponent(page), atomically: true, encoding: .utf8)
  }

  @Test("the README stays short enough to be read") func length() throws {
    #expect(try Self.text(of: "README.md").utf8.count <= 12_000, "what is longer belongs into an article")
  }

  @Test("the README names every command there is") func commands() throws {
    let help = try ToolRun.poptrace(["--help"]).output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
    let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    #expect(commands.count > 10)
    let text = try Self.text(of: "README.md")
    let table = text.components(separatedBy: "| command | does |").last?.components(separatedBy: "\n\n").first ?? ""
    for command in commands { #expect(table.contains("`\(command)`"), "\(command) is not in the README's table") }
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

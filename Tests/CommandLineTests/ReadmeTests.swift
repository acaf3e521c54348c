import Foundation
import Testing
import ToolRuns

/// The README's commands give the outputs that stand below them. `POPTRACE_RECORD=1 swift test --filter ReadmeTests` writes what they give now.
@Suite("README")
struct ReadmeTests {
  static let file = ToolRun.repository.appendingPathComponent("README.md")

  @Test("every command gives the output that stands below it")
  func outputs() throws {
    var lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    let scratch = try Scratch()
    // The reader's own clone: the fixtures are there, and nothing is left behind in the real one.
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appendingPathComponent("Fixtures"),
      withDestinationURL: ToolRun.repository.appendingPathComponent("Fixtures"))
    let isRecording = ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1"
    var blocks = ReadmeBlock.blocks(in: lines)
    #expect(blocks.count >= 3)
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
            "$ \(command)\nwrite it anew with POPTRACE_RECORD=1 swift test --filter ReadmeTests")
        }
      }
    }
    guard isRecording else { return }
    for block in blocks.reversed() { lines.replaceSubrange(block.start..<block.end, with: block.lines) }
    try lines.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
  }

  @Test("names the commands, the exit codes and the rules there are")
  func completeness() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    for code in ["| 0 |", "| 1 |", "| 2 |", "| 3 |", "| 64 |"] { #expect(text.contains(code)) }
    let json = try ToolRun.poptrace(["rules", "--format", "json"]).output
    let rules = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let ids = (rules?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
    #expect(ids.count > 30)
    let help = try ToolRun.poptrace(["--help"]).output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
    let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "See" }
    #expect(commands.count > 10)
    let table = text.components(separatedBy: "| command | does |").last?.components(separatedBy: "\n\n").first ?? ""
    for command in commands { #expect(table.contains("`\(command)`"), "\(command) is not in the README's table") }
    for id in ids { #expect(text.contains("`\(id)`"), "\(id) is not in the README") }
  }
}

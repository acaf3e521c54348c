import Foundation
import Testing
import ToolRuns

/// What the tool prints stays what it is, command by command: what changes it on purpose records the hashes anew, with
/// `POPTRACE_RECORD=1 swift test --filter OutputHashTests`, and `.ci/compare-outputs OLD NEW` shows where two binaries differ.
@Suite("Outputs as they were")
struct OutputHashTests {
  private static let folder = ToolRun.repository.appendingPathComponent("Fixtures/outputs")

  private static func lines(of name: String) throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("every command gives the output, the errors and the exit code it gave")
  func hashes() throws {
    let commands = try Self.lines(of: "commands.txt").filter { !$0.hasPrefix("#") }
    #expect(commands.count > 40)
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appendingPathComponent("Fixtures"),
      withDestinationURL: ToolRun.repository.appendingPathComponent("Fixtures"))
    let results = try commands.map { command in
      let run = try ToolRun.shell(command, in: scratch.url)
      return "\(run.status)\t\(Self.hash(run.output))\t\(Self.hash(run.errors))\t\(command)"
    }
    let file = Self.folder.appendingPathComponent("hashes.tsv")
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" {
      try (["exit code\toutput\terrors\tcommand"] + results).map { $0 + "\n" }.joined()
        .write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = try Self.lines(of: "hashes.tsv").dropFirst()
    #expect(recorded.count == results.count)
    for (old, new) in zip(recorded, results) { #expect(old == new) }
  }

  /// 64 bits of FNV-1a, without the one line that says how long it took.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // Swift's own expressions take a thousand times as long on megabytes.
    let text = text.replacingOccurrences(
      of: " in [0-9,]+ ms, [0-9,.]+( million)? a second", with: "", options: .regularExpression)
    for byte in Array(text.utf8) + [0x0A] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

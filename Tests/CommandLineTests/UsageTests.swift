import Foundation
import Testing

@Suite("Usage")
struct UsageTests {
  @Test(
    "help and version go to standard output and are no failure",
    arguments: [["--help"], ["--version"], ["rules", "--help"]])
  func help(arguments: [String]) throws {
    let run = try ToolRun.poptrace(arguments)
    #expect(run.status == 0)
    #expect(!run.output.isEmpty)
    #expect(run.errors.isEmpty)
  }

  @Test(
    "wrong usage is 64 and said on standard error",
    arguments: [
      ["polices"], ["rules", "--format", "xml"], ["replay"], ["replay", "a.poptrace"],
      ["record", "a.jsonl", "--policy", "v4"],
      ["cat", "-", "-"], ["rules", "--no-such-option"], ["import", "a.jsonl", "--output"],
    ])
  func wrongUsage(arguments: [String]) throws {
    let run = try ToolRun.poptrace(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test("every command has an example in its help")
  func examples() throws {
    let help = try ToolRun.poptrace(["--help"]).output
    let names = help.components(separatedBy: "SUBCOMMANDS:").last!.split(separator: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
      .filter { $0 != "See" }
    #expect(names.count >= 8)
    for name in names {
      let help = try ToolRun.poptrace([name, "--help"])
      #expect(help.output.contains("Example:\n  poptrace \(name)"), "poptrace \(name) --help")
    }
  }

  @Test("an unknown name is met with the nearest known one")
  func nearestNames() throws {
    let rule = try ToolRun.poptrace(["rules", "overlop"])
    #expect(rule.status == 64)
    #expect(rule.errors.contains("\"overlap\""))
    let policy = try ToolRun.poptrace(["policies", "v00"])
    #expect(policy.status == 64)
    #expect(policy.errors.contains("\"v0\""))
  }
}

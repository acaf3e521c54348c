import Foundation
import PopTrace
import Testing
import ToolRuns

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

  @Test("a mistyped command is what is complained about, not its options", arguments: ["replya", "help replya"])
  func mistypedCommand(command: String) throws {
    let run = try ToolRun.poptrace(command.split(separator: " ").map(String.init) + ["a.poptrace", "--policy", "v1"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("no command \"replya\"; did you mean \"replay\"?"), "\(run.errors)")
    #expect(!run.errors.contains("--policy"), "\(run.errors)")
  }

  @Test("help of something that is no command is wrong usage, and names the nearest")
  func helpOfNothing() throws {
    for command in ["nosuch", "replay extra"] {
      let run = try ToolRun.shell("poptrace help \(command)")
      #expect(run.status == 64, "\(run)")
      #expect(run.output.isEmpty)
    }
    #expect(try ToolRun.poptrace(["help", "rule"]).errors.contains("did you mean \"rules\"?"))
    #expect(try ToolRun.poptrace(["help", "replay"]).output == ToolRun.poptrace(["replay", "--help"]).output)
    #expect(try ToolRun.poptrace(["help"]).status == 0)
  }

  @Test("of policies that a name is equally near to, the newest is meant")
  func newestPolicy() throws {
    let run = try ToolRun.poptrace(["replay", "a.poptrace", "--policy", "v7"])
    #expect(run.status == 64)
    #expect(run.errors.contains("did you mean \"v6\"?"), "\(run.errors)")
  }

  @Test("what could not be verified is not said to be")
  func notVerified() throws {
    let run = try ToolRun.poptrace(["verify", "no-such.poptrace"])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("Checked: 0 sessions"), "\(run.output)")
  }

  @Test(
    "a share without its sign is wrong usage that shows what it could mean",
    arguments: [
      ("--min-coverage", "0.95", "write 95% or 0.95%"), ("--min-coverage", "95", "write 95%."),
      ("--tolerate-unreadable", "1", "write 100% or 1%"), ("--tolerate-unreadable", "0.01", "write 1% or 0.01%"),
      ("--min-coverage", "101%", "from 0 to 100"), ("--min-coverage", "many", "from 0 to 100"),
      ("--min-coverage", "%", "from 0 to 100"),
    ])
  func bareShare(option: String, value: String, words: String) throws {
    let run = try ToolRun.poptrace(["replay", "a.poptrace", "--policy", "v1", option, value])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test("every limit is listed with its usual value, can be set, and an unknown one is met with the nearest")
  func limits() throws {
    let help = try ToolRun.poptrace(["help", "limits"])
    #expect(help.status == 0)
    for name in ResourceLimits.Name.allCases { #expect(help.output.contains("  \(name.rawValue) "), "\(name)") }
    #expect(help.output.contains("4,194,304  events of a session"))
    let unknown = try ToolRun.poptrace(["info", "a.poptrace", "--limit", "events-per-sesion=5"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean \"events-per-session\"?"), "\(unknown.errors)")
    for text in ["events-per-session", "events-per-session=0", "events-per-session=x", "events-per-session=-1"] {
      let run = try ToolRun.poptrace(["info", "a.poptrace", "--limit", text])
      #expect(run.status == 64)
      #expect(run.errors.contains("events-per-session=NUMBER"), "\(run.errors)")
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

import Foundation
import Testing
import ToolRuns

@Suite("Several policies in one call")
struct SeveralPoliciesTests {
  private func field(in scratch: Scratch) throws {
    for seed in 1...2 {
      _ = try ToolRun.poptrace(
        ["generate", "--seed", "\(seed)", "--sessions", "4", "--policy", "v4", "-o", "\(seed).poptrace", "-q"],
        in: scratch.url)
    }
    try scratch.file("scenario.jsonl", Samples.scenario)
    try scratch.file("broken.jsonl", "{\"poptrace\":1}\nx\n")
  }

  @Test("each report is the one that a call for it alone gives, byte for byte", arguments: ["1", "3"])
  func sameReports(jobs: String) throws {
    let scratch = try Scratch()
    try field(in: scratch)
    let policies = ["v2", "v0", "v6"]
    func run(_ policy: String, _ format: String) throws -> String {
      try ToolRun.poptrace(
        ["replay", ".", "--policy", policy, "--format", format, "-q", "--jobs", jobs], in: scratch.url
      ).output
    }
    let alone = try policies.map { try run($0, "json") }
    let reports = alone.map { $0.dropLast() }.joined(separator: ",")
    #expect(
      try run("v2,v0,v6", "json") == "{\"schema\":\"poptrace.comparison/1\",\"reports\":[\(reports)]}\n")
    let texts = try policies.map { try run($0, "text") }
    let text = try run("v2,v0,v6", "text")
    #expect(text.hasPrefix(texts.joined(separator: "\n") + "\npolicy  new errors"), "\(text)")
  }

  @Test("inputs are read once: what can be read only once serves for all of them", .timeLimit(.minutes(30)))
  func readOnce() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    let direct = try ToolRun.poptrace(
      ["replay", "field.poptrace", "--policy", "v0,v1,v6", "--visits", "free", "--format", "json"], in: scratch.url)
    let piped = try ToolRun.shell(
      "mkfifo pipe; cat field.poptrace > pipe & poptrace replay pipe --policy v0,v1,v6 --visits free --format json",
      in: scratch.url)
    #expect(piped.status == 2, "\(piped)")
    #expect(piped.output == direct.output.replacingOccurrences(of: "field.poptrace", with: "pipe"))
  }
}

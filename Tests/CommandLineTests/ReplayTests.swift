import Foundation
import Testing
import ToolRuns

@Suite("Replay")
struct ReplayTests {
  /// The JSON report of a run.
  private func report(_ run: ToolRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private func traces(_ run: ToolRun) throws -> [[String: Any]] {
    try #require(try report(run)["traces"] as? [[String: Any]])
  }

  /// Recordings of the shared scenario, as JSON Lines.
  private func recording(policy: String, in scratch: Scratch) throws -> String {
    _ = try Samples.trace(policy: policy, in: scratch)
    return try ToolRun.poptrace(["export", "field.poptrace"], in: scratch.url).output
  }

  @Test("exit code 0: the candidate breaks nothing")
  func fine() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    let run = try ToolRun.poptrace(["replay", "field.poptrace", "--policy", "v1", "--quiet"], in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("v1 breaks nothing.\n"), "\(run.output)")
    #expect(run.errors.isEmpty)
  }

  @Test("exit code 1: a recording that does not give itself back is not judged, and the place is shown")
  func mismatch() throws {
    let scratch = try Scratch()
    let text = try recording(policy: "v1", in: scratch)
    try scratch.file("changed.jsonl", text.replacingOccurrences(of: #"slots: 1\n"#, with: #"slots: 0\n"#))
    let run = try ToolRun.poptrace(["replay", "changed.jsonl", "--policy", "v0"], in: scratch.url)
    #expect(run.status == 1)
    #expect(run.output.contains("NOT JUDGED"))
    #expect(run.output.contains("does not give its own recording back"))
    #expect(!run.output.contains("BREAKS"))
    let json = try ToolRun.poptrace(["replay", "changed.jsonl", "--policy", "v0", "--format", "json"], in: scratch.url)
    let trace = try #require(try traces(json).first)
    #expect(trace["identity"] as? String == "mismatch")
    #expect((trace["findings"] as? [Any])?.isEmpty == true)
    #expect(try ToolRun.poptrace(["verify", "changed.jsonl"], in: scratch.url).status == 1)
  }

  @Test("exit code 2: a new error, with its sentence and the events that show it")
  func regression() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    let run = try ToolRun.poptrace(["replay", "field.poptrace", "--policy", "v0"], in: scratch.url)
    #expect(run.status == 2)
    #expect(run.output.contains("error overlap"))
    #expect(run.output.contains("▸"))
    #expect(run.output.hasSuffix("v0 makes things worse: 1 new error in 1 of 1 session.\n"), "\(run.output)")
  }

  @Test("exit code 3: judged, but events are missing, or less was reached than asked for")
  func incomplete() throws {
    let scratch = try Scratch()
    var lines = try recording(policy: "v1", in: scratch).split(separator: "\n").map(String.init)
    let gap = try #require(lines.firstIndex { $0.contains(#""event":"popup.dismissed""#) })
    lines.remove(at: gap)
    try scratch.file("holes.jsonl", lines.joined(separator: "\n"))
    let run = try ToolRun.poptrace(["replay", "holes.jsonl", "--policy", "v1"], in: scratch.url)
    #expect(run.status == 3, "\(run)")
    #expect(run.output.contains("IN PART"))
    let field = ToolRun.repository.appendingPathComponent("Fixtures/field").path
    let fine = try ToolRun.poptrace(["replay", field, "--policy", "v6", "--min-coverage", "50%", "-q"])
    #expect(fine.status == 0)
    let less = try ToolRun.poptrace(["replay", field, "--policy", "v6", "--min-coverage", "100%", "-q"])
    #expect(less.status == 3)
    #expect(less.output.hasSuffix("less was reached than asked for.\n"))
  }

  @Test("exit code 1: a recording whose policy is not known cannot be checked, so it is not judged")
  func unknownRecordedPolicy() throws {
    let scratch = try Scratch()
    var lines = try recording(policy: "v1", in: scratch).split(separator: "\n").map(String.init)
    lines[0] = #"{"poptrace":1,"session":"theirs","policy":"theirs","ended":100000,"scenario":false}"#
    try scratch.file("theirs.jsonl", lines.joined(separator: "\n"))
    let run = try ToolRun.poptrace(["replay", "theirs.jsonl", "--policy", "v1"], in: scratch.url)
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("\"theirs\", which is not known here"))
  }

  @Test("a scenario has no recording: everything is new, unless it is compared with another policy")
  func scenario() throws {
    let scratch = try Scratch()
    try scratch.file("scenario.jsonl", Samples.scenario)
    let alone = try ToolRun.poptrace(
      ["replay", "scenario.jsonl", "--policy", "v0", "--format", "json"], in: scratch.url)
    #expect(alone.status == 2)
    let trace = try #require(try traces(alone).first)
    #expect(trace["identity"] as? String == "none")
    #expect(trace["session"] as? String == "two-alerts")
    let findings = try #require(trace["findings"] as? [[String: Any]])
    #expect(findings.contains { $0["rule"] as? String == "overlap" && $0["status"] as? String == "new" })
    #expect(findings.allSatisfy { $0["status"] as? String == "new" })
    let compared = try ToolRun.poptrace(
      ["replay", "scenario.jsonl", "--policy", "v1", "--against", "v0", "--format", "json"], in: scratch.url)
    #expect(compared.status == 0)
    #expect(try report(compared)["baseline"] as? String == "v0")
    let fixed = try #require(try traces(compared).first?["findings"] as? [[String: Any]])
    #expect(fixed.contains { $0["rule"] as? String == "overlap" && $0["status"] as? String == "fixed" })
    let outcomes = try #require(try traces(compared).first?["outcomes"] as? [[String: Any]])
    let coupon = try #require(outcomes.first { $0["name"] as? String == "coupon" })
    #expect(coupon["change"] as? String == "later")
    let run = try #require(coupon["candidate"] as? [String: Any])
    #expect(run["end"] as? String == "dismissed")
    #expect(run["waited"] as? Int == 1990)
  }

  @Test("several policies give one comparison")
  func comparison() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    // What a pipe cannot tell of users beforehand is said.
    let options = ["--policy", "v0,v1,v6", "--format", "json", "--visits", "free"]
    let json = try ToolRun.poptrace(["replay", "field.poptrace"] + options, in: scratch.url)
    #expect(json.status == 2)
    let comparison = try report(json)
    #expect(comparison["schema"] as? String == "poptrace.comparison/1")
    let reports = try #require(comparison["reports"] as? [[String: Any]])
    #expect(reports.compactMap { $0["policy"] as? String } == ["v0", "v1", "v6"])
    #expect(reports.allSatisfy { $0["schema"] as? String == "poptrace.report/1" })
    let text = try ToolRun.poptrace(["replay", "field.poptrace", "--policy", "v0,v1,v6"], in: scratch.url)
    #expect(text.output.contains("policy  new errors"))
    let piped = try ToolRun.poptrace(
      ["replay", "-"] + options,
      input: [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("field.poptrace"))))
    #expect(piped.output.replacingOccurrences(of: #""trace":"-""#, with: #""trace":"field.poptrace""#) == json.output)
  }

  @Test("the bytes are the same for any number of jobs, and from run to run", arguments: ["text", "json"])
  func determinism(format: String) throws {
    let scratch = try Scratch()
    for part in 0..<3 {
      let run = try ToolRun.poptrace(
        [
          "generate", "--seed", "\(part)", "--sessions", "6", "--policy", "v4", "--output", "\(part).poptrace",
          "--quiet",
        ],
        in: scratch.url)
      #expect(run.status == 0)
    }
    try scratch.file("3.jsonl", "{\n")
    let command = ["replay", ".", "--policy", "v2,v6", "--format", format, "--quiet", "--jobs"]
    let one = try ToolRun.poptrace(command + ["1"], in: scratch.url)
    #expect(one.status == 2)
    #expect(one.errors.contains("3.jsonl"))
    #expect(!one.output.isEmpty)
    for jobs in ["1", "2", "3", "8"] {
      let run = try ToolRun.poptrace(command + [jobs], in: scratch.url)
      #expect(run.output == one.output, "--jobs \(jobs)")
      #expect(run.errors == one.errors)
      #expect(run.status == one.status)
    }
  }

  @Test("every session of a simulated field gives itself back, by the clock and by its causes")
  func verify() throws {
    let scratch = try Scratch()
    for policy in ["v0", "v3", "v6"] {
      let made = try ToolRun.poptrace(
        ["generate", "--seed", "11", "--sessions", "4", "--policy", policy, "-o", "\(policy).poptrace", "-q"],
        in: scratch.url)
      #expect(made.status == 0)
    }
    let run = try ToolRun.poptrace(["verify", "."], in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasPrefix("Verified: 12 sessions"))
  }
}

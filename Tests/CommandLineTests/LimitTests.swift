import Foundation
import Testing
import ToolRuns

@Suite("Limits")
struct LimitTests {
  /// Two lines that bring each other about without end, at one instant or going on in time.
  private func selfFeeding(delay: Int) -> String {
    """
    {"poptrace":1,"session":"loop"}
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":0,"event":"scroll.began"}
    {"event":"scroll.ended","after":{"event":"scroll.began","every":true},"delay":\(delay)}
    {"event":"scroll.began","after":{"event":"scroll.ended","every":true},"delay":\(delay)}

    """
  }

  @Test(
    "a scenario that does not end is refused by record, and not judged by replay, by the name of the limit",
    arguments: [0, 10])
  func endless(delay: Int) throws {
    let scratch = try Scratch()
    try scratch.file("loop.jsonl", selfFeeding(delay: delay))
    let record = try ToolRun.poptrace(["record", "loop.jsonl", "--policy", "v6", "-o", "x.poptrace"], in: scratch.url)
    #expect(record.status == 1, "\(record)")
    #expect(record.errors.contains("--limit turns-"), "\(record)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("x.poptrace")))
    let replay = try ToolRun.poptrace(["replay", "loop.jsonl", "--policy", "v6", "-q"], in: scratch.url)
    #expect(replay.status == 1, "\(replay)")
    #expect(replay.output.hasPrefix("v6 by itself: 1 session"), "\(replay)")
    #expect(replay.output.contains("NOT JUDGED  1 unreadable session\n  loop.jsonl, session loop\n"), "\(replay)")
    try scratch.file("fine.jsonl", Samples.scenario)
    let both = try ToolRun.poptrace(
      ["replay", ".", "--policy", "v6", "-q", "--tolerate-unreadable", "50%", "--format", "json"], in: scratch.url)
    #expect(both.status == 3, "\(both)")
    #expect(
      both.output.contains("\"notJudged\":{\"inputs\":0,\"ofInputs\":2,\"sessions\":1,\"ofSessions\":2,"), "\(both)")
  }

  @Test("--limit reaches readers of both forms, and replays")
  func passedOn() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch)
    for (input, name) in [("field.poptrace", "events-per-session"), ("scenario.jsonl", "events-per-session")] {
      for command in [["info"], ["replay", "--policy", "v1"], ["verify"], ["export"]] {
        let run = try ToolRun.poptrace(
          [command[0], input, "--limit", "\(name)=5"] + command.dropFirst(), in: scratch.url)
        #expect(run.status == 1, "\(run)")
        #expect(run.errors.contains("the limit is 5. Raise it with --limit \(name)=NUMBER"), "\(run)")
      }
      let fine = try ToolRun.poptrace(
        ["info", input, "--limit", "\(name)=5", "--limit", "\(name)=50"], in: scratch.url)
      #expect(fine.status == 0, "\(fine)")
    }
    let live = try ToolRun.poptrace(
      ["replay", "scenario.jsonl", "--policy", "v6", "--limit", "live-popups=1", "-q"], in: scratch.url)
    #expect(live.status == 1)
    #expect(
      live.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("--limit live-popups=NUMBER"))
    let recovered = try ToolRun.poptrace(
      ["recover", "field.poptrace", "-o", "x.poptrace", "--limit", "events-per-session=5"], in: scratch.url)
    #expect(recovered.errors.contains("--limit events-per-session=NUMBER"), "\(recovered)")
  }

  @Test("memory is one budget for all jobs: what does not fit beside others waits, what does not fit at all is refused")
  func memory() throws {
    let scratch = try Scratch()
    _ = try ToolRun.poptrace(
      ["generate", "--seed", "8", "--sessions", "12", "--policy", "v4", "-o", "a.poptrace", "-q"], in: scratch.url)
    _ = try Samples.trace(policy: "v4", in: scratch)
    func replay(_ bytes: Int, _ jobs: String) throws -> ToolRun {
      try ToolRun.poptrace(
        [
          "replay", "a.poptrace", "field.poptrace", "--policy", "v6", "--format", "json", "--limit",
          "memory-bytes=\(bytes)", "-j", jobs,
        ],
        in: scratch.url)
    }
    let whole = try replay(1 << 30, "1")
    // Room for one batch and not for two.
    for jobs in ["1", "2", "8"] { #expect(try replay(700_000, jobs).output == whole.output, "--jobs \(jobs)") }
    let refused = try replay(20_000, "2")
    #expect(refused.errors.contains("a.poptrace: A session of "), "\(refused.errors)")
    #expect(
      refused.errors.contains("the limit is 20000. Raise it with --limit memory-bytes=NUMBER"), "\(refused.errors)")
    #expect(refused.output.contains("\"trace\":\"field.poptrace\""))
    let large = try ToolRun.poptrace(["info", "a.poptrace", "--limit", "memory-bytes=100"], in: scratch.url)
    // Nothing but a session has to fit: of a file no more is in memory than a chunk.
    #expect(large.errors.contains("a.poptrace: A session of "), "\(large.errors)")
    #expect(large.errors.contains("the limit is 100. Raise it with --limit memory-bytes=NUMBER"), "\(large.errors)")
  }
}

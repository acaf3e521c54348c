import Foundation
import Testing
import ToolRuns

@Suite("Commands on traces")
struct TraceCommandTests {
  private func generate(_ name: String, policy: String = "v5", sessions: Int = 3, in scratch: Scratch) throws {
    let run = try ToolRun.poptrace(
      ["generate", "--seed", "5", "--sessions", "\(sessions)", "--policy", policy, "-o", name, "-q"], in: scratch.url)
    #expect(run.status == 0)
  }

  private func events(_ name: String, in scratch: Scratch) throws -> String {
    try ToolRun.poptrace(["export", name], in: scratch.url).output
  }

  @Test("merge and pack keep every event of every session", arguments: ["merge", "pack"])
  func together(command: String) throws {
    let scratch = try Scratch()
    try generate("a.poptrace", in: scratch)
    try generate("b.poptrace", policy: "v6", in: scratch)
    let run = try ToolRun.poptrace([command, "a.poptrace", "b.poptrace", "-o", "all.poptrace"], in: scratch.url)
    #expect(run.status == 0)
    #expect(
      try events("all.poptrace", in: scratch)
        == events("a.poptrace", in: scratch) + events("b.poptrace", in: scratch))
  }

  @Test("an empty text in a header is left out, which import says once, and nothing else is said or left out")
  func emptyTexts() throws {
    let scratch = try Scratch()
    let header = #"{"poptrace":1,"session":"a","app":"","build":"","os":"iOS"}"#
    let event = #"{"t":0,"event":"app.background"}"#
    try scratch.file(
      "empty.jsonl", [header, event, header.replacing("\"a\"", with: "\"b\""), event, ""].joined(separator: "\n"))
    let made = try ToolRun.poptrace(["import", "empty.jsonl", "-o", "a.poptrace"], in: scratch.url)
    #expect(
      made.status == 0
        && made.errors
          == "empty.jsonl: an empty text in a header says the same as none, and is left out: \"app\", \"build\"\n",
      "\(made)")
    let text = try ToolRun.poptrace(["export", "a.poptrace", "-o", "b.jsonl"], in: scratch.url)
    #expect(text.status == 0 && text.errors.isEmpty, "\(text)")
    let again = try ToolRun.poptrace(["import", "b.jsonl", "-o", "b.poptrace"], in: scratch.url)
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
    #expect(try events("b.poptrace", in: scratch) == events("a.poptrace", in: scratch))
    #expect(
      try !events("a.poptrace", in: scratch).contains("app\":") && events("a.poptrace", in: scratch).contains("iOS"))
    let quiet = try ToolRun.poptrace(["import", "empty.jsonl", "-o", "c.poptrace", "-q"], in: scratch.url)
    #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet)")
  }

  @Test("concatenated traces are a trace")
  func concatenated() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", in: scratch)
    try generate("b.poptrace", policy: "v6", in: scratch)
    let run = try ToolRun.shell("cat a.poptrace b.poptrace | poptrace export -", in: scratch.url)
    #expect(run.status == 0)
    #expect(
      try run.output == events("a.poptrace", in: scratch) + events("b.poptrace", in: scratch))
  }

  @Test("slice takes sessions by name, and the beginning of one still gives itself back")
  func slice() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", in: scratch)
    let whole = try ToolRun.poptrace(
      ["slice", "a.poptrace", "--session", "simulated-5-1", "-o", "one.jsonl"], in: scratch.url)
    #expect(whole.status == 0)
    let one = try String(contentsOf: scratch.url.appendingPathComponent("one.jsonl"), encoding: .utf8)
    #expect(try events("a.poptrace", in: scratch).contains(one))
    #expect(
      try ToolRun.poptrace(["slice", "a.poptrace", "--until", "20000", "-o", "early.poptrace"], in: scratch.url).status
        == 0)
    #expect(try ToolRun.poptrace(["verify", "early.poptrace"], in: scratch.url).status == 0)
    let missing = try ToolRun.poptrace(["slice", "a.poptrace", "--session", "x", "-o", "x.poptrace"], in: scratch.url)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("\"x\""))
  }

  @Test(
    "slice --from goes back to a quiet moment, and what it leaves gives itself back", arguments: ["v2", "v4", "v6"])
  func sliceFrom(policy: String) throws {
    let scratch = try Scratch()
    try generate("a.poptrace", policy: policy, sessions: 6, in: scratch)
    for (place, until) in [("30000", "60000"), ("#60", "#90"), ("45000ms", "90000")] {
      let run = try ToolRun.poptrace(
        ["slice", "a.poptrace", "--from", place, "--until", until, "-o", "late.poptrace"], in: scratch.url)
      #expect(run.status == 0, "\(run)")
      let verified = try ToolRun.poptrace(["verify", "late.poptrace"], in: scratch.url)
      #expect(verified.status == 0, "\(verified)")
    }
    #expect(
      try ToolRun.poptrace(["slice", "a.poptrace", "--from", "30000", "-o", "b.poptrace"], in: scratch.url).status == 0)
    let info = try ToolRun.poptrace(["info", "b.poptrace"], in: scratch.url).output
    #expect(info.contains("with a prefix of earlier stimuli"), "\(info)")
    #expect(try events("b.poptrace", in: scratch).utf8.count < events("a.poptrace", in: scratch).utf8.count)
  }

  @Test("slice --from keeps the time asked for, begins where it must, and says so")
  func sliceFromWhere() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch, name: "a.poptrace")
    // Popup 1 and popup 2 overlap in time: the only quiet moments are before the first, and behind the second.
    let busy = try ToolRun.poptrace(["slice", "a.poptrace", "--from", "2500", "-o", "b.jsonl"], in: scratch.url)
    #expect(busy.status == 0 && busy.errors.isEmpty, "\(busy)")
    let text = try String(contentsOf: scratch.url.appendingPathComponent("b.jsonl"), encoding: .utf8)
    #expect(text.contains("\"prefix\":2,") && text.contains("\"name\":\"login\""), "\(text)")
    let early = try ToolRun.poptrace(["slice", "a.poptrace", "--from", "5", "-o", "c.poptrace"], in: scratch.url)
    #expect(early.status == 0, "\(early)")
    #expect(early.errors.contains("1 of 1 session begins where it began"), "\(early)")
    #expect(try events("c.poptrace", in: scratch) == events("a.poptrace", in: scratch))
    let wrong = try ToolRun.poptrace(
      ["slice", "a.poptrace", "--from", "#9", "--until", "#8", "-o", "d.poptrace"], in: scratch.url)
    #expect(wrong.status == 64 && wrong.errors.contains("--from is behind --until"), "\(wrong)")
  }

  @Test("a policy that remembers more than what is open keeps its sessions whole")
  func sliceOfPublished() throws {
    let scratch = try Scratch()
    for policy in try ToolRun.poptrace(["policies"], in: scratch.url).output.split(separator: "\n").compactMap({
      $0.split(separator: " ").first.map(String.init)
    }) where !policy.hasPrefix("v") {
      try generate("a.poptrace", policy: policy, sessions: 2, in: scratch)
      #expect(
        try ToolRun.poptrace(["slice", "a.poptrace", "--from", "40000", "-o", "b.poptrace", "-q"], in: scratch.url)
          .status == 0)
      let verified = try ToolRun.poptrace(["verify", "b.poptrace"], in: scratch.url)
      #expect(verified.status == 0, "\(policy): \(verified)")
    }
  }

  @Test("recover saves whole chunks, says what is missing and ends with 3")
  func recover() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", sessions: 6, in: scratch)
    let whole = [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace")))
    try scratch.file("holed.poptrace", Array(whole.prefix(whole.count / 2)) + whole.suffix(whole.count / 2 - 40))
    #expect(try ToolRun.poptrace(["info", "holed.poptrace"], in: scratch.url).status == 1)
    let run = try ToolRun.poptrace(["recover", "holed.poptrace", "-o", "rest.poptrace"], in: scratch.url)
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("recovered"))
    let rest = try events("rest.poptrace", in: scratch)
    #expect(!rest.isEmpty)
    #expect(try ToolRun.poptrace(["recover", "a.poptrace", "-o", "all.poptrace"], in: scratch.url).status == 0)
    #expect(try events("all.poptrace", in: scratch) == events("a.poptrace", in: scratch))
    try scratch.file("noise.poptrace", Array(repeating: 7, count: 1000))
    #expect(try ToolRun.poptrace(["recover", "noise.poptrace", "-o", "no.poptrace"], in: scratch.url).status == 1)
  }

  @Test("diff compares two traces, and two policies on one")
  func diff() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", policy: "v5", in: scratch)
    try generate("b.poptrace", policy: "v0", in: scratch)
    let same = try ToolRun.poptrace(["diff", "a.poptrace", "a.poptrace", "-q"], in: scratch.url)
    #expect(same.status == 0)
    #expect(same.output.hasSuffix("a.poptrace breaks nothing.\n"), "\(same.output)")
    let worse = try ToolRun.poptrace(["diff", "a.poptrace", "b.poptrace", "-q"], in: scratch.url)
    #expect(worse.status == 2)
    #expect(worse.output.contains("overlap"))
    // What cannot be read of the baseline hides no regression in the rest.
    let pair = try ToolRun.shell(
      "mkdir old; cp a.poptrace old/; echo '{}' > old/broken.jsonl; poptrace diff old b.poptrace -q", in: scratch.url)
    #expect(pair.status == 2, "\(pair)")
    #expect(pair.errors.contains("old/broken.jsonl: "), "\(pair)")
    #expect(pair.output.contains("not judged: 1 unreadable session."), "\(pair)")
    let unequal = try ToolRun.poptrace(["diff", "old", "a.poptrace", "-q"], in: scratch.url)
    #expect(unequal.status == 1, "\(unequal)")
    let policies = try ToolRun.poptrace(["diff", "a.poptrace", "--policy", "v6,v0", "-q"], in: scratch.url)
    #expect(policies.status == 2)
    #expect(policies.output.hasPrefix("v0 against v6: 3 sessions"))
    #expect(try ToolRun.poptrace(["diff", "a.poptrace"], in: scratch.url).status == 64)
    #expect(try ToolRun.poptrace(["diff", "a.poptrace", "--policy", "v1,v2,v3"], in: scratch.url).status == 64)
  }

  @Test("record refuses a recording")
  func recordRecording() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", in: scratch)
    let run = try ToolRun.poptrace(["record", "a.poptrace", "--policy", "v1", "-o", "b.poptrace"], in: scratch.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("is a recording"))
  }

  @Test("the same seed gives the same bytes")
  func seeds() throws {
    let scratch = try Scratch()
    try generate("a.poptrace", in: scratch)
    try generate("b.poptrace", in: scratch)
    #expect(
      try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace"))
        == Data(contentsOf: scratch.url.appendingPathComponent("b.poptrace")))
  }
}

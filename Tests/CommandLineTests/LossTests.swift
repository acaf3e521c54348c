import Foundation
import Testing
import ToolRuns

/// What is missing is said, what only has no end is not called damage, and what can never happen is mentioned.
@Suite("Unfinished, lossy and impossible")
struct LossTests {
  private func field(in scratch: Scratch) throws -> [UInt8] {
    _ = try ToolRun.poptrace(
      ["generate", "--seed", "5", "--sessions", "6", "--policy", "v5", "-o", "a.poptrace", "-q"], in: scratch.url)
    return [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace")))
  }

  @Test(
    "a file whose writer was killed is normal input to every command: code 0, and a remark gives the bytes left out",
    arguments: [
      "info cut.poptrace", "cat cut.poptrace", "export cut.poptrace", "verify cut.poptrace",
      "replay cut.poptrace --policy v5",
      "merge cut.poptrace -o o.poptrace", "pack cut.poptrace -o o.poptrace", "recover cut.poptrace -o o.poptrace",
    ])
  func unfinished(command: String) throws {
    let scratch = try Scratch()
    let whole = try field(in: scratch)
    try scratch.file("cut.poptrace", Array(whole.prefix(whole.count * 2 / 3)))
    let run = try ToolRun.shell("poptrace \(command)", in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.contains("cut.poptrace: The last "), "\(run.errors)")
    if command.hasPrefix("info") {
      #expect(run.output.contains("  unfinished  lossy  "))
      #expect(run.output.split(separator: "\n").last?.contains("  file      0  ") == true, "\(run.output)")
    }
    if command.hasPrefix("replay") || command.hasPrefix("verify") { #expect(!run.output.contains("IN PART")) }
  }

  @Test("a session that was killed is unfinished, in info and cat, and not lossy")
  func killed() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch)
    _ = try ToolRun.poptrace(["slice", "field.poptrace", "--until", "2000", "-o", "early.poptrace"], in: scratch.url)
    let info = try ToolRun.poptrace(["info", "early.poptrace", "--format", "json"], in: scratch.url)
    #expect(info.status == 0)
    #expect(info.output.contains("\"unfinished\":1,"))
    #expect(info.output.contains("\"lossy\":0,"))
    #expect(try ToolRun.poptrace(["cat", "early.poptrace"], in: scratch.url).output.contains(", unfinished\n"))
    #expect(try ToolRun.poptrace(["replay", "early.poptrace", "--policy", "v1", "-q"], in: scratch.url).status == 0)
  }

  @Test(
    "events of unknown kinds that a copy leaves out are said, counted in it, and code 3",
    arguments: ["merge", "pack", "recover", "import"])
  func unknownKinds(command: String) throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch)
    let text = try ToolRun.poptrace(["export", "field.poptrace"], in: scratch.url).output
    try scratch.file(
      "skipped.jsonl", text.replacingOccurrences(of: "{\"poptrace\":1,", with: "{\"poptrace\":1,\"skipped\":3,"))
    let made = try ToolRun.poptrace(["import", "skipped.jsonl", "-o", "in.poptrace"], in: scratch.url)
    #expect(made.status == 3, "\(made)")
    let run = try ToolRun.poptrace(
      [command, command == "import" ? "skipped.jsonl" : "in.poptrace", "-o", "out.poptrace"], in: scratch.url)
    #expect(run.status == 3, "\(run)")
    #expect(
      run.errors.contains("out.poptrace: 3 events in 1 session of kinds that this version does not know"), "\(run)")
    #expect(try ToolRun.poptrace(["export", "out.poptrace"], in: scratch.url).output.contains("\"skipped\":3"))
    let info = try ToolRun.poptrace(["info", "out.poptrace", "--format", "json"], in: scratch.url)
    #expect(info.status == 3)
    #expect(info.output.contains("\"lossy\":1,\"skippedEvents\":3"), "\(info)")
  }

  @Test("what an app says twice or wrongly is a warning of its own, and nothing is lost for it")
  func misuse() throws {
    let scratch = try Scratch()
    let page = "{\"t\":10,\"event\":\"page.did-appear\",\"page\":1}\n"
    let wrongEnd = "{\"t\":50,\"event\":\"animation.finished\",\"popup\":1,\"phase\":\"hide\",\"generation\":4}\n"
    try scratch.file(
      "twice.jsonl", Samples.scenario.replacingOccurrences(of: page, with: page + page + wrongEnd))
    for policy in ["v1", "v6"] {
      let name = "\(policy).poptrace"
      let record = try ToolRun.poptrace(
        ["record", "twice.jsonl", "--policy", policy, "-o", name, "-q"], in: scratch.url)
      #expect(record.status == 0, "\(record)")
      let replay = try ToolRun.poptrace(["replay", name, "--policy", "v6", "--format", "json"], in: scratch.url)
      #expect(replay.status == 0 && replay.output.contains("\"lossy\":0"), "\(replay)")
      #expect(replay.output.components(separatedBy: "\"rule\":\"app-misuse\"").count == 3, "\(replay)")
      #expect(try ToolRun.poptrace(["verify", name, "-q"], in: scratch.url).status == 0)
    }
  }

  @Test("recover does not advise recover")
  func advice() throws {
    let scratch = try Scratch()
    var bytes = try field(in: scratch)
    bytes[bytes.count / 2] ^= 255
    try scratch.file("damaged.poptrace", bytes)
    #expect(try ToolRun.poptrace(["info", "damaged.poptrace"], in: scratch.url).errors.contains("poptrace recover"))
    let run = try ToolRun.poptrace(["recover", "damaged.poptrace", "-o", "x.poptrace"], in: scratch.url)
    #expect(run.status == 3, "\(run)")
    #expect(!run.errors.contains("poptrace recover"), "\(run.errors)")
  }

  @Test("a stimulus that can never happen is mentioned by record and replay")
  func never() throws {
    let scratch = try Scratch()
    try scratch.file(
      "never.jsonl",
      Samples.scenario + "{\"event\":\"app.background\",\"after\":{\"event\":\"page.did-disappear\",\"page\":1}}\n")
    let record = try ToolRun.poptrace(["record", "never.jsonl", "--policy", "v1", "-o", "x.poptrace"], in: scratch.url)
    #expect(record.status == 0)
    #expect(
      record.errors.contains("never.jsonl, session two-alerts: event 6, app.background"), "\(record.errors)")
    let replay = try ToolRun.poptrace(["replay", "never.jsonl", "--policy", "v1", "-q"], in: scratch.url)
    #expect(replay.status == 0)
    #expect(replay.output.contains("NEVER HAPPENS  1 stimulus\n"), "\(replay)")
    #expect(
      !(try ToolRun.poptrace(["replay", "x.poptrace", "--policy", "v1", "-q"], in: scratch.url).output.contains("NEVER"))
    )
  }

  @Test("cat shows a time that export shows, however large")
  func longTimes() throws {
    let scratch = try Scratch()
    let large = "2305843009140000"
    try scratch.file(
      "long.jsonl", "{\"poptrace\":1,\"tick_us\":60000000,\"scenario\":false}\n{\"t\":\(large),\"event\":\"idle\"}\n")
    let export = try ToolRun.poptrace(["export", "long.jsonl"], in: scratch.url)
    #expect(export.output.contains("\"t\":\(large),"), "\(export)")
    let cat = try ToolRun.poptrace(["cat", "long.jsonl"], in: scratch.url)
    #expect(cat.output.contains(" 2,305,843,009,140,000  idle"), "\(cat)")
  }
}

import Foundation
import Testing
import ToolRuns

@Suite("Inputs")
struct InputTests {
  private func names(_ run: ToolRun) throws -> [String] {
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return (json["traces"] as? [[String: Any]])?.compactMap { $0["trace"] as? String } ?? []
  }

  @Test("links of directories to themselves and to each other end, and each file counts once")
  func loops() throws {
    let scratch = try Scratch()
    try scratch.file("d/a.jsonl", Samples.scenario)
    try scratch.file("d/inner/b.jsonl", Samples.scenario)
    let run = try ToolRun.shell(
      "ln -s . d/s; ln -s .. d/up; ln -s ../inner d/inner/t; poptrace info d --format json", in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(try names(run) == ["d/a.jsonl", "d/inner/b.jsonl"])
    #expect(run.errors.contains("d/s: the same directory as d; it is walked once\n"), "\(run.errors)")
    let quiet = try ToolRun.poptrace(["info", "d", "-q"], in: scratch.url)
    #expect(quiet.errors.isEmpty)
  }

  @Test(
    "the same input given twice counts once, with a remark",
    arguments: [
      "a.jsonl ./a.jsonl", "a.jsonl hard.jsonl", "a.jsonl soft.jsonl", "a.jsonl sub/../a.jsonl", "a.jsonl dir",
      "dir dir",
    ])
  func twice(inputs: String) throws {
    let scratch = try Scratch()
    try scratch.file("a.jsonl", Samples.scenario)
    let run = try ToolRun.shell(
      "mkdir sub dir; ln a.jsonl hard.jsonl; ln -s a.jsonl soft.jsonl; ln a.jsonl dir/b.jsonl; "
        + "poptrace replay \(inputs) --policy v6", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("v6 by itself: 1 session, 6 events"), "\(run.output)")
    #expect(run.errors.contains("once"), "\(run.errors)")
  }

  @Test("a file whose name is not UTF-8 is taken like any other, by itself and in a directory")
  func foreignNames() throws {
    let scratch = try Scratch()
    try scratch.file("a.jsonl", Samples.scenario)
    let run = try ToolRun.shell(
      "mkdir u; cp a.jsonl u/; mv a.jsonl \"u/$(printf 'x\\377').jsonl\"; poptrace info u --format json",
      in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(try names(run) == ["u/a.jsonl", "u/x\\xff.jsonl"])
    let single = try ToolRun.shell(
      "poptrace import \"u/$(printf 'x\\377').jsonl\" -o \"$(printf 'y\\377').poptrace\" && ls", in: scratch.url)
    #expect(single.status == 0, "\(single)")
    let missing = try ToolRun.shell("poptrace info \"$(printf 'z\\377').jsonl\"", in: scratch.url)
    #expect(missing.errors.hasPrefix("poptrace: z\\xff.jsonl: there is no such file"), "\(missing.errors)")
  }

  @Test(
    "what is no trace is refused after its first bytes, however large it is",
    .enabled(if: !ToolRun.isSanitized, "a sanitizer reserves more addresses than the limit"),
    arguments: ["info", "cat", "verify"])
  func endless(command: String) throws {
    let scratch = try Scratch()
    let run = try ToolRun.shell(
      "truncate -s 10G big.poptrace; ulimit -v 3000000; poptrace \(command) /dev/zero big.poptrace; poptrace \(command) - < /dev/zero",
      in: scratch.url)
    #expect(run.status == 1)
    for name in ["/dev/zero", "big.poptrace", "-"] {
      #expect(run.errors.contains("poptrace: \(name): this is neither a trace nor JSON Lines"), "\(run.errors)")
    }
  }

  @Test(
    "a line without an end is refused before it fills the memory",
    .enabled(if: !ToolRun.isSanitized, "a sanitizer reserves more addresses than the limit"))
  func endlessLine() throws {
    let run = try ToolRun.shell(
      "ulimit -v 3000000; (printf '{\"poptrace\":1,\"app\":\"'; tr '\\0' 'a' < /dev/zero) | poptrace info -")
    #expect(run.status == 1)
    #expect(run.errors.contains("line 1 is longer than"), "\(run.errors)")
  }

  @Test("a directory entry that leads nowhere is said, not left out")
  func danglingLink() throws {
    let scratch = try Scratch()
    try scratch.file("d/a.jsonl", Samples.scenario)
    let run = try ToolRun.shell("ln -s nowhere d/b.jsonl; poptrace info d", in: scratch.url)
    #expect(run.status == 1)
    #expect(run.errors.contains("d/b.jsonl: there is no such file"))
  }

  @Test("sessions of a text are read one after another, with the line numbers of the whole")
  func severalSessions() throws {
    let scratch = try Scratch()
    let two = Samples.scenario + "\n" + Samples.scenario
    try scratch.file("two.jsonl", two)
    let run = try ToolRun.poptrace(["info", "two.jsonl", "--format", "json"], in: scratch.url)
    #expect(run.output.contains("\"sessions\":2,"), "\(run)")
    try scratch.file("bad.jsonl", two + "{\"t\":1,\"event\":\"idel\"}")
    let bad = try ToolRun.poptrace(["info", "bad.jsonl"], in: scratch.url)
    #expect(bad.errors.contains("line 16: "), "\(bad.errors)")
    // A name or a value that looks like a header's key is none.
    let tricky = Samples.scenario.replacingOccurrences(of: "\"name\":\"login\"", with: "\"name\":\"poptrace\"")
    try scratch.file("tricky.jsonl", tricky)
    let whole = try ToolRun.poptrace(["info", "tricky.jsonl", "--format", "json"], in: scratch.url)
    #expect(whole.output.contains("\"sessions\":1,"), "\(whole)")
  }
}

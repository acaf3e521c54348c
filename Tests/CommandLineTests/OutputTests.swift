import Foundation
import Testing
import ToolRuns

@Suite("Output")
struct OutputTests {
  @Test("translating to a trace and back loses nothing")
  func roundTrip() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch)
    let text = try ToolRun.poptrace(["export", "field.poptrace"], in: scratch.url)
    #expect(text.status == 0)
    try scratch.file("field.jsonl", text.output)
    #expect(try ToolRun.poptrace(["import", "field.jsonl", "-o", "again.poptrace"], in: scratch.url).status == 0)
    let again = try ToolRun.poptrace(["cat", "--json", "again.poptrace"], in: scratch.url)
    #expect(again.output == text.output)
    #expect(text.output.contains("popup.shown"))
  }

  @Test("a file, a directory and standard input give the same")
  func inputs() throws {
    let scratch = try Scratch()
    try scratch.file("folder/scenario.jsonl", Samples.scenario)
    let file = try ToolRun.poptrace(["cat", "--json", "folder/scenario.jsonl"], in: scratch.url)
    let folder = try ToolRun.poptrace(["cat", "--json", "folder"], in: scratch.url)
    let pipe = try ToolRun.poptrace(["cat", "--json", "-"], input: Array(Samples.scenario.utf8))
    #expect(file.status == 0 && !file.output.isEmpty)
    #expect(file.output == folder.output)
    #expect(file.output == pipe.output)
  }

  @Test("directories are walked in order of names, all the way down")
  func order() throws {
    let scratch = try Scratch()
    for name in ["b.jsonl", "a/z.jsonl", "a/y/x.jsonl", "c.txt", ".hidden.jsonl", "Z.jsonl"] {
      try scratch.file("folder/\(name)", "{\"poptrace\":1,\"session\":\"\(name)\"}\n{\"t\":0,\"event\":\"idle\"}\n")
    }
    let run = try ToolRun.poptrace(["info", "folder", "--format", "json"], in: scratch.url)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let traces = (json?["traces"] as? [[String: Any]])?.compactMap { $0["trace"] as? String }
    #expect(traces == ["folder/Z.jsonl", "folder/a/y/x.jsonl", "folder/a/z.jsonl", "folder/b.jsonl"])
  }

  @Test("a file named by --output holds what standard output would")
  func outputFile() throws {
    let scratch = try Scratch()
    let direct = try ToolRun.poptrace(["rules", "--format", "json"])
    let run = try ToolRun.poptrace(["rules", "--format", "json", "--output", "rules.json"], in: scratch.url)
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("rules.json"), encoding: .utf8) == direct.output)
  }

  @Test("colour is for terminals, or where it is asked for, and NO_COLOR is heard")
  func color() throws {
    #expect(!(try ToolRun.poptrace(["rules"]).output.contains("\u{1b}")))
    #expect(try ToolRun.poptrace(["rules", "--color", "always"]).output.contains("\u{1b}"))
    #expect(!(try ToolRun.poptrace(["rules", "--color", "never"]).output.contains("\u{1b}")))
    let terminal = "script -qec 'poptrace rules' /dev/null </dev/null"
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/script") {
      #expect(try ToolRun.shell(terminal, environment: ["TERM": "xterm"]).output.contains("\u{1b}[1m"))
      #expect(
        !(try ToolRun.shell(terminal, environment: ["TERM": "xterm", "NO_COLOR": "1"]).output.contains("\u{1b}[1m")))
      #expect(try ToolRun.shell(terminal, environment: ["TERM": "xterm", "NO_COLOR": ""]).output.contains("\u{1b}[1m"))
    }
  }

  @Test("a reader that goes away ends it quietly")
  func brokenPipe() throws {
    let scratch = try Scratch()
    var text = "{\"poptrace\":1}\n"
    for time in 0..<20_000 { text += "{\"t\":\(time),\"event\":\"idle\"}\n" }
    try scratch.file("long.jsonl", text)
    let run = try ToolRun.shell("poptrace cat long.jsonl | head -n 2", in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.errors.isEmpty)
  }
}

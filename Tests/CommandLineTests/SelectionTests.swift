import Foundation
import Testing

@Suite("One session, one popup, one place")
struct SelectionTests {
  private func field(in scratch: Scratch) throws {
    let run = try ToolRun.poptrace(
      ["generate", "--seed", "3", "--sessions", "4", "--policy", "v6", "-o", "a.poptrace", "-q"], in: scratch.url)
    #expect(run.status == 0)
  }

  @Test("cat and info look at one session, by name or by place")
  func sessions() throws {
    let scratch = try Scratch()
    try field(in: scratch)
    let all = try ToolRun.poptrace(["cat", "--json", "a.poptrace"], in: scratch.url).output
    let named = try ToolRun.poptrace(
      ["cat", "--json", "a.poptrace", "--session", "simulated-3-2"], in: scratch.url)
    let placed = try ToolRun.poptrace(["cat", "--json", "a.poptrace", "--session", "3"], in: scratch.url)
    #expect(named.status == 0 && named.output == placed.output)
    #expect(named.output.count { $0 == "\n" } > 1 && all.contains(named.output) && named.output != all)
    let info = try ToolRun.poptrace(
      ["info", "a.poptrace", "--session", "2", "--session", "4", "--format", "json"], in: scratch.url)
    #expect(info.output.contains("\"sessions\":2,"), "\(info)")
    let none = try ToolRun.poptrace(["info", "a.poptrace", "--session", "5"], in: scratch.url)
    #expect(none.status == 1 && none.errors.contains("there is no session \"5\" in what was given"), "\(none)")
  }

  @Test("cat looks at one popup, by name or by number")
  func popups() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch)
    let run = try ToolRun.poptrace(["cat", "--json", "field.poptrace", "--popup", "1"], in: scratch.url)
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0 && lines.count > 3)
    #expect(lines.dropFirst().allSatisfy { $0.contains("\"popup\":1,") || $0.contains("\"popup\":1}") }, "\(run)")
    let all = try ToolRun.poptrace(["cat", "--json", "field.poptrace"], in: scratch.url).output.split(separator: "\n")
    #expect(lines.dropFirst() == all.filter { $0.contains("\"popup\":1,") || $0.contains("\"popup\":1}") }[...])
    let name = try #require(lines[1].firstMatch(of: #/"name":"([^"]*)"/#)?.1)
    #expect(
      try ToolRun.poptrace(["cat", "--json", "field.poptrace", "--popup", String(name)], in: scratch.url).output
        == run.output)
    #expect(
      !(try ToolRun.poptrace(["cat", "field.poptrace", "--popup", "1"], in: scratch.url).output.contains("missing")))
    let none = try ToolRun.poptrace(["cat", "field.poptrace", "--popup", "nobody"], in: scratch.url)
    #expect(none.status == 1 && none.errors.contains("there is no popup \"nobody\""), "\(none)")
  }

  @Test("slice takes a session by name or by place, as cat does")
  func sliceOfPlace() throws {
    let scratch = try Scratch()
    try field(in: scratch)
    let run = { (name: String) in
      try ToolRun.poptrace(["slice", "a.poptrace", "--session", name, "-o", "-", "-q"], in: scratch.url)
    }
    let (named, placed) = (try run("simulated-3-2"), try run("3"))
    #expect(named.status == 0 && placed.status == 0 && !named.output.isEmpty && named.output == placed.output)
    let none = try run("5")
    #expect(
      none.status == 1 && none.output.isEmpty && none.errors.contains("there is no session \"5\" in what was given"))
  }

  @Test("slice ends at a time or at an event, and what is left gives itself back")
  func until() throws {
    let scratch = try Scratch()
    try field(in: scratch)
    for (place, same) in [("20000", "20000ms"), ("#57", "#57")] {
      _ = try ToolRun.poptrace(["slice", "a.poptrace", "--until", place, "-o", "one.jsonl"], in: scratch.url)
      let run = try ToolRun.poptrace(["slice", "a.poptrace", "--until", same, "-o", "two.jsonl"], in: scratch.url)
      #expect(run.status == 0, "\(run)")
      let text = try String(contentsOfFile: scratch.path("two.jsonl"), encoding: .utf8)
      #expect(try String(contentsOfFile: scratch.path("one.jsonl"), encoding: .utf8) == text)
      #expect(text.contains("\"id\":57,") && (place != "#57" || !text.contains("\"id\":58,")))
      #expect(try ToolRun.poptrace(["verify", "two.jsonl"], in: scratch.url).status == 0, "\(place)")
    }
    for place in ["-1", "#", "#-1", "4s", "#99999999999"] {
      let run = try ToolRun.poptrace(["slice", "a.poptrace", "--until=\(place)", "-o", "x.jsonl"], in: scratch.url)
      #expect(run.status == 64 && run.errors.contains("\"\(place)\" is no "), "\(run)")
    }
  }
}

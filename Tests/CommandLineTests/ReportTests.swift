import Foundation
import Testing
import ToolRuns

@Suite("What reports say")
struct ReportTests {
  @Test("identity that fails by a cause alone says both causes")
  func causes() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    let text = try ToolRun.poptrace(["export", "field.poptrace"], in: scratch.url).output
    var lines = text.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.contains("\"event\":\"popup.shown\"") })
    let cause = try #require(lines[index].firstMatch(of: /"cause":(\d+)/)?.1)
    lines[index] = lines[index].replacing("\"cause\":\(cause)", with: "\"cause\":0")
    try scratch.file("cause.jsonl", lines.joined(separator: "\n"))
    let run = try ToolRun.poptrace(["verify", "cause.jsonl", "-q"], in: scratch.url)
    #expect(run.status == 1)
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("caused by event 0; replayed"), "\(run.output)")
    #expect(words.contains("caused by event \(cause). The trace"), "\(run.output)")
    #expect(run.output.contains("← 0\n") && run.output.contains("← \(cause)\n"), "\(run.output)")
  }

  @Test("scenarios are judged by themselves, and said to be so among recordings")
  func scenarios() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    let alone = try ToolRun.poptrace(["replay", "scenario.jsonl", "--policy", "v0", "-q"], in: scratch.url)
    #expect(alone.output.hasPrefix("v0 by itself: 1 session, 6 events\n\nFOUND  1 error"), "\(alone)")
    #expect(alone.output.hasSuffix("v0 fails: 1 error in 1 of 1 session.\n"), "\(alone)")
    let mixed = try ToolRun.poptrace(["replay", ".", "--policy", "v1", "-q"], in: scratch.url)
    #expect(mixed.output.hasPrefix("v1 against the recording: 2 sessions, "), "\(mixed)")
    #expect(mixed.output.contains("; scenarios, judged by themselves: 1\n"), "\(mixed)")
    let verified = try ToolRun.poptrace(["verify", "scenario.jsonl", "-q"], in: scratch.url)
    #expect(!verified.output.contains("gives itself back"), "\(verified)")
  }

  @Test("--all shows the witnesses of every finding")
  func allWitnesses() throws {
    let field = ToolRun.repository.appendingPathComponent("Fixtures/field/v2.poptrace").path
    let json = try ToolRun.poptrace(["replay", field, "--policy", "v0", "--format", "json", "-q"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let findings = (report["traces"] as? [[String: Any]] ?? []).flatMap { $0["findings"] as? [[String: Any]] ?? [] }
    // An event that shows a finding is marked; one that happened in the baseline's run is there as well.
    let witnesses = findings.filter { $0["status"] as? String == "new" }
      .reduce(0) { $0 + Set($1["witness"] as? [Int] ?? []).count }
    let all = try ToolRun.poptrace(["replay", field, "--policy", "v0", "--all", "-q"])
    let breaks = try #require(all.output.components(separatedBy: "\n\nMENDS").first)
    let marked = breaks.components(separatedBy: "▸").count - 1
    #expect(witnesses > 100)
    #expect(marked >= witnesses, "\(marked) of \(witnesses)")
    for because in Set(try findings.prefix(200).map { try #require($0["because"] as? String) }) {
      let words = String(because.prefix(40))
      #expect(all.output.contains(words), "\(because)")
    }
  }

  @Test("a text is the same beside another form, and with any number of threads", arguments: [[], ["--all"]])
  func texts(options: [String]) throws {
    let scratch = try Scratch()
    let field = ToolRun.repository.appendingPathComponent("Fixtures/field").path
    func text(_ more: String...) throws -> String {
      let arguments = ["replay", field, "--policy", "v2", "--quiet", "--format", "text"] + options + more
      return try ToolRun.poptrace(arguments, in: scratch.url).output
    }
    // Alone, it says nothing in words of what it does not show.
    let alone = try text("--jobs", "1")
    #expect(alone.contains("OUTCOMES") && alone.contains("▸"))
    #expect(try text("--jobs", "4") == alone)
    #expect(try text("--format", "json=report.json") == alone)
  }

  @Test("a header with only a policy's name resolves it by that name")
  func nameOnly() throws {
    let scratch = try Scratch()
    for (policy, code) in [("v6", Int32(0)), ("v4", 0), ("ly-head", 0), ("theirs", 1)] {
      try scratch.file(
        "noconf.jsonl",
        """
        {"poptrace":1,"policy":"\(policy)","ended":100,"scenario":false}
        {"id":0,"t":0,"event":"page.will-appear","page":1,"class":"Home"}
        {"id":1,"t":0,"event":"page.did-appear","page":1}

        """)
      let run = try ToolRun.poptrace(["verify", "noconf.jsonl", "-q"], in: scratch.url)
      #expect(run.status == code, "\(policy): \(run)")
    }
    let words = try ToolRun.poptrace(["verify", "noconf.jsonl", "-q"], in: scratch.url).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("\"theirs\", which is not known here, and carries no configuration"), "\(words)")
  }
}

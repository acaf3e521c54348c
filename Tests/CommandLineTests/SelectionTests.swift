import Foundation
import Testing
import ToolRuns

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

  @Test("replay looks at one session, by name or by place")
  func replayedSessions() throws {
    let scratch = try Scratch()
    try field(in: scratch)
    let run = { (name: String) in
      try ToolRun.poptrace(
        ["replay", "a.poptrace", "--policy", "v4", "--session", name, "--format", "json", "-q"], in: scratch.url)
    }
    let (named, placed) = (try run("simulated-3-2"), try run("3"))
    #expect(
      named.status != 1 && named.output.contains("\"session\":\"simulated-3-2\"")
        && named.output.contains("\"sessions\":1,"))
    let tail = { (text: String) in text.components(separatedBy: "\"traces\":").last }
    #expect(tail(named.output) == tail(placed.output))
    #expect(try run("5").status == 1)
  }

  @Test("replay judges one popup, by name or by number: its findings, its outcomes, its part of the verdict")
  func replayedPopups() throws {
    let scratch = try Scratch()
    try field(in: scratch)
    let replay = { (options: [String]) in
      let run = try ToolRun.poptrace(
        [
          "replay", "a.poptrace", "--policy", "v1", "--continuations", "0", "--visits", "free", "--format", "json",
          "-q",
        ]
          + options, in: scratch.url)
      return (run.status, try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]))
    }
    let sessions = { (report: [String: Any]) in report["traces"] as? [[String: Any]] ?? [] }
    let outcomes = { (session: [String: Any]) in session["outcomes"] as? [[String: Any]] ?? [] }
    let findings = { (session: [String: Any]) in session["findings"] as? [[String: Any]] ?? [] }
    let whole = sessions(try replay([]).1)
    // The popup that most findings are about, and its number in the first session with one.
    let all = whole.flatMap(findings).compactMap { $0["name"] as? String }
    let name = try #require(
      Dictionary(grouping: all) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key)
    let (status, report) = try replay(["--popup", name])
    let having = whole.filter { outcomes($0).contains { $0["name"] as? String == name } }
    #expect(sessions(report).count == having.count && !having.isEmpty)
    let isWorse = sessions(report).flatMap(findings).contains {
      $0["status"] as? String == "new" && $0["severity"] as? String == "error" && $0["grade"] as? String != "assumed"
    }
    #expect(status == (isWorse ? 2 : 0))
    for (session, full) in zip(sessions(report), having) {
      let own = outcomes(full).filter { $0["name"] as? String == name }
      #expect(NSArray(array: outcomes(session)) == NSArray(array: own))
      let numbers = own.compactMap { $0["popup"] as? Int }
      let kept = findings(full).filter { finding in
        [finding["popup"], finding["other"]].contains { ($0 as? Int).map(numbers.contains) ?? false }
      }
      #expect(NSArray(array: findings(session)) == NSArray(array: kept))
    }
    #expect(whole.flatMap(findings).count > sessions(report).flatMap(findings).count)
    let one = try #require(having.first)
    let number = try #require(outcomes(one).first { $0["name"] as? String == name }?["popup"] as? Int)
    let (_, byNumber) = try replay(["--popup", "\(number)", "--session", try #require(one["session"] as? String)])
    #expect(outcomes(try #require(sessions(byNumber).first)).compactMap { $0["popup"] as? Int } == [number])
    #expect(try replay(["--popup", "nobody"]).0 == 1)
    let estimate = try ToolRun.poptrace(
      ["replay", "a.poptrace", "--policy", "v1", "--popup", name, "--estimate"], in: scratch.url)
    #expect(estimate.status == 64 && estimate.errors.contains("without --popup"))
  }

  @Test("A popup that is nowhere is said, with the nearest that is somewhere, by whatever reads all there is")
  func misspelledPopups() throws {
    let coupon = "poptrace: there is no popup \"Coupn\" in what was given; did you mean \"Coupon\"?\n"
    let judging = ["--policy", "v6", "--continuations", "0", "--visits", "free", "-q"]
    let cases: [([String], Int32, String)] = [
      (["cat", "--popup", "Coupn"], 1, coupon), (["info", "--popup", "Coupn"], 1, coupon),
      (["replay", "--popup", "Coupn"] + judging, 1, coupon), (["gate", "--popup", "Coupn"] + judging, 1, coupon),
      // One that is there is judged, and the other is said all the same.
      (["replay", "--popup", "Splash", "--popup", "Coupn"] + judging, 0, coupon),
      (["replay", "--popup", "Splash", "--popup", "Coupn", "--jobs", "2"] + judging, 0, coupon),
      (["replay", "--where", "popup=Coupn"] + judging, 1, coupon),
      (["replay", "--where", "popup=Coupn", "--where", "popup=Splash"] + judging, 0, coupon),
      (["replay", "--popup", "Coupon", "--where", "popup=Coupon"] + judging, 0, ""),
      (
        ["replay", "--popup", "4711"] + judging, 1, "poptrace: there is no popup \"4711\" in what was given\n"
      ),
      // A part cannot know what the others have.
      (["replay", "--popup", "Coupn", "--shard", "1/2", "--format", "ndjson"] + judging, 0, ""),
    ]
    for (arguments, status, words) in cases {
      let run = try ToolRun.poptrace(arguments + ["Fixtures/field/v5.poptrace"], in: ToolRun.repository)
      #expect(run.status == status && run.errors == words, "\(arguments): \(run.status) \(run.errors)")
    }
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

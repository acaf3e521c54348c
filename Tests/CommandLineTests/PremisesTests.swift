import Foundation
import Testing
import ToolRuns

@Suite("What is taken for granted of users, once for all inputs")
struct PremisesTests {
  /// Sessions in which the page is left while the first popup is up, or not before it is answered.
  private func sessions(_ count: Int, first: Int = 0, visitAt time: Int) -> String {
    (first..<first + count).map { index in
      """
      {"poptrace":1,"session":"s\(index)"}
      {"t":0,"event":"page.will-appear","page":1,"class":"HomePage"}
      {"t":10,"event":"page.did-appear","page":1}
      {"t":1000,"event":"popup.submitted","popup":1,"name":"login"}
      {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":\(4000 + index)}
      {"t":\(time),"event":"page.will-disappear","page":1}
      {"t":\(time),"event":"page.will-appear","page":2,"class":"CartPage"}
      {"t":\(time + 300),"event":"page.did-disappear","page":1}
      {"t":\(time + 300),"event":"page.did-appear","page":2}
      {"t":10000,"event":"idle"}

      """
    }.joined()
  }

  /// Sessions that `v0` leaves open: the first popup goes by itself under `v5`, and stays until somebody answers it under `v0`.
  private func open(_ count: Int) -> String {
    (0..<count).map { index in
      """
      {"poptrace":1,"session":"o\(index)"}
      {"t":0,"event":"page.will-appear","page":1,"class":"HomePage"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":1000,"event":"popup.submitted","popup":1,"name":"Update","autoDismiss":2000}
      {"t":6000,"event":"popup.submitted","popup":2,"name":"Rate"}
      {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":500}
      {"t":20000,"event":"idle"}

      """
    }.joined()
  }

  private func record(_ text: String, by policy: String, as name: String, in scratch: Scratch) throws {
    try scratch.file(name + ".txt", text)
    let run = try ToolRun.poptrace(
      ["record", name + ".txt", "--policy", policy, "--output", name, "--quiet"], in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func poptrace(_ arguments: [String], in scratch: Scratch) throws -> ToolRun {
    try ToolRun.poptrace(arguments, in: scratch.url)
  }

  @Test("are the same for any number of jobs, and however the sessions are split and ordered")
  func same() throws {
    let scratch = try Scratch()
    try record(sessions(90, visitAt: 6000), by: "v1", as: "whole.poptrace", in: scratch)
    try record(sessions(30, visitAt: 6000), by: "v1", as: "a.poptrace", in: scratch)
    try record(sessions(60, first: 30, visitAt: 6000), by: "v1", as: "b.poptrace", in: scratch)
    let whole = try poptrace(["premises", "whole.poptrace"], in: scratch)
    #expect(whole.status == 0)
    #expect(whole.output.hasPrefix("{\"schema\":\"poptrace.premises/1\",\"digest\":\""))
    #expect(whole.output.contains("\"sessions\":90,"))
    #expect(whole.output.contains("\"decision\":\"wait\",\"seen\":0"))
    #expect(whole.errors.contains("visits wait (auto: 0 of 36 expected visits under a popup)"), "\(whole.errors)")
    #expect(whole.errors.contains("dwell: 90 answers observed, 0 cut short"), "\(whole.errors)")
    for arguments in [["a.poptrace", "b.poptrace"], ["b.poptrace", "a.poptrace"]] {
      for jobs in ["1", "2", "5"] {
        let run = try poptrace(["premises", "--quiet", "--jobs", jobs] + arguments, in: scratch)
        #expect(run.output == whole.output)
        #expect(run.errors.isEmpty)
      }
    }
    let merged = try poptrace(["merge", "b.poptrace", "a.poptrace", "--output", "m.poptrace", "--quiet"], in: scratch)
    #expect(merged.status == 0)
    #expect(try poptrace(["premises", "m.poptrace", "-q"], in: scratch).output == whole.output)
    #expect(try poptrace(["premises", "whole.poptrace", "-q", "-o", "f.json"], in: scratch).output.isEmpty)
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("f.json"), encoding: .utf8) == whole.output)
  }

  @Test("are not made of what cannot be read in full")
  func unreadable() throws {
    let scratch = try Scratch()
    try record(sessions(3, visitAt: 6000), by: "v1", as: "a.poptrace", in: scratch)
    try scratch.file("other.poptrace", Array("neither".utf8))
    let run = try poptrace(["premises", "a.poptrace", "other.poptrace", "-o", "f.json"], in: scratch)
    #expect(run.status == 1)
    #expect(run.errors.contains("other.poptrace"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("f.json")))
  }

  @Test("decide whether visits wait, and reports say so")
  func auto() throws {
    let scratch = try Scratch()
    try record(sessions(60, visitAt: 6000), by: "v1", as: "wait.poptrace", in: scratch)
    try record(sessions(60, visitAt: 3000), by: "v1", as: "free.poptrace", in: scratch)
    let wait = "          premises: visits wait (auto: 0 of 24 expected visits under a popup)\n"
    let free = "          premises: visits free (auto: 60 of 24 expected visits under a popup)\n"
    #expect(try poptrace(["replay", "wait.poptrace", "--policy", "v6"], in: scratch).output.contains(wait))
    #expect(try poptrace(["replay", "free.poptrace", "--policy", "v6"], in: scratch).output.contains(free))
    #expect(try poptrace(["diff", "wait.poptrace", "--policy", "v1,v6"], in: scratch).output.contains(wait))
    let asked = try poptrace(["replay", "wait.poptrace", "--policy", "v6", "--visits", "free"], in: scratch)
    #expect(asked.output.contains("premises: visits free (as asked for)\n"))
    let json = try poptrace(["replay", "wait.poptrace", "--policy", "v6", "--format", "json"], in: scratch)
    let digest = try poptrace(["premises", "wait.poptrace", "-q"], in: scratch).output.split(separator: "\"")[7]
    #expect(digest.count == 16)
    #expect(
      json.output.contains(
        "\"premises\":[{\"premise\":\"visits\",\"holds\":\"wait\",\"by\":\"auto\",\"seen\":0,\"expected\":24.177,"
          + "\"sessions\":60,\"digest\":\"\(digest)\"}"), "\(json.output.prefix(400))")
  }

  @Test(
    "are found out while sessions are judged, and give what a file of them gives, also where users turn out to wait",
    arguments: [6000, 3000])
  func whileJudging(visit: Int) throws {
    let scratch = try Scratch()
    try record(sessions(30, visitAt: visit), by: "v1", as: "a.poptrace", in: scratch)
    try record(sessions(60, first: 20, visitAt: visit), by: "v1", as: "b.poptrace", in: scratch)
    try scratch.file("0.poptrace", Array("neither".utf8))
    try scratch.file("z.poptrace", Array("neither".utf8))
    let inputs = ["0.poptrace", "a.poptrace", "b.poptrace", "z.poptrace"]
    #expect(try poptrace(["premises", "a.poptrace", "b.poptrace", "-q", "-o", "f.json"], in: scratch).status == 0)
    for options in [
      ["replay", "--policy", "v6"], ["replay", "--policy", "v6,v0"],
      ["replay", "--policy", "v6,v0", "--format", "json"],
      ["replay", "--policy", "v6", "--format", "ndjson", "--jobs", "3"], ["diff", "--policy", "v1,v6", "--jobs", "2"],
      ["replay", "--policy", "v6", "--format", "markdown", "--save-trace", "runs"],
    ] {
      let run = try poptrace([options[0]] + inputs + options.dropFirst(), in: scratch)
      let known = try poptrace([options[0]] + inputs + options.dropFirst() + ["--premises", "f.json"], in: scratch)
      func asFromFile(_ text: String) -> String {
        text.replacingOccurrences(of: "(auto:", with: "(file:")
          .replacingOccurrences(of: "\"by\":\"auto\"", with: "\"by\":\"file\"")
      }
      #expect(run.status == known.status && asFromFile(run.output) == known.output, "\(options): \(run)")
      // Each line once, also where all was judged once more.
      func lines(_ run: ToolRun) -> [Substring] { run.errors.split(separator: "\n").filter { !$0.contains(" ms, ") } }
      #expect(lines(run) == lines(known) && lines(run).count == 12, "\(options): \(run.errors)")
    }
  }

  @Test("more JSON than is held until they are known comes out the same")
  func much() throws {
    let scratch = try Scratch()
    let generated = try poptrace(
      ["generate", "--seed", "3", "--sessions", "150", "--policy", "v3", "-o", "all.poptrace", "-q"], in: scratch)
    #expect(generated.status == 0)
    #expect(try poptrace(["premises", "all.poptrace", "-q", "-o", "f.json"], in: scratch).status == 0)
    let options = ["replay", "all.poptrace", "--policy", "v6", "--format", "json", "--all", "-q"]
    let run = try poptrace(options, in: scratch)
    #expect(run.output.utf8.count > 1 << 20, "\(run.output.utf8.count)")
    let known = try poptrace(options + ["--premises", "f.json"], in: scratch)
    #expect(run.output.replacingOccurrences(of: "\"by\":\"auto\"", with: "\"by\":\"file\"") == known.output)
  }

  @Test("are taken from a file, which a part of the inputs is judged with as the whole is")
  func file() throws {
    let scratch = try Scratch()
    let generated = try poptrace(
      ["generate", "--seed", "3", "--sessions", "30", "--policy", "v3", "-o", "all.poptrace", "-q"], in: scratch)
    #expect(generated.status == 0)
    #expect(try poptrace(["premises", "all.poptrace", "-q", "-o", "f.json"], in: scratch).status == 0)
    let options = ["--policy", "v4", "--format", "json", "--premises", "f.json", "--estimate", "--quiet"]
    let all = try poptrace(["replay", "all.poptrace"] + options, in: scratch).output
    #expect(all.contains("\"by\":\"file\""))
    #expect(all.contains("\"errorInEstimates\":"), "nothing is left open")
    for jobs in ["1", "3"] {
      #expect(try poptrace(["replay", "all.poptrace", "--jobs", jobs] + options, in: scratch).output == all)
    }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.hasPrefix("{\"trace\"") } }
    // Up to the session's own last bracket.
    func whole(_ line: Substring) -> String { String(line[...(line.lastIndex(of: "}") ?? line.startIndex)]) }
    #expect(lines(all).count == 30)
    for (index, line) in lines(all).enumerated() where index % 7 == 0 {
      try FileManager.default.createDirectory(
        at: scratch.url.appendingPathComponent("part\(index)"), withIntermediateDirectories: true)
      let name = "part\(index)/all.poptrace"
      let slice = try poptrace(
        ["slice", "all.poptrace", "--session", "\(index + 1)", "--output", name, "--quiet"], in: scratch)
      #expect(slice.status == 0, "\(slice.errors)")
      let part = try poptrace(["replay", name] + options, in: scratch).output
      #expect(
        lines(part).map(whole).first?.replacingOccurrences(of: name, with: "all.poptrace") == whole(line))
    }
  }

  @Test("wait for nothing where the input can be read only once, and say so")
  func stream() throws {
    let scratch = try Scratch()
    try record(sessions(60, visitAt: 6000), by: "v1", as: "wait.poptrace", in: scratch)
    func replay(_ options: String) throws -> ToolRun {
      try ToolRun.shell("cat wait.poptrace | poptrace replay - --policy v6 \(options)", in: scratch.url)
    }
    let plain = try replay("")
    #expect(plain.output.contains("premises: visits free (the input is read only once)\n"))
    #expect(plain.errors.contains("--visits auto is taken for free"), "\(plain.errors)")
    #expect(!(try replay("--quiet").errors.contains("taken for free")))
    #expect(!(try replay("--visits wait").errors.contains("taken for free")))
    // Nothing is read for what is asked for.
    let free = try replay("--visits free --continuations 0")
    #expect(free.output.contains("60 sessions") && !free.errors.contains("taken for free"), "\(free)")
    #expect(try replay("--visits wait").output.contains("premises: visits wait (as asked for)"))
    #expect(try replay("--estimate").errors.contains("a table of answers"))
    #expect(try poptrace(["premises", "wait.poptrace", "-q", "-o", "f.json"], in: scratch).status == 0)
    let given = try replay("--premises f.json")
    #expect(given.output.contains("premises: visits wait (file: 0 of 24 expected visits under a popup)"))
    #expect(!given.errors.contains("taken for free"))
    let pipe = try ToolRun.shell(
      "mkfifo pipe; cat wait.poptrace > pipe & poptrace replay pipe --policy v6 --visits auto; wait", in: scratch.url)
    #expect(pipe.output.contains("60 sessions"), "\(pipe)")
    #expect(pipe.errors.contains("pipe: an input that can be read only once"))
  }

  @Test("a file that cannot be is refused, with the place")
  func hostile() throws {
    let scratch = try Scratch()
    try record(sessions(9, visitAt: 6000), by: "v1", as: "a.poptrace", in: scratch)
    #expect(try poptrace(["premises", "a.poptrace", "-q", "-o", "f.json"], in: scratch).status == 0)
    func replay(_ name: String) throws -> ToolRun {
      try poptrace(["replay", "a.poptrace", "--policy", "v6", "--premises", name], in: scratch)
    }
    let missing = try replay("none.json")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("poptrace premises"))
    let text = try String(contentsOf: scratch.url.appendingPathComponent("f.json"), encoding: .utf8)
    for (name, content, words) in [
      ("empty.json", "", "at byte 0"), ("cut.json", String(text.dropLast(20)), "not JSON"),
      ("changed.json", text.replacingOccurrences(of: "\"sessions\":9", with: "\"sessions\":8"), "digest"),
      ("deep.json", String(repeating: "[", count: 100_000), "nested"), ("other.json", "[]", "an object is expected"),
      ("bytes.json", "\u{0}", "no text"),
    ] {
      try scratch.file(name, content)
      let run = try replay(name)
      #expect(run.status == 1, "\(name): \(run)")
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(name) && run.errors.contains(words), "\(name): \(run.errors)")
    }
  }

  @Test("an estimate says how many sessions to expect, and fails where that is too many")
  func estimate() throws {
    let scratch = try Scratch()
    try record(open(20), by: "v5", as: "open.poptrace", in: scratch)
    func replay(_ options: [String]) throws -> ToolRun {
      try poptrace(["replay", "open.poptrace", "--policy", "v0"] + options, in: scratch)
    }
    let plain = try replay([])
    #expect(plain.output.contains("AFFECTED  0 to 20 of 20 sessions\n"), "\(plain.output)")
    #expect(plain.status == 0)
    // Nobody was seen to answer the first popup so late.
    let estimate = try replay(["--estimate"])
    #expect(
      estimate.output.contains("AFFECTED  0 to 20 of 20 sessions; expected 20 (100.0 % ± 6.0, 90 %)\n"), "\(estimate)")
    #expect(estimate.status == 0)
    let gate = try replay(["--max-affected", "2%"])
    #expect(gate.status == 2)
    #expect(
      gate.output.hasSuffix("at least 88.0 % of sessions affected (90 %), where 2% are allowed.\n"), "\(gate.output)")
    #expect(try replay(["--max-affected", "90%"]).status == 0)
    let json = try replay(["--estimate", "--format", "json"]).output
    #expect(
      json.contains("\"affected\":{\"certain\":0,\"robust\":0,\"any\":20,\"expected\":20,\"low\":0.88"), "\(json)")
  }

  @Test(
    "wrong usage",
    arguments: [
      (["--max-affected", "2"], "write 2%"), (["--max-affected", "0.02"], "write 2% or 0.02%"),
      (["--estimate", "--continuations", "0"], "none of them"), (["--visits", "never"], "free"),
    ])
  func usage(options: [String], words: String) throws {
    let run = try ToolRun.poptrace(["replay", "a.poptrace", "--policy", "v6"] + options)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test("traces that are compared leave nothing to estimate")
  func traces() throws {
    let run = try ToolRun.poptrace(["diff", "a.poptrace", "b.poptrace", "--max-affected", "2%"])
    #expect(run.status == 64)
    #expect(run.errors.contains("--max-affected"))
  }
}

import Foundation
import Testing
import ToolRuns

@Suite("poptrace view, and reports as pages")
struct PageTests {
  private let root = ToolRun.repository
  private let quick = ["--continuations", "0", "--visits", "free", "--quiet"]

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  private func sessions(_ page: String) -> Int { page.components(separatedBy: "id=\"session-").count - 1 }

  @Test("A page is the same on any number of jobs, beside other forms, and of stdin without sessions")
  func deterministic() throws {
    let scratch = try Scratch()
    func replay(_ more: [String], input: [UInt8] = [], _ trace: String = "Fixtures/field/v5.poptrace") throws -> ToolRun
    {
      try ToolRun.poptrace(["replay", trace, "--policy", "v1"] + quick + more, input: input, in: root)
    }
    let one = try replay(["--format", "html", "--jobs", "1"])
    let four = try replay(["--format", "text", "--format", "html=" + scratch.path("page.html"), "--jobs", "4"])
    let page = try text(scratch.path("page.html"))
    #expect(one.status == 2 && four.status == 2 && one.output == page)
    #expect(sessions(one.output) > 50 && four.output.contains("makes things worse"))
    #expect(!one.output.contains(root.path))
    let piped = try replay(
      ["--format", "html"],
      input: [UInt8](try Data(contentsOf: root.appendingPathComponent("Fixtures/field/v5.poptrace"))), "-")
    #expect(piped.status == 2 && sessions(piped.output) == 0 && piped.output.contains("<!doctype html>"))
  }

  @Test("--page-bytes holds, the rest is left out; what no page can hold is refused")
  func pageBytes() throws {
    let arguments = ["replay", "Fixtures/field/v5.poptrace", "--policy", "v1", "--format", "html"] + quick
    let whole = try ToolRun.poptrace(arguments, in: root)
    let small = try ToolRun.poptrace(arguments + ["--page-bytes", "30000"], in: root)
    #expect(sessions(small.output) > 0 && sessions(small.output) < sessions(whole.output))
    #expect(small.output.utf8.count < whole.output.utf8.count && small.output.utf8.count < 30_000 + 150_000 + 120_000)
    #expect(sessions(try ToolRun.poptrace(arguments + ["--page-bytes", "0"], in: root).output) == 0)
    #expect(try ToolRun.poptrace(arguments + ["--page-bytes", "-1"], in: root).status == 64)
    #expect(try ToolRun.poptrace(["view", "x", "--page-bytes", "999999999999"], in: root).status == 64)
  }

  @Test("view writes view.html, says so, and shows every session that is asked for")
  func view() throws {
    let scratch = try Scratch()
    try scratch.file("a.poptrace", [UInt8](Data(contentsOf: root.appendingPathComponent("Fixtures/field/v5.poptrace"))))
    let all = try ToolRun.poptrace(["view", "a.poptrace"], in: scratch.url)
    #expect(all.status == 0 && all.output.hasPrefix("view.html: 75 sessions, ") && all.errors.isEmpty, "\(all)")
    #expect(sessions(try text(scratch.path("view.html"))) == 75)
    let one = try ToolRun.poptrace(["view", "a.poptrace", "--session", "3", "-o", "-"], in: scratch.url)
    #expect(one.status == 0 && sessions(one.output) == 1 && one.output.hasPrefix("<!doctype html>"))
    let both = try ToolRun.poptrace(
      ["view", "a.poptrace", "--session", "3", "--policy", "v6", "-o", "-", "--visits", "free"], in: scratch.url)
    #expect(both.status == 0 && sessions(both.output) == 1 && both.output != one.output)
  }

  @Test("What is not there is said, and leaves no page behind")
  func refusals() throws {
    let scratch = try Scratch()
    let page = scratch.path("page.html")
    let trace = "Fixtures/field/v5.poptrace"
    let session = try ToolRun.poptrace(["view", trace, "--session", "nobody", "-o", page], in: root)
    #expect(session.status == 1 && session.errors.contains("there is no such session"), "\(session)")
    let policy = try ToolRun.poptrace(["view", trace, "--policy", "v99", "-o", page], in: root)
    #expect(policy.status == 64)
    #expect(!FileManager.default.fileExists(atPath: page))
    try scratch.file("own.poptrace", [UInt8](Data(contentsOf: root.appendingPathComponent(trace))))
    let own = try ToolRun.poptrace(["view", "own.poptrace", "-o", "own.poptrace"], in: scratch.url)
    #expect(own.status == 64 && own.errors.contains("the output is own.poptrace itself"))
    let missing = try ToolRun.poptrace(["view", "nothing.poptrace", "-o", page], in: root)
    #expect(missing.status == 1 && missing.errors.contains("nothing.poptrace"))
    let scenario = try ToolRun.poptrace(["view", "Fixtures/scenarios/suspended.jsonl", "-o", page], in: root)
    #expect(
      scenario.status == 1 && scenario.errors.contains("name a policy to run it with: --policy v6"), "\(scenario)")
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test("view says how much of what was asked for has no room, and the page names one of those sessions")
  func room() throws {
    let scratch = try Scratch()
    let page = scratch.path("page.html")
    let arguments = ["view", "Fixtures/field/v5.poptrace", "-o", page]
    let part = try ToolRun.poptrace(arguments + ["--page-bytes", "100000"], in: root)
    let within = sessions(try text(page))
    #expect(within > 0 && part.status == 0 && part.output.hasPrefix("\(page): \(within) of 75 sessions, "), "\(part)")
    let none = try ToolRun.poptrace(arguments + ["--page-bytes", "10"], in: root)
    #expect(sessions(try text(page)) == 0 && none.output.hasPrefix("\(page): 0 of 75 sessions, "), "\(none)")
    // Beside a scenario, what was recorded is shown.
    let both = try ToolRun.poptrace(arguments + ["Fixtures/scenarios/suspended.jsonl"], in: root)
    #expect(both.status == 3 && both.output.hasPrefix("\(page): 75 sessions, "), "\(both)")
  }

  @Test("Two traces, merged parts and a gate write pages as well")
  func others() throws {
    let scratch = try Scratch()
    let trace = "Fixtures/field/v5.poptrace"
    let runs = scratch.path("runs")
    _ = try ToolRun.poptrace(["replay", trace, "--policy", "v1", "--save-trace", runs] + quick, in: root)
    let diff = try ToolRun.poptrace(["diff", trace, runs + "/" + trace, "--format", "html", "--quiet"], in: root)
    #expect(sessions(diff.output) > 10, "\(diff.errors)")
    for part in 1...2 {
      let run = try ToolRun.poptrace(
        [
          "replay", "Fixtures/field", "--policy", "v6", "--shard", "\(part)/2", "--format", "ndjson", "-o",
          scratch.path("\(part).ndjson"),
        ] + quick, in: root)
      #expect(run.status == 0, "\(run.errors)")
    }
    let merged = try ToolRun.poptrace(
      ["merge-reports", scratch.path("1.ndjson"), scratch.path("2.ndjson"), "--format", "html"], in: root)
    #expect(sessions(merged.output) == 0 && merged.output.contains("<!doctype html>") && merged.status != 64)
  }
}

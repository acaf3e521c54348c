import Foundation
import Testing
import ToolRuns

@Suite("poptrace export")
struct ExportTests {
  private let root = ToolRun.repository

  private func export(_ arguments: [String]) throws -> ToolRun {
    try ToolRun.poptrace(["export"] + arguments, in: root)
  }

  @Test("jsonl is the same with and without its name, and of one session what cat says of it")
  func jsonLines() throws {
    let plain = try export(["Fixtures/field/v5.poptrace"])
    let named = try export(["Fixtures/field/v5.poptrace", "--format", "jsonl"])
    #expect(plain.status == 0 && plain.output == named.output)
    let one = try export(["Fixtures/field/v5.poptrace", "--session", "3"])
    let cat = try ToolRun.poptrace(["cat", "--json", "Fixtures/field/v5.poptrace", "--session", "3"], in: root)
    #expect(one.status == 0 && one.output == cat.output && plain.output.contains(one.output))
  }

  @Test("csv and ndjson have a row for every submission of every session")
  func rows() throws {
    let events = try export(["Fixtures/field/v5.poptrace"]).output
    let submissions = events.components(separatedBy: "\"event\":\"popup.submitted\"").count - 1
    let table = try export(["Fixtures/field/v5.poptrace", "--format", "csv"])
    let lines = table.output.components(separatedBy: "\r\n").dropLast()
    #expect(
      table.status == 0 && lines.count == submissions + 1 && lines[0].hasPrefix("trace,session,app,build,policy,popup,")
    )
    let objects = try export(["Fixtures/field/v5.poptrace", "--format", "ndjson"])
    #expect(objects.output.split(separator: "\n").count == submissions)
    // What explain counts is what a notebook would.
    let never = lines.dropFirst().count { $0.contains(",Coupon,") && $0.contains(",,0,,,0,") }
    let told = try ToolRun.poptrace(["explain", "Fixtures/field/v5.poptrace", "--popup", "Coupon", "-q"], in: root)
    #expect(never > 0 && told.output.contains("; \(never) never came."), "\(never)\n\(told.output.prefix(80))")
  }

  @Test("perfetto holds every session, or the one that is asked for")
  func traces() throws {
    let scratch = try Scratch()
    func names(_ options: [String]) throws -> Int {
      let run = try export(["Fixtures/field/v5.poptrace", "--format", "perfetto", "-o", scratch.path("out")] + options)
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("out")))
      // Each session is named twice: its track, and its process.
      return String(decoding: bytes, as: UTF8.self).components(separatedBy: "v5.poptrace, session ").count / 2
    }
    #expect(try names([]) == 75 && names(["--session", "simulated-75-9"]) == 1)
  }

  @Test("What has no times is refused, and what is not there is said; nothing is left behind")
  func refusals() throws {
    let scratch = try Scratch()
    let out = scratch.path("out")
    let scenario = try export(["Fixtures/scenarios/suspended.jsonl", "--format", "perfetto", "-o", out])
    #expect(scenario.status == 1 && scenario.errors.contains("record it with a policy first"), "\(scenario)")
    let missing = try export(["Fixtures/field/v5.poptrace", "--session", "x", "--format", "csv", "-o", out])
    #expect(missing.status == 1 && missing.errors.contains("there is no session \"x\""), "\(missing)")
    let damaged = try scratch.file("damaged.poptrace", Array("neither".utf8))
    let unread = try export([damaged.path, "--format", "ndjson", "-o", out])
    #expect(unread.status == 1)
    #expect(!FileManager.default.fileExists(atPath: out))
    let unknown = try export(["Fixtures/field/v5.poptrace", "--format", "parquet"])
    #expect(unknown.status == 64 && unknown.errors.contains("ndjson"), "\(unknown)")
  }
}

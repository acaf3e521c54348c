import Foundation
import Testing
import ToolRuns

/// Which exit code applies where several could: 64, 2, 1, 3, 0, the first of them (Diff, *Verdicts and exit codes*).
@Suite("Exit codes")
struct ExitCodeTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch)
    try scratch.file("broken.jsonl", "{\"poptrace\":1}\n{\"t\":0,\"event\":\"idel\"}\n")
    try scratch.file("garbage.poptrace", Array(repeating: 7, count: 100))
    let text = try ToolRun.poptrace(["export", "field.poptrace"], in: scratch.url).output
    // Of a policy that nobody here knows, and one that does not give itself back.
    let lines = text.split(separator: "\n").map(String.init)
    let header = #"{"poptrace":1,"session":"theirs","policy":"theirs","ended":100000,"scenario":false}"#
    try scratch.file("unknown.jsonl", ([header] + lines.dropFirst()).joined(separator: "\n"))
    try scratch.file("changed.jsonl", text.replacingOccurrences(of: #"slots: 1\n"#, with: #"slots: 0\n"#))
    try scratch.file(
      "holes.jsonl", lines.filter { !$0.contains(#""event":"popup.dismissed""#) }.joined(separator: "\n"))
  }

  private func replay(_ inputs: String, policy: String, _ options: String = "") throws -> ToolRun {
    try ToolRun.shell("poptrace replay \(inputs) --policy \(policy) \(options) -q", in: scratch.url)
  }

  /// Every row: the inputs, the candidate, further options, the code.
  static let rows: [(inputs: String, policy: String, options: String, code: Int32)] = [
    ("field.poptrace", "v1", "", 0),
    // Regressions are not hidden by what cannot be read or judged.
    ("field.poptrace", "v0", "", 2), ("field.poptrace broken.jsonl", "v0", "", 2),
    ("garbage.poptrace field.poptrace", "v0", "", 2), ("field.poptrace nowhere.poptrace", "v0", "", 2),
    ("changed.jsonl field.poptrace unknown.jsonl", "v0", "", 2),
    ("field.poptrace broken.jsonl", "v0", "--tolerate-unreadable 100%", 2),
    // What is not judged is 1 unless it is put up with.
    ("field.poptrace broken.jsonl", "v1", "", 1), ("field.poptrace garbage.poptrace", "v1", "", 1),
    ("field.poptrace unknown.jsonl", "v1", "", 1), ("field.poptrace changed.jsonl", "v1", "", 1),
    ("field.poptrace broken.jsonl", "v1", "--tolerate-unreadable 50%", 3),
    ("field.poptrace broken.jsonl", "v1", "--tolerate-unreadable 49.999999%", 1),
    ("field.poptrace garbage.poptrace", "v1", "--tolerate-unreadable 50%", 3),
    ("field.poptrace garbage.poptrace", "v1", "--tolerate-unreadable 49%", 1),
    ("field.poptrace unknown.jsonl", "v1", "--tolerate-unreadable 50%", 3),
    ("field.poptrace changed.jsonl", "v1", "--tolerate-unreadable 50%", 3),
    // Of the sessions where an input could be opened, else of the inputs: one of two sessions, one of three inputs.
    ("field.poptrace broken.jsonl garbage.poptrace", "v1", "--tolerate-unreadable 50%", 3),
    ("field.poptrace broken.jsonl garbage.poptrace", "v1", "--tolerate-unreadable 40%", 1),
    // Nothing judged at all is 1, whatever is put up with.
    ("broken.jsonl", "v1", "--tolerate-unreadable 100%", 1),
    ("nowhere.poptrace", "v1", "--tolerate-unreadable 100%", 1),
    ("changed.jsonl unknown.jsonl", "v1", "--tolerate-unreadable 100%", 1),
    // Judged in part.
    ("holes.jsonl", "v1", "", 3), ("holes.jsonl field.poptrace broken.jsonl", "v1", "", 1),
    // Wrong usage comes first.
    ("field.poptrace nowhere.poptrace", "v99", "", 64), ("broken.jsonl", "v0", "--min-coverage 3", 64),
  ]

  @Test("the first that applies", arguments: rows.indices)
  func first(row: Int) throws {
    let (inputs, policy, options, code) = Self.rows[row]
    let run = try replay(inputs, policy: policy, options)
    #expect(run.status == code, "\(Self.rows[row]): \(run)")
    guard code != 64 else { return }
    let json = try replay(inputs, policy: policy, options + " --format json")
    #expect(json.status == code)
    for name in ["broken.jsonl", "garbage.poptrace", "nowhere.poptrace"] where inputs.contains(name) {
      #expect(run.errors.contains(name) && run.output.contains(name), "\(run)")
      #expect(json.output.contains("{\"trace\":\"\(name)\",\"session\":null,\"because\":"), "\(json.output)")
    }
  }

  @Test("reports count what was not judged, and name it")
  func counts() throws {
    let run = try replay("changed.jsonl field.poptrace unknown.jsonl broken.jsonl garbage.poptrace", policy: "v0")
    let heading = "1 unreadable input, 1 unreadable session, 1 session without identity, 1 session of an unknown policy"
    #expect(run.output.contains("NOT JUDGED  \(heading)\n"), "\(run.output)")
    #expect(run.output.hasSuffix("1 new error in 1 of 3 sessions; not judged: \(heading).\n"), "\(run.output)")
    let json = try replay(
      "changed.jsonl field.poptrace unknown.jsonl broken.jsonl garbage.poptrace", policy: "v0", "--format json")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let summary = try #require(report["summary"] as? [String: Any])
    let unjudged = try #require(summary["notJudged"] as? [String: Any])
    #expect(unjudged["inputs"] as? Int == 1 && unjudged["ofInputs"] as? Int == 5)
    #expect(unjudged["sessions"] as? Int == 3 && unjudged["ofSessions"] as? Int == 4)
    #expect((unjudged["unread"] as? [Any])?.count == 2)
    let identities = (report["traces"] as? [[String: Any]])?.compactMap { $0["identity"] as? String }
    #expect(identities == ["mismatch", "ok", "unknown-policy"])
  }

  @Test("verify: unreadable input is 1, or 3 where it is put up with; a trace without sessions is not whole")
  func verification() throws {
    let failed = try ToolRun.poptrace(["verify", "field.poptrace", "broken.jsonl", "-q"], in: scratch.url)
    #expect(failed.status == 1)
    let tolerated = try ToolRun.poptrace(
      ["verify", "field.poptrace", "broken.jsonl", "-q", "--tolerate-unreadable", "50%"], in: scratch.url)
    #expect(tolerated.status == 3)
    // A seek table of no chunks is a whole trace file of no sessions.
    try scratch.file("none.poptrace", [0x5e, 0x2a, 0x4d, 0x18, 9, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xb1, 0xea, 0x92, 0x8f])
    let none = try ToolRun.poptrace(["verify", "none.poptrace", "-q"], in: scratch.url)
    #expect(none.status == 1, "\(none)")
    #expect(!none.output.contains("Everything is whole"), "\(none)")
  }

  @Test("coverage exactly at its limit is enough, and a millionth of a percent more is not")
  func exactCoverage() throws {
    // v2 shows the first popup only, so that one of the two recorded dismissals is reached.
    let half = Samples.scenario.replacingOccurrences(
      of: #""popup":2,"name""#, with: #""popup":2,"pages":["Elsewhere"],"name""#)
    try scratch.file("half.jsonl", half)
    _ = try ToolRun.poptrace(["record", "half.jsonl", "--policy", "v1", "-o", "half.poptrace", "-q"], in: scratch.url)
    #expect(try replay("half.poptrace", policy: "v2", "--min-coverage 50%").status == 0)
    let above = try replay("half.poptrace", policy: "v2", "--min-coverage 50.000001%")
    #expect(above.status == 3, "\(above)")
    #expect(above.output.hasSuffix("less was reached than asked for.\n"))
  }

  @Test("an assumed new error fails a build only with --strict")
  func strict() throws {
    let field = ToolRun.repository.appendingPathComponent("Fixtures/field/v5.poptrace").path
    let json = try ToolRun.poptrace(["replay", field, "--policy", "v3", "--format", "json", "-q"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let traces = try #require(report["traces"] as? [[String: Any]])
    let assumedOnly = traces.first { trace in
      let errors = (trace["findings"] as? [[String: Any]] ?? []).filter {
        $0["status"] as? String == "new" && $0["severity"] as? String == "error"
      }
      return !errors.isEmpty && errors.allSatisfy { $0["assumed"] as? Bool == true }
    }
    let name = try #require(assumedOnly?["session"] as? String)
    let slice = try ToolRun.poptrace(["slice", field, "--session", name, "-o", "one.poptrace", "-q"], in: scratch.url)
    #expect(slice.status == 0)
    #expect(try replay("one.poptrace", policy: "v3").status == 0)
    #expect(try replay("one.poptrace", policy: "v3", "--strict").status == 2)
  }
}

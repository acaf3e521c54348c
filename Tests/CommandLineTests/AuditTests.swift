import Foundation
import Testing
import ToolRuns

/// `poptrace audit`, and what other commands make of observed sessions, on the real binary.
@Suite("What users met")
struct AuditTests {
  private let scratch: Scratch

  /// What the app of `Examples/any-app` writes down.
  private static let naive = Result { () throws -> String in
    let script = ToolRun.repository.appendingPathComponent("Examples/any-app/naive.py").path
    let run = try ToolRun.shell("\"${POPTRACE_PYTHON:-python3}\" '\(script)'", in: ToolRun.repository)
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }

  private static let field = Result {
    try ["v4", "v6"].map { try Samples.generated(seed: $0 == "v4" ? "21" : "22", sessions: "60", policy: $0) }
  }

  init() throws {
    scratch = try Scratch()
    try scratch.file("naive.jsonl", try Self.naive.get())
    for (name, bytes) in zip(["before", "after"], try Self.field.get()) { try scratch.file("\(name).poptrace", bytes) }
  }

  private func poptrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun.poptrace(arguments + ["--quiet"], in: scratch.url)
  }

  private func json(_ run: ToolRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.errors)")
  }

  @Test("The report begins with what was met, and ends with it; the exit code is 2, unless nothing is to fail")
  func text() throws {
    let run = try poptrace("audit", "before.poptrace")
    #expect(run.status == 2, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    let met = try #require(lines.first?.firstMatch(of: /MET ([\d,]+) errors in (\d+) of 60 sessions/))
    #expect(lines.last == "Users met \(met.1) errors in \(met.2) of 60 sessions.")
    #expect(run.output.contains("    why: poptrace explain before.poptrace --session "))
    #expect(!run.output.contains("--policy") && !run.output.contains("COVERAGE"))
    let none = try poptrace("audit", "before.poptrace", "--fail-on", "none")
    #expect(none.status == 0 && none.output == run.output)
    let junit = try poptrace("audit", "before.poptrace", "--fail-on", "none", "--format", "junit")
    #expect(
      junit.status == 0 && junit.output.contains("failures=\"0\"") && !junit.output.contains("<failure"), "\(junit)")
    let whole = try json(try poptrace("audit", "before.poptrace", "--format", "json"))
    let summary = try #require(whole["summary"] as? [String: Any])
    #expect(summary["regressedSessions"] as? Int == Int(met.2))
    let nothing = try poptrace("audit", "nothere")
    #expect(nothing.status == 1 && nothing.output.hasPrefix("MET nothing that is known\n"), "\(nothing)")
    let fine = try poptrace("audit", "after.poptrace")
    #expect(fine.status == 0 && fine.output.hasPrefix("MET no error in 60 sessions\n"), "\(fine.output)")
  }

  @Test("Of an app with a popup manager of its own it names the defects, and a replay says what v6 would mend")
  func anyApp() throws {
    let run = try poptrace("audit", "naive.jsonl")
    #expect(run.status == 2 && run.output.hasPrefix("MET 126 errors in 20 of 20 sessions\n"), "\(run)")
    #expect(run.output.contains("error overlap  55 times") && run.output.contains("error wrong-page  71 times"))
    #expect(!run.output.contains("trace-gap") && !run.output.contains("app-misuse"))
    let replay = try poptrace("replay", "naive.jsonl", "--policy", "v6")
    #expect(replay.status == 0, "\(replay)")
    let end = replay.output.split(separator: "\n").suffix(3).joined(separator: " ")
    #expect(
      end
        == "20 sessions are observed: their scheduler cannot be replayed, so nothing proves that the recording is complete. "
        + "v6 breaks nothing, 126 mended.", "\(end)")
    let report = try json(try poptrace("replay", "naive.jsonl", "--policy", "v6", "--format", "json"))
    let traces = try #require(report["traces"] as? [[String: Any]])
    #expect(traces.allSatisfy { $0["identity"] as? String == "observed" })
    let verify = try poptrace("verify", "naive.jsonl")
    #expect(verify.status == 0 && verify.output.contains("20 observed sessions without a contradiction"), "\(verify)")
    let explain = try poptrace("explain", "naive.jsonl", "--session", "visit-3", "--popup", "2")
    #expect(explain.status == 0 && explain.output.contains("Spring sale"), "\(explain)")
    let diff = try poptrace("diff", "naive.jsonl", "--policy", "v0,v6")
    #expect(diff.output.contains("are observed"), "\(diff)")
  }

  @Test("It survives as a trace, and says the same")
  func imported() throws {
    #expect(try poptrace("import", "naive.jsonl", "-o", "naive.poptrace").status == 0)
    let text = try poptrace("audit", "naive.jsonl").output.replacing("naive.jsonl", with: "naive.poptrace")
    #expect(try poptrace("audit", "naive.poptrace").output == text)
    let back = try poptrace("export", "naive.poptrace", "--format", "jsonl")
    #expect(back.output.contains(##""observed":true"##) && back.output.contains(##""generation":1"##), "\(back)")
  }

  @Test("A gate counts observed sessions only where that is asked")
  func gate() throws {
    let without = try poptrace("gate", "naive.jsonl", "--policy", "v6")
    #expect(without.status == 1 && without.output.contains("--observed"), "\(without)")
    let with = try poptrace("gate", "naive.jsonl", "--policy", "v6", "--observed")
    #expect(with.status == 0 && with.output.contains("20 sessions are observed"), "\(with)")
    try scratch.file(".poptrace.yml", "observed: true\n")
    #expect(try poptrace("gate", "naive.jsonl", "--policy", "v6").status == 0)
  }

  @Test("By a configuration the field is a gate, and what is known is accepted without keys")
  func field() throws {
    try scratch.file(".poptrace.yml", "rules: {overlap: warning}\nthresholds: [{metric: never-shown, max: 99%}]\n")
    let fails = try poptrace("audit", "naive.jsonl", "--gate", "--as-of", "2026-11-22")
    #expect(fails.status == 2 && fails.output.hasPrefix("What was recorded fails the gate: "), "\(fails)")
    #expect(fails.output.contains("poptrace bless --audit TRACES"), "\(fails.output)")
    let bless = try poptrace(
      "bless", "naive.jsonl", "--audit", "--reason", "known", "--baseline", "field.jsonl", "--in-ci")
    #expect(bless.status == 0, "\(bless)")
    let baseline = try String(contentsOf: scratch.url.appendingPathComponent("field.jsonl"), encoding: .utf8)
    #expect(baseline.contains("wrong-page") && !baseline.contains("\"keys\":[\""), "\(baseline)")
    let passes = try poptrace("audit", "naive.jsonl", "--gate", "--baseline", "field.jsonl", "--as-of", "2026-11-22")
    #expect(passes.status == 0 && passes.output.hasPrefix("What was recorded passes the gate"), "\(passes)")
    let limit = "thresholds: [{metric: overlaps, max: 1}]\nrules: {overlap: off, wrong-page: off}\n"
    try scratch.file(".poptrace.yml", limit)
    let broken = try poptrace("audit", "naive.jsonl", "--gate")
    #expect(broken.status == 2 && broken.output.contains("limit broken (overlaps"), "\(broken)")
  }

  @Test(
    "What says how to replay is refused where nothing is replayed",
    arguments: [
      ["--policy", "v6"], ["--against", "v4"], ["--continuations", "2"], ["--observed"], ["--min-coverage", "90%"],
    ])
  func replaysNothing(given: [String]) throws {
    let run = try ToolRun.poptrace(
      ["bless", "naive.jsonl", "--audit", "--reason", "known", "--in-ci"] + given, in: scratch.url)
    #expect(run.status == 64 && run.errors.contains("replays none; give no \(given[0])."), "\(run)")
    let only = try ToolRun.poptrace(["audit", "naive.jsonl"] + given, in: scratch.url)
    #expect(only.status == 64, "\(only)")
  }

  @Test("Parts come to the whole, with groups and a forecast")
  func parts() throws {
    #expect(try poptrace("replay", "before.poptrace", "--policy", "v6", "--forecast", "f.json").status != 64)
    let more = ["--by", "build,popup", "--forecast", "f.json"]
    let inputs = ["audit", "before.poptrace", "after.poptrace", "naive.jsonl"]
    let whole = try ToolRun.poptrace(inputs + more + ["--quiet"], in: scratch.url)
    for part in ["1/2", "2/2"] {
      let run = try ToolRun.poptrace(
        inputs + more + ["--shard", part, "--format", "ndjson", "-o", "part-\(part.first!).ndjson", "--quiet"],
        in: scratch.url)
      #expect(run.status == 0, "\(run)")
    }
    let merged = try poptrace("merge-reports", "part-1.ndjson", "part-2.ndjson")
    #expect(merged.output == whole.output && merged.status == whole.status, "\(merged)")
    #expect(whole.output.contains("\nBY BUILD") && whole.output.contains("\nBY POPUP"), "\(whole.output)")
  }

  @Test("Groups are told with intervals, the newest compared with the one before, and as csv and json")
  func groups() throws {
    let run = try poptrace("audit", "before.poptrace", "after.poptrace", "--by", "policy", "--fail-on", "none")
    #expect(run.output.firstMatch(of: /\n  v4 +60 +\d+\.\d \(\d+\.\d–\d+\.\d\)/) != nil, "\(run.output)")
    #expect(run.output.firstMatch(of: /\n  v6 − v4 +−\d+\.\d \*/) != nil, "\(run.output)")
    let csv = try poptrace("audit", "before.poptrace", "after.poptrace", "--by", "policy", "--format", "csv")
    let rows = csv.output.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows[0].prefix(4) == ["by", "group", "sessions", "figure"])
    #expect(rows.contains { $0[1] == "v6" && $0[3] == "with an error" && $0[8] == "v4" && $0[10] == "true" }, "\(rows)")
    let report = try json(
      try poptrace("audit", "before.poptrace", "after.poptrace", "--by", "policy", "--format", "json"))
    let tables = try #require(report["groups"] as? [[String: Any]])
    #expect(tables.count == 1 && (tables[0]["rows"] as? [Any])?.count == 2)
    let few = try poptrace("audit", "naive.jsonl", "before.poptrace", "--by", "policy", "--fail-on", "none")
    #expect(few.output.contains("are not compared: one has fewer than 30 sessions"), "\(few.output)")
    #expect(try poptrace("audit", "naive.jsonl", "--by", "bulid").status == 64)
  }

  @Test("A forecast is compared with what came, and what it could not know is said first")
  func forecast() throws {
    #expect(try poptrace("replay", "before.poptrace", "--policy", "v6", "--forecast", "f.json").status == 0)
    let run = try poptrace("audit", "after.poptrace", "--forecast", "f.json")
    let worth = try #require(
      run.output.firstMatch(of: /\n(\d+) of (\d+) figures inside their 90 % intervals\n$/), "\(run)")
    #expect(Int(worth.1)! * 4 >= Int(worth.2)! * 3, "\(run.output)")
    let other = try poptrace("audit", "naive.jsonl", "--forecast", "f.json")
    let lines = other.output.split(separator: "\n").map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("FORECAST  of v6, from 60 sessions, for these 20") })
    #expect(
      lines[head + 1].contains("knew nothing of the popups Spring sale") || lines[head + 1].contains("Size guide"))
    #expect(lines.contains { $0.contains("outside") })
    let report = try json(try poptrace("audit", "after.poptrace", "--forecast", "f.json", "--format", "json"))
    #expect((report["forecast"] as? [String: Any])?["policy"] as? String == "v6")
    for (text, words) in [("{}", "schema"), ("{\"schema\":\"poptrace.forecast/2\"}", "no forecast of this version")] {
      try scratch.file("bad.json", text)
      let bad = try poptrace("audit", "after.poptrace", "--forecast", "bad.json")
      #expect(bad.status == 1 && bad.errors.contains(words), "\(bad)")
    }
    #expect(try poptrace("audit", "after.poptrace", "--forecast", "none.json").status == 64)
    #expect(try poptrace("replay", "before.poptrace", "--policy", "v5,v6", "--forecast", "f.json").status == 64)
    #expect(
      try poptrace("replay", "before.poptrace", "--policy", "v6", "--forecast", "f.json", "--shard", "1/2").status == 64
    )
  }

  @Test("Somebody else's lines are judged as far as they can be read, where that is asked")
  func lenient() throws {
    let lines = try Self.naive.get().split(separator: "\n").map(String.init)
    try scratch.file("bad.jsonl", (lines[..<30] + ["{\"t\":oops"] + lines[30...]).joined(separator: "\n"))
    let strict = try poptrace("audit", "bad.jsonl")
    #expect(strict.status == 1 && strict.errors.contains("bad.jsonl: line 31"), "\(strict)")
    let lenient = try poptrace("audit", "bad.jsonl", "--lenient", "--fail-on", "none")
    #expect(lenient.status == 3, "\(lenient)")
    #expect(lenient.output.contains("left out: line 31: This is not JSON"), "\(lenient.output)")
  }

  @Test("Times of day are named: an error where the app says that it observes, else a remark")
  func timesOfDay() throws {
    let line = ##"{"t":1795000000000,"event":"popup.submitted","popup":1,"name":"a"}"##
    let shown = ##"{"t":1795000000000,"event":"popup.shown","popup":1,"generation":1}"##
    try scratch.file("day.jsonl", "{\"poptrace\":1,\"observed\":true}\n\(line)\n\(shown)\n")
    let observed = try poptrace("audit", "day.jsonl")
    #expect(
      observed.status == 1 && observed.errors.contains("day.jsonl: line 2") && observed.errors.contains("1970"),
      "\(observed)")
    try scratch.file("other.jsonl", "{\"poptrace\":1,\"policy\":\"v0\"}\n\(line)\n\(shown)\n")
    let other = try ToolRun.poptrace(["audit", "other.jsonl"], in: scratch.url)
    #expect(other.errors.contains("session 1 begins years after its start"), "\(other)")
  }

  @Test("What contradicts itself is judged in part, and a scenario not at all")
  func inPart() throws {
    var lines = try Self.naive.get().split(separator: "\n").map(String.init)
    let shown = try #require(lines.lastIndex { $0.contains("popup.shown") })
    lines.insert(lines[shown], at: shown + 1)
    // Without ids a line is its own number, so the copy may stand there.
    let text = lines.map { $0.replacing(#/"id": \d+, /#, with: "").replacing(#/, "cause": \d+/#, with: "") }
      .joined(separator: "\n")
    try scratch.file("twice.jsonl", text)
    let run = try poptrace("audit", "twice.jsonl", "--fail-on", "none")
    #expect(
      run.status == 3 && run.output.contains("contradicts what was reported before: see rule trace-gap"), "\(run)")
    #expect(try poptrace("verify", "twice.jsonl").status == 3)
    try scratch.file("scenario.jsonl", Samples.scenario)
    let scenario = try poptrace("audit", "scenario.jsonl")
    #expect(scenario.status == 1 && scenario.output.contains("nothing was decided yet"), "\(scenario)")
  }

  @Test("How a gate judges is asked only of a gate")
  func usage() throws {
    for arguments in [
      ["--config", "x.yml"], ["--baseline", "x"], ["--strict-baseline"], ["--as-of", "2026-11-22"],
      ["--gate", "--fail-on", "none"],
    ] {
      #expect(
        try ToolRun.poptrace(["audit", "before.poptrace"] + arguments, in: scratch.url).status == 64, "\(arguments)")
    }
  }
}

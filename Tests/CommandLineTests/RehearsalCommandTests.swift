import Foundation
import Testing
import ToolRuns

/// `poptrace gate --rehearse` on the real binary.
@Suite("A gate that is rehearsed")
struct RehearsalCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.file("popups.yml", "base: v6\nleaving: hide\n")
    let run = try ToolRun.poptrace(
      ["generate", "--seed", "3", "--sessions", "40", "--policy", "v6", "-o", scratch.path("t.poptrace"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func rehearse(_ arguments: [String] = [], _ nights: String = "20") throws -> ToolRun {
    try ToolRun.poptrace(
      ["gate", "t.poptrace", "--policy", "popups.yml", "--continuations", "2", "--rehearse", nights, "--quiet"]
        + arguments, environment: ["GITHUB_ACTIONS": "", "XCODE_VERSION_ACTUAL": ""], in: scratch.url)
  }

  private static let hasValidator =
    (try? ToolRun.shell("\"${POPTRACE_PYTHON:-python3}\" -c 'import jsonschema'").status) == 0

  @Test("says how often each part fails by chance and what it finds, and fails nothing")
  func text() throws {
    try scratch.file(
      ".poptrace.yml", "baseline: nowhere.jsonl\nthresholds:\n  - {metric: wait-p95, max-increase: 10%}\n")
    let run = try rehearse()
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    for words in [
      "popups.yml against the recording, rehearsed", "20 nights of 20 sessions, drawn from 40 by seed 1",
      "fails by chance",
      "an error by a key that nobody accepted", "one more error in", "leaving: hide → lost-keepalive, now ", " of 20 ",
      "wait-p95 of all popups, max-increase: 10%", "The gate as a whole",
    ] {
      #expect(run.output.contains(words), "\(words) is not in \(run.output)")
    }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(run.output)")
    #expect(try rehearse(["--jobs", "1"]).output == run.output)
    #expect(try rehearse(["--seed", "2"]).output != run.output)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("nowhere.jsonl")))
  }

  @Test("is told in JSON of its schema", .enabled("needs jsonschema") { hasValidator })
  func json() throws {
    let small = try ToolRun.poptrace(
      ["generate", "--seed", "3", "--sessions", "5", "--policy", "v6", "-o", scratch.path("small.poptrace"), "-q"])
    #expect(small.status == 0)
    let whole = try rehearse(["--format", "json", "-o", "whole.json", "--against", "v6"])
    let few = try ToolRun.poptrace(
      ["gate", "small.poptrace", "--policy", "v6", "--rehearse", "10", "--format", "json", "-o", "few.json", "-q"],
      in: scratch.url)
    #expect(whole.status == 0 && few.status == 0, "\(whole) \(few)")
    let validating = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      for path in sys.argv[2:]:
          for error in Draft202012Validator(schema).iter_errors(json.load(open(path))):
              print(path, list(error.absolute_path), error.message[:300])
      """
    try scratch.file("validate.py", validating)
    let schema = ToolRun.repository.appending(path: "Schemas/poptrace.rehearsal-1.schema.json").path
    let said = try ToolRun.shell(
      "\"${POPTRACE_PYTHON:-python3}\" validate.py '\(schema)' whole.json few.json", in: scratch.url)
    #expect(said.status == 0 && said.output.isEmpty, "\(said)")
    let texts = try ["whole.json", "few.json"].map { name in
      try #require(
        try JSONSerialization.jsonObject(with: Data(contentsOf: scratch.url.appending(path: name))) as? [String: Any])
    }
    #expect(texts[0]["isTooSmall"] as? Bool == false && texts[0]["baseline"] as? String == "v6")
    #expect(texts[1]["isTooSmall"] as? Bool == true && (texts[1]["parts"] as? [Any])?.isEmpty == true)
    let kinds = (texts[0]["parts"] as? [[String: Any]])?.compactMap { $0["part"] as? String }
    #expect(kinds?.contains("new-errors") == true && kinds?.contains("shares") == true)
  }

  @Test(
    "takes all sessions, enough nights, and text or JSON",
    arguments: [
      (["--shard", "1/2"], "20"), (["--fail-fast", "1"], "20"), (["--no-blame"], "20"), (["--format", "sarif"], "20"),
      (["--save-trace", "runs"], "20"), ([], "9"), ([], "10001"),
    ])
  func refusals(arguments: [String], nights: String) throws {
    let run = try rehearse(arguments, nights)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
  }
}

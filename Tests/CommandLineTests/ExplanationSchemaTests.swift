import Foundation
import Testing
import ToolRuns

@Suite("The schemas of explanations for programs", .serialized)
struct ExplanationSchemaTests {
  private static let hasValidator =
    (try? ToolRun.shell("\"${POPTRACE_PYTHON:-python3}\" -c 'import jsonschema'").status) == 0

  /// Says which of the files breaks the schema of its kind, and where.
  private static let validating = """
    import json, sys
    from jsonschema import Draft202012Validator
    for path in sys.argv[2:]:
        text = json.load(open(path))
        name, version = text["schema"].split("/")
        schema = json.load(open(f"{sys.argv[1]}/Schemas/{name}-{version}.schema.json"))
        Draft202012Validator.check_schema(schema)
        for error in Draft202012Validator(schema).iter_errors(text):
            print(path, list(error.absolute_path), error.message[:300])
    """

  private func complaints(_ texts: [String]) throws -> String {
    let scratch = try Scratch()
    let program = try scratch.file("validate.py", Self.validating).path
    let files = try texts.enumerated().map { "'\(try scratch.file("\($0).json", $1).path)'" }
    let run = try ToolRun.shell(
      "\"${POPTRACE_PYTHON:-python3}\" '\(program)' '\(ToolRun.repository.path)' " + files.joined(separator: " "))
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  private func explain(_ arguments: String) throws -> String {
    let run = try ToolRun.poptrace(
      ["explain"] + arguments.split(separator: " ").map(String.init) + ["--format", "json", "-q"],
      in: ToolRun.repository)
    #expect(run.status == 0 && run.errors.isEmpty, "\(arguments): \(run)")
    return run.output
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static let coupon = "Fixtures/field/v5.poptrace --session simulated-75-9 --popup 16"

  /// The fingerprint of a finding that a replay names.
  private func finding() throws -> String {
    let report = try ToolRun.poptrace(
      [
        "replay", "Fixtures/field/v5.poptrace", "--policy", "v6", "--continuations", "0", "--visits", "free",
        "--format", "json", "-q",
      ], in: ToolRun.repository)
    return String(try #require(report.output.firstMatch(of: #/"fingerprint":"([0-9a-f]+)"/#)).1)
  }

  @Test(
    "take what is written of recordings: a popup, with a policy, with those like it, a finding, a name",
    .enabled("needs jsonschema") { hasValidator })
  func recordings() throws {
    let texts = try [
      explain(Self.coupon), explain(Self.coupon + " --policy v6"), explain(Self.coupon + " --similar"),
      explain("Fixtures/field/v5.poptrace --policy v6 --finding " + finding()),
      explain("Fixtures/field --popup Coupon"), explain("Fixtures/field --popup Splash --all"),
      explain("Fixtures/field/v5.poptrace --session simulated-75-9 --popup 3 --policy v2"),
    ]
    #expect(try complaints(texts) == "")
    let all = try texts.map(object)
    #expect(
      all.map { $0["schema"] as? String == "poptrace.explanations/1" } == [
        false, false, false, false, true, true, false,
      ])
    // Whatever may be there is there in one of them.
    let (plain, compared, similar) = (all[0], all[1], all[2])
    #expect((plain["stories"] as? [Any])?.count == 1 && plain["parting"] is NSNull && plain["finding"] is NSNull)
    #expect((compared["stories"] as? [Any])?.count == 2 && compared["parting"] is [String: Any])
    #expect((compared["changes"] as? [Any])?.isEmpty == false && compared["changedPolicy"] is String)
    #expect(all[3]["finding"] is [String: Any])
    let like = try #require(similar["similar"] as? [String: Any])
    let examples = try #require(like["examples"] as? [[String: Any]])
    #expect(examples.count == like["popups"] as? Int)
    #expect(Set(examples.compactMap { $0["session"] as? String }).count == like["sessions"] as? Int)
    #expect(examples.contains { $0["session"] as? String == "simulated-75-9" && $0["popup"] as? Int == 16 })
    #expect((plain["similar"] as? [String: Any])?["examples"] == nil)
  }

  @Test(
    "take what is written of scenarios, whatever becomes of their popups", .enabled("needs jsonschema") { hasValidator }
  )
  func scenarios() throws {
    let texts = try [
      "auto-dismiss.jsonl --popup 1", "conditional-popup.jsonl --popup 2", "content-failed.jsonl --popup 1",
      "expired-offer.jsonl --popup 2", "forced-sign-out.jsonl --popup 2", "rebuilt-page.jsonl --popup 1",
      "suspended.jsonl --popup 1",
    ].map { try explain("Fixtures/scenarios/\($0) --policy v6") }
    #expect(try complaints(texts) == "")
    let kinds = try texts.map(object).flatMap { $0["changes"] as? [[String: Any]] ?? [] }.map { $0["kind"] as? String }
    #expect(kinds.contains("condition") && kinds.contains("popup-ahead") && kinds.contains("policy-key"))
  }

  @Test("refuse what is not written", .enabled("needs jsonschema") { hasValidator })
  func invalid() throws {
    let texts = try [explain(Self.coupon + " --policy v6 --similar"), explain("Fixtures/field --popup Coupon")]
    // Changed texts in a row, as many of them for each change as there are texts.
    var all: [String] = []
    let changes = [
      ("\"popup\":16", "\"popup\":\"16\""), ("\"kind\":\"popup-ahead\"", "\"kind\":\"other\""),
      ("\"grade\":\"robust\"", "\"grade\":\"sure\""), ("\"shown\":false", "\"shown\":null"),
      ("\"tried\":", "\"tries\":"), ("\"event\":null", "\"event\":-1"), ("\"finding\":null", "\"finding\":{}"),
      ("\"groups\":[", "\"more\":1,\"groups\":["), ("\"submissions\":", "\"submissions\":-"),
    ]
    for (original, other) in changes {
      let changed = texts.map { $0.replacing(original, with: other, maxReplacements: 1) }
      #expect(changed != texts, "\(original)")
      all += changed
    }
    let said = try complaints(all)
    for (index, change) in changes.enumerated() {
      let isRefused = texts.indices.contains { said.contains("/\(index * texts.count + $0).json ") }
      #expect(isRefused, "\(change.1)\n\(said)")
    }
  }

  @Test("name the rules that there are, as the report's does")
  func rules() throws {
    func rules(of name: String) throws -> [String]? {
      let file = ToolRun.repository.appending(path: "Schemas/poptrace.\(name)-1.schema.json")
      let schema = try object(try String(contentsOf: file, encoding: .utf8))
      return ((schema["$defs"] as? [String: Any])?["rule"] as? [String: Any])?["enum"] as? [String]
    }
    // ReportSchemaTests holds the report's to the rules themselves.
    #expect(try rules(of: "explanation") == rules(of: "report") && rules(of: "report")?.isEmpty == false)
  }
}

import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument

@Suite("The schema of the report for programs")
struct ReportSchemaTests {
  private static let schema: [UInt8] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return (try? Array(Data(contentsOf: root.appending(path: "Schemas/poptrace.report-1.schema.json")))) ?? []
  }()

  private static let validating = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    for path in sys.argv[2:]:
        for error in Draft202012Validator(schema).iter_errors(json.load(open(path))):
            print(path[-2:], list(error.absolute_path), error.message[:300])
    """

  private func complaints(_ reports: [UInt8]...) throws -> String { try complaints(reports) }

  private func complaints(_ reports: [[UInt8]]) throws -> String {
    let result = try Python.run(Self.validating, [Self.schema] + reports)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// A session with everything that is optional.
  private var full: SessionReport {
    var session = SampleSessions.session("full", findings: [SampleSessions.wrongPage(grade: .assumed)])
    session.isScenario = true
    session.failure = "It is too long."
    session.mismatch = .init(
      because: "They part.", recorded: session.findings[0].timeline, replayed: session.findings[0].timeline)
    session.assumption = AssumptionReport(
      reason: .unseen, time: SampleSessions.milliseconds(3), because: "nobody knows")
    session.findings[0].assumption = session.assumption
    session.findings[0].held = .init(in: 3, of: 4)
    session.hasErrorInSomeRun = true
    session.hasErrorInEveryRun = true
    session.affectedEstimates = 16
    session.losses = ["only half"]
    session.remarks = ["never"]
    session.facts.started = "2026-11-22T08:00:00Z"
    session.facts.os = "19.1"
    session.facts.device = "iPhone"
    session.facts.locale = "de_DE"
    session.facts.metadata = [.init("a", "b")]
    session.notes = [
      NoteReport(kind: .unreached, event: 3, popup: nil, time: SampleSessions.milliseconds(3)),
      NoteReport(kind: .endless, event: nil, popup: 4, time: SampleSessions.milliseconds(3)),
    ]
    var outcome = SampleSessions.later()
    outcome.attributes = .init(kind: .sheet, level: -1)
    outcome.firstShown = OutcomeReport.FirstShown(earliest: SampleSessions.milliseconds(3), latest: nil)
    outcome.candidate?.preempted = 2
    outcome.assumption = session.assumption
    session.outcomes = OutcomeChange.Kind.allCases.map { change in
      var one = outcome
      one.change = change
      return one
    }
    return session
  }

  @Test("takes everything that is written", .python("jsonschema"))
  func valid() throws {
    var sample = SampleGate()
    sample.sessions.append(full)
    sample.report.summary.affected.isEstimated = true
    sample.head.provenance?.shards = Shards("1:0123456789abcdef,3/4")
    sample.head.premises?.seen = .init(
      visits: .init(seen: 2, expectedMillionths: 2_500_000), sessions: 3, digest: "0123")
    for isWhole in [true, false] {
      #expect(try complaints(JSONReportGateTests.report(sample, isWhole: isWhole)) == "")
    }
    #expect(try complaints(SampleGate.nastyNames.map { JSONReportGateTests.report(SampleGate($0)) }) == "")
    #expect(try complaints(JSONReportGateTests.report(SampleGate(gate: false))) == "")
    #expect(try complaints(JSONReportTests.report(SampleSessions.field)) == "")
  }

  @Test("names every rule, judgement, unit and change, and nothing else")
  func words() throws {
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(Self.schema)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    #expect(definitions["rule"]?["enum"] as? [String] == Rule.allCases.map(\.id))
    #expect(definitions["change"]?["enum"] as? [String] == OutcomeChange.Kind.allCases.map(\.rawValue))
    let judgements = Set(SampleGate.judgements("").map(\.3.word.rawValue))
    #expect(Set(definitions["judgement"]?["enum"] as? [String] ?? []) == judgements && judgements.count == 9)
  }

  @Test("refuses what is not written", .python("jsonschema"))
  func invalid() throws {
    let text = String(decoding: JSONReportGateTests.report(SampleGate()), as: UTF8.self)
    for (original, other) in [
      ("\"verdict\":\"worse\"", "\"verdict\":\"bad\""), ("\"asOf\":\"2026-11-22\"", "\"asOf\":\"today\""),
      ("\"rule\":\"wrong-page\"", "\"rule\":\"wrong-book\""), ("\"grade\":\"exact\"", "\"grade\":\"sure\""),
      ("\"identity\":\"ok\"", "\"identity\":\"ok\",\"more\":1"),
      ("\"judgement\":\"fails\"", "\"judgement\":\"failed\""),
      ("\"fingerprint\":\"f000000000000000\"", "\"fingerprint\":\"f0\""), ("\"hurtSessions\":4", "\"hurtSessions\":-4"),
      ("\"tool\":\"0.1.0\",", ""), ("\"schema\":\"poptrace.report/1\"", "\"schema\":\"poptrace.report/2\""),
    ] {
      let changed = text.replacing(original, with: other, maxReplacements: 1)
      #expect(changed != text, "\(original)")
      #expect(try complaints(Array(changed.utf8)) != "", "\(other)")
    }
  }
}

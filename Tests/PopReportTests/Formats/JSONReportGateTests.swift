import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopReport

@Suite("What a gate says in the report for programs")
struct JSONReportGateTests {
  static func report(_ sample: SampleGate, isWhole: Bool = true) -> [UInt8] {
    var json = JSONWriter()
    JSONReport.begin(sample.head, into: &json)
    for session in sample.sessions { JSONReport.add(JSONReport.session(session, isWhole: isWhole), into: &json) }
    JSONReport.end(sample.report.summary, sample.report, into: &json)
    return json.bytes
  }

  private func gate(_ sample: SampleGate) throws -> [String: Any] {
    let report = try #require(try JSONSerialization.jsonObject(with: Data(Self.report(sample))) as? [String: Any])
    return try #require(report["gate"] as? [String: Any])
  }

  @Test("has every judged finding with its judgement")
  func judged() throws {
    let judged = try #require(try gate(SampleGate())["judged"] as? [[String: Any]])
    #expect(judged.count == 12)
    let byRule = Dictionary(uniqueKeysWithValues: judged.map { ($0["rule"] as? String ?? "", $0) })
    for (rule, _, grade, judgement) in SampleGate.judgements("coupon") {
      let finding = try #require(byRule[rule.id])
      #expect(finding["judgement"] as? String == judgement.word)
      #expect(finding["fails"] as? Bool == judgement.isFailure)
      #expect(finding["grade"] as? String == grade.rawValue)
      #expect((finding["excuse"] != nil) == (judgement.excuse != nil))
    }
    let accepted = try #require(byRule["lost-keepalive"])
    #expect(accepted["accepted"] as? String == "2 of 1300")
    #expect(
      accepted["excuse"] as? [String: String] == [
        "reason": "coupon reason", "owner": "coupon owner", "expires": "2027-01-31",
      ])
    let ignored = try #require(byRule["duplicate"]?["excuse"] as? [String: Any])
    #expect(ignored["owner"] is NSNull && ignored["expires"] is NSNull)
    let worst = try #require(judged.first)
    #expect(worst["popup"] as? String == "coupon" && worst["page"] as? String == "couponPage")
    #expect(worst["sessions"] as? Int == 4 && worst["firmSessions"] as? Int == 4)
    #expect(
      (worst["places"] as? [[String: String]])?.last == ["trace": "field/coupon-2.poptrace", "session": "coupon 2"])
  }

  @Test("has thresholds, baseline, blame, breakdowns and who is hurt")
  func rest() throws {
    let gate = try gate(SampleGate())
    #expect(gate["asOf"] as? String == "2026-11-22" && gate["configuration"] as? String == "coupon.poptrace.yml")
    let thresholds = try #require(gate["thresholds"] as? [[String: Any]])
    let candidate = try #require(thresholds[0]["candidate"] as? [String: Any])
    #expect(candidate["value"] as? Double == 3200.5 && candidate["unit"] as? String == "ms")
    #expect((thresholds[0]["change"] as? [String: Double]) == ["low": 0.4, "measured": 0.524047, "high": 0.813])
    #expect((thresholds[0]["limits"] as? [[String: Any]])?.first?["broken"] as? Bool == true)
    #expect(thresholds[1]["baseline"] is NSNull && thresholds[1]["line"] == nil)
    let baseline = try #require(gate["baseline"] as? [String: Any])
    #expect(baseline["accepted"] as? Int == 3 && (baseline["stale"] as? [[String: Any]])?[0]["line"] as? Int == 9)
    let blame = try #require(gate["blame"] as? [String: Any])
    let rows = try #require(blame["rows"] as? [[String: Any]])
    #expect(rows[0]["alone"] as? [String] == ["leaving"])
    #expect(rows[1]["pairs"] as? [[String]] == [["levels", "leaving"]])
    #expect((blame["keys"] as? [[String: Any]])?[1]["line"] is NSNull)
    let breakdown = try #require((gate["breakdowns"] as? [[String: Any]])?.first)
    #expect(breakdown["by"] as? String == "build" && breakdown["leftOut"] as? Int == 4)
    #expect((gate["hurt"] as? [[String: Any]])?.first?["rules"] as? [String] == ["wrong-page", "overlap"])
    #expect(gate["remarks"] as? [String] == ["coupon matched nothing."])
  }

  @Test("is not there where no gate was asked")
  func without() {
    let sample = SampleGate(gate: false)
    var json = JSONWriter()
    JSONReport.begin(sample.head, into: &json)
    for session in sample.sessions { JSONReport.add(JSONReport.session(session, isWhole: true), into: &json) }
    JSONReport.end(sample.report.summary, into: &json)
    #expect(json.bytes == Self.report(sample))
  }
}

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
    session.assumption = AssumptionReport(.unseen, time: SampleSessions.milliseconds(3), because: "nobody knows")
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
      NoteReport(.unreached, event: 3, popup: nil, time: SampleSessions.milliseconds(3)),
      NoteReport(.endless, event: nil, popup: 4, time: SampleSessions.milliseconds(3)),
    ]
    var outcome = SampleSessions.later()
    outcome.attributes = .init(kind: .sheet, level: -1)
    outcome.isSpread = true
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
    sample.report.summary.isEstimated = true
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
    let judgements = Set(SampleGate.judgements("").map(\.3.word))
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

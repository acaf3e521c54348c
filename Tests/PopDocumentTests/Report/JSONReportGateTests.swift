import Foundation
import PopAudit
import PopReplay
import Testing

@testable import PopDocument

@Suite("What a gate says in the report for programs")
struct JSONReportGateTests {
  static func report(_ sample: SampleGate, isWhole: Bool = true) -> [UInt8] {
    var json = JSONReport()
    var bytes = json.begin(sample.head)
    for session in sample.sessions { bytes += json.add(session, json: JSONReport.session(session, isWhole: isWhole)) }
    return bytes + json.end(sample.report)
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
      #expect(finding["judgement"] as? String == judgement.word.rawValue)
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
    #expect(baseline["accepted"] as? Int == 3)
    let stale = try #require(baseline["stale"] as? [[String: Any]])
    #expect(stale.map { $0["line"] as? Int } == [4, 9] && stale.map { $0["fingerprint"] == nil } == [true, false])
    let risen = try #require(baseline["risen"] as? [[String: Any]])
    #expect(risen.map { $0["line"] as? Int } == [3, nil] && risen[0]["now"] as? String == "4 of 4")
    #expect(gate["accept"] as? String == "poptrace bless --reason WHY")
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
  func without() throws {
    let sample = SampleGate(gate: false)
    #expect(sample.report.gate == nil)
    let report = try JSONSerialization.jsonObject(with: Data(Self.report(sample))) as? [String: Any]
    #expect(try #require(report).keys.contains("summary") && report?["gate"] == nil)
  }
}

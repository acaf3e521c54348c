import Foundation
import PopAudit
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report as SARIF")
struct SARIFReportTests {
  private func run(_ text: String) throws -> [String: Any] {
    let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return runs[0]
  }

  private func results(_ text: String) throws -> [String: [String: Any]] {
    let results = try #require(try run(text)["results"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: results.map { ($0["ruleId"] as? String ?? "", $0) })
  }

  @Test("maps every judgement to a level, a state and suppressions")
  func mapping() throws {
    let results = try results(SampleGate().written(by: SARIFReport()))
    let expected: [(Rule, String, String, Int)] = [
      (.wrongPage, "error", "new", 0), (.overlap, "error", "new", 0), (.zombie, "error", "new", 0),
      (.lostPopup, "error", "new", 0), (.lostKeepalive, "error", "unchanged", 1), (.duplicate, "error", "new", 1),
      (.flicker, "warning", "new", 0), (.fifoViolation, "error", "new", 0), (.stuckQueue, "note", "new", 0),
      (.lateShow, "note", "new", 0), (.cover, "error", "unchanged", 0), (.fault, "error", "absent", 0),
    ]
    #expect(results.count == expected.count)
    for (rule, level, state, suppressions) in expected {
      let result = try #require(results[rule.id])
      #expect(result["level"] as? String == level, "\(rule)")
      #expect(result["baselineState"] as? String == state, "\(rule)")
      #expect((result["suppressions"] as? [Any])?.count == suppressions, "\(rule)")
      #expect(result["ruleIndex"] as? Int == Rule.allCases.firstIndex(of: rule))
    }
    let suppression = try #require((results["lost-keepalive"]?["suppressions"] as? [[String: String]])?.first)
    #expect(
      suppression == [
        "kind": "external", "status": "accepted", "justification": "coupon reason, by coupon owner, until 2027-01-31",
      ])
  }

  @Test("points to the blamed key's line of the policy file, else to the trace, by relative references")
  func locations() throws {
    let results = try results(SampleGate().written(by: SARIFReport()))
    func place(_ rule: Rule) throws -> (String, Int) {
      let location = try #require((results[rule.id]?["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      return (
        (physical["artifactLocation"] as? [String: String])?["uri"] ?? "",
        (physical["region"] as? [String: Int])?["startLine"] ?? 0
      )
    }
    #expect(try place(.wrongPage) == ("policies/coupon.yml", 3))
    // Of a pair the key that stands in the file.
    #expect(try place(.overlap) == ("policies/coupon.yml", 3))
    #expect(try place(.zombie) == ("field/coupon-2.poptrace", 1))
    #expect(FindingLocation("/home/a b/ü:%.poptrace").uri == "home/a%20b/%C3%BC%3A%25.poptrace")
    #expect(
      FindingLocation(".//x").uri == "x" && FindingLocation("").uri == "-" && FindingLocation("../x").uri == "../x")
  }

  @Test("has our fingerprint, how often it is, and the events up to the violation")
  func details() throws {
    let result = try #require(try results(SampleGate().written(by: SARIFReport()))["wrong-page"])
    #expect(result["partialFingerprints"] as? [String: String] == ["poptrace/v1": "f000000000000000"])
    #expect(result["occurrenceCount"] as? Int == 4)
    let message = (result["message"] as? [String: String])?["text"] ?? ""
    #expect(message.hasSuffix("new, fails the build, in 4 of 4 sessions. More: poptrace rules wrong-page"))
    let flow = try #require((result["codeFlows"] as? [[String: Any]])?.first?["threadFlows"] as? [[String: Any]])
    let locations = try #require(flow[0]["locations"] as? [[String: Any]])
    let texts = locations.map {
      (($0["location"] as? [String: Any])?["message"] as? [String: String])?["text"] ?? ""
    }
    #expect(
      texts == [
        "1,300 ms popup.shown coupon #4 on HomePage #1", "4,210 ms … 18 events",
        "4,210 ms page.did-appear CheckoutPage #2",
      ])
    #expect(locations.map { $0["importance"] as? String } == ["essential", "important", "essential"])
    let properties = try #require(result["properties"] as? [String: Any])
    #expect(properties["grade"] as? String == "exact" && properties["judgement"] as? String == "fails")
    #expect(properties["sessions"] as? Int == 4 && properties["popup"] as? String == "coupon")
    #expect(properties["page"] as? String == "couponPage")
  }

  @Test("leaves events behind the violation out")
  func eventsBehind() throws {
    var sample = SampleGate()
    let last = sample.report.findings[0].example.timeline[0]
    sample.report.findings[0].example.timeline.append(
      TimelineLine(event: 99, time: last.time, kind: "way.behind", detail: ""))
    #expect(!sample.written(by: SARIFReport()).contains("way.behind"))
  }

  @Test("describes every rule, and says what could not be read")
  func driver() throws {
    let run = try run(SampleGate().written(by: SARIFReport()))
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["semanticVersion"] as? String == "0.1.0")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == Rule.allCases.map(\.id))
    for (rule, written) in zip(Rule.allCases, rules) {
      let help = (written["help"] as? [String: String])?["text"] ?? ""
      #expect(help.hasSuffix("poptrace rules \(rule.id)"))
      let level = (written["defaultConfiguration"] as? [String: String])?["level"]
      #expect(level == (rule.severity == .info ? "note" : rule.severity.rawValue))
      let short = (written["shortDescription"] as? [String: String])?["text"] ?? ""
      #expect(short.count > 20 && short.hasSuffix("."), "\(rule): \(short)")
    }
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == true)
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 2)
  }

  @Test("keeps to the limits of GitHub and counts what it leaves out")
  func limits() throws {
    let run = try run(SampleGate().repeated(SARIFReport.resultLimit + 7).written(by: SARIFReport()))
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == SARIFReport.resultLimit)
    let flows = results.count { $0["codeFlows"] != nil }
    #expect(flows == SARIFReport.stepLimit / 3)
    let properties = try #require(run["properties"] as? [String: Any])
    #expect(properties["cutResults"] as? Int == 7)
    #expect(properties["cutCodeFlows"] as? Int == SARIFReport.resultLimit - flows)
    #expect(properties["brokenLimits"] as? Int == 1)
  }

  @Test("makes no placeholder and no link of a name")
  func messages() throws {
    for name in ["{0}", "[a](http://evil.example)", "\u{1B}"] {
      let message =
        (try results(SampleGate(name).written(by: SARIFReport()))["wrong-page"]?["message"] as? [String: String])
      let text = try #require(message?["text"])
      #expect(text.contains(name == "{0}" ? "{{0}}" : name == "\u{1B}" ? "\\\\u{{1b}}" : "\\[a\\](http"), "\(text)")
    }
  }

  @Test("is what a model of SARIF takes, with relative references", .python("sarif_pydantic"))
  func model() throws {
    let reports = SampleGate.nastyNames.map { Array(SampleGate($0).written(by: SARIFReport()).utf8) }
    let result = try Python.run(
      """
      import json, re, sys
      from sarif_pydantic import Sarif
      def uris(value):
          if isinstance(value, dict):
              if "uri" in value: yield value["uri"]
              for one in value.values(): yield from uris(one)
          elif isinstance(value, list):
              for one in value: yield from uris(one)
      for path in sys.argv[1:]:
          text = open(path).read()
          assert len(Sarif.model_validate_json(text).runs[0].results) == 12, path
          # RFC 3986, path-noscheme, without colons in any segment.
          found = list(uris(json.loads(text)))
          assert len(found) > 20
          for uri in found:
              assert re.fullmatch(r"(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+(?:/(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*)*", uri), uri
      """, reports)
    #expect(result.status == 0, "\(result.errors)")
  }
}

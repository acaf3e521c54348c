import Foundation
import PopAudit
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report as GitLab's code quality")
struct GitLabCodeQualityTests {
  /// What GitLab asks of such a report (docs.gitlab.com, *Code Quality report format*).
  private static let reading = """
    import json, sys
    data = open(sys.argv[1], "rb").read()
    assert not data.startswith(b"\\xef\\xbb\\xbf")
    entries = json.loads(data)
    assert isinstance(entries, list)
    for entry in entries:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}, entry
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
        path = entry["location"]["path"]
        assert path and not path.startswith(("/", "./")), path
        assert set(entry["location"]) == {"path", "lines"} and entry["location"]["lines"]["begin"] >= 1
        assert entry["description"] and entry["check_name"]
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    """

  private struct Entry: Decodable {
    struct Location: Decodable {
      var path: String
      var lines: [String: Int]
    }
    var description: String
    var check_name: String
    var fingerprint: String
    var severity: String
    var location: Location
  }

  private func read(_ sample: SampleGate) throws -> [Entry] {
    let text = sample.written(by: GitLabCodeQuality())
    let result = try Python.run(Self.reading, Array(text.utf8))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([Entry].self, from: Data(text.utf8))
  }

  @Test("maps every judgement to a severity, or leaves it out")
  func mapping() throws {
    let entries = try read(SampleGate())
    let severities = Dictionary(uniqueKeysWithValues: entries.map { ($0.check_name, $0.severity) })
    #expect(
      severities == [
        "wrong-page": "blocker", "overlap": "critical", "zombie": "blocker", "lost-popup": "blocker",
        "flicker": "minor", "fifo-violation": "major", "stuck-queue": "info", "limit": "blocker",
      ])
    let worst = try #require(entries.first)
    #expect(worst.fingerprint == "f000000000000000")
    #expect(worst.location.path == "policies/coupon.yml" && worst.location.lines == ["begin": 3])
    #expect(worst.description.hasSuffix("new, fails the build, in 4 of 4 sessions. More: poptrace rules wrong-page"))
  }

  @Test("gives the same fingerprint to no two entries")
  func unique() throws {
    var sample = SampleGate()
    sample.report.findings.append(sample.report.findings[0])
    let entries = try read(sample)
    #expect(entries.contains { $0.fingerprint == "f000000000000000-new" })
  }

  @Test("is an empty array where there is nothing to say")
  func empty() throws {
    var sample = SampleGate()
    sample.report.findings = []
    sample.report.gate = nil
    #expect(try read(sample).isEmpty)
  }

  @Test("is in order whatever the names are", arguments: SampleGate.nastyNames)
  func nasty(name: String) throws {
    #expect(try read(SampleGate(name)).count == 8)
  }
}

import Foundation
import PopAudit
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report as annotations of GitHub")
struct GitHubAnnotationsTests {
  /// Reads lines as the runner of GitHub Actions does, in both forms it knows, and gives the commands as JSON.
  private static let reading = """
    import json, re, sys
    data = open(sys.argv[1], "rb").read().decode()
    assert data.endswith("\\n") and "\\r" not in data
    commands = []
    for line in data[:-1].split("\\n"):
        assert "##[" not in line, line
        found = re.fullmatch(r"::([a-z]+) ([^:]*(?:(?!::):[^:]*)*)::(.*)", line)
        assert found, line
        name, properties, message = found.groups()
        values = {}
        for one in properties.split(","):
            key, _, value = one.partition("=")
            assert key in ("file", "line", "title") and ":" not in value, one
            for code, text in ("%0D", "\\r"), ("%0A", "\\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"):
                value = value.replace(code, text)
            values[key] = value
        for code, text in ("%0D", "\\r"), ("%0A", "\\n"), ("%25", "%"):
            message = message.replace(code, text)
        commands.append({"name": name, "message": message, **values})
    print(json.dumps(commands))
    """

  private func read(_ sample: SampleGate) throws -> [[String: String]] {
    let result = try Python.run(Self.reading, Array(sample.written(by: GitHubAnnotations()).utf8))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([[String: String]].self, from: Data(result.output.utf8))
  }

  @Test("shows failures, broken limits and warnings with file and line, and the verdict last")
  func commands() throws {
    let commands = try read(SampleGate())
    #expect(
      commands.map { $0["name"] } == ["error", "error", "error", "error", "error", "warning", "warning", "notice"])
    #expect(commands[0]["file"] == "policies/coupon.yml" && commands[0]["line"] == "3")
    #expect(commands[0]["title"] == "wrong-page: coupon on couponPage")
    let lines = (commands[0]["message"] ?? "").split(separator: "\n")
    #expect(lines[1] == "new, fails the build; in 4 of 4 sessions, grade exact")
    #expect(lines[2] == "field/coupon-1.poptrace, session coupon 1")
    #expect(lines[3] == "fingerprint f000000000000000; more: poptrace rules wrong-page")
    #expect(commands[4]["file"] == "coupon.poptrace.yml" && commands[4]["line"] == "7")
    #expect(
      commands[4]["message"] == "3,200.5 ms, was 2,100 ms (worse); max: 3000 ms is broken")
    #expect(
      commands[7]["message"]?.hasPrefix("coupon fails the gate: 2 new findings, ") == true)
    #expect(commands[7]["file"] == nil)
  }

  @Test("shows the ten worst of each sort and counts the others")
  func limits() throws {
    for (judgement, word) in [(FindingJudgement.fails, "failures"), (.warns, "warnings")] {
      var sample = SampleGate().repeated(15, as: judgement)
      sample.report.gate?.thresholds = []
      let commands = try read(sample)
      #expect(commands.count == 11)
      #expect(commands[0]["message"]?.contains("fingerprint f000000000000000") == true)
      #expect(commands[10]["message"]?.hasSuffix(" Not shown here: 5 more \(word).") == true)
    }
  }

  @Test("says in an error that nothing was judged")
  func nothing() throws {
    var sample = SampleGate(gate: false)
    sample.report = ReportDocument(head: sample.head, summary: ReportSummary(), findings: [])
    #expect(try read(sample).map { $0["name"] } == ["error"])
  }

  @Test("lets no name break out of its line or begin a command", arguments: SampleGate.nastyNames)
  func nasty(name: String) throws {
    let commands = try read(SampleGate(name))
    #expect(commands.count == 8)
    let title = "wrong-page: \(name) on \(name)Page"
    // An opening bracket behind two number signs is moved away from them.
    #expect(commands[0]["title"] == printable(title).replacing("##[", with: "## ["))
  }
}

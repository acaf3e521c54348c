import Foundation
import PopAudit
import PopReplay
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report as JUnit XML")
struct JUnitReportTests {
  /// Reads a report as GitLab does, and gives the cases by result as JSON.
  private static let reading = """
    import json, sys
    import xml.etree.ElementTree as tree
    data = open(sys.argv[1], "rb").read()
    assert len(data) < 30_000_000, len(data)
    root = tree.fromstring(data)
    assert root.tag == "testsuites"
    keys, cases = set(), []
    for suite in root:
        own = suite.findall("testcase")
        count = lambda tag: sum(case.find(tag) is not None for case in own)
        assert int(suite.get("tests")) == len(own), suite.attrib
        for name in "failure", "error", "skipped":
            assert int(suite.get(name if name == "skipped" else name + "s")) == count(name), suite.attrib
        for case in own:
            key = case.get("classname"), case.get("name")
            assert key not in keys, key
            keys.add(key)
            child = case[0] if len(case) else None
            if child is not None and child.tag in ("failure", "error"):
                assert child.get("message") == child.text, (child.get("message"), child.text)
            words = "" if child is None else child.text or child.get("message")
            cases.append([*key, "passed" if child is None else child.tag, words])
    for name in "tests", "failures", "errors", "skipped":
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in root), name
    print(json.dumps({"cases": cases, "properties": {one.get("name"): one.get("value") for one in root.iter("property")}}))
    """

  private struct Read: Decodable {
    var cases: [[String]]
    var properties: [String: String]

    func results(_ classname: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: cases.filter { $0[0] == classname }.map { ($0[1], $0[2]) })
    }
  }

  private func read(_ text: String) throws -> Read {
    let result = try Python.run(Self.reading, Array(text.utf8))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Read.self, from: Data(result.output.utf8))
  }

  @Test("has a case for each trace and rule, which fails where the trace has failures")
  func cases() throws {
    let read = try read(SampleGate().written(by: JUnitReport()))
    let first = read.results("field/coupon-1.poptrace")
    #expect(first.count == Rule.allCases.count + 2)
    #expect(first["wrong-page"] == "failure")
    #expect(first["overlap"] == "failure")
    #expect(first["zombie"] == "passed")
    #expect(first["lost-keepalive"] == "system-out")
    #expect(first["duplicate"] == "system-out")
    #expect(first["cover"] == "passed")
    #expect(first["session coupon"] == "error")
    #expect(first["session coupon unknown"] == "skipped")
    let second = read.results("field/coupon-2.poptrace")
    #expect(second["zombie"] == "failure")
    #expect(second["lost-popup"] == "failure")
    #expect(second["flicker"] == "system-out")
    #expect(second["late-show"] == "system-out" || first["late-show"] == "system-out")
    #expect(read.results("field/coupon-lost.poptrace") == ["the input": "error"])
    #expect(
      read.results("poptrace.limits") == [
        "wait-p95 of popup coupon, max: 3000 ms": "failure",
        "wait-p95 of popup coupon, max-increase: 90%": "system-out",
      ])
    #expect(read.results("poptrace.baseline") == ["nothing accepted is gone": "system-out"])
    #expect(read.properties["verdict"] == "worse")
    #expect(read.properties["cut-testcases"] == nil)
  }

  @Test("says of a failure why, where, how certain, and by what it is recognised")
  func words() throws {
    let read = try read(SampleGate().written(by: JUnitReport()))
    let failure = try #require(read.cases.first { $0[0] == "field/coupon-2.poptrace" && $0[1] == "zombie" })[3]
    for part in [
      "coupon may be shown on HomePage only", "session coupon 1", "fingerprint f000000000000002", "grade derived",
      "accepted in 1 of 300 sessions", "until 2027-01-31",
    ] { #expect(failure.contains(part), "\(part)") }
    #expect(failure.hasSuffix("poptrace rules zombie"))
    let worst = try #require(read.cases.first { $0[0] == "field/coupon-2.poptrace" && $0[1] == "wrong-page" })[3]
    #expect(worst.contains("and 1 more session of this trace, in 4 of 4 sessions of all"))
  }

  @Test("says how certain a finding is in the trace itself")
  func grades() throws {
    var sample = SampleGate()
    for index in 2...3 { sample.sessions[index].findings[0].grade = .assumed }
    let read = try read(sample.written(by: JUnitReport()))
    let words = read.cases.filter { $0[1] == "wrong-page" }.map { $0[3] }
    #expect(words.count == 2 && words[0].contains("; grade exact; "))
    #expect(words.last?.contains("; grade assumed, of all sessions exact; ") == true)
  }

  @Test("fails for a strict baseline file and for too many affected sessions, and errs where nothing was judged")
  func whole() throws {
    var sample = SampleGate()
    sample.report.gate?.baseline?.isStrict = true
    sample.report.summary.mostAffected = Share.none
    var read = try read(sample.written(by: JUnitReport()))
    #expect(read.results("poptrace.baseline") == ["nothing accepted is gone": "failure"])
    #expect(read.results("poptrace.limits")["affected sessions"] == "failure")
    sample = SampleGate(gate: false)
    sample.sessions = []
    sample.report = ReportDocument(head: sample.head, summary: ReportSummary(), findings: [])
    read = try self.read(sample.written(by: JUnitReport()))
    #expect(read.cases == [["poptrace.verdict", "something was judged", "error", "No session was judged."]])
  }

  @Test("has every failure, even one that no session it was given has")
  func merged() throws {
    var sample = SampleGate()
    for index in sample.sessions.indices { sample.sessions[index].findings = [] }
    let read = try read(sample.written(by: JUnitReport()))
    #expect(read.cases.count { $0[2] == "failure" && $0[0].hasPrefix("field/") } == 4)
  }

  @Test("sums passing cases up where there are many traces")
  func manyTraces() throws {
    func sample(_ count: Int) -> SampleGate {
      var sample = SampleGate()
      for index in 2..<count {
        var session = SampleSessions.session("s")
        session.trace = "field/\(index).poptrace"
        sample.sessions.append(session)
      }
      return sample
    }
    // The input that cannot be opened is a trace, too.
    var read = try read(sample(JUnitReport.traceLimit - 1).written(by: JUnitReport()))
    #expect(read.results("field/2.poptrace").count == Rule.allCases.count)
    read = try self.read(sample(JUnitReport.traceLimit).written(by: JUnitReport()))
    #expect(read.results("field/2.poptrace") == ["all rules": "passed"])
    let first = read.results("field/coupon-1.poptrace")
    #expect(
      first["wrong-page"] == "failure" && first["overlap"] == "failure" && first["all other rules"] == "system-out")
    #expect(first["zombie"] == nil)
  }

  @Test("keeps to its bytes, leaves passing cases out first, and counts what it leaves out")
  func bytes() throws {
    let sample = SampleGate()
    let whole = try read(sample.written(by: JUnitReport()))
    var text = sample.written(by: JUnitReport(byteLimit: 12_000))
    var read = try read(text)
    #expect(text.utf8.count < 14_000)
    let important = Set(["failure", "error", "skipped"])
    #expect(read.cases.count { important.contains($0[2]) } == whole.cases.count { important.contains($0[2]) })
    #expect(read.properties["cut-testcases"] == String(whole.cases.count - read.cases.count))
    #expect(read.properties["cut-failures"] == nil)
    text = sample.written(by: JUnitReport(byteLimit: 2000))
    read = try self.read(text)
    let failures = whole.cases.count { $0[2] == "failure" } - read.cases.count { $0[2] == "failure" }
    #expect(failures > 0 && read.properties["cut-failures"] == String(failures))
  }

  @Test("has no two cases of one name, even where names only print alike")
  func names() throws {
    var sample = SampleGate()
    let trace = sample.sessions[0].trace
    for session in ["x\u{1B}", "x\\u{1b}", "x\u{1B}"] {
      sample.report.summary.add(NotJudged(trace: trace, session: session, sessions: 1, because: "It is broken."))
    }
    let results = try read(sample.written(by: JUnitReport())).results(trace)
    for name in ["session x\\u{1b}", "session x\\u{1b} (2)", "session x\\u{1b} (3)"] {
      #expect(results[name] == "error")
    }
  }

  @Test("tells at most so many findings of one case")
  func findings() throws {
    let read = try read(SampleGate().repeated(50).written(by: JUnitReport()))
    let failure = try #require(read.cases.first { $0[1] == "wrong-page" })[3]
    #expect(failure.contains("and 30 more\n"))
    #expect(failure.split(separator: "\n").count { $0.contains("fingerprint") } == TestCase.findingLimit)
  }

  @Test("is XML whatever the names are, with every name whole", arguments: SampleGate.nastyNames)
  func nasty(name: String) throws {
    let read = try read(SampleGate(name).written(by: JUnitReport()))
    #expect(read.cases.count { $0[2] == "failure" } == 6)
    #expect(
      read.cases.contains {
        $0[1].hasPrefix("session ")
          && $0[1].hasSuffix(
            printable(name).replacing("\u{FFFE}", with: "\\u{fffe}").replacing("\u{FFFF}", with: "\\u{ffff}"))
      })
  }

  @Test("is what readers of JUnit XML take", .python("junitparser"), .python("xmlschema"))
  func readers() throws {
    let reports = SampleGate.nastyNames.map { Array(SampleGate($0).written(by: JUnitReport()).utf8) }
    let result = try Python.run(
      """
      import sys, junitparser, xmlschema
      schema = xmlschema.XMLSchema(sys.argv[1])
      for path in sys.argv[2:]:
          schema.validate(path)
          read = junitparser.JUnitXml.fromfile(path)
          found = sum(case.is_failure for suite in read for case in suite), read.failures
          assert found == (6, 6), (path, found)
      """, [Array(JUnitSchema.text.utf8)] + reports)
    #expect(result.status == 0, "\(result.errors)")
  }
}

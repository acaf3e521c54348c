import Foundation
import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The report page")
struct ReportPageTests {
  private func page(_ sample: SampleGate, byteLimit: Int = ReportPage.usualBytes, findingLimit: Int = 2000) -> String {
    var writer = HTMLReport(byteLimit: byteLimit, findingLimit: findingLimit)
    _ = writer.begin(sample.head)
    for session in sample.sessions { _ = writer.add(session, json: []) }
    return String(decoding: writer.end(sample.report), as: UTF8.self)
  }

  /// What the page holds, undone by others: the report, as compact JSON.
  private func report(_ page: String) throws -> String {
    let result = try Python.run(
      """
      import base64, json, re, sys, zlib
      data = re.search(r'<script type="text/plain" id="report">([^<]*)</script>', open(sys.argv[1]).read()).group(1)
      print(json.dumps(json.loads(zlib.decompress(base64.b64decode(data), -15)), separators=(",", ":")))
      """, Array(page.utf8))
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test("its own code is less than 150 KB, and says nothing of where it came from")
  func size() {
    let code = ReportPageCode.style + ReportPageCode.script + ReportPageCode.body(verdict: "")
    #expect(code.count > 10_000 && code.count < 150_000)
    let text = String(decoding: code, as: UTF8.self)
    for word in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "http://", "https://",
      "style=", "onclick=",
    ] {
      #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
    }
  }

  @Test("the policy allows its own style and script, by their hashes, and nothing else", .python("hashlib"))
  func contentSecurityPolicy() throws {
    let result = try Python.run(
      """
      import base64, hashlib, re, sys
      page = open(sys.argv[1]).read()
      policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
      def hashed(text): return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
      style = re.search(r"<style>(.*?)</style>", page, re.S).group(1)
      script = re.search(r"<script>(.*?)</script>", page, re.S).group(1)
      print(policy == f"default-src 'none'; script-src {hashed(script)}; style-src {hashed(style)}; img-src data:; base-uri 'none'; form-action 'none'")
      """, Array(page(SampleGate()).utf8))
    #expect(result.output == "True\n", "\(result.errors)")
  }

  @Test("the verdict stands in it before any script runs, and no name makes markup", .python("zlib"))
  func verdict() throws {
    for name in SampleGate.nastyNames {
      let page = page(SampleGate(name))
      #expect(page.components(separatedBy: "<script").count == 3, "\(name)")
      #expect(page.contains("<h1 id=\"verdict\"") && !page.contains("<script>alert"))
      #expect(try report(page).contains("poptrace.page\\/1") || report(page).contains("poptrace.page/1"))
    }
  }

  @Test("a gate's page has limits, blame and excuses; a replay's has none", .python("zlib"))
  func gate() throws {
    let gate = try report(page(SampleGate()))
    #expect(gate.contains("\"purpose\":\"gate\"") && !gate.contains("\"metrics\":[]") && !gate.contains("\"blame\":[]"))
    #expect(gate.contains("\"excuse\":{\"reason\":"))
    // What a user meets, in the words of users.
    #expect(gate.contains("\"met\":\"\(Rule.wrongPage.userWords)\""))
    let replay = try report(page(SampleGate(gate: false)))
    #expect(replay.contains("\"purpose\":\"replay\"") && replay.contains("\"metrics\":[]"))
  }

  @Test("a gate over recordings says what fails, and by what it was judged", .python("zlib"))
  func recordings() throws {
    var sample = SampleGate()
    sample.head.purpose = .recording
    sample.report.head.purpose = .recording
    sample.report.findings[1].severity = .warning
    sample.report.findings[1].judgement = .known
    let gate = try report(page(sample))
    #expect(gate.contains("\"purpose\":\"view\"") && gate.contains("\"title\":\"What fails\""))
    #expect(gate.contains("{\"label\":\"Judged\",") && gate.contains("{\"label\":\"Accepted\","))
    // A rule that the configuration makes a warning is counted as one.
    #expect(gate.contains("\"title\":\"Warnings\",\"count\":2,\"times\":\"2 warnings in all\""))
    sample = SampleGate(gate: false)
    sample.head.purpose = .recording
    sample.report.head.purpose = .recording
    let view = try report(page(sample))
    #expect(view.contains("\"title\":\"Errors\"") && !view.contains("\"label\":\"Judged\""))
  }

  @Test("sessions beyond the limit of bytes are left out and counted, the worst are kept", .python("zlib"))
  func limit() throws {
    var sample = SampleGate(gate: false)
    var recording = Session()
    recording.header.session = "s"
    sample.report.windows = sample.sessions.map {
      SessionWindows($0, recorded: recording, candidate: nil, failOn: RegressionCriterion(.certain))
    }
    let all = sample.report.windows.count
    #expect(all > 1)
    let whole = page(sample)
    #expect(whole.components(separatedBy: "id=\"session-").count == all + 1)
    let first = sample.report.windows[0]
    let small = page(sample, byteLimit: first.block.count)
    #expect(small.components(separatedBy: "id=\"session-").count == 2)
    #expect(try report(small).contains("more session"))
    #expect(page(sample, byteLimit: 0).components(separatedBy: "id=\"session-").count == 1)
  }

  @Test(
    "beyond its limit of findings every count is the true one, and what is not listed has its command", .python("zlib"))
  func findingLimit() throws {
    var sample = SampleGate().repeated(30)
    for index in 20..<30 {
      sample.report.findings[index].example.status = .fixed
      sample.report.findings[index].judgement = .known
    }
    // Those that rest on assumptions are none of what fails.
    sample.report.findings[0].sessions = 5
    let small = try report(page(sample, findingLimit: 12))
    #expect(small.contains("\"total\":30,\"listed\":12,"))
    #expect(small.contains("\"name\":\"fails\",\"title\":\"What fails\",\"count\":20,\"times\":\"20 errors in all\""))
    #expect(small.contains("\"name\":\"fixed\",\"title\":\"Mended\",\"count\":10,\"times\":\"10 errors in all\""))
    #expect(small.components(separatedBy: "\"because\":").count - 1 == 12)
    for index in 12..<30 {
      #expect(small.contains("\"\(SampleGate.fingerprint(index))\":\"poptrace view "), "\(index)")
    }
    let whole = try report(page(sample))
    #expect(whole.contains("\"total\":30,\"listed\":30,") && whole.contains("\"beyond\":{}"))
  }

  @Test(
    "why the verdict is what it is: the key with its line, what has risen, the limit, and whom it costs most",
    .python("zlib"))
  func reasons() throws {
    let gate = try report(page(SampleGate()))
    for reason in [
      "{\"kind\":\"key\",\"label\":\"leaving: coupon\",\"words\":\"brings 1 of the 4 findings that fail\",\"aside\":\"park before, line 3\"",
      "{\"kind\":\"accepted\",\"label\":\"leaving: coupon \\u2192 zombie\",\"words\":\"accepted in 1 of 300 sessions, now in 4 of 4\"",
      "{\"kind\":\"limit\",\"label\":\"wait-p95 of popup coupon\",\"words\":\"max: 3000 ms broken\"",
      "{\"kind\":\"hit\",\"label\":\"coupon\"",
    ] { #expect(gate.contains(reason), "\(reason) is not in \(gate)") }
  }

  @Test("of a session what fails the build comes first, by the grade that is asked for")
  func rank() {
    var session = SampleSessions.session("s")
    session.findings = [Grade.robust, .derived].map { grade in
      var finding = SampleSessions.wrongPage("coupon", grade: grade)
      finding.fingerprint = grade.rawValue
      return finding
    }
    for (grade, first) in [(Grade.derived, "derived"), (.robust, "robust")] {
      let windows = SessionWindows(session, recorded: nil, candidate: nil, failOn: RegressionCriterion(upTo: grade))
      #expect(windows.findings.first?.fingerprint == first)
    }
  }
}

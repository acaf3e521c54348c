import Foundation
import Testing
import ToolRuns

/// Pages in a real browser. What is checked stands in `Browser`, beside this.
@Suite("The report page in headless Chromium", .chromium, .serialized)
struct PageBrowserTests {
  private let root = ToolRun.repository
  private let quick = ["--continuations", "0", "--visits", "free"]

  private func page(_ arguments: [String], in scratch: Scratch) throws -> String {
    let page = scratch.path("page.html")
    let output = arguments[0] == "view" ? ["--output", page] : ["--format", "html=" + page]
    let run = try ToolRun.poptrace(arguments + output + ["--quiet"], in: root)
    #expect([0, 2].contains(run.status) && run.errors.isEmpty, "\(run)")
    return page
  }

  private func expectPassing(_ program: String, _ arguments: [String]) throws {
    let run = try Chromium.run(program, arguments)
    let last = run.output.split(separator: "\n").suffix(2).joined(separator: "\n")
    #expect(run.status == 0 && run.output.contains("ok: "), "\(last)\n\(run.errors.suffix(1500))")
  }

  @Test("A replay's findings can be filtered, opened, measured, played, linked to, and all of it by keyboard", .nightly)
  func replay() throws {
    let scratch = try Scratch()
    let traces = ["Fixtures/field/v5.poptrace", "Fixtures/field/v3.poptrace"]
    let page = try page(["replay"] + traces + ["--policy", "Fixtures/policies/tidier.yml"] + quick, in: scratch)
    try expectPassing("page_test", [page])
    try expectPassing("looks_test", [page])
  }

  @Test("A gate's page has its limits, breakdowns and blame as well", .nightly)
  func gate() throws {
    let scratch = try Scratch()
    try scratch.file(
      "gate.yml",
      """
      thresholds:
        - metric: wait-p95
          max: 1 ms
      by: [build]
      """)
    let page = try page(
      [
        "gate", "Fixtures/field/v5.poptrace", "--policy", "Fixtures/policies/tidier.yml", "--config",
        scratch.path("gate.yml"),
      ], in: scratch)
    try expectPassing("page_test", [page])
  }

  @Test("A page with more findings than it lists says so, counts them all, and answers links to the others", .nightly)
  func limit() throws {
    let scratch = try Scratch()
    // A popup of a name of its own in each of these waits on a page that never comes, so that each is a finding.
    var lines = ["{\"poptrace\":1}"]
    lines.append("{\"t\":0,\"event\":\"page.will-appear\",\"page\":1,\"class\":\"Home\"}")
    lines.append("{\"t\":10,\"event\":\"page.did-appear\",\"page\":1}")
    for popup in 1...2100 {
      lines.append(
        "{\"t\":\(popup * 10),\"event\":\"popup.submitted\",\"popup\":\(popup),\"name\":\"P\(popup)\",\"pages\":[\"Other\"]}"
      )
      if popup % 7 == 0 {
        lines.append("{\"t\":\(popup * 10),\"event\":\"popup.withdrawn\",\"popup\":\(popup)}")
      }
    }
    lines.append("{\"t\":60000,\"event\":\"idle\"}")
    try scratch.file("many.jsonl", lines.joined(separator: "\n") + "\n")
    let recording = scratch.path("many.poptrace")
    let recorded = try ToolRun.poptrace(
      ["record", scratch.path("many.jsonl"), "--policy", "v0", "--output", recording, "--quiet"])
    #expect(recorded.status == 0, "\(recorded)")
    try expectPassing("limit_test", [try page(["view", recording], in: scratch)])
  }

  @Test("A recording by itself, and a policy's run beneath it", .nightly)
  func view() throws {
    let scratch = try Scratch()
    let session = ["view", "Fixtures/field/v5.poptrace", "--session", "simulated-75-22"]
    try expectPassing("page_test", [try page(session, in: scratch)])
    try expectPassing("page_test", [try page(session + ["--policy", "v6"] + quick, in: scratch)])
  }

  @Test("The phone shows the page within a tab bar, whichever of them appeared last, and that of each scene", .nightly)
  func containers() throws {
    let scratch = try Scratch()
    try scratch.file(
      "tabs.jsonl",
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"SplitView"}
      {"t":0,"event":"page.will-appear","page":2,"class":"TabBar","container":1}
      {"t":10,"event":"page.will-appear","page":3,"class":"FeedPage","container":2}
      {"t":300,"event":"page.did-appear","page":3}
      {"t":310,"event":"page.did-appear","page":2}
      {"t":320,"event":"page.did-appear","page":1}
      {"t":2500,"event":"page.will-disappear","page":3}
      {"t":2510,"event":"page.will-appear","page":4,"class":"WalletPage","container":2}
      {"t":2600,"event":"page.did-disappear","page":3}
      {"t":2700,"event":"page.did-appear","page":4}
      {"t":4000,"event":"page.will-appear","page":5,"class":"LoginSheet","presentation":"sheet"}
      {"t":4300,"event":"page.did-appear","page":5}
      {"t":5000,"event":"page.did-appear","page":6,"class":"SecondWindow","scene":1}
      {"t":9000,"event":"idle"}
      """)
    let recording = scratch.path("tabs.poptrace")
    let recorded = try ToolRun.poptrace(
      ["record", scratch.path("tabs.jsonl"), "--policy", "v6", "--output", recording, "--quiet"])
    #expect(recorded.status == 0, "\(recorded)")
    let seen = [
      "0=TabBar", "10=FeedPage", "300=FeedPage", "320=FeedPage", "2510=WalletPage", "2700=WalletPage",
      "4300=LoginSheet",
      "5000=LoginSheet SecondWindow in scene 1",
    ]
    try expectPassing("containers_test", [try page(["view", recording], in: scratch)] + seen)
  }

  @Test("Names made of markup, script, quotes and marks of direction do nothing, and are shown")
  func hostile() throws {
    let scratch = try Scratch()
    let names = [
      "<img src=x onerror=hacked1=1>", "</script><script>hacked2=1</script>", "\" onmouseover=\"hacked3=1",
      "'); hacked4=1; ('", "\u{202E}evil\u{2066}", "<b>bold</b>&amp;", String(repeating: "W", count: 300),
    ]
    var lines = ["{\"poptrace\":1,\"session\":\"<svg onload=hacked5=1>\",\"app\":\"<i>\",\"build\":\"\\u202e<u>\"}"]
    lines.append("{\"t\":0,\"event\":\"page.will-appear\",\"page\":1,\"class\":\"<iframe src=javascript:hacked6=1>\"}")
    lines.append("{\"t\":10,\"event\":\"page.did-appear\",\"page\":1}")
    for (index, name) in names.enumerated() {
      let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      lines.append("{\"t\":\(20 + index),\"event\":\"popup.submitted\",\"popup\":\(index + 1),\"name\":\(text)}")
    }
    lines.append("{\"t\":40000,\"event\":\"page.will-disappear\",\"page\":1}")
    try scratch.file("hostile.jsonl", lines.joined(separator: "\n") + "\n")
    let recording = scratch.path("hostile <b>.poptrace")
    let recorded = try ToolRun.poptrace(
      ["record", scratch.path("hostile.jsonl"), "--policy", "v1", "--output", recording, "--quiet"])
    #expect(recorded.status == 0, "\(recorded)")
    let shown = names + ["<iframe src=javascript:hacked6=1>", "<svg onload=hacked5=1>"]
    for arguments in [["view", recording], ["replay", recording, "--policy", "v6"]] {
      try expectPassing("hostile_test", [try page(arguments, in: scratch)] + shown)
    }
  }

  @Test("A thousand findings in some three hundred sessions open at once, and move smoothly", .nightly)
  func speed() throws {
    let scratch = try Scratch()
    let page = try page(["replay", "Fixtures/field", "--policy", "v1"] + quick, in: scratch)
    try expectPassing("speed_test", [page, "1000", "280"])
  }
}

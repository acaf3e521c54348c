import Foundation
import Testing
import ToolRuns

@Suite("poptrace explain")
struct ExplainTests {
  private func explain(_ arguments: [String]) throws -> ToolRun {
    try ToolRun.poptrace(["explain"] + arguments, in: ToolRun.repository)
  }

  /// A popup of a scenario under a policy, what it came to, and what the story must say.
  struct Case: Sendable, CustomTestStringConvertible {
    var scenario: String
    var popup: Int
    var policy: String
    var outcome: String
    var lines: [String]

    init(_ scenario: String, _ popup: Int, under policy: String = "v6", _ outcome: String, _ lines: [String]) {
      (self.scenario, self.popup, self.policy, self.outcome, self.lines) = (scenario, popup, policy, outcome, lines)
    }

    var testDescription: String { "\(scenario) #\(popup) under \(policy)" }
  }

  @Test(
    "tells every way in which popups end",
    arguments: [
      Case(
        "auto-dismiss", 1, "came at once on HomePage #1, and went by itself",
        ["600  tip #1 submitted; shown on HomePage #1", "3,600  hidden: auto"]),
      Case(
        "activity-keepalive", 1, "3 times in all, and was dismissed",
        ["kept for HomePage #1", "back in the queue; shown again on HomePage #1", "dismissed by button"]),
      Case(
        "conditional-popup", 2, "never came: dropped, barred",
        ["Its turn came while its condition did not hold", "shown at 700, if its condition had held from the start"]),
      Case(
        "conditional-popup", 1, "came after 4.4 s",
        ["600  level-up #1 submitted; waits: condition", "5,000  its condition holds; shown on HomePage #1"]),
      Case(
        "content-failed", 1, "never came: dropped, content-failed",
        ["its content failed", "shown at 600, if the policy had content: ignore (it has request)"]),
      Case(
        "request-in-flight", 2, "never came: dropped, duplicate", ["Another popup with its key was there."]),
      Case(
        "expired-offer", 2, "never came: dropped, expired",
        [
          "600  terms #1 (alert, any page) shown, takes the slot", "waits: slot, held by terms #1",
          "shown at 700, if terms #1 had not been submitted", "if the policy had expiry: false (it has true)",
        ]),
      Case(
        "back-during-show", 1, "was then dropped: page-left", ["hidden: page-left", "The page it belongs to was left."]),
      Case("rebuilt-page", 1, "was then dropped: page-removed", ["dropped: page-removed"]),
      Case("preempted-and-dropped", 1, "was then dropped: preempted", ["hidden: preempted; dropped: preempted"]),
      Case("preempted-and-requeued", 1, "2 times in all, and was dismissed", ["held by security #2"]),
      Case("forced-sign-out", 2, "never came: dropped, signed-out", ["The user signed out."]),
      Case("forced-sign-out", 1, "and went with the sign-out", ["hidden: signed-out"]),
      Case(
        "withdrawn-while-waiting", 2, "never came: dropped, withdrawn",
        ["withdrawn by the app; dropped: withdrawn", "if terms #1 had not been submitted"]),
      Case("cleared", 1, "and was withdrawn", ["hidden: withdrawn"]),
      Case("view-lost", 1, "and lost its view", ["its view is taken away; hidden: view-lost"]),
      Case("auto-dismiss", 1, under: "v4", "and was still up at the end", ["end: still up"]),
      Case(
        "auto-dismiss", 2, under: "v4", "never came.",
        [
          "waits: slot, held by tip #1", "end: tip #1 up for", "tip #1 was never dismissed.",
          "if the policy had autoDismiss: true (it has false)",
        ]),
      Case(
        "suspended", 1, "came after 3.5 s", ["waits: gate, its scheduler is suspended"]),
    ])
  func endings(_ expected: Case) throws {
    let run = try explain([
      "Fixtures/scenarios/\(expected.scenario).jsonl", "--popup", "\(expected.popup)", "--policy", expected.policy,
    ])
    // Long lines are wrapped, which is of no interest here.
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    for part in [expected.outcome, "Under \(expected.policy)."] + expected.lines {
      let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(words), "\(part)\n\(run.output)")
    }
  }

  @Test("A recording is told as it was and as another policy would have had it, with the decision in which they part")
  func bothRuns() throws {
    let run = try explain([
      "Fixtures/field/v5.poptrace", "--session", "simulated-75-9", "--popup", "16", "--policy", "v6", "-q",
    ])
    #expect(run.status == 0)
    for part in [
      "Coupon #16 (campaign, level 8, any page) never came. Recorded under v5.",
      "   36,260  Coupon #3 (campaign, any page) shown, takes the slot", "WHY        Coupon #3 was never dismissed.",
      "UNDER v6   it never came. That is robust", "PARTING    the first decision that differs is v5 at 36,260:",
      "INSTEAD    shown at 130,466 or later in 9 of 11 runs (assumed), if Coupon #3 had not been submitted",
      "LIKE THIS  19 sessions of 75",
      "Elsewhere under v5 Coupon was dismissed 54 times, after 3.0 s in the median.",
    ] { #expect(run.output.contains(part), "\(part)\n\(run.output)") }
  }

  @Test("A change that is named has the popup shown when the recording is replayed with it")
  func confirmed() throws {
    let scratch = try Scratch()
    let policy = try scratch.file("keys.yml", "base: v6\nexpiry: false\n").path
    let field = ToolRun.repository.appendingPathComponent(
      "Fixtures/scenarios/expired-offer.jsonl")
    let run = try ToolRun.poptrace(
      ["replay", field.path, "--policy", policy, "--format", "json", "-q"], in: scratch.url)
    let told = try explain(["Fixtures/scenarios/expired-offer.jsonl", "--popup", "2", "--policy", "v6"])
    let time = try #require(told.output.firstMatch(of: #/shown at ([0-9,]+), if the policy had expiry/#)?.1)
    let number = time.replacing(",", with: "")
    #expect(run.output.contains("\"shown\":[{\"t\":\(number),"), "\(number)\n\(run.output)")
  }

  @Test("What would have had it shown only under some answers of its users is assumed, and what moves with none is not")
  func graded() throws {
    func changes(_ more: [String] = []) throws -> [String: [String: Any]] {
      let run = try explain(
        ["Fixtures/field/v2.poptrace", "--session", "simulated-72-14", "--popup", "11", "--format", "json", "-q"] + more
      )
      let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let changes = try #require(object["changes"] as? [[String: Any]])
      return try Dictionary(uniqueKeysWithValues: changes.map { (try #require($0["text"] as? String), $0) })
    }
    let usual = try changes()
    #expect(usual.values.allSatisfy { $0["grade"] is String })
    let assumed = try #require(usual["Loading #2 had not been submitted"])
    #expect(assumed["grade"] as? String == "assumed")
    let held = try #require(assumed["held"] as? [String: Int])
    #expect(try #require(held["in"]) < #require(held["of"]))
    #expect((assumed["firstShown"] as? [String: Any])?["latest"] is NSNull)
    // Other answers take away what rests on them alone.
    let patient = try changes(["--assume-dwell", "600000"])
    #expect(patient["Loading #2 had not been submitted"] == nil)
    for (text, change) in usual where change["grade"] as? String != "assumed" {
      #expect(patient[text] != nil, "\(text)")
    }
    #expect(usual.values.contains { $0["grade"] as? String == "robust" })
    // One run tells no more than that there is an assumption.
    let alone = try changes(["--continuations", "0"])
    #expect(alone["Loading #2 had not been submitted"]?["held"] == nil)
    #expect(alone.values.allSatisfy { ["derived", "assumed"].contains($0["grade"] as? String) })
  }

  @Test("A name alone lists the sessions in which it did not come, the most frequent reason first")
  func names() throws {
    let run = try explain(["Fixtures/field", "--popup", "Coupon"])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(run.status == 0 && lines.count > 4)
    #expect(lines[0].wholeMatch(of: #/Coupon: [0-9]+ submissions in [0-9]+ sessions; [0-9]+ never came\./#) != nil)
    let counts = lines.dropFirst(2).compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(counts.count > 2 && counts == counts.sorted(by: >))
    #expect(lines[2].contains("the slot is held to the end"))
    // What it says last can be typed in.
    let command = try #require(lines.last?.firstMatch(of: #/poptrace explain (.*)/#)?.1)
    let story = try explain(command.split(separator: " ").map(String.init))
    #expect(story.status == 0 && story.output.contains("never came"), "\(story)")
    let json = try explain(["Fixtures/field", "--popup", "Coupon", "--format", "json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "poptrace.explanations/1")
    #expect((object["groups"] as? [[String: Any]])?.compactMap { $0["sessions"] as? Int } == counts)
    let all = try explain(["Fixtures/field", "--popup", "Coupon", "--all"])
    #expect(all.output.split(separator: "\n").count > lines.count + 100)
  }

  @Test("--similar names the sessions that it counts")
  func similar() throws {
    let run = try explain([
      "Fixtures/field/v5.poptrace", "--session", "simulated-75-9", "--popup", "16", "--similar", "-q",
    ])
    let count = try #require(run.output.firstMatch(of: #/LIKE THIS  ([0-9]+) sessions/#).flatMap { Int($0.1) })
    let sessions = run.output.matches(of: #/(?m)^   Fixtures\/\S+ +session (\S+)/#).map { String($0.1) }
    #expect(count > 1 && Set(sessions).count == count && sessions.contains("simulated-75-9"), "\(run)")
  }

  @Test("A finding leads to its popup's story")
  func findings() throws {
    let report = try ToolRun.poptrace(
      ["replay", "Fixtures/field/v5.poptrace", "--policy", "v6", "--continuations", "0", "--format", "json", "-q"],
      in: ToolRun.repository)
    let match = try #require(
      report.output.firstMatch(
        of: #/"rule":"([a-z-]+)","severity":"[a-z]+","status":"[a-z]+","popup":([0-9]+),.*?"fingerprint":"([0-9a-f]+)"/#
      ))
    let run = try explain(["Fixtures/field/v5.poptrace", "--finding", String(match.3), "--policy", "v6", "-q"])
    #expect(run.status == 0 && run.output.contains("#\(match.2) ("), "\(run)")
    #expect(run.output.contains("FINDING    \(match.1): popup \(match.2) "), "\(run)")
    let none = try explain(["Fixtures/field/v5.poptrace", "--finding", "zz", "-q"])
    #expect(none.status == 1 && none.errors.contains("there is no finding \"zz\""), "\(none)")
    #expect(none.errors.contains("with its --policy"), "\(none)")
  }

  @Test("JSON says the same")
  func json() throws {
    let run = try explain([
      "Fixtures/field/v5.poptrace", "--session", "simulated-75-9", "--popup", "16", "--policy", "v6", "--format",
      "json",
    ])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "poptrace.explanation/1" && object["popup"] as? Int == 16)
    let stories = try #require(object["stories"] as? [[String: Any]])
    #expect(stories.map { $0["policy"] as? String } == ["v5", "v6"])
    #expect(stories.map { $0["shown"] as? Bool } == [false, false])
    #expect(stories.first?["grade"] is NSNull && stories.last?["grade"] as? String == "robust")
    let changes = try #require(object["changes"] as? [[String: Any]])
    #expect(changes.first?["kind"] as? String == "popup-ahead" && changes.first?["shownAt"] as? Int == 130_466)
    #expect((object["similar"] as? [String: Any])?["of"] as? Int == 75)
  }

  @Test("Where it is not clear what is asked, it says what to say")
  func usage() throws {
    let cases: [([String], Int32, String)] = [
      (["Fixtures/field"], 64, "Which popup is to be explained?"),
      (["Fixtures/field", "--popup", "3"], 64, "popups are numbered session by session"),
      (["Fixtures/field", "--popup", "Nobody"], 1, "there is no popup \"Nobody\" in what was given\n"),
      (
        ["Fixtures/field", "--popup", "Coupn"], 1,
        "there is no popup \"Coupn\" in what was given; did you mean \"Coupon\"?"
      ),
      (
        ["Fixtures/field", "--popup", "coupon", "--session", "simulated-75-9"], 1,
        "there is no popup \"coupon\" in what was given; did you mean \"Coupon\"?"
      ),
      (
        ["Fixtures/scenarios/forced-sign-out.jsonl", "--popup", "Nobody", "--policy", "v6"], 1,
        "there is no popup \"Nobody\" in what was given; known are"
      ),
      (["Fixtures/field", "--popup", "999", "--session", "simulated-75-9"], 1, "popup \"999\" in what was given\n"),
      (["Fixtures/field", "--popup", "Coupon", "--session", "x"], 1, "there is no session \"x\""),
      (["Fixtures/field", "--popup", "Coupon", "--finding", "1"], 64, "give either --popup or --finding"),
      (["Fixtures/scenarios/suspended.jsonl", "--popup", "1"], 64, "name a policy to run it with"),
    ]
    for (arguments, status, words) in cases {
      let run = try explain(arguments)
      #expect(run.status == status && run.errors.contains(words) && run.output.isEmpty, "\(run)")
    }
  }

  @Test("Where a recording does not give itself back, nothing is said to have been found by replay")
  func mismatch() throws {
    let scratch = try Scratch()
    let lines = [
      #"{"poptrace":1,"policy":"v6","ended":9000}"#,
      #"{"id":0,"t":0,"event":"page.did-appear","page":1,"class":"Home"}"#,
      #"{"id":1,"t":10,"event":"popup.submitted","popup":1,"name":"a"}"#,
      #"{"id":2,"t":10,"event":"popup.queued","popup":1,"reason":"slot","cause":1}"#,
    ]
    try scratch.file("odd.jsonl", lines.joined(separator: "\n") + "\n")
    let run = try ToolRun.poptrace(["explain", "odd.jsonl", "--popup", "1"], in: scratch.url)
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.status == 0 && text.contains("a #1 (alert, any page) never came. Recorded under v6."), "\(run)")
    #expect(text.contains("INSTEAD nothing was tried: v6 does not give this recording back (mismatch)"), "\(run)")
    #expect(!text.contains("shown at"), "\(run)")
  }

  @Test("Names of a trace do not steer the terminal")
  func hostileNames() throws {
    let scratch = try Scratch()
    let scenario = try scratch.file(
      "evil.jsonl",
      """
      {"poptrace":1}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home\\u001b[31m"}
      {"t":10,"event":"popup.submitted","popup":1,"name":"A\\u001b]0;x\\u0007","pages":["Elsewhere\\u202e"]}
      """)
    let run = try ToolRun.poptrace(["explain", scenario.path, "--popup", "1", "--policy", "v6"], in: scratch.url)
    #expect(run.status == 0 && run.output.contains("never came"), "\(run)")
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202e }, "\(run)")
  }

  @Test(
    "is named by reports, under each of their examples, with a command that tells that story",
    arguments: [
      ["Fixtures/field/v3.poptrace", "--policy", "Fixtures/policies/tidier.yml"],
      ["Fixtures/scenarios", "--policy", "v3"],
    ])
  func namedByReports(judged: [String]) throws {
    let folder = ToolRun.repository
    let report = try ToolRun.poptrace(["replay", "--quiet"] + judged, in: folder)
    let start = "    why: poptrace "
    // A long one goes on in the next line.
    let commands = report.output.replacing(" \\\n         ", with: " ").split(separator: "\n")
      .filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
    let sentences = report.output.split(separator: "\n").count { $0.hasPrefix("    more: poptrace rules ") }
    #expect(commands.count == sentences && commands.count >= 2, "\(report)")
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let story = try ToolRun.poptrace(words, in: folder)
      let popup = words[words.firstIndex(of: "--popup")! + 1]
      #expect(story.status == 0 && story.output.prefix { $0 != "\n" }.contains("#\(popup) "), "\(command): \(story)")
    }
  }
}

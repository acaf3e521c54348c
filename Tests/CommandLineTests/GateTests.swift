import Foundation
import Testing
import ToolRuns

/// `poptrace gate` and `poptrace bless` on the real binary.
@Suite("The gate")
struct GateTests {
  private let scratch: Scratch
  /// A change that loses popups: what was kept for its page goes with it.
  private static let worse = "base: v6\nleaving: hide\n"

  /// Recordings of one version, made once.
  private static let recordings = Result {
    try ["3", "4"].map { try Samples.generated(seed: $0, sessions: "20", policy: "v6") }
  }

  init() throws {
    scratch = try Scratch()
    for (name, bytes) in zip(["a", "b"], try Self.recordings.get()) {
      try scratch.file("traces/\(name).poptrace", bytes)
    }
    try scratch.file("popups.yml", Self.worse)
    try configure("")
  }

  private func configure(_ more: String) throws {
    try scratch.file(
      ".poptrace.yml", "policy: popups.yml\ntraces: [traces]\ncontinuations: 2\nvisits: free\n" + more)
  }

  private func poptrace(_ arguments: [String], _ environment: [String: String] = [:], in folder: String? = nil) throws
    -> ToolRun
  {
    var environment = environment
    for name in ["GITHUB_ACTIONS", "GITLAB_CI", "GITHUB_STEP_SUMMARY", "XCODE_VERSION_ACTUAL"]
    where environment[name] == nil {
      environment[name] = ""
    }
    return try ToolRun.poptrace(
      arguments, environment: environment, in: folder.map { scratch.url.appendingPathComponent($0) } ?? scratch.url)
  }

  private func gate(_ arguments: [String] = []) throws -> ToolRun {
    try poptrace(["gate", "--quiet", "--as-of", "2026-11-22"] + arguments)
  }

  private func json(_ arguments: [String] = []) throws -> [String: Any] {
    let run = try gate(["--format", "json"] + arguments)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.errors)")
  }

  @Test("A change that loses popups fails, and the report says what, which line brings it, and who is hurt")
  func fails() throws {
    let run = try gate(["--by", "policy,popup"])
    #expect(run.status == 2, "\(run.errors)")
    for words in [
      "FAILS", "was taken away when the page was left, and did not come back\n    lost-keepalive, in ",
      "more: poptrace rules lost-keepalive", "BLAME", "park → hide, line 2",
      "BY POPUP",
      "HURT", "popups.yml fails the gate:", "as of 2026-11-22",
    ] {
      #expect(run.output.contains(words), "\(words) is not in \(run.output)")
    }
    #expect(!run.output.contains("breaks nothing"))
    // The verdict, why, and what fails, on the first screen.
    let first = run.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(12)
    #expect(first.first?.hasPrefix("popups.yml fails the gate:") == true, "\(first)")
    #expect(first.dropFirst().first?.hasPrefix("  leaving: hide") == true, "\(first)")
    #expect(first.contains { $0.hasPrefix("FAILS") } && first.contains { $0.hasPrefix("  error ") }, "\(first)")
    // A line that fails begins with the popup, in a user's words; the rule's name stands behind.
    let failing = run.output.split(separator: "\n").filter { $0.hasPrefix("  error ") }
    #expect(!failing.isEmpty && !failing.contains { $0.contains("lost-keepalive  ") }, "\(failing)")
  }

  @Test("The recorded policy shows no difference, and passes")
  func identity() throws {
    let run = try gate(["--policy", "v6"])
    #expect(run.status == 0, "\(run)")
    #expect(!run.output.contains("FAILS") && !run.output.contains("MENDS") && !run.output.contains("OUTCOMES"))
  }

  @Test("What bless accepts is a change: it passes in other sessions, and fails beyond chance, or for another key")
  func story() throws {
    let file = "accepted.jsonl"
    let bless = ["bless", "--reason", "not worth it", "--owner", "pat", "--baseline", file]
    let tried = try poptrace(bless + ["--dry-run"])
    #expect(tried.status == 0 && tried.output.contains("leaving: hide → lost-keepalive  in "), "\(tried)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path(file)))
    let blessed = try poptrace(bless)
    #expect(blessed.output == tried.output && blessed.errors.contains("new, 0 kept, 0 taken out"), "\(blessed)")
    let accepted = try String(contentsOfFile: scratch.path(file), encoding: .utf8)
    let lines = accepted.split(separator: "\n").dropFirst()
    #expect((1...3).contains(lines.count) && lines.sorted() == Array(lines), "\(accepted)")
    #expect(
      lines.allSatisfy {
        $0.contains(#""keys":{"leaving":"hide"},"sessions":"#) && $0.contains(#" of 40","reason":"not worth it""#)
      })
    #expect(try gate(["--baseline", file]).status == 0)
    // Other sessions: other popups on other pages.
    for seed in ["5", "6"] {
      _ = try poptrace([
        "generate", "--seed", seed, "--sessions", "40", "--policy", "v6", "-o", "\(seed).poptrace", "-q",
      ])
      let other = try gate(["\(seed).poptrace", "--baseline", file])
      #expect(other.status == 0, "\(other.output)")
    }
    // Accepted in one session of many, and there in many: no excuse for that.
    let rare = accepted.replacing(#/"sessions":"\d+ of 40"/#, with: "\"sessions\":\"1 of 4000\"")
    try scratch.file("rare.jsonl", rare)
    let risen = try gate(["--baseline", "rare.jsonl"])
    #expect(risen.status == 2 && risen.output.contains("worse: accepted in 1 of 4,000"), "\(risen.output)")
    #expect(
      risen.output.contains("risen beyond chance (leaving: hide → lost-keepalive: accepted in 1 of 4,000 sessions"),
      "\(risen.output)")
    // Another key.
    try scratch.file("worse.yml", Self.worse + "ties: lifo\n")
    let worse = try gate(["--baseline", file, "--policy", "worse.yml"])
    #expect(worse.status == 2 && worse.output.contains("ties"), "\(worse.output)")
    #expect(
      worse.output.contains("To accept: poptrace bless --policy worse.yml --baseline accepted.jsonl --reason WHY"))
    // Mended: stale, which fails only where that is asked, and is taken out only where that is.
    #expect(try gate(["--baseline", file, "--policy", "v6"]).status == 0)
    let stale = try gate(["--baseline", file, "--policy", "v6", "--strict-baseline"])
    #expect(stale.status == 2 && stale.output.contains("STALE"), "\(stale.output)")
    let mended = ["bless", "--reason", "mended", "--baseline", file, "--policy", "v6", "--quiet"]
    #expect(try poptrace(mended).status == 0)
    #expect(try String(contentsOfFile: scratch.path(file), encoding: .utf8) == accepted)
    #expect(try poptrace(mended + ["--prune"]).output.contains("taken out"))
    #expect(try String(contentsOfFile: scratch.path(file), encoding: .utf8) == "{\"schema\":\"poptrace.baseline/1\"}\n")
  }

  @Test("The keys that a finding is blamed on bring it, whatever else differs")
  func blame() throws {
    try scratch.file(
      "none.jsonl", "{\"schema\":\"poptrace.baseline/2\"}\n" + #"{"rule":"zombie","sessions":"0 of 1","reason":"x"}"#)
    let whole = try gate(
      ["--policy", "v4", "--baseline", "none.jsonl", "--continuations", "0", "--format", "ndjson"])
    let last = try #require(whole.output.split(separator: "\n").last, "\(whole.errors)")
    let end = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    var brought: [[String]: Set<String>] = [:]
    for entry in try #require(end["blame"] as? [[String: Any]]) {
      var cause = (entry["alone"] as? [String] ?? []) + (entry["with"] as? [String] ?? [])
      cause += (entry["pairs"] as? [[String]] ?? []).joined()
      let keys = (entry["keys"] as? [[String: String]] ?? []).filter { cause.contains($0["key"] ?? "") }
      #expect(!keys.isEmpty)
      brought[keys.map { "\($0["key"] ?? ""): \($0["candidate"] ?? "")" }, default: []]
        .insert("\(entry["fingerprint"] ?? "") \(entry["trace"] ?? "") \(entry["index"] ?? "")")
    }
    #expect(brought.count > 3 && brought.keys.contains { $0.count > 1 })
    // Those that take the most keys first.
    for (keys, findings) in brought.sorted(by: { $0.key.count > $1.key.count }).prefix(4) {
      try scratch.file("some.yml", "base: v6\n" + keys.joined(separator: "\n") + "\n")
      let run = try gate(["--policy", "some.yml", "--continuations", "0", "--format", "ndjson"])
      var found: Set<String> = []
      for line in run.output.split(separator: "\n").dropFirst().dropLast() {
        let session = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        for finding in session["findings"] as? [[String: Any]] ?? [] where finding["status"] as? String == "new" {
          found.insert("\(finding["fingerprint"] ?? "") \(session["trace"] ?? "") \(session["index"] ?? "")")
        }
      }
      #expect(findings.isSubset(of: found), "\(keys): \(findings.subtracting(found))")
    }
  }

  @Test("Findings are accepted by themselves where that is asked, and a file of them stays one")
  func fine() throws {
    let bless = ["bless", "--reason", "so", "--baseline", "fine.jsonl", "--quiet"]
    #expect(try poptrace(bless + ["--fine"]).status == 0)
    let accepted = try String(contentsOfFile: scratch.path("fine.jsonl"), encoding: .utf8)
    let lines = accepted.split(separator: "\n")
    #expect(lines.count > 3 && lines.dropFirst().allSatisfy { $0.hasPrefix(#"{"fingerprint":"#) }, "\(accepted)")
    #expect(try gate(["--baseline", "fine.jsonl", "--no-blame"]).status == 0)
    // The same findings in traces that are renamed, packed and merged.
    _ = try poptrace(["merge", "traces/b.poptrace", "traces/a.poptrace", "-o", "other.poptrace", "-q"])
    #expect(try gate(["other.poptrace", "--baseline", "fine.jsonl"]).status == 0)
    try scratch.file("fine.jsonl", lines.dropLast().joined(separator: "\n") + "\n")
    #expect(try gate(["--baseline", "fine.jsonl"]).status == 2)
    #expect(try poptrace(bless).status == 0)
    #expect(try String(contentsOfFile: scratch.path("fine.jsonl"), encoding: .utf8) == accepted)
  }

  @Test("What keys bring is narrowed by popup, and cannot be judged without finding the keys")
  func narrowed() throws {
    let bless = ["bless", "--reason", "so", "--baseline", "b.jsonl", "--quiet"]
    let blessed = try poptrace(bless + ["--by", "popup"])
    #expect(blessed.status == 0 && blessed.output.contains("leaving: hide → lost-keepalive "), "\(blessed)")
    let accepted = try String(contentsOfFile: scratch.path("b.jsonl"), encoding: .utf8)
    #expect(
      accepted.split(separator: "\n").dropFirst().allSatisfy { $0.contains(#""popup":"#) && !$0.contains("page") })
    #expect(try gate(["--baseline", "b.jsonl"]).status == 0)
    for run in [try gate(["--baseline", "b.jsonl", "--no-blame"]), try poptrace(bless + ["--no-blame"])] {
      #expect(run.status == 64 && run.errors.contains("--no-blame"), "\(run.errors)")
    }
    let new = try poptrace(["bless", "--reason", "so", "--baseline", "new.jsonl", "--quiet", "--no-blame"])
    #expect(new.status == 64 && new.errors.contains("--no-blame"), "\(new)")
    #expect(try poptrace(bless + ["--by", "build"]).errors.contains("--by popup"))
  }

  @Test("A configuration of a few lines cannot stand for millions of values")
  func aliases() throws {
    try configure("by: &b [build]\nrules: {\(String(repeating: "*b : off, ", count: 17))}\n")
    let many = try gate()
    #expect(many.status == 64 && many.errors.contains("line 6: there are more than 16 aliases"), "\(many.errors)")
    var doubled = "by: &a0 [\(String(repeating: "x, ", count: 1000))]\n"
    for level in 1...8 { doubled += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    try configure(doubled)
    let run = try gate()
    #expect(run.status == 64 && run.errors.contains("more than 100000 values"), "\(run.errors)")
  }

  @Test("bless refuses in CI unless told, an empty reason, and what does not fail")
  func blessing() throws {
    let bless = ["bless", "--reason", "so", "--baseline", "b.jsonl", "--quiet"]
    #expect(try poptrace(bless, ["CI": "true"]).status == 64)
    #expect(try poptrace(bless, ["CI": "true"]).errors.contains("runs in CI"))
    #expect(try poptrace(bless + ["--in-ci"], ["CI": "true"]).status == 0)
    #expect(try poptrace(bless, ["CI": "false"]).status == 0)
    #expect(try poptrace(["bless", "--reason", "  "]).status == 64)
    #expect(try poptrace(bless + ["--finding", "0123456789abcdef"]).status == 1)
    let misspelled = try poptrace(bless + ["--where", "popup=Coupn"])
    #expect(
      misspelled.status == 1 && misspelled.errors.contains("no popup \"Coupn\" in what was given"), "\(misspelled)")
    for part in [["--popup", "Coupon"], ["--session", "1"], ["--fail-fast", "1"]] {
      let run = try poptrace(bless + part)
      #expect(run.status == 64 && run.errors.contains("looks at everything"), "\(run.errors)")
    }
    // One of them alone: the others still fail.
    _ = try poptrace(["bless", "--fine", "--reason", "so", "--baseline", "f.jsonl", "--quiet"])
    let line = try String(contentsOfFile: scratch.path("f.jsonl"), encoding: .utf8).split(separator: "\n")[1]
    let fingerprint = try #require(line.firstMatch(of: #/"fingerprint":"([^"]*)"/#)?.1)
    let one = ["bless", "--reason", "so", "--baseline", "one.jsonl", "--finding", String(fingerprint)]
    #expect(try poptrace(one).errors.contains("still fail"))
    #expect(try gate(["--baseline", "one.jsonl"]).status == 2)
  }

  @Test("An acceptance and an ignored finding hold to their day, and no longer")
  func expiry() throws {
    _ = try poptrace([
      "bless", "--reason", "for now", "--expires", "2026-11-22", "--baseline", "a.jsonl", "--as-of", "2026-11-01",
    ])
    #expect(try gate(["--baseline", "a.jsonl"]).status == 0)
    let late = try poptrace(["gate", "--quiet", "--baseline", "a.jsonl", "--as-of", "2026-11-23"])
    #expect(late.status == 2 && late.output.contains("accepted until 2026-11-22"), "\(late.output)")
    try configure(
      """
      ignore:
        - {rule: lost-keepalive, reason: known, expires: 2026-12-31}
        - {rule: lost-popup, reason: known, expires: 2026-12-31}

      """)
    #expect(try gate().status == 0)
    #expect(try poptrace(["gate", "--quiet", "--as-of", "2027-01-01"]).status == 2)
  }

  @Test("Rules can be made worse, milder, or nothing")
  func levels() throws {
    try configure("rules: {lost-keepalive: warning, lost-popup: off}\n")
    #expect(try gate().status == 0)
    try configure("rules: {lost-keepalive: off, lost-popup: off, late-show: error, slot-held: error, flicker: error}\n")
    let run = try gate(["--policy", "v4", "--all"])
    #expect(
      run.status == 2 && (run.output.contains("\n    slot-held, in ") || run.output.contains("\n    late-show, in ")),
      "\(run.output)")
  }

  @Test("Limits on metrics fail the build, relative ones only with evidence")
  func limits() throws {
    try configure(
      """
      rules: {lost-keepalive: off, lost-popup: off}
      thresholds:
        - {metric: never-shown, max: 0%}
        - {metric: wait-p50, max-increase: 10%}

      """)
    let run = try gate()
    #expect(
      run.status == 2 && run.output.contains("max: 0% broken") && run.output.contains("no evidence"), "\(run.output)")
    #expect(run.output.contains("fails the gate: 1 limit broken (never-shown, max: 0%)"))
    #expect(!run.output.contains("To accept"))
  }

  @Test(
    "A mistake in the configuration is named with its line and the nearest name",
    arguments: [
      ("fail-onn: robust\n", "line 5: There is no key \"fail-onn\" in the configuration. Did you mean fail-on?"),
      ("rules:\n  overlapp: off\n", "line 6: There is no rule \"overlapp\". Did you mean overlap?"),
      ("ignore:\n  - {rule: overlap, expires: 2027-01-01}\n", "line 6"),
      ("ignore:\n  - {rule: overlap, reason: x}\n", "expires, such as 2027-01-31"),
      ("thresholds:\n  - {metric: wait-p96, max: 3 s}\n", "Did you mean wait-p9"),
      ("policy: v4\n", "line 1: the key 'policy' is set here, and once more below"),
      ("by: [colour]\n", "colour"),
    ])
  func mistakes(more: String, words: String) throws {
    try configure(more)
    let run = try gate()
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(".poptrace.yml") && run.errors.contains(words), "\(run.errors)")
  }

  @Test("The configuration is found upwards, its paths are its own, and options hold in its place")
  func configuration() throws {
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("deep/er"), withIntermediateDirectories: true)
    try scratch.file(".git/HEAD", "")
    try configure("by: [build]\n")
    try scratch.file(
      ".poptrace.yml",
      String(contentsOfFile: scratch.path(".poptrace.yml"), encoding: .utf8)
        .replacing("policy: popups.yml", with: "policy: ./popups.yml"))
    let printed = try poptrace(["gate", "--print-config", "--fail-on", "certain"], in: "deep/er")
    #expect(printed.status == 0, "\(printed.errors)")
    #expect(
      printed.output.contains("../../.poptrace.yml line 1") && printed.output.contains("# --fail-on"),
      "\(printed.output)")
    #expect(printed.output.contains("strict-baseline: false") && printed.output.contains("# default"))
    let run = try poptrace(["gate", "--quiet"], in: "deep/er")
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.output.contains("../../traces/a.poptrace"))
    #expect(try poptrace(["gate", "--config", "nowhere.yml"]).status == 64)
    // Beyond the repository there is nothing of the project's.
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent(".poptrace.yml"))
    #expect(try poptrace(["gate", "traces"], in: "deep/er").errors.contains("there is no policy to judge"))
  }

  @Test("A change that takes covers and input locks away fails, though no rule is broken by that alone")
  func takenAway() throws {
    try scratch.file("popups.yml", "base: v6\nchrome: false\n")
    let run = try gate()
    #expect(run.status == 2, "\(run.errors)")
    for words in ["\n    cover, in ", "no cover is ever added, where the recording adds", "\n    input-lock, in "] {
      #expect(run.output.contains(words), "\(words) is not in \(run.output)")
    }
    #expect(run.output.contains("chrome"), "what brings it is named")
  }

  @Test("One bad file does not blind the gate, and every exit code has its case")
  func exitCodes() throws {
    try scratch.file("traces/broken.poptrace", "no trace")
    #expect(try gate().status == 2)
    let fine = ["--policy", "v6"]
    #expect(try gate(fine).status == 1)
    #expect(try gate(fine + ["--tolerate-unreadable", "50%"]).status == 3)
    #expect(try gate(fine + ["--tolerate-unreadable", "1%"]).status == 1)
    try FileManager.default.removeItem(at: scratch.url.appendingPathComponent("traces/broken.poptrace"))
    #expect(try gate(fine).status == 0)
    #expect(try gate(["--policy", "v6", "--min-coverage", "100%"]).status == 0)
    try configure("rules: {lost-keepalive: off, lost-popup: off}\n")
    #expect(try gate().status == 0)
    #expect(try gate(["--min-coverage", "100%"]).status == 3)
    #expect(try gate(["--baseline", "nowhere.jsonl"]).status == 64)
    #expect(try gate(["--policy", "v66"]).status == 64)
    #expect(try gate(["nowhere.poptrace"]).status == 1)
  }

  @Test("bless refuses a day that is over")
  func expired() throws {
    let run = try poptrace(
      ["bless", "--reason", "wanted", "--as-of", "2026-11-22", "--expires", "2026-11-21", "--in-ci"])
    #expect(run.status == 64 && run.errors.contains("--expires 2026-11-21 is before 2026-11-22"), "\(run)")
    #expect(
      try poptrace(["bless", "--reason", "wanted", "--as-of", "2026-11-22", "--expires", "2026-11-22", "--in-ci"])
        .status == 0)
  }

  @Test("A session that is given twice is judged once, and said")
  func twins() throws {
    let once = try json()
    _ = try poptrace(["pack", "traces/a.poptrace", "-o", "traces/again.poptrace", "-q"])
    let run = try poptrace(["gate", "--as-of", "2026-11-22"])
    #expect(run.errors.contains("was given before; it is judged once"), "\(run.errors)")
    let twice = try json()
    let sessions = [once, twice].map { ($0["summary"] as? [String: Any])?["sessions"] as? Int }
    #expect(sessions == [40, 40])
  }

  @Test(
    "So does a replay, in every form and with any jobs",
    arguments: ["text", "json", "csv"], [1, 2])
  func replayedTwins(form: String, jobs: Int) throws {
    _ = try poptrace(["pack", "traces/a.poptrace", "-o", "traces/again.poptrace", "-q"])
    let options = ["--policy", "v6", "--continuations", "0", "--visits", "free", "--format", form, "-j", "\(jobs)"]
    let once = try poptrace(["replay", "traces/a.poptrace", "--quiet"] + options)
    let twice = try poptrace(["replay", "traces/a.poptrace", "traces/again.poptrace"] + options)
    #expect(twice.errors.contains("traces/again.poptrace: session "), "\(twice.errors)")
    #expect(twice.errors.contains("was given before; it is judged once"), "\(twice.errors)")
    func sums(_ run: ToolRun) -> Substring {
      switch form {
      case "json": run.output[(run.output.range(of: "\"summary\"")?.lowerBound ?? run.output.startIndex)...]
      default: run.output[...]
      }
    }
    #expect(sums(twice) == sums(once).replacing("\"ofInputs\":1", with: "\"ofInputs\":2"))
  }

  @Test("Parts of it, merged, are byte for byte what one run gives, in every form")
  func parts() throws {
    // Each to a file of its own.
    func forms(_ prefix: String) -> [String] {
      Self.forms.flatMap { ["--format", "\($0)=\(prefix).\($0)"] }
    }
    try configure("by: [policy, popup]\nthresholds:\n  - {metric: wait-p95, max-increase: 5%}\n")
    _ = try poptrace(["bless", "--reason", "some", "--baseline", "acc.jsonl", "--quiet"])
    // A session that lies in both files is judged once, whichever parts the files go to.
    _ = try poptrace(["slice", "traces/a.poptrace", "--session", "2", "-o", "traces/z.poptrace", "-q"])
    let judging = ["--policy", "v5", "--baseline", "acc.jsonl"]
    let whole = try gate(judging + forms("whole"))
    #expect(whole.status == 2 && Self.forms.count > 8, "\(whole.errors)")
    for index in 1...3 {
      let part = try gate(judging + ["--shard", "\(index)/3", "--format", "ndjson=p\(index).ndjson"])
      #expect(part.status == 0, "\(part.errors)")
    }
    for order in [["p1", "p2", "p3"], ["p3", "p1", "p2", "p1"]] {
      let merged = try poptrace(["merge-reports", "--quiet"] + forms("merged") + order.map { $0 + ".ndjson" })
      #expect(merged.status == 2, "\(merged.errors)")
      for form in Self.forms {
        let expected = try String(contentsOfFile: scratch.path("whole.\(form)"), encoding: .utf8)
        let found = try String(contentsOfFile: scratch.path("merged.\(form)"), encoding: .utf8)
        #expect(!expected.isEmpty && found == expected, "\(form), \(order)")
        try FileManager.default.removeItem(atPath: scratch.path("merged.\(form)"))
      }
    }
    let other = try poptrace(
      ["gate", "--quiet", "--as-of", "2026-11-21", "--shard", "1/3", "--format", "ndjson=day.ndjson"] + judging)
    #expect(other.status == 0)
    let refused = try poptrace(["merge-reports", "--quiet", "day.ndjson", "p2.ndjson"])
    #expect(refused.status == 1 && refused.errors.contains("the option as-of"), "\(refused.errors)")
  }

  /// All that the tool has but a page, for which the inputs are read again, and what is for a log alone.
  private static let forms: [String] = {
    let help = (try? ToolRun.poptrace(["replay", "--help"]))?.output ?? ""
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let list = words.components(separatedBy: "The form of the report: ").last?.components(separatedBy: ". With").first
    return (list ?? "").components(separatedBy: ", ").filter { !["html", "github", "xcode"].contains($0) }
  }()

  @Test("The CI is known by its environment where nothing is said")
  func surroundings() throws {
    let summary = scratch.path("summary.md")
    try scratch.file("summary.md", "# What another command said\n")
    let github = try poptrace(["gate", "--quiet"], ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
    #expect(github.status == 2 && github.output.contains("::error file=popups.yml,line=2"), "\(github.output)")
    let said = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(said.hasPrefix("# What another command said\n") && said.contains("fails the gate"))
    let xcode = try poptrace(["gate", "--quiet"], ["XCODE_VERSION_ACTUAL": "2600"])
    #expect(xcode.output.contains("popups.yml:2:1: error: "))
    let asked = try poptrace(["gate", "--quiet", "--format", "json"], ["GITHUB_ACTIONS": "true"])
    #expect(asked.output.hasPrefix("{\"schema\""))
  }

  @Test(
    "--fail-fast stops with the session that makes enough, with any number of jobs, and says so", arguments: [1, 2, 3])
  func failFast(count: Int) throws {
    let arguments = ["gate", "--fail-fast", "\(count)", "--format", "json", "--jobs"]
    let run = try poptrace(arguments + ["1"])
    #expect(run.status == 2 && run.errors.contains("what comes after them was not judged"), "\(run.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let summary = try #require(report?["summary"] as? [String: Any])
    #expect(summary["regressedSessions"] as? Int == count)
    #expect(try poptrace(arguments + ["3"]).output == run.output)
  }
}

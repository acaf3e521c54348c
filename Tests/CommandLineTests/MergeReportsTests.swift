import Foundation
import Testing
import ToolRuns

/// Reports on parts of the inputs, put together: the properties that a merge must have, on the real binary.
@Suite("Judging in parts, and merging")
struct MergeReportsTests {
  private let scratch: Scratch
  private static let judging = ["--policy", "v4", "--continuations", "2", "--quiet"]

  /// Files of very different sizes, so that one is divided by its sessions and the others go whole. They are made once.
  private static let corpus = Result {
    try [
      ("a", "3", "14", "v6"), ("b", "4", "2", "v3"), ("more/c", "5", "1", "v6"), ("z", "6", "2", "v5"),
    ].map { name, seed, count, policy in
      ("corpus/\(name).poptrace", try Samples.generated(seed: seed, sessions: count, policy: policy))
    }
  }

  init() throws {
    scratch = try Scratch()
    for (name, bytes) in try Self.corpus.get() { try scratch.file(name, bytes) }
    try scratch.file("corpus/broken.poptrace", "no trace")
  }

  private func poptrace(_ arguments: [String], input: String = "") throws -> ToolRun {
    try ToolRun.poptrace(arguments, input: Array(input.utf8), in: scratch.url)
  }

  private func parts(_ count: Int, _ more: [String] = []) throws -> [String] {
    try (1...count).map { index in
      let name = "part-\(index).ndjson"
      let run = try poptrace(
        ["replay", "corpus", "--shard", "\(index)/\(count)", "--format", "ndjson", "-o", name] + Self.judging + more)
      #expect(run.status == 0, "\(run.errors)")
      return name
    }
  }

  private func merge(_ parts: [String], _ form: String = "ndjson") throws -> ToolRun {
    try poptrace(["merge-reports", "--quiet", "--format", form] + parts)
  }

  private func whole(_ form: String) throws -> ToolRun {
    try poptrace(["replay", "corpus", "--format", form] + Self.judging)
  }

  private static let forms = ["ndjson", "text", "json", "csv", "junit", "sarif"]

  /// Runs a command that writes every form, each to a file, and gives them.
  private func inEveryForm(_ command: [String]) throws -> (status: Int32, texts: [String]) {
    let run = try poptrace(command + Self.forms.flatMap { ["--format", "\($0)=every.\($0)"] } + ["--quiet"])
    let texts = try Self.forms.map { form in
      defer { try? FileManager.default.removeItem(atPath: scratch.path("every.\(form)")) }
      return try String(contentsOfFile: scratch.path("every.\(form)"), encoding: .utf8)
    }
    return (run.status, texts)
  }

  @Test("gives what one run gives, byte for byte, in every form and from every order")
  func equalsTheWhole() throws {
    let expected = try inEveryForm(["replay", "corpus"] + Self.judging.dropLast())
    #expect(expected.status == 2 && expected.texts.allSatisfy { !$0.isEmpty })
    for count in [1, 2, 5] {
      let parts = try parts(count)
      // Every session is in one part.
      let sessions = try parts.map { try String(contentsOfFile: scratch.path($0), encoding: .utf8) }
        .map { $0.split(separator: "\n").count { $0.hasPrefix("{\"trace\"") } }
      #expect(sessions.reduce(0, +) == 19)
      #expect(sessions.allSatisfy { $0 > 0 } || count == 5, "\(sessions)")
      for order in [parts, parts.reversed(), Array(parts.dropFirst() + parts.prefix(1))] {
        let merged = try inEveryForm(["merge-reports"] + order)
        #expect(merged.status == expected.status)
        for (index, form) in Self.forms.enumerated() {
          #expect(merged.texts[index] == expected.texts[index], "\(count) parts, \(form), \(order)")
        }
      }
    }
  }

  @Test("is associative: some first, the rest later")
  func associates() throws {
    let parts = try parts(3)
    let expected = try whole("ndjson").output
    for (first, rest) in [([0, 1], [2]), ([1, 2], [0]), ([0, 2], [1])] {
      let some = try merge(first.map { parts[$0] })
      #expect(some.status == 1)
      #expect(some.errors.contains("1 part missing"), "\(some.errors)")
      try scratch.file("some.ndjson", some.output)
      #expect(try merge(["some.ndjson"] + rest.map { parts[$0] }).output == expected)
      // Parts that overlap count once.
      #expect(try merge(rest.map { parts[$0] } + ["some.ndjson", parts[first[0]]]).output == expected)
    }
  }

  @Test("is idempotent, and says what was given twice")
  func idempotent() throws {
    let parts = try parts(2)
    let expected = try whole("ndjson").output
    let run = try poptrace(["merge-reports", "--format", "ndjson"] + parts + parts)
    #expect(run.output == expected)
    #expect(run.errors.contains("part 1/2 was given before; it counts once"), "\(run.errors)")
    try scratch.file("all.ndjson", expected)
    #expect(try merge(["all.ndjson"]).output == expected)
    #expect(try merge(["all.ndjson", "all.ndjson"]).output == expected)
    #expect(try merge(["all.ndjson"] + parts).output == expected)
  }

  @Test("names what is missing, and does not judge the whole by a part of it")
  func missing() throws {
    let parts = try parts(4, ["--where", "policy=v3"])
    let run = try poptrace(["merge-reports", parts[0], parts[2], "--format", "text"])
    #expect(run.status == 1)
    #expect(run.errors.contains("2 parts missing") && run.errors.contains("2/4, 4/4"), "\(run.errors)")
    let annotations = try poptrace(["merge-reports", parts[0], parts[2], "--format", "github"]).output
    let line = "::error title=poptrace::2 parts missing, so this is no judgement of the whole: 2/4, 4/4"
    #expect(annotations.split(separator: "\n").contains { $0 == line }, "\(annotations)")
  }

  @Test("refuses two different reports on one part")
  func contradiction() throws {
    let free = ["--visits", "free"]
    let parts = try parts(2, free)
    try scratch.file("old.ndjson", [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.path(parts[0])))))
    _ = try poptrace(["generate", "--seed", "9", "--sessions", "2", "--policy", "v6", "-o", "corpus/b.poptrace", "-q"])
    _ = try self.parts(2, free)
    let run = try merge(["old.ndjson"] + parts)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors.contains("other things of") || run.errors.contains("two different reports on part"), "\(run.errors)")
  }

  @Test(
    "refuses what was made in another way, and says in which",
    arguments: [
      (["--policy", "v5", "--continuations", "2"], "the policy of this report is v5"),
      (["--policy", "v4", "--continuations", "0"], "the option continuations of this report is 0"),
      (
        ["--policy", "v4", "--continuations", "2", "--fail-on", "certain"],
        "the option fail-on of this report is certain"
      ),
      (["--policy", "v4", "--continuations", "2", "--visits", "wait"], "what is taken for granted of users"),
      (["--policy", "v4", "--continuations", "2", "--against", "v3"], "the baseline of this report is v3"),
      (
        ["--policy", "v4", "--continuations", "2", "--since", "2026-01-01"],
        "the option since of this report is 2026-01-01"
      ),
    ])
  func mismatch(options: [String], words: String) throws {
    let parts = try parts(2, ["--visits", "free"])
    let run = try poptrace(
      ["replay", "corpus", "--shard", "2/2", "--format", "ndjson", "-o", "other.ndjson", "--quiet"]
        + (options.contains("--visits") ? [] : ["--visits", "free"]) + options)
    #expect(run.status == 0, "\(run.errors)")
    let merged = try merge([parts[0], "other.ndjson"])
    #expect(merged.status == 1 && merged.output.isEmpty)
    #expect(merged.errors.contains(words), "\(merged.errors)")
  }

  @Test("refuses a report whose writer was stopped, and what is none")
  func stopped() throws {
    let parts = try parts(1)
    let text = try String(contentsOfFile: scratch.path(parts[0]), encoding: .utf8)
    try scratch.file("cut.ndjson", String(text.dropLast(text.split(separator: "\n").last?.count ?? 0).dropLast()))
    #expect(try merge(["cut.ndjson"]).errors.contains("ends without its summary"))
    try scratch.file("half.ndjson", String(text.prefix(text.count / 2)))
    #expect(try merge(["half.ndjson"]).status == 1)
    try scratch.file("empty.ndjson", "")
    #expect(try merge(["empty.ndjson"]).errors.contains("empty"))
    #expect(try merge(["corpus/a.poptrace"]).status == 1)
    #expect(try merge(["nowhere.ndjson"]).errors.contains("there is no such file"))
    #expect(try poptrace(["merge-reports", "cut.ndjson", "-o", "cut.ndjson"]).status == 64)
  }

  @Test("Workers that are given paths line by line come to the same as one run over all")
  func workers() throws {
    let options = ["--format", "ndjson", "--visits", "free"] + Self.judging
    let expected = try poptrace(["replay", "corpus"] + options)
    let paths = [
      "corpus/z.poptrace", "corpus/a.poptrace", "corpus/broken.poptrace", "corpus/b.poptrace", "corpus/more/c.poptrace",
    ]
    for (name, lines) in [("one.ndjson", paths[..<2]), ("two.ndjson", paths[2...]), ("none.ndjson", [])] {
      let run = try poptrace(["replay", "--stdin-paths"] + options, input: lines.map { $0 + "\n" }.joined())
      // Whoever drives workers takes another exit code for a worker that broke down.
      #expect(run.status == 0, "\(run.errors)")
      try scratch.file(name, run.output)
    }
    let merged = try merge(["two.ndjson", "none.ndjson", "one.ndjson"])
    #expect(merged.output == expected.output)
    #expect(merged.status == 2)
  }

  @Test("Several forms go each to a file of its own; two to one place are refused")
  func forms() throws {
    let run = try poptrace(
      ["replay", "corpus", "--format", "text", "--format", "json=r.json", "--format", "ndjson=r.ndjson"] + Self.judging)
    #expect(run.status == 2)
    #expect(run.output == (try whole("text").output))
    #expect(try String(contentsOfFile: scratch.path("r.json"), encoding: .utf8) == (try whole("json").output))
    #expect(try String(contentsOfFile: scratch.path("r.ndjson"), encoding: .utf8) == (try whole("ndjson").output))
    for options in [
      ["--format", "text", "--format", "json"], ["--format", "json=a", "--format", "ndjson=a"],
      ["--format", "json=a", "-o", "b"], ["--format", "yaml"], ["--format", "json="],
    ] {
      #expect(try poptrace(["replay", "corpus", "--policy", "v4"] + options).status == 64, "\(options)")
    }
  }

  @Test("Sessions are chosen by what they hold, wherever they lie")
  func selection() throws {
    func sessions(_ options: [String]) throws -> [Substring] {
      try poptrace(["replay", "corpus", "--format", "ndjson"] + Self.judging + options).output.split(separator: "\n")
        .filter { $0.hasPrefix("{\"trace\"") }
    }
    let all = try sessions([])
    let three = try sessions(["--where", "policy=v3"])
    #expect(all.count == 19 && three.count == 2)
    #expect(three.allSatisfy { all.contains($0) })
    #expect(try sessions(["--where", "policy=v3", "--where", "policy=v5"]).count == 4)
    #expect(try sessions(["--where", "policy=v3", "--where", "build=none"]).isEmpty)
    #expect(try sessions(["--session", "simulated-3-2"]).count == 1)
    let coupons = try sessions(["--where", "popup=Coupon"])
    #expect(!coupons.isEmpty && coupons.allSatisfy { $0.contains("\"name\":\"Coupon\"") })
    #expect(all.count { $0.contains("\"name\":\"Coupon\"") } == coupons.count)
    let half = try sessions(["--sample", "50%"])
    #expect(half.count > 3 && half.count < 16 && half.allSatisfy { all.contains($0) })
    #expect(try sessions(["--sample", "50%"]) == half)
    #expect(try sessions(["--since", "2999-01-01"]).isEmpty)
    let none = try poptrace(["replay", "corpus/a.poptrace", "--policy", "v4", "--since", "2999-01-01"])
    #expect(none.output.contains("no session in what was given that --since 2999-01-01 takes"), "\(none.output)")
    #expect(try poptrace(["replay", "corpus", "--policy", "v4", "--since", "yesterday"]).status == 64)
    #expect(try poptrace(["replay", "corpus", "--policy", "v4", "--where", "colour=red"]).status == 64)
  }
}

import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopGate

/// The values of a configuration file, and how they are written (Gate, *Configuration*).
struct ConfigurationWordsTests {
  @Test func whatComesFromNoFileHasNoLine() {
    #expect(ConfigurationNode.word("x").line == nil)
    #expect(ConfigurationNode.word("x", line: 1).line == 1 && ConfigurationNode.list([], line: 2).line == 2)
    #expect(ConfigurationNode.map([], line: 0).line == nil && ConfigurationNode.map([], line: 3).line == 3)
    #expect(ConfigurationNode.Entry("a", .word("b")).line == 0)
  }

  @Test(arguments: [
    "plain", "Z", "a b", "0", "9z", "a-b_c.d/e%", "a1", "zA",
  ]) func aWordThatCanMeanNothingElseIsPlain(word: String) {
    #expect(ConfigurationNode.word(word).flow == word)
  }

  @Test(arguments: [
    "", " a", "a ", "-a", "a:", "#", "a,b", "[a", "{", "`a", "@", "a`", "ab@", "é", "a\"b", "_", "%", "/a", ".5",
    "a\nb",
    ":", "/", "[", "a[", "a{",
  ]) func anyOtherIsInQuotes(word: String) {
    var json = JSONWriter()
    json.value(word)
    #expect(ConfigurationNode.word(word).flow == String(decoding: json.bytes, as: UTF8.self))
    #expect(ConfigurationNode.word(word).flow.hasPrefix("\""))
  }

  @Test func listsAndMapsAreInBrackets() {
    let node = ConfigurationNode.map(
      [
        ConfigurationNode.Entry("a", .list([.word("x"), .word("y z"), .word("")], line: 0)),
        ConfigurationNode.Entry("b:", .map([], line: 0)),
      ], line: 0)
    #expect(node.flow == "{a: [x, y z, \"\"], \"b:\": {}}")
    #expect(
      [ConfigurationNode.word("x"), .list([], line: 0), node].map(\.sort) == ["a single value", "a list", "a map"])
  }

  private func code(_ body: () throws(GateError) -> Void) -> GateError? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  @Test func entriesAndWordsHaveTheirGreatestLength() {
    func traces(_ count: Int) -> GateError? {
      code { () throws(GateError) in
        let list = ConfigurationNode.list([ConfigurationNode](repeating: .word("x"), count: count), line: 4)
        var configuration = GateConfiguration()
        try configuration.set(.traces, to: list, from: .byDefault)
      }
    }
    #expect(traces(10_000) == nil)
    #expect(traces(10_001)?.code == .badValue && traces(10_001)?.line == 4)
    #expect(traces(10_001)?.message.contains("10001 entries") == true)
    func map(_ count: Int) -> GateError? {
      let entries = (0..<count).map { ConfigurationNode.Entry("k\($0)", line: $0, .word("x")) }
      let known = (0..<count).map { "k\($0)" }
      return code { () throws(GateError) in
        _ = try ConfigurationReader.entries(.map(entries, line: 1), of: "x", among: known)
      }
    }
    #expect(map(10_001)?.code == .badValue)
    func word(_ count: Int) -> GateError? {
      code { () throws(GateError) in
        _ = try ConfigurationReader.text(.word(String(repeating: "x", count: count), line: 2), of: "policy")
      }
    }
    #expect(word(4096) == nil && word(4097)?.message.contains("longer than 4096") == true && word(4097)?.line == 2)
    #expect(word(0)?.message.contains("empty") == true)
  }

  @Test func aMistakeOfWhatComesFromNoFileHasNoLine() throws {
    let unknown = code { () throws(GateError) in
      _ = try GateConfiguration(settings: .map([ConfigurationNode.Entry("zzzzz", .word("x"))], line: 0))
    }
    #expect(unknown?.line == nil && unknown?.message.contains("The keys are policy, against") == true)
    let rule = code { () throws(GateError) in
      let rules = ConfigurationNode.map([ConfigurationNode.Entry("zzzzz", .word("error"))], line: 0)
      _ = try GateConfiguration(settings: .map([ConfigurationNode.Entry("rules", rules)], line: 0))
    }
    #expect(rule?.line == nil && rule?.message.contains("`poptrace rules` lists them") == true)
    let first = code { () throws(GateError) in
      let rules = ConfigurationNode.map([ConfigurationNode.Entry("zzzzz", line: 1, .word("error"))], line: 1)
      _ = try GateConfiguration(settings: .map([ConfigurationNode.Entry("rules", rules)], line: 1))
    }
    #expect(first?.line == 1)
    let level = code { () throws(GateError) in
      let entry = ConfigurationNode.Entry("level", .word("3"))
      let metric = ConfigurationNode.Entry("metric", .word("coverage"))
      _ = try Threshold(.map([metric, entry], line: 0))
    }
    #expect(level?.line == nil && level?.message.contains("level makes no sense for coverage") == true)
    // From a file, each has the line it is on.
    let lined = code { () throws(GateError) in
      let entry = ConfigurationNode.Entry("level", line: 1, .word("3", line: 1))
      _ = try Threshold(.map([ConfigurationNode.Entry("metric", line: 1, .word("coverage")), entry], line: 1))
    }
    #expect(lined?.line == 1)
  }

  @Test func wordsAreListedWhereThereAreFew() {
    func message(_ count: Int) -> String {
      let known = (0..<count).map { "word-number-\($0)" }
      return code { () throws(GateError) in _ = try ConfigurationReader.word(.word("?"), of: "k", among: known) }?
        .message ?? ""
    }
    #expect(message(12).contains("It is word-number-0, word-number-1"))
    #expect(!message(13).contains("It is"))
  }

  @Test func settingAValueAgainReplacesIt() throws {
    var configuration = try GateConfiguration(settings: GateConfigurationTests.whole)
    func entry(_ rule: String) -> ConfigurationNode {
      Sample.words([("rule", rule), ("reason", "so"), ("expires", "2027-01-31")], line: 60)
    }
    try configuration.set(.ignore, to: .list([entry("overlap")], line: 60), from: .option("--ignore"))
    #expect(configuration.ignore.map(\.rule) == [.overlap])
    try configuration.set(.ignore, to: .list([entry("zombie"), entry("overlap")], line: 60), from: .byDefault)
    #expect(configuration.ignore.map(\.rule) == [.zombie, .overlap])
    try configuration.set(.traces, to: .word("one"), from: .option("--trace"))
    #expect(configuration.traces == ["one"])
    try configuration.set(.by, to: .word("arm:a"), from: .option("--by"))
    #expect(configuration.by == [.arm("a")])
    try configuration.set(.thresholds, to: .list([], line: 60), from: .option("--thresholds"))
    #expect(configuration.thresholds.isEmpty)
    try configuration.set(.rules, to: Sample.words([("zombie", "off")]), from: .option("--rules"))
    #expect(configuration.rules.set.map(\.rule) == [.zombie])
    #expect(configuration.origin(of: .ignore) == .byDefault && configuration.origin(of: .by) == .option("--by"))
  }

  @Test func everyValueIsTheOneOfItsKey() throws {
    let configuration = try GateConfiguration(settings: GateConfigurationTests.whole)
    #expect(configuration.policy == "v6" && configuration.against == "v2" && configuration.baseline == "b.json")
    #expect(configuration.traces == ["a b: c", "-x"] && configuration.failOn == .certain && configuration.isStrict)
    #expect(configuration.minCoverage == (try Share(parsing: "95%")))
    #expect(configuration.maxAffected == (try Share(parsing: "2.5%")))
    #expect(configuration.tolerateUnreadable == (try Share(parsing: "1%")))
    #expect(configuration.continuations == 2 && configuration.visits == .wait && configuration.isBaselineStrict)
    #expect(configuration.rules[.lateShow] == .error && configuration.rules[.overlap] == .off)
    #expect(configuration.by == [.build, .metadata("plan")])
    #expect(configuration.thresholds.map(\.line) == [30, 35, 40] && configuration.ignore.map(\.line) == [20])
    for count in [0, 2, 10] {
      let one = try GateConfiguration(settings: Sample.words([("continuations", "\(count)"), ("strict", "false")]))
      #expect(one.continuations == count && !one.isStrict)
    }
    let plain = configuration.withoutOrigins
    #expect(plain.origin(of: .policy) == .byDefault && plain.ignore[0].line == nil)
    #expect(plain.thresholds.allSatisfy { $0.line == nil })
  }

  @Test func whatIsWrittenAnewHasNoLines() throws {
    func hasLine(_ node: ConfigurationNode) -> Bool {
      guard node.line == nil else { return true }
      return switch node {
      case .word: false
      case .list(let elements, _): elements.contains(where: hasLine)
      case .map(let entries, _): entries.contains { $0.line != 0 || hasLine($0.value) }
      }
    }
    #expect(hasLine(GateConfigurationTests.whole))
    #expect(!hasLine(try GateConfiguration(settings: GateConfigurationTests.whole).node))
    #expect(!hasLine(GateConfiguration().node))
  }

  @Test func theWholeConfigurationIsPrintedKeyByKey() throws {
    let configuration = try GateConfiguration(settings: GateConfigurationTests.whole)
    #expect(
      configuration.lines.map { "\($0.text) | \($0.origin.words)" } == [
        "policy: v6 | line 1", "against: v2 | line 2", "traces: | line 3",
        "- \"a b: c\" | line 3", "- \"-x\" | line 3", "baseline: b.json | line 4",
        "fail-on: certain | line 5", "strict: true | line 6", "min-coverage: 95% | line 7",
        "max-affected: 2.5% | line 8", "tolerate-unreadable: 1% | line 9",
        "continuations: 2 | line 10", "visits: wait | line 11", "observed: false | default",
        "strict-baseline: true | line 12",
        "rules: | line 13", "  overlap: off | line 13",
        "  late-show: error | line 13",
        "ignore: | line 14",
        "- {rule: late-show, popup: Coupon, reason: \"slow: \\\"yes\\\"\", expires: 2027-01-31} | line 20",
        "thresholds: | line 15",
        "- {metric: wait-p95, kind: alert, max: 3000 ms, max-increase: 12.5%} | line 30",
        "- {metric: overlaps, max: 1.5} | line 35",
        "- {metric: presentations, popup: Coupon, level: \"-8\", max-decrease: 10%} | line 40",
        "by: | line 16", "- build | line 16", "- \"metadata:plan\" | line 16",
      ])
    #expect(
      GateConfiguration().lines.map { "\($0.text) | \($0.origin.words)" } == [
        "# policy: | default", "# against: | default", "traces: [] | default", "# baseline: | default",
        "fail-on: robust | default", "strict: false | default", "# min-coverage: | default",
        "# max-affected: | default", "tolerate-unreadable: 0% | default", "continuations: 10 | default",
        "visits: auto | default", "observed: false | default", "strict-baseline: false | default",
        "rules: {} | default",
        "ignore: [] | default", "thresholds: [] | default", "by: [] | default",
      ])
    #expect(GateConfiguration.Origin.file(line: nil).words == "file")
  }
}

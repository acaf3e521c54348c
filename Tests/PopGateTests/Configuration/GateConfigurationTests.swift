import PopAudit
import PopReplay
import Testing

@testable import PopDocument
@testable import PopGate

struct GateConfigurationTests {
  static let whole = Sample.map([
    ("policy", .word("v6", line: 1)), ("against", .word("v2", line: 2)),
    ("traces", .list([.word("a b: c", line: 3), .word("-x", line: 3)], line: 3)),
    ("baseline", .word("b.json", line: 4)),
    ("fail-on", .word("certain", line: 5)), ("strict", .word("true", line: 6)), ("min-coverage", .word("95%", line: 7)),
    ("max-affected", .word("2.5%", line: 8)), ("tolerate-unreadable", .word("1%", line: 9)),
    ("continuations", .word("2", line: 10)), ("visits", .word("wait", line: 11)),
    ("strict-baseline", .word("true", line: 12)),
    ("rules", Sample.words([("late-show", "error"), ("overlap", "off")], line: 13)),
    (
      "ignore",
      .list(
        [
          Sample.words(
            [("rule", "late-show"), ("popup", "Coupon"), ("reason", "slow: \"yes\""), ("expires", "2027-01-31")],
            line: 20)
        ], line: 19)
    ),
    (
      "thresholds",
      .list(
        [
          Sample.words(
            [("metric", "wait-p95"), ("kind", "alert"), ("max", "3 s"), ("max-increase", "12.5%")], line: 30),
          Sample.words([("metric", "overlaps"), ("max", "1.5")], line: 35),
          Sample.words(
            [("metric", "presentations"), ("popup", "Coupon"), ("level", "-8"), ("max-decrease", "10%")], line: 40),
        ], line: 29)
    ),
    ("by", .list([.word("build", line: 50), .word("metadata:plan", line: 51)], line: 50)),
  ])

  @Test func whatIsPrintedReadsAsTheSame() throws {
    let configuration = try GateConfiguration(settings: Self.whole)
    let again = try GateConfiguration(settings: configuration.node)
    #expect(again.withoutOrigins == configuration.withoutOrigins)
    #expect(again.lines.map(\.text) == configuration.lines.map(\.text))
    #expect(configuration.thresholds[0].limits.map(\.words) == ["max: 3000 ms", "max-increase: 12.5%"])
    #expect(try GateConfiguration(settings: GateConfiguration().node).withoutOrigins == GateConfiguration())
  }

  @Test func everyValueSaysWhereItComesFrom() throws {
    var configuration = try GateConfiguration(settings: Self.whole)
    try configuration.set(.failOn, to: .word("robust"), from: .option("--fail-on"))
    let lines = configuration.lines
    #expect(lines.first { $0.text.hasPrefix("fail-on:") }?.origin.words == "--fail-on")
    #expect(lines.first { $0.text.hasPrefix("strict:") }?.origin == .file(line: 6))
    #expect(
      lines.filter { $0.text.hasPrefix("thresholds") || $0.text.contains("{metric") }.map(\.origin.words) == [
        "line 15", "line 30", "line 35", "line 40",
      ])
    #expect(GateConfiguration().origin(of: .visits) == .byDefault)
    #expect(lines.first { $0.text.hasPrefix("- {rule") }?.text.contains("reason: \"slow: \\\"yes\\\"\"") == true)
  }

  @Test func strictnessIsAGrade() throws {
    var configuration = GateConfiguration()
    #expect(configuration.criterion.weakest == .robust)
    configuration.failOn = .certain
    #expect(configuration.criterion.weakest == .derived)
    configuration.isStrict = true
    #expect(configuration.criterion.weakest == .assumed)
  }

  static func list(_ key: String, _ entries: [(String, String)]) -> ConfigurationNode {
    Sample.map([(key, .list([Sample.words(entries, line: 7)], line: 6))])
  }

  static let mistakes: [(ConfigurationNode, GateError.Code, Int, String)] = [
    (Sample.words([("fail-om", "robust")]), .unknownKey, 1, "Did you mean fail-on?"),
    (Sample.words([("strict", "true"), ("strict", "true")]), .repeatedKey, 2, "twice"),
    (Sample.words([("strict", "yes")]), .badValue, 1, "true, false"),
    (Sample.words([("min-coverage", "95")]), .badValue, 1, "95%"),
    (Sample.map([("policy", .list([], line: 4))]), .badValue, 4, "not a list"),
    (Sample.words([("traces", "")]), .badValue, 1, "empty"),
    (Sample.words([("continuations", "3")]), .badValue, 1, "0, 2, 10"),
    (Sample.words([("by", "biuld")]), .badValue, 1, "Did you mean build?"),
    (Sample.words([("by", "arm:")]), .badValue, 1, "arm:plan"),
    (Sample.map([("by", .list([.word("os", line: 2), .word("os", line: 3)], line: 2))]), .repeatedKey, 3, "twice"),
    (Sample.map([("rules", Sample.words([("late-shw", "error")], line: 5))]), .badValue, 5, "Did you mean late-show?"),
    (Sample.map([("rules", Sample.words([("late-show", "err")], line: 5))]), .badValue, 5, "error, warning, off"),
    (.word("x", line: 1), .badValue, 1, "a map"),
    (list("ignore", [("rule", "overlap"), ("expires", "2027-01-31")]), .missingKey, 7, "reason"),
    (list("ignore", [("rule", "overlap"), ("reason", "x")]), .missingKey, 7, "expires"),
    (list("ignore", [("reason", "x"), ("expires", "2027-01-31")]), .missingKey, 7, "rule"),
    (list("ignore", [("rule", "overlap"), ("reason", "x"), ("expires", "31.1.2027")]), .badValue, 9, "2027-01-31"),
    (list("ignore", [("fingerprint", "12")]), .badValue, 7, "16 hexadecimal"),
    (list("thresholds", [("max", "1")]), .missingKey, 7, "metric"),
    (list("thresholds", [("metric", "wait-p96")]), .badValue, 7, "Did you mean wait-p95?"),
    (list("thresholds", [("metric", "wait-p95"), ("max", "3000")]), .badValue, 8, "3000 ms"),
    (list("thresholds", [("metric", "never-shown"), ("max", "5")]), .badValue, 8, "5%"),
    (list("thresholds", [("metric", "never-shown"), ("max", "101%")]), .badValue, 8, "5%"),
    (list("thresholds", [("metric", "wait-p95"), ("min", "3 s")]), .badValue, 8, "never worse"),
    (list("thresholds", [("metric", "wait-p95"), ("max-decrease", "3%")]), .badValue, 8, "never worse"),
    (list("thresholds", [("metric", "wait-p95"), ("max-increase", "3")]), .badValue, 8, "10%"),
    (list("thresholds", [("metric", "coverage"), ("max-decrease", "3%")]), .badValue, 8, "nothing to compare"),
    (list("thresholds", [("metric", "coverage"), ("max", "3%")]), .badValue, 8, "never worse"),
    (list("thresholds", [("metric", "order-changes"), ("max-increase", "3%")]), .badValue, 8, "two runs already"),
    (list("thresholds", [("metric", "affected-sessions"), ("popup", "A")]), .badValue, 8, "sessions as wholes"),
    (list("thresholds", [("metric", "presentations"), ("max", "1"), ("min", "2")]), .badValue, 7, "above its max"),
    (list("thresholds", [("metric", "presentations"), ("level", "x")]), .badValue, 8, "whole number"),
    (list("thresholds", [("metric", "presentations"), ("kind", "allert")]), .badValue, 8, "Did you mean alert?"),
  ]

  @Test(arguments: mistakes.indices) func everyMistakeHasItsLine(index: Int) {
    let (node, code, line, words) = Self.mistakes[index]
    do {
      _ = try GateConfiguration(settings: node)
      Issue.record("No error where \(words) is expected")
    } catch {
      #expect(error.code == code, "\(error.message)")
      #expect(error.line == line, "\(error.message)")
      #expect(error.message.contains(words), "\(error.message)")
      #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"), "\(error.message)")
    }
  }

  @Test func twoThresholdsOfOneMetricAreOneTooMany() {
    let one = Sample.words([("metric", "overlaps")], line: 2)
    #expect(throws: GateError.self) {
      try GateConfiguration(settings: Sample.map([("thresholds", .list([one, one], line: 1))]))
    }
  }
}

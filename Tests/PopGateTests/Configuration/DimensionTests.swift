import PopAudit
import PopTrace
import Testing

@testable import PopDocument
@testable import PopGate

/// What sessions are counted by, and which findings an entry speaks of (Gate, *Breakdowns*; Gate, *Configuration*).
struct DimensionTests {
  private static let all: [(dimension: Dimension, words: String, value: String)] = [
    (.build, "build", "b"), (.app, "app", "a"), (.policy, "policy", "p"), (.page, "page", ""), (.popup, "popup", ""),
    (.os, "os", "o"), (.device, "device", "d"), (.locale, "locale", "l"), (.arm("x"), "arm:x", "1"),
    (.arm("y"), "arm:y", "2"), (.arm("z"), "arm:z", ""), (.metadata("x"), "metadata:x", "3"),
    (.metadata("w"), "metadata:w", ""),
  ]

  @Test(arguments: all.indices) func eachHasItsWordAndItsValue(index: Int) throws {
    let (dimension, words, value) = Self.all[index]
    var facts = SessionHeader()
    (facts.build, facts.app, facts.policy, facts.os) = ("b", "a", "p", "o")
    (facts.device, facts.locale, facts.started) = ("d", "l", "s")
    facts.arms = [HeaderEntry("x", "1"), HeaderEntry("y", "2"), HeaderEntry("x", "9")]
    facts.metadata = [HeaderEntry("x", "3")]
    #expect(dimension.value(in: facts) == value)
    #expect(dimension.description == words)
    #expect(try Dimension(parsing: words) == dimension)
    #expect(dimension.isOfSession == (dimension != .page && dimension != .popup))
    #expect(dimension.value(in: SessionHeader()).isEmpty)
  }

  @Test func aNameThatIsMissingOrUnknownIsSaidWithItsLine() {
    for (text, words) in [
      ("arm:", "such as arm:plan"), ("metadata:", "such as metadata:plan"), ("biuld", "Did you mean build?"),
      ("", "arm:NAME, metadata:NAME."), ("Arm:x", "cannot be counted"),
    ] {
      do {
        _ = try Dimension(parsing: text, line: 5)
        Issue.record("No error for \(text)")
      } catch {
        #expect(error.line == 5 && error.code == .badValue && error.message.contains(words), "\(error.message)")
      }
    }
  }

  @Test func sixteenDimensionsAreCountedAndNoMore() throws {
    func by(_ count: Int) throws -> GateConfiguration {
      let list = ConfigurationNode.list((0..<count).map { .word("arm:\($0)", line: 3) }, line: 3)
      return try GateConfiguration(settings: Sample.map([("by", list)]))
    }
    #expect(try by(16).by.count == 16)
    #expect(throws: GateError.self) { try by(17) }
  }

  @Test func anEntrySpeaksOfWhatHasAllThatItNames() {
    var finding = Sample.finding(7, .overlap)
    (finding.otherName, finding.pageClass) = ("Survey", "HomePage")
    var entry = IgnoreEntry(rule: .overlap, excuse: Excuse(reason: "x"))
    #expect(entry.matches(finding) && entry.words == "overlap")
    #expect(!IgnoreEntry(rule: .lostPopup, excuse: Excuse(reason: "x")).matches(finding))
    let fields: [(WritableKeyPath<IgnoreEntry, String?>, String, String)] = [
      (\.popup, "Coupon", "overlap Coupon"), (\.other, "Survey", "overlap Coupon with Survey"),
      (\.page, "HomePage", "overlap Coupon with Survey on HomePage"),
      (\.fingerprint, "0000000000000007", "overlap Coupon with Survey on HomePage 0000000000000007"),
    ]
    for (field, value, words) in fields {
      entry[keyPath: field] = "Other"
      #expect(!entry.matches(finding))
      entry[keyPath: field] = value
      #expect(entry.matches(finding) && entry.words == words)
    }
    #expect(
      IgnoreEntry(rule: .overlap, other: "B", page: "P", excuse: Excuse(reason: "x")).words == "overlap with B on P")
  }

  @Test func anEntryIsReadWithAllItsKeysAndWrittenAgain() throws {
    let members = [
      ("rule", "overlap"), ("popup", "A"), ("other", "B"), ("page", "P"), ("fingerprint", "00000000000000ab"),
      ("reason", "so"), ("owner", "me"), ("expires", "2027-01-31"),
    ]
    let entry = try IgnoreEntry(Sample.words(members, line: 9))
    #expect(entry.rule == .overlap && entry.popup == "A" && entry.other == "B" && entry.page == "P")
    #expect(entry.fingerprint == "00000000000000ab" && entry.line == 9)
    #expect(entry.excuse == Excuse(reason: "so", owner: "me", expires: CalendarDay("2027-01-31")))
    #expect(
      entry.node.flow
        == "{rule: overlap, popup: A, other: B, page: P, fingerprint: 00000000000000ab, reason: so, owner: me, "
        + "expires: 2027-01-31}")
    let small = try IgnoreEntry(Sample.words([("rule", "zombie"), ("reason", "so"), ("expires", "2027-01-31")]))
    #expect(small.node.flow == "{rule: zombie, reason: so, expires: 2027-01-31}")
  }

  @Test func ruleLevelsAreThoseThatAreSetAndElseTheRulesOwn() {
    var levels = RuleLevels()
    #expect(levels.set.isEmpty)
    for rule in Rule.allCases { #expect(levels[rule] == nil && levels.severity(of: rule) == rule.severity) }
    levels[.zombie] = .warning
    levels[.overlap] = .off
    levels[.lateShow] = .error
    #expect(levels.severity(of: .zombie) == .warning && levels.severity(of: .overlap) == .info)
    #expect(levels.severity(of: .lateShow) == .error && levels.severity(of: .lostPopup) == Rule.lostPopup.severity)
    let order = Rule.allCases.filter { [.zombie, .overlap, .lateShow].contains($0) }
    #expect(levels.set.map(\.rule) == order)
    levels[.zombie] = nil
    #expect(levels.set.count == 2 && levels.severity(of: .zombie) == Rule.zombie.severity)
  }
}

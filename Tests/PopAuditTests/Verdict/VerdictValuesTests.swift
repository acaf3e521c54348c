import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What verdicts are made of.
@Suite struct VerdictValuesTests {
  private func compared(_ rule: Rule, _ status: FindingStatus, _ grade: Grade) -> ComparedFinding {
    ComparedFinding(
      Finding(rule, time: .zero, witness: [0], because: "it is"), status: status,
      fingerprint: Fingerprint(rawValue: 1), grade: grade)
  }

  @Test func aRegressionIsANewErrorThatIsSureEnough() {
    for grade in Grade.allCases {
      #expect(compared(.overlap, .new, grade).isRegression == (grade != .assumed))
      #expect(compared(.overlap, .new, grade).isAssumed == (grade == .assumed))
      #expect(!compared(.overlap, .fixed, grade).isRegression && !compared(.overlap, .same, grade).isRegression)
      #expect(!compared(.slotHeld, .new, grade).isRegression)
    }
  }

  @Test func gradesAreCountedApartAndTogether() {
    var counts = GradeCounts()
    for (times, grade) in Grade.allCases.enumerated() { for _ in 0...times { counts.add(grade) } }
    #expect(Grade.allCases.map { counts[$0] } == [1, 2, 3, 4])
    #expect(counts.all == 10 && counts.certain == 3)
    #expect(Grade.allCases.map { counts.count(upTo: $0) } == [1, 3, 6, 10])
    counts += counts
    #expect(Grade.allCases.map { counts[$0] } == [2, 4, 6, 8])
  }

  @Test func everySortThatIsCountedHasAPlaceOfItsOwn() {
    func places<Sort: CaseIterable & Hashable & Sendable>(_: Sort.Type) -> [Int] where Sort.AllCases == [Sort] {
      Sort.allCases.map { Tally<Sort>.index(of: $0) }
    }
    for places in [
      places(Grade.self), places(Severity.self), places(OutcomeChange.Kind.self), places(IdentityWord.self),
      places(Assumption.Reason.self),
    ] {
      #expect(places == Array(0..<places.count) && places.count <= Tally<Grade>().counts.scalarCount)
    }
  }

  @Test func findingsAreCountedByStatusSeverityAndGrade() {
    var counts = SessionVerdict.FindingCounts()
    for finding in [
      compared(.overlap, .new, .exact), compared(.overlap, .new, .assumed), compared(.slotHeld, .new, .exact),
      compared(.lateShow, .same, .exact), compared(.overlap, .fixed, .derived), compared(.overlap, .same, .exact),
    ] {
      counts.add(finding.status, finding.finding.rule.severity, finding.grade)
    }
    #expect([counts.new[.error], counts.new[.warning], counts.new[.info]] == [2, 1, 0])
    #expect([counts.same[.error], counts.same[.warning], counts.same[.info]] == [1, 0, 1])
    #expect([counts.fixed[.error], counts.fixed[.warning], counts.fixed[.info]] == [1, 0, 0])
    #expect(counts.new.all == 3 && counts.same.all == 2 && counts.fixed.all == 1)
    #expect(counts.newErrors[.exact] == 1 && counts.newErrors[.assumed] == 1 && counts.regressions() == 1)
  }

  @Test func severitiesAreInOrderAndTheWorstIsTheFirst() {
    #expect(Severity.allCases.sorted() == [.error, .warning, .info])
    #expect(Severity.error < .warning && Severity.warning < .info && !(Severity.error < .error))
  }

  @Test func eachIdentityHasAWordAndSaysWhetherAnythingIsJudged() throws {
    let session = recording(try scenario(twoAtOnce), by: .v0)
    let difference = Identity.Difference(position: 0, expected: nil, actual: nil)
    let identities: [(SessionIdentity, IdentityWord, Bool)] = [
      (.ok, .ok, true), (.cut(judged: 0), .ok, true), (.none, .none, true), (.unknownPolicy, .unknownPolicy, false),
      (.lossy(judged: 0), .lossy, false), (.lossy(judged: 1), .lossy, true),
      (.lossy(judged: 1, of: FilledSession(session: session)), .lossy, true),
      (.mismatch(IdentityMismatch(difference: difference)), .mismatch, false),
      (.observed(judged: 0), .observed, false), (.observed(judged: 1), .observed, true),
    ]
    for (identity, word, isJudgeable) in identities {
      #expect(identity.word == word && identity.isJudgeable == isJudgeable, "\(identity)")
    }
    #expect(IdentityWord.allCases.filter(\.isJudged) == [.ok, .none, .lossy, .observed])
    // What is judged is never more than there is.
    #expect(SessionIdentity.cut(judged: 999).judgedPart(of: session).log.events.count == session.log.events.count)
    // Where that is all, it ends as the session did; a part of it ends as if the app had been killed.
    let count = session.log.events.count
    #expect(session.isFinished && SessionIdentity.observed(judged: count).judgedPart(of: session).isFinished)
    #expect(!SessionIdentity.observed(judged: count - 1).judgedPart(of: session).isFinished)
  }

  @Test func sixteenPoliciesAreKeptAndTheOldestGoes() throws {
    final class Asked { var names: [String] = [] }
    let asked = Asked()
    var checker = IdentityChecker { name, configuration in
      asked.names.append("\(name) \(configuration)")
      return nil
    }
    var session = recording(try scenario(twoAtOnce), by: .v0)
    func check(_ number: Int, _ configuration: String = "") {
      session.header.policy = "p\(number)"
      session.header.configuration = configuration
      #expect(checker.check(session) == .unknownPolicy)
    }
    for number in 0..<16 { check(number) }
    for number in 0..<16 { check(number) }
    #expect(asked.names.count == 16)
    check(0, "other")
    check(15)
    check(1)
    #expect(asked.names.count == 17 && asked.names.last == "p0 other")
    check(0)
    check(1)
    #expect(asked.names.suffix(2) == ["p0 ", "p1 "])
  }

  /// Which findings have an excerpt, of three popups that come over one another under `v0`.
  private func excerpts(
    _ which: EvaluationOptions.Excerpts, by recorded: PolicyConfiguration, of candidate: PolicyConfiguration,
    atMost count: Int = 16, where isShown: (ComparedFinding) -> Bool = { _ in true }
  ) throws -> [Bool] {
    let third = "{\"t\":1600,\"event\":\"popup.submitted\",\"popup\":3,\"name\":\"Gift\"}\n"
    let session = recording(try scenario(twoAtOnce + third), by: recorded, end: 5_000)
    var options = EvaluationOptions()
    options.excerpts = which
    options.excerptsPerSession = count
    options.excerptContext = 0
    var (reference, checker) = (Reference(), standardChecker())
    reference.read(session, identity: checker.check(session))
    var evaluator = Evaluator(candidate: StandardPolicy(candidate), options: options)
    let findings = evaluator.evaluate(session, against: reference, excerptsOf: isShown).findings
    for finding in findings where finding.finding.rule == .overlap && !finding.excerpt.log.events.isEmpty {
      #expect(finding.excerpt.log.events.map(\.sequence) == finding.finding.witness)
      #expect(finding.excerpt.log.events.allSatisfy { $0.kind == .popupShown })
    }
    return findings.filter { $0.finding.rule == .overlap }.map { !$0.excerpt.log.events.isEmpty }
  }

  @Test func excerptsAreCutOutOfThoseThatAreAskedFor() throws {
    #expect(try excerpts(.none, by: .v1, of: .v0) == [false, false])
    #expect(try excerpts(.new, by: .v1, of: .v0) == [true, true] && excerpts(.all, by: .v1, of: .v0) == [true, true])
    #expect(try excerpts(.new, by: .v0, of: .v1) == [false, false])
    #expect(try excerpts(.all, by: .v0, of: .v1) == [true, true])
    #expect(try excerpts(.new, by: .v0, of: .v0) == [false, false])
    #expect(try excerpts(.all, by: .v0, of: .v0) == [true, true])
    #expect(try excerpts(.new, by: .v1, of: .v0, atMost: 1) == [true, false])
    #expect(try excerpts(.new, by: .v1, of: .v0, atMost: 0) == [false, false])
    let second = try excerpts(.new, by: .v1, of: .v0) { $0.finding.popup == PopupID(2) }
    #expect(second == [false, true])
    // One that is not shown counts all the same.
    let none = try excerpts(.new, by: .v1, of: .v0, atMost: 1) { $0.finding.popup == PopupID(2) }
    #expect(none == [false, false])
  }
}

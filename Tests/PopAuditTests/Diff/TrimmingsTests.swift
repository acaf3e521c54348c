import PopAudit
import PopReplay
import PopupScheduling
import Testing

@Suite("What the baseline does around popups, and the candidate never does")
struct TrimmingsTests {
  private static let animated = twoAtOnce.replacing("\"name\"", with: "\"showMs\":300,\"name\"")
  private static let bare: PolicyConfiguration = {
    var configuration = PolicyConfiguration.v6
    configuration.chrome = false
    return configuration
  }()

  private func missing(_ verdict: SessionVerdict) -> [ComparedFinding] {
    verdict.findings.filter { $0.status == .new }
  }

  @Test func isOneNewErrorForEachRuleAtTheFirstSuchPresentation() throws {
    let session = recording(try scenario(Self.animated), by: .v6)
    let verdict = verdict(on: session, of: Self.bare)
    #expect(verdict.hasRegressions)
    #expect(
      missing(verdict).map(\.finding.because) == [
        "no cover is ever added, where the recording adds 2",
        "input is never locked, where the recording locks it 2 times",
      ])
    #expect(missing(verdict).map(\.finding.rule) == [.cover, .inputLock])
    #expect(missing(verdict).allSatisfy { $0.finding.popup == PopupID(0) && $0.finding.time == Ticks(1000) })
    #expect(missing(verdict).allSatisfy { $0.grade.isCertain && $0.isRegression })
  }

  @Test func nothingIsMissingWhereTheBaselineHasNoneEither() throws {
    let before = recording(try scenario(Self.animated), by: .v5)
    #expect(missing(verdict(on: before, of: Self.bare)).isEmpty)
    #expect(missing(verdict(on: before, of: .v6)).isEmpty)
    let session = recording(try scenario(Self.animated), by: .v6)
    #expect(missing(verdict(on: session, of: .v6)).isEmpty)
  }

  @Test func whatNeedsNoLockLacksNone() throws {
    let session = recording(try scenario(twoAtOnce), by: .v6)
    #expect(missing(verdict(on: session, of: Self.bare)).map(\.finding.rule) == [.cover])
    let second = twoAtOnce.replacing("\"name\":\"Rate\"", with: "\"showMs\":300,\"name\":\"Rate\"")
    let mixed = recording(try scenario(second), by: .v6)
    #expect(missing(verdict(on: mixed, of: Self.bare)).map(\.finding.popup) == [PopupID(0), PopupID(1)])
  }

  @Test func popupsOfOtherKindsLackNothing() throws {
    let text = """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":1000,"event":"popup.submitted","popup":1,"name":"Saved","kind":"hud","showMs":300}
      {"t":5000,"event":"idle"}

      """
    let session = recording(try scenario(text), by: .v6)
    #expect(missing(verdict(on: session, of: Self.bare)).isEmpty)
  }

  @Test func anotherPolicyIsABaselineToo() throws {
    let session = try scenario(Self.animated)
    var baseline = Baseline()
    var checker = standardChecker()
    var other = Replayer(policy: StandardPolicy(.v6))
    baseline.play(
      session, with: &other, identity: checker.check(session), options: ReplayOptions(), continuations: 10)
    var evaluator = Evaluator(candidate: StandardPolicy(.v5))
    let verdict = evaluator.evaluate(session, against: baseline)
    #expect(
      missing(verdict).map(\.finding.because) == [
        "no cover is ever added, where the run it is compared with adds 2",
        "input is never locked, where the run it is compared with locks it 2 times",
      ])
    #expect(verdict.hasRegressions)
  }
}

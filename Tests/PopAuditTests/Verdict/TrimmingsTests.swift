import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite("What the reference does around popups, and the candidate never does")
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

  @Test func nothingIsMissingWhereTheReferenceHasNoneEither() throws {
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

  @Test func anotherPolicyIsAReferenceToo() throws {
    let session = try scenario(Self.animated)
    var reference = Reference()
    var checker = standardChecker()
    reference.play(
      session, by: StandardPolicy(.v6), identity: checker.check(session), options: ReplayOptions(), continuations: 10)
    var evaluator = Evaluator(candidate: StandardPolicy(.v5))
    let verdict = evaluator.evaluate(session, against: reference)
    #expect(
      missing(verdict).map(\.finding.because) == [
        "no cover is ever added, where the run it is compared with adds 2",
        "input is never locked, where the run it is compared with locks it 2 times",
      ])
    #expect(verdict.hasRegressions)
  }

  /// What is missing in a run of popups 1, 2, … of some kinds beside one with covers and locks for some of them; 0 is nobody in particular.
  private func missing(
    covers: [Int64], locks: [Int64] = [], of kinds: [PopupKind], ownCovers: [Int64] = [], showLength: Int64 = 300
  ) -> [Finding] {
    func run(
      _ covers: [Int64], _ locks: [Int64]
    ) -> (script: RunScript, outcomes: OutcomeTracker, trimmings: Trimmings) {
      var script = RunScript()
      for (index, kind) in kinds.enumerated() {
        script.submit(Int64(index + 1)) {
          $0.kind = kind
          $0.showLength = Ticks(showLength)
        }
        script.show(Int64(index + 1), on: script.page(1))
      }
      for (kind, popups) in [(EventKind.coverAdded, covers), (.inputLocked, locks)] {
        for number in popups { if number > 0 { script.happen(kind, number) } else { script.add(kind) } }
      }
      var (outcomes, trimmings) = (OutcomeTracker(), Trimmings())
      for event in script.session.log.events {
        outcomes.take(event)
        trimmings.take(event, outcomes, in: script.session.catalog)
      }
      return (script, outcomes, trimmings)
    }
    let (reference, own) = (run(covers, locks), run(ownCovers, []))
    return reference.trimmings.findings(
      missingIn: own.trimmings, own.script.session.log.events, own.outcomes, in: own.script.session.catalog,
      subject: "the other")
  }

  @Test func itIsMissedAtTheFirstPopupOfAKindThatHadOne() {
    let kinds: [PopupKind] = [.hud, .message, .alert, .alert]
    #expect(missing(covers: [3], of: kinds).map(\.popup) == [PopupID(2)])
    #expect(missing(covers: [4, 2], of: kinds).map(\.popup) == [PopupID(1)])
    #expect(missing(covers: [0], of: kinds).map(\.popup) == [PopupID(1)])
    #expect(missing(covers: [1], of: kinds).isEmpty && missing(covers: [9], of: kinds).isEmpty)
    #expect(missing(covers: [3], of: kinds, ownCovers: [2]).isEmpty)
    let locks = missing(covers: [], locks: [3], of: kinds)
    #expect(locks.map(\.popup) == [PopupID(2)] && locks.map(\.rule) == [.inputLock])
    #expect(locks.map(\.because) == ["input is never locked, where the other locks it once"])
    #expect(locks.map(\.witness) == [[5]] && locks.map(\.page) == [PageID(0)])
    #expect(missing(covers: [], locks: [0, 0], of: kinds).map(\.popup) == [PopupID(1)])
    #expect(missing(covers: [], locks: [1], of: kinds).isEmpty)
    #expect(missing(covers: [], locks: [3], of: kinds, showLength: 0).isEmpty)
    let both = missing(covers: [3, 3], locks: [4, 4], of: kinds)
    #expect(
      both.map(\.because) == [
        "no cover is ever added, where the other adds 2", "input is never locked, where the other locks it 2 times",
      ])
  }
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What judges one session after another says of each what it would say had it been the first.
@Suite struct UsedAgainTests {
  /// How a reference is made.
  private enum Source: CaseIterable {
    case recording
    case policy
    case policyContinued
    case policyWithReactions
    case policyBeyondLimit
  }

  /// The second popup is never answered where it comes up, and the first goes by itself under `v5`.
  private let unanswered = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Update","autoDismiss":2000,"showMs":300}
    {"t":1500,"event":"popup.submitted","popup":2,"name":"Rate"}
    {"t":6000,"event":"popup.submitted","popup":3,"name":"Gift"}

    """

  private func sessions() throws -> [Session] {
    let overlapping = recording(try scenario(twoAtOnce), by: .v0)
    var cut = overlapping
    cut.log.events.removeLast(3)
    cut.header.ended = nil
    var lossy = overlapping
    let last = try #require(lossy.log.events.lastIndex { $0.kind.isStimulus })
    lossy.log.events.remove(at: last)
    lossy.gaps = [last]
    var unknown = overlapping
    unknown.header.policy = "theirs"
    var wrong = overlapping
    wrong.header.configuration = PolicyConfiguration.v1.text
    let open = recording(try scenario(unanswered), by: .v5, end: 20_000)
    let fine = recording(try scenario(twoAtOnce), by: .v6)
    return [
      overlapping, open, try scenario(twoAtOnce), cut, open, lossy, unknown, fine, wrong, try scenario(unanswered),
    ]
  }

  private func make(
    _ source: Source, of session: Session, _ checker: inout IdentityChecker, _ reference: inout Reference
  ) {
    let identity = checker.check(session)
    var options = ReplayOptions()
    switch source {
    case .recording: reference.read(session, identity: identity)
    case .policy: reference.play(session, by: StandardPolicy(.v0), identity: identity, options: options)
    case .policyContinued:
      reference.play(session, by: StandardPolicy(.v0), identity: identity, options: options, continuations: 10)
    case .policyWithReactions:
      reference.play(
        session, by: StandardPolicy(.v0), identity: identity, options: options, continuations: 10,
        reactions: ReactionModel())
    case .policyBeyondLimit:
      options.limits.livePopups = 1
      reference.play(session, by: StandardPolicy(.v0), identity: identity, options: options)
    }
  }

  private func expectSame(_ one: SessionVerdict, _ other: SessionVerdict, _ what: Comment) {
    #expect(one.identity == other.identity && one.hasReference == other.hasReference, what)
    #expect(one.isLossy == other.isLossy && (one.failure == nil) == (other.failure == nil), what)
    #expect(one.findings == other.findings && one.counts == other.counts, what)
    #expect(one.outcomes == other.outcomes && one.changes == other.changes && one.grades == other.grades, what)
    #expect(one.coverage == other.coverage && one.assumption == other.assumption && one.notes == other.notes, what)
    #expect(one.hasErrorInEveryRun == other.hasErrorInEveryRun, what)
    #expect(one.hasErrorInSomeRun == other.hasErrorInSomeRun, what)
    #expect(one.affectedEstimates == other.affectedEstimates && (one.catalog == nil) == (other.catalog == nil), what)
    #expect(one.eventCount == other.eventCount && one.runEventCount == other.runEventCount, what)
  }

  @Test func everythingMayBeUsedAgain() throws {
    let sessions = try sessions()
    var options = EvaluationOptions()
    options.reactions = ReactionModel()
    options.excerpts = .all
    var (reference, checker) = (Reference(), standardChecker())
    var evaluator = Evaluator(candidate: StandardPolicy(.v1), options: options)
    var seen: Set<String> = []
    // Each way of making a reference comes after each other one.
    for shift in Source.allCases.indices {
      for (place, session) in (sessions + sessions.reversed()).enumerated() {
        let source = Source.allCases[place * (shift + 1) % Source.allCases.count]
        make(source, of: session, &checker, &reference)
        let again = evaluator.evaluate(session, against: reference)
        var (newReference, newChecker) = (Reference(), standardChecker())
        make(source, of: session, &newChecker, &newReference)
        var new = Evaluator(candidate: StandardPolicy(.v1), options: options)
        expectSame(again, new.evaluate(session, against: newReference), "\(shift), session \(place), \(source)")
        seen.insert("\(again.failure != nil) \(again.hasReference) \(again.findings.isEmpty) \(again.isLossy)")
      }
    }
    #expect(seen.count > 5, "\(seen)")
  }
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What is the same whatever users do is robust, and nothing else (Grades, *Robust*).
struct RobustnessTests {
  /// The second popup is never shown in the recording; under `v0` it is, for as long as its user likes.
  private let unanswered = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Update"}
    {"t":1500,"event":"popup.submitted","popup":2,"name":"Rate"}

    """

  private func options(_ continuations: Int) -> EvaluationOptions {
    var options = EvaluationOptions()
    options.continuations = continuations
    options.listsAllOutcomes = true
    return options
  }

  private func outcome(_ popup: Int, _ verdict: SessionVerdict) throws -> ComparedOutcome {
    try #require(verdict.outcomes.first { $0.popup == PopupID(popup) })
  }

  @Test func withoutContinuationsNothingIsRobust() throws {
    let session = recording(try scenario(unanswered), by: .v1, end: 20_000)
    let verdict = verdict(on: session, of: .v0, options(0))
    #expect(verdict.grades[.robust] == 0)
    #expect(verdict.grades[.assumed] > 0)
    #expect(verdict.findings.allSatisfy { $0.held == nil })
  }

  @Test func whatDependsOnNoAnswerIsRobust() throws {
    // That the second popup comes up is settled before anything is assumed; how it ends is open.
    let session = recording(try scenario(unanswered), by: .v1, end: 20_000)
    let verdict = verdict(on: session, of: .v0, options(10))
    let rate = try outcome(1, verdict)
    #expect(rate.grades.shown == .derived)
    #expect(rate.grades.end == .assumed)
    #expect(rate.grades.worst == .assumed)
    // That the app is told of the second popup then has no counterpart in the recording.
    #expect(verdict.assumption?.reason == .unseen)
    #expect(verdict.assumption?.popup == PopupID(1))
    #expect(verdict.assumption?.time == Ticks(1500))
  }

  @Test func aPopupThatComesInEveryRunIsShownForSure() throws {
    // The third comes long after any answer to the second, and `v0` shows it whatever is up.
    let text = unanswered + "{\"t\":15000,\"event\":\"popup.submitted\",\"popup\":3,\"name\":\"Gift\"}\n"
    let session = recording(try scenario(text), by: .v1, end: 20_000)
    let verdict = verdict(on: session, of: .v0, options(10))
    let gift = try outcome(2, verdict)
    #expect(gift.grades.shown == .robust)
    #expect(gift.grades.where == .robust)
    #expect(gift.grades.end == .assumed)
    // Always at once; the one before, of which that is certain, is not asked about in a run that is.
    #expect(gift.firstPresentation?.earliest == Ticks(15_000))
    #expect(gift.firstPresentation?.latest == Ticks(15_000))
  }

  @Test func theSoonestAndTheLatestPresentationAreGiven() throws {
    // Under `v1` the third waits for the first, which is up until its user answers it.
    let session = recording(try scenario(refused), by: .v5, end: 20_000)
    let verdict = verdict(on: session, of: .v1, options(10))
    let gift = try outcome(2, verdict)
    let first = try #require(gift.firstPresentation)
    #expect(first.earliest == Ticks(4_000))
    #expect(first.latest == .distantFuture)
    #expect(try outcome(0, verdict).firstPresentation == nil)
  }

  /// The second popup is refused as a duplicate under `v5`; under `v0` it is up until its user answers it, and the third may come under it.
  private let refused = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Update","key":"k"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
    {"t":1200,"event":"popup.submitted","popup":2,"name":"Rate","key":"k"}
    {"t":4000,"event":"popup.submitted","popup":3,"name":"Gift"}
    {"event":"popup.dismissed","popup":3,"by":"button","after":{"event":"popup.shown","popup":3},"delay":500}

    """

  @Test func aFindingIsHeldInTheRunsItIsIn() throws {
    let session = recording(try scenario(refused), by: .v5, end: 20_000)
    var options = options(10)
    options.replay.assumedDwell = Ticks(5_000)
    let verdict = verdict(on: session, of: .v0, options)
    let overlaps = verdict.findings.filter { $0.status == .new && $0.finding.rule == .overlap }
    #expect(overlaps.map(\.finding.time.rawValue) == [1200, 4000])
    #expect(overlaps.first?.grade.isCertain == true)
    #expect(overlaps.first?.held == nil)
    let open = try #require(overlaps.last)
    #expect(open.grade == .assumed)
    let held = try #require(open.held)
    #expect(held.runs == 11)
    #expect((2..<11).contains(held.count), "\(held)")
    #expect(verdict.findings.allSatisfy { ($0.held != nil) == ($0.grade > .derived) })
    #expect(verdict.hasErrorInEveryRun)
    #expect(verdict.hasErrorInSomeRun)
  }

  @Test func aFindingThatGoesIsMissingInTheRunsItIsNotIn() throws {
    // Recorded under `v0`, whose user never answers the second; under `v5` it never comes, and neither does its overlap.
    let session = recording(try scenario(refused), by: .v0, end: 20_000)
    let verdict = verdict(on: session, of: .v5, options(10))
    let gone = verdict.findings.filter { $0.status == .fixed }
    #expect(gone.filter { $0.finding.rule == .overlap }.map(\.finding.time.rawValue) == [1200, 4000])
    #expect(gone.allSatisfy { $0.grade <= .robust })
    // In how many runs is said of those alone that rest on more than one.
    #expect(verdict.findings.allSatisfy { ($0.held != nil) == ($0.grade > .derived) })
  }

  @Test func moreContinuationsOnlyEverLeaveLess() throws {
    for end in stride(from: Int64(9_000), to: 20_000, by: 1_500) {
      let text = unanswered + "{\"t\":6000,\"event\":\"popup.submitted\",\"popup\":3,\"name\":\"Gift\"}\n"
      let session = recording(try scenario(text), by: .v1, end: end)
      let two = verdict(on: session, of: .v0, options(2))
      let ten = verdict(on: session, of: .v0, options(10))
      for outcome in ten.outcomes {
        let before = try #require(two.outcomes.first { $0.popup == outcome.popup })
        #expect(before.grades.shown <= outcome.grades.shown)
        #expect(before.grades.where <= outcome.grades.where)
        #expect(before.grades.end <= outcome.grades.end)
      }
      #expect(two.counts.newErrors[.robust] >= ten.counts.newErrors[.robust])
    }
  }

  @Test func whatAKilledSessionLeavesOpenStaysAssumed() throws {
    // At the end the second popup waits in every run, but the app was killed there.
    let text = unanswered + "{\"t\":15000,\"event\":\"popup.submitted\",\"popup\":3,\"name\":\"Gift\"}\n"
    var session = recording(try scenario(text), by: .v1, end: 20_000)
    session.header.ended = nil
    let verdict = verdict(on: session, of: .v0, options(10))
    #expect(verdict.outcomes.allSatisfy { $0.candidate?.end.isOver == true || $0.grades.end != .robust })
  }

  @Test func aRunWithNothingToAnswerNeedsNoOther() throws {
    let session = recording(try scenario(twoAtOnce), by: .v1)
    let verdict = verdict(on: session, of: .v0, options(10))
    #expect(verdict.assumption == nil)
    #expect(verdict.grades[.assumed] == 0 && verdict.grades[.robust] == 0)
  }

  @Test func whatTheOtherPolicyMayHaveTooIsNoNewErrorForSure() throws {
    // Against `v0`'s own run, whose overlap of the third and fourth depends on when the third is answered.
    let text =
      unanswered + """
        {"t":8500,"event":"popup.submitted","popup":3,"name":"Gift"}
        {"t":11000,"event":"popup.submitted","popup":4,"name":"Tip"}

        """
    let session = recording(try scenario(text), by: .v1, end: 20_000)
    var reference = Reference()
    var checker = standardChecker()
    reference.play(
      session, by: StandardPolicy(.v0), identity: checker.check(session), options: ReplayOptions(), continuations: 10)
    var evaluator = Evaluator(candidate: StandardPolicy(.v0), options: options(10))
    let verdict = evaluator.evaluate(session, against: reference)
    #expect(verdict.findings.allSatisfy { $0.status == .same })
    #expect(!verdict.hasRegressions)
    #expect(!verdict.hasErrorInEveryRun)
  }
}

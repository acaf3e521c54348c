import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct EvaluatorTests {
  @Test func theRecordedPolicyItselfChangesNothing() throws {
    let session = recording(try scenario(twoAtOnce), by: .v1)
    let verdict = verdict(on: session, of: .v1)
    #expect(verdict.identity == .ok)
    #expect(verdict.hasReference)
    #expect(verdict.findings.isEmpty && verdict.outcomes.isEmpty && verdict.notes.isEmpty)
    #expect(!verdict.isLossy && verdict.failure == nil)
    #expect(!verdict.hasRegressions)
    #expect(verdict.changes[.same] == 2)
    #expect(verdict.runEventCount == verdict.eventCount)
    #expect(verdict.grades[.exact] == 2)
    #expect(verdict.catalog == nil)
  }

  @Test func outcomesComeWithTheirNamesWhereNothingIsFound() throws {
    let session = recording(try scenario(twoAtOnce), by: .v1)
    var options = EvaluationOptions()
    options.listsAllOutcomes = true
    let verdict = verdict(on: session, of: .v1, options)
    #expect(verdict.findings.isEmpty && verdict.outcomes.count == 2)
    let catalog = try #require(verdict.catalog)
    #expect(verdict.outcomes.map { catalog.names.text(catalog.spec($0.spec).name) } == ["Update", "Rate"])
  }

  @Test func aPolicyThatMendsAnOverlapFixesIt() throws {
    let session = recording(try scenario(twoAtOnce), by: .v0)
    let verdict = verdict(on: session, of: .v1)
    #expect(verdict.findings.map(\.status) == [.fixed])
    #expect(verdict.findings.first?.finding.rule == .overlap)
    #expect(verdict.findings.first?.grade == .derived && verdict.findings.first?.held == nil)
    #expect(verdict.counts.fixed[.error] == 1)
    #expect(!verdict.hasRegressions)
    #expect(verdict.outcomes.map(\.change) == [.later])
    let rate = try #require(verdict.outcomes.first)
    #expect(rate.recorded?.shown.map(\.from) == [Ticks(1500)])
    #expect(rate.candidate?.shown.map(\.from) == [Ticks(3000)])
    #expect(rate.candidate?.waited == Ticks(1500))
    #expect(verdict.catalog?.names.text(try #require(verdict.catalog).spec(rate.spec).name) == "Rate")
  }

  @Test func aPolicyThatBringsAnOverlapIsARegression() throws {
    let session = recording(try scenario(twoAtOnce), by: .v1)
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.findings.map(\.status) == [.new])
    #expect(verdict.findings.first?.finding.rule == .overlap)
    #expect(verdict.findings.first?.isAssumed == false)
    #expect(verdict.hasRegressions)
    #expect(verdict.counts.regressions() == 1)
    #expect(verdict.outcomes.map(\.change) == [.earlier])
  }

  @Test func whatBothHaveIsTheSame() throws {
    let session = recording(try scenario(twoAtOnce), by: .v0)
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.findings.map(\.status) == [.same])
    #expect(!verdict.hasRegressions)
    #expect(verdict.outcomes.isEmpty)
  }

  @Test func aRegressionOnAnAssumptionIsNone() throws {
    // The third popup never came up in the recording, so when the user would dismiss it is an assumption.
    let more = """
      {"t":8500,"event":"popup.submitted","popup":3,"name":"Gift"}
      {"t":11000,"event":"popup.submitted","popup":4,"name":"Tip"}

      """
    let text = twoAtOnce.split(separator: "\n").dropLast().joined(separator: "\n") + "\n" + more
    let session = recording(try scenario(text), by: .v1, end: 20_000)
    var options = EvaluationOptions()
    options.continuations = 0
    let verdict = verdict(on: session, of: .v0, options)
    let new = verdict.findings.filter { $0.status == .new && $0.finding.rule == .overlap }
    #expect(new.map(\.finding.time.rawValue) == [1500, 8500, 11_000])
    #expect(new.map(\.isAssumed) == [false, false, true])
    #expect(verdict.counts.regressions() == verdict.findings.count { $0.isRegression })
    #expect(verdict.counts.newErrors[.assumed] == 1)
    #expect(verdict.hasRegressions)
    // The second popup is up for longer than all that, whatever the user makes of the third.
    let decided = PopAuditTests.verdict(on: session, of: .v0)
    let found = decided.findings.filter { $0.status == .new && $0.finding.rule == .overlap }
    #expect(found.map(\.grade) == [.derived, .derived, .robust])
    #expect(found.last?.held == ComparedFinding.Held(in: 11, of: 11))
    #expect(decided.counts.regressions() == 3)
    #expect(decided.counts.regressions(RegressionCriterion(.certain)) == 2)
  }

  @Test func aScenarioHasNoRecordingAndEverythingInItIsNew() throws {
    let session = try scenario(twoAtOnce)
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.identity == .none)
    #expect(!verdict.hasReference)
    #expect(verdict.findings.map(\.status) == [.new])
    #expect(verdict.hasRegressions)
    #expect(verdict.outcomes.map(\.change) == [nil, nil])
    #expect(verdict.outcomes.map { $0.candidate?.end.description } == ["dismissed", "dismissed"])
    #expect(verdict.outcomes.allSatisfy { $0.recorded == nil })
    #expect(verdict.changes == ChangeCounts())
  }

  @Test func anotherPolicyMayBeTheReferenceOfAScenario() throws {
    let session = try scenario(twoAtOnce)
    var reference = Reference()
    reference.play(session, by: StandardPolicy(.v0), identity: .none, options: ReplayOptions())
    var options = EvaluationOptions()
    options.excerpts = .all
    var evaluator = Evaluator(candidate: StandardPolicy(.v1), options: options)
    let verdict = evaluator.evaluate(session, against: reference)
    #expect(verdict.hasReference)
    #expect(verdict.findings.map(\.status) == [.fixed])
    #expect(verdict.outcomes.map(\.change) == [.later])
    let shown = verdict.findings.first?.excerpt.log.events.filter { $0.kind == .popupShown }.map(\.popup)
    #expect(shown == [PopupID(0), PopupID(1)])
  }

  @Test func nothingIsJudgedWhereTheRecordingDoesNotGiveItselfBack() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    session.header.configuration = PolicyConfiguration.v1.text
    let verdict = verdict(on: session, of: .v0)
    guard case .mismatch(let mismatch) = verdict.identity else {
      Issue.record("\(verdict.identity)")
      return
    }
    #expect(mismatch.difference.expected?.kind == .popupShown)
    #expect(mismatch.difference.actual?.kind == .popupQueued)
    #expect(mismatch.recorded.log.events.contains { $0 == mismatch.difference.expected })
    #expect(mismatch.replayed.log.events.contains { $0 == mismatch.difference.actual })
    #expect(verdict.findings.isEmpty)
    #expect(verdict.outcomes.isEmpty)
    #expect(verdict.runEventCount == 0)
  }

  @Test func nothingIsJudgedWhereNobodyKnowsThePolicy() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    session.header.policy = "theirs"
    #expect(verdict(on: session, of: .v0).identity == .unknownPolicy)
    #expect(verdict(on: session, of: .v0).findings.isEmpty)
  }

  @Test func aHoleEndsTheJudgedPartAndIsNotThePolicysFault() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    let last = try #require(session.log.events.lastIndex { $0.kind.isStimulus })
    session.log.events.remove(at: last)
    session.gaps = [last]
    let verdict = verdict(on: session, of: .v1)
    #expect(verdict.identity == .lossy(judged: last))
    #expect(verdict.isLossy)
    #expect(verdict.findings.map(\.status) == [.fixed])
    #expect(!verdict.hasRegressions)
  }

  @Test func theTurnInFrontOfAHoleIsNotJudged() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    // All that is left of it is the second submission, without its popup.shown; and what comes next is missing too.
    let place = try #require(session.log.events.lastIndex { $0.kind == .popupSubmitted })
    let next = try #require(session.log.events[(place + 1)...].firstIndex { $0.kind.isStimulus })
    session.log.events.removeSubrange(place + 1...next)
    session.gaps = [place + 1]
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.identity == .lossy(judged: place))
    #expect(verdict.findings.isEmpty)
    #expect(verdict.changes.changed == 0)
  }

  @Test func theLastTurnOfAKilledSessionIsNotJudgedWhereItLacksItsEnd() throws {
    let whole = recording(try scenario(twoAtOnce), by: .v0)
    var session = whole
    // The second submission is there, without its popup.shown.
    let place = try #require(session.log.events.lastIndex { $0.kind == .popupSubmitted })
    session.log.events.removeSubrange((place + 1)...)
    session.header.ended = nil
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.identity == .cut(judged: place))
    #expect(verdict.findings.isEmpty && verdict.changes.changed == 0)
    // Where nobody knows the policy, it may always lack it.
    #expect(SessionIdentity.unknownPolicy.judgedPart(of: session).log.events.count == place)
    #expect(SessionIdentity.unknownPolicy.judgedPart(of: whole).log.events.count == whole.log.events.count)
    // What is judged is a session that was killed there.
    let part = SessionIdentity.lossy(judged: place).judgedPart(of: whole)
    #expect(part.log.events.count == place && !part.isFinished)
  }

  @Test func aHoleThatTookDecisionsOfOneTurnIsFilled() throws {
    let whole = recording(try scenario(twoAtOnce), by: .v0)
    var session = whole
    let place = try #require(session.log.events.lastIndex { $0.kind == .popupSubmitted })
    session.log.events.remove(at: place + 1)
    session.gaps = [place + 1]
    let verdict = verdict(on: session, of: .v0)
    #expect(verdict.identity == .lossy(judged: whole.log.events.count, of: FilledSession(session: whole)))
    #expect(verdict.isLossy)
    #expect(verdict.findings.map(\.status) == [.same])
    #expect(verdict.findings.map(\.finding.rule) == [.overlap])
  }

  @Test func whatTheAppSaysWronglyIsTheSameForEveryCandidateAndNothingIsLost() throws {
    var session = recording(try scenario(twoAtOnce), by: .v1)
    // A page appears twice.
    var event = Event(.pageDidAppear, time: session.log.events[1].time)
    event.page = PageID(0)
    event.sequence = 2
    session.log.events.insert(event, at: 2)
    for place in 3..<session.log.events.count {
      session.log.events[place].sequence += 1
      if session.log.events[place].cause >= 2 { session.log.events[place].cause += 1 }
    }
    for candidate in [PolicyConfiguration.v0, .v1, .v6] {
      let verdict = verdict(on: session, of: candidate)
      #expect(verdict.identity == .ok)
      #expect(!verdict.isLossy)
      #expect(verdict.findings.filter { $0.finding.rule == .appMisuse }.map(\.status) == [.same])
      #expect(!verdict.findings.contains { $0.finding.rule == .traceGap })
    }
    // What the app is wrong about in the run alone is nothing new.
    var reference = Reference()
    var checker = standardChecker()
    let before = recording(try scenario(twoAtOnce), by: .v1)
    reference.read(before, identity: checker.check(before))
    var evaluator = Evaluator(candidate: StandardPolicy(.v1))
    #expect(evaluator.evaluate(session, against: reference).findings.isEmpty)
  }

  @Test func newFindingsAreShownWithTheEventsAroundThem() throws {
    let session = recording(try scenario(twoAtOnce), by: .v1)
    var options = EvaluationOptions()
    options.excerpts = .new
    let finding = try #require(verdict(on: session, of: .v0, options).findings.first)
    let sequences = Set(finding.excerpt.log.events.map(\.sequence))
    #expect(sequences.isSuperset(of: finding.finding.witness))
    #expect(finding.excerpt.log.events.count > finding.finding.witness.count)
    #expect(verdict(on: session, of: .v0).findings.first?.excerpt.log.events.isEmpty == true)
  }

  @Test func usedAgainItSaysTheSame() throws {
    let sessions = [
      recording(try scenario(twoAtOnce), by: .v0), try scenario(twoAtOnce), recording(try scenario(twoAtOnce), by: .v1),
    ]
    var reference = Reference()
    var checker = standardChecker()
    var evaluator = Evaluator(candidate: StandardPolicy(.v0))
    for session in sessions + sessions {
      reference.read(session, identity: checker.check(session))
      let again = evaluator.evaluate(session, against: reference)
      let fresh = verdict(on: session, of: .v0)
      #expect(again.findings == fresh.findings)
      #expect(again.outcomes == fresh.outcomes)
      #expect(again.changes == fresh.changes)
      #expect(again.coverage == fresh.coverage)
    }
  }

  /// A toast that a recording under `v2` keeps off its page, and two popups of which its users are known to answer.
  private let unseenToast = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Saved","kind":"hud","pages":["Cart"]}
    {"t":4000,"event":"popup.submitted","popup":2,"name":"Rate"}
    {"t":5000,"event":"popup.submitted","popup":3,"name":"Gift"}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":2000}
    {"event":"popup.dismissed","popup":3,"by":"button","after":{"event":"popup.shown","popup":3},"delay":2000}

    """

  @Test(arguments: [(10, Grade.robust), (0, .assumed)])
  func whatAReferenceLacksWhateverItAssumesIsNewForSure(continuations: Int, grade: Grade) throws {
    let session = recording(try scenario(unseenToast), by: .v2, end: 20_000)
    var reference = Reference()
    var checker = standardChecker()
    // It shows the toast, and nobody knows for how long.
    reference.play(
      session, by: StandardPolicy(.v1), identity: checker.check(session), options: ReplayOptions(),
      continuations: continuations)
    #expect(reference.assumedFrom <= Ticks(5000))
    var evaluator = Evaluator(candidate: StandardPolicy(.v0))
    let verdict = evaluator.evaluate(session, against: reference)
    let overlap = try #require(
      verdict.findings.first { $0.finding.rule == .overlap && $0.finding.popup == PopupID(2) })
    #expect(overlap.status == .new && overlap.finding.time == Ticks(5000) && overlap.grade == grade)
  }

  @Test func whatIsAuditedBehindAHoleIsAllThatIsThereInWholeTurns() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    let count = session.log.events.count
    let place = try #require(session.log.events.firstIndex { $0.kind == .popupShown })
    session.log.events.remove(at: place)
    session.gaps = [place]
    let lossy = SessionIdentity.lossy(judged: place - 1)
    #expect(lossy.judgedPart(of: session).log.events.count == place - 1)
    #expect(lossy.auditedPart(of: session).log.events.count == count - 1)
    #expect(SessionIdentity.unknownPolicy.auditedPart(of: session).log.events.count == count - 1)
    // Where nothing is missing behind what is judged, or that is filled, there is nothing else to audit.
    let whole = recording(try scenario(twoAtOnce), by: .v0)
    #expect(SessionIdentity.cut(judged: 4).auditedPart(of: whole).log.events.count == 4)
    let filled = SessionIdentity.lossy(judged: 5, of: FilledSession(session: whole))
    #expect(filled.judgedPart(of: session).log.events.count == 5)
    #expect(filled.auditedPart(of: session).log.events.count == 5)
    #expect(SessionIdentity.lossy(judged: count, of: FilledSession(session: whole)).judgedPart(of: session).isFinished)
    // Behind a killed session's last hole the last turn may lack its end.
    session.header.ended = nil
    #expect(lossy.auditedPart(of: session).log.events.count < count - 1)
    #expect(lossy.auditedPart(of: session).log.events.count > place)
  }

  @Test func aPlanOfTheWholeSessionIsNoneOfThePartThatIsJudged() throws {
    var session = recording(try scenario(twoAtOnce), by: .v0)
    session.log.events.removeLast(3)
    session.header.ended = nil
    var planner = SessionPlanner()
    let plan = planner.plan(session, ResourceLimits())
    let place = try #require(session.log.events.lastIndex { $0.kind.isStimulus })
    for identity in [SessionIdentity.cut(judged: place), .lossy(judged: place)] {
      var (with, without) = (Reference(), Reference())
      with.read(session, identity: identity, plan: plan)
      without.read(session, identity: identity)
      #expect(with.plan == nil && with.part?.log.events.count == place)
      #expect(with.isLossy == (identity == .lossy(judged: place)))
      var (one, other) = (Evaluator(candidate: StandardPolicy(.v0)), Evaluator(candidate: StandardPolicy(.v0)))
      let (first, second) = (one.evaluate(session, against: with), other.evaluate(session, against: without))
      #expect(first.findings == second.findings && first.runEventCount == second.runEventCount)
      #expect(first.runEventCount == place && first.changes.changed == 0)
    }
    var whole = Reference()
    whole.read(session, identity: .ok, plan: plan)
    #expect(whole.plan != nil && whole.part == nil && !whole.isLossy)
  }

  @Test func whatIsNeverNamedIsLostWhereTheSessionCameToItsEnd() throws {
    let text = """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":1000,"event":"popup.submitted","popup":1,"name":"Update"}

      """
    let scenario = try scenario(text)
    let whole = recording(scenario, by: .v1)
    var killed = whole
    killed.header.ended = nil
    for (session, expected) in [(scenario, [Rule.lostPopup]), (whole, [.lostPopup]), (killed, [])] {
      var reference = Reference()
      var checker = standardChecker()
      reference.read(session, identity: checker.check(session))
      var evaluator = Evaluator(candidate: Silent())
      let rules = evaluator.evaluate(session, against: reference).findings.map(\.finding.rule)
      #expect(rules.filter { $0 == .lostPopup } == expected)
    }
  }
}

/// Decides nothing at all.
private struct Silent: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {}
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What is said of a session whose replay would never have ended.
@Suite struct ReplayLimitVerdictTests {
  private let oneAnswered = """
    {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
    {"t":0,"event":"page.did-appear","page":1}
    {"t":1000,"event":"popup.submitted","popup":1,"name":"Update"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
    {"t":7000,"event":"popup.submitted","popup":2,"name":"Rate"}
    {"t":7500,"event":"popup.submitted","popup":3,"name":"Gift"}
    """

  private func verdict(of candidate: some SchedulingPolicy, on session: Session, _ options: EvaluationOptions)
    -> SessionVerdict
  {
    var reference = Reference()
    var checker = standardChecker()
    reference.read(session, identity: checker.check(session))
    var evaluator = Evaluator(candidate: candidate, options: options)
    return evaluator.evaluate(session, against: reference)
  }

  @Test func aRunThatStandsStillIsJudgedUpToThere() throws {
    // In the recording, two popups are up at once at 7500: after the standstill, so that nobody has put it right.
    let session = recording(try scenario(oneAnswered), by: .v0)
    var options = EvaluationOptions()
    options.excerpts = .all
    options.excerptsPerSession = 100
    let verdict = verdict(of: ShownAgain(), on: session, options)
    #expect(verdict.failure == nil)
    #expect(verdict.hasRegressions)
    let faults = verdict.findings.filter { $0.finding.rule == .fault }
    #expect(faults.map(\.status) == [.new])
    #expect(faults.first?.finding.time == Ticks(3001))
    #expect(faults.first?.isRegression == true)
    #expect(faults.first?.excerpt.log.events.contains { $0.kind == .fault } == true)
    #expect(verdict.findings.count < 100, "ten thousand turns say no more than the first few")
    #expect(verdict.findings.allSatisfy { $0.status == .new })
    #expect(verdict.outcomes.map(\.popup) == [session.catalog.knownPopup(numbered: 1)])
  }

  @Test func whatTheRecordingHasInTheInstantOfTheStandstillIsMended() throws {
    // Under `v0` the second popup comes over the first at 2000, and the third over the second at 3001.
    let text = oneAnswered.replacing("7000", with: "2000").replacing("7500", with: "3001")
    let session = recording(try scenario(text), by: .v0, end: 9_000)
    let verdict = verdict(of: ShownAgain(isOnlyTheFirst: true), on: session, EvaluationOptions())
    #expect(verdict.findings.filter { $0.finding.rule == .fault }.map(\.finding.time) == [Ticks(3001)])
    let mended = verdict.findings.filter { $0.status == .fixed && $0.finding.rule == .overlap }
    #expect(mended.map(\.finding.time) == [Ticks(2000), Ticks(3001)])
  }

  @Test func aFaultThatIsNoStandstillIsAsCertainAsWhatLedToIt() throws {
    let session = recording(try scenario(oneAnswered), by: .v1, end: 20_000)
    var options = EvaluationOptions()
    options.continuations = 0
    options.replay.assumedDwell = Ticks(5_000)
    let verdict = verdict(of: FaultyAtTheLastAnswer(), on: session, options)
    let faults = verdict.findings.filter { $0.finding.rule == .fault }
    // The third popup never came up in the recording, so that nobody knows when its user would answer it.
    #expect(faults.map(\.finding.time) == [Ticks(12_500)])
    #expect(faults.map(\.grade) == [.assumed])
  }

  @Test func behindAStandstillOfTheReferenceNothingIsCertain() throws {
    let session = recording(try scenario(oneAnswered), by: .v1)
    func grades(against policy: some SchedulingPolicy) -> [Grade] {
      var other = Replayer(policy: policy)
      other.begin(session, options: ReplayOptions())
      while other.nextTurn() {}
      var reference = Reference()
      reference.play(session, by: policy, identity: .ok, options: ReplayOptions())
      #expect(reference.cut == other.standstill)
      var evaluator = Evaluator(candidate: StandardPolicy(.v0))
      return evaluator.evaluate(session, against: reference).findings.filter { $0.finding.rule == .overlap }.map(
        \.grade)
    }
    // Under `v0` two popups are up at once at 7500; the reference stands still at 3001.
    #expect(grades(against: ShownAgain()) == [.assumed])
    #expect(grades(against: StandardPolicy(.v1)) == [.derived])
  }

  @Test func whatGoesBeyondALimitIsNotJudged() throws {
    let session = recording(try scenario(oneAnswered), by: .v0)
    var options = EvaluationOptions()
    options.replay.limits.livePopups = 1
    let verdict = verdict(of: StandardPolicy(.v0), on: session, options)
    #expect(verdict.failure?.code == .tooLarge)
    #expect(verdict.failure?.message.contains("--limit live-popups=NUMBER") == true)
    #expect(verdict.findings.isEmpty && verdict.outcomes.isEmpty)
  }

  @Test func norIsOneWhoseRecordedPolicyDoes() throws {
    let session = recording(try scenario(oneAnswered), by: .v0)
    var checker = standardChecker()
    checker.limits.livePopups = 1
    var reference = Reference()
    reference.read(session, identity: checker.check(session))
    var evaluator = Evaluator(candidate: StandardPolicy(.v1))
    #expect(evaluator.evaluate(session, against: reference).failure?.code == .tooLarge)
  }

  @Test func norOneWhoseReferenceDoes() throws {
    let session = recording(try scenario(oneAnswered), by: .v1)
    var options = ReplayOptions()
    options.limits.livePopups = 1
    var reference = Reference()
    reference.play(session, by: StandardPolicy(.v0), identity: .ok, options: options)
    var evaluator = Evaluator(candidate: StandardPolicy(.v1))
    #expect(evaluator.evaluate(session, against: reference).failure?.code == .tooLarge)
  }
}

/// Shows a popup again whenever it is dismissed.
private struct ShownAgain: SchedulingPolicy {
  private let isOnlyTheFirst: Bool
  private var generations: [PopupID: Int32] = [:]

  /// - Parameter isOnlyTheFirst: Whether only the first popup is shown at all.
  init(isOnlyTheFirst: Bool = false) { self.isOnlyTheFirst = isOnlyTheFirst }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted || stimulus.kind == .popupDismissed else { return }
    if isOnlyTheFirst, stimulus.popup != PopupID(0) { return }
    let generation = generations[stimulus.popup, default: 0]
    if generation > 0 { turn.hide(stimulus.popup, .dismissed, generation: generation) }
    generations[stimulus.popup] = generation + 1
    turn.show(stimulus.popup, on: .none, generation: generation + 1)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { generations.removeAll() }
}

/// Shows every popup but the second, and comes to a fault when the third is dismissed.
private struct FaultyAtTheLastAnswer: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.popup != PopupID(1) else { return }
    if stimulus.kind == .popupSubmitted { turn.show(stimulus.popup, on: .none, generation: 1) }
    guard stimulus.kind == .popupDismissed else { return }
    turn.hide(stimulus.popup, .dismissed, generation: 1)
    if stimulus.popup == PopupID(2) { turn.fault("an index is out of range") }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

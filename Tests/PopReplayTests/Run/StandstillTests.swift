import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// A run whose policy lets time go on no more ends with a `fault` (CausalReplay; ResourceLimits).
struct StandstillTests {
  private let dismissedOnce = """
    {"poptrace":1}
    {"t":100,"event":"popup.submitted","popup":7,"name":"a"}
    {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":500}
    {"t":9000,"event":"idle"}
    """

  private func limited(_ turns: Int) -> ReplayOptions {
    var options = ReplayOptions()
    options.limits.turnsAtOneInstant = turns
    return options
  }

  @Test func timersThatAreDueAtOnceAgainAndAgain() throws {
    let scenario = try session(dismissedOnce)
    let run = Played(scenario, Restless(), limited(50))
    #expect(run.standstill == Ticks(100))
    #expect(run.end == Ticks(100))
    #expect(run.failure == nil)
    #expect(run.recording.log.events.last?.kind == .fault)
    #expect(run.all(.fault).count == 1)
    #expect(run.all(.timerFired).count == 50 + scenario.events.count + 1)
    #expect(run.story(.idle).isEmpty)
  }

  @Test func anAnswerThatIsAssumedAgainAndAgain() throws {
    let recording = record(try session(dismissedOnce), OneSlot())
    let run = Played(recording, Returning(), limited(50))
    // Dismissed at 600 as recorded, then a tick later for the first time that nobody recorded.
    #expect(run.standstill == Ticks(601))
    #expect(run.recording.log.events.last?.kind == .fault)
    #expect(run.recording.log.events.last?.popup == recording.catalog.knownPopup(numbered: 7))
    #expect(run.turns < 100)
  }

  @Test func theLimitThatHoldsUnlessSomebodyRaisesItIsMetSoon() throws {
    let recording = record(try session(dismissedOnce), OneSlot())
    let run = Played(recording, Returning())
    #expect(run.standstill == Ticks(601))
    #expect(run.turns < 10_100)
  }

  @Test(arguments: ReplayOptions.Timing.allCases)
  func ofTheRecordedPolicyIdentityFails(timing: ReplayOptions.Timing) throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a"}
      {"t":100,"event":"timer.set","timer":0,"at":100,"purpose":"poll","cause":0}
      {"t":100,"event":"timer.fired","timer":0}
      {"t":9000,"event":"idle"}
      """)
    var replayer = Replayer(policy: Restless())
    guard case .mismatch(let difference) = replayer.identity(of: recording, timing: timing) else {
      Issue.record("not a mismatch")
      return
    }
    #expect(difference.position == 3)
    #expect(difference.actual?.kind == .timerSet)
  }

  @Test func whatTheSessionItselfAsksForAtOneInstantIsNoStandstill() throws {
    var text = "{\"poptrace\":1}\n"
    for number in 0..<500 {
      text += "{\"t\":100,\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"a\",\"showMs\":30}\n"
    }
    let run = Played(try session(text), ShowAtOnce(), limited(1))
    #expect(run.standstill == nil)
    #expect(run.failure == nil)
    #expect(run.all(.animationFinished).count == 500)
  }

  @Test func whatIsStillDueThenIsBeyondTheEnd() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a"}
      {"event":"idle","after":{"event":"popup.submitted","popup":7},"delay":500}
      {"event":"idle","after":{"event":"popup.hidden","popup":7},"delay":500}
      {"t":9000,"event":"idle"}
      """)
    let run = Played(scenario, Restless(), limited(5))
    // What waits for something that never came would not have come either.
    #expect(run.standstill == Ticks(100) && run.coverage.beyondEnd == 2 && run.coverage.unreached == 1)
  }

  @Test func aReplayerIsAsGoodAsNewAfterwards() throws {
    let scenario = try session(dismissedOnce)
    let recording = record(scenario, OneSlot())
    var replayer = Replayer(policy: Returning())
    replayer.begin(recording, options: limited(50))
    while replayer.nextTurn() {}
    #expect(replayer.standstill != nil)
    replayer.begin(try session("{\"poptrace\":1}\n{\"t\":5,\"event\":\"idle\"}"), options: ReplayOptions())
    var turns = 0
    while replayer.nextTurn() { turns += 1 }
    #expect(turns == 1)
    #expect(replayer.standstill == nil)
    #expect(replayer.end == Ticks(5))
  }
}

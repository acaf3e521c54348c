import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Lines of a scenario wait for whatever happens in its run, and each for its own (TimeAndTurns, *Scenario files*).
struct AnchorTests {
  private let popup = #"{"t":100,"event":"popup.submitted","popup":7,"name":"offer","showMs":250,"autoDismiss":1000}"#

  private var timers: OneSlot {
    var policy = OneSlot()
    policy.setsTimers = true
    policy.locksInput = true
    return policy
  }

  /// When idle lines that wait for an event happen.
  private func idle<Policy: SchedulingPolicy>(
    after anchor: String, beside more: String = "", delay: Int = 5, _ policy: Policy,
    _ options: ReplayOptions = ReplayOptions()
  ) throws -> [Int64] {
    let line = "{\"event\":\"idle\",\"after\":{\(anchor)},\"delay\":\(delay)}"
    let scenario = try session("{\"poptrace\":1}\n\(popup)\n\(more)\(line)\n")
    return Played(scenario, policy, options).all(.idle).map(\.time.rawValue)
  }

  @Test(
    arguments: [
      (#""event":"animation.finished","popup":7"#, 355), (#""event":"animation.finished","phase":"show""#, 355),
      (#""event":"timer.fired""#, 1105), (#""event":"timer.fired","timer":0"#, 1105),
      (#""event":"timer.set","purpose":"auto-dismiss""#, 105), (#""event":"input.locked""#, 105),
      (#""event":"input.unlocked","popup":7"#, 355), (#""event":"popup.hidden","reason":"auto""#, 1105),
      (#""event":"popup.submitted","popup":7"#, 105), (#""event":"popup.shown","generation":1"#, 105),
    ] as [(String, Int64)])
  func stimuliThatAreGeneratedAndDecisionsAreWaitedFor(anchor: String, time: Int64) throws {
    #expect(try idle(after: anchor, timers) == [time])
    // What is waited for at once comes in the middle of the turn, or right after it.
    #expect(try idle(after: anchor, delay: 0, timers) == [time - 5])
  }

  @Test(arguments: [
    #""event":"timer.fired","timer":1"#, #""event":"popup.shown","generation":2"#,
    #""event":"popup.hidden","reason":"dismissed""#,
    #""event":"animation.finished","phase":"hide""#, #""event":"popup.shown","nth":2"#,
  ]) func whatDoesNotHappenIsNot(anchor: String) throws {
    #expect(try idle(after: anchor, timers) == [])
  }

  @Test func whatIsAboutNoPopupIsWaitedForToo() throws {
    #expect(try idle(after: #""event":"timer.set""#, BackgroundTimer()) == [105])
    #expect(try idle(after: #""event":"timer.set""#, delay: 0, BackgroundTimer()) == [100])
    #expect(try idle(after: #""event":"timer.cancelled""#, BackgroundTimer()) == [105])
    #expect(try idle(after: #""event":"input.locked""#, BackgroundTimer()) == [105])
    #expect(try idle(after: #""event":"fault""#, BackgroundTimer()) == [])
  }

  @Test func anAnswerThatIsAssumedIsWaitedForAsAnyOther() throws {
    var options = ReplayOptions()
    options.assumedDwell = Ticks(700)
    #expect(try idle(after: #""event":"popup.dismissed","popup":7"#, OneSlot(), options) == [805])
  }

  @Test func linesThatWaitForEventsOfOnePopupGetTheirOwnInTheOrderOfTheFile() throws {
    // Each is done at another time, the middle one first, so that the others have to stay in the list.
    let updates = (1...5).map {
      "{\"t\":\($0 * 200),\"event\":\"popup.updated\",\"popup\":7,\"state\":\"s\($0 % 2)\"}\n"
    }
    let lines = [
      #"{"event":"scroll.began","after":{"event":"popup.updated","popup":7,"nth":4},"delay":1}"#,
      #"{"event":"scroll.ended","after":{"event":"popup.updated","popup":7},"delay":2}"#,
      #"{"event":"back.pressed","after":{"event":"popup.updated","popup":7,"every":true},"delay":3}"#,
      #"{"event":"edit.began","after":{"event":"popup.updated","popup":7,"state":"s1","nth":3},"delay":4}"#,
      #"{"event":"edit.ended","after":{"event":"popup.updated","state":"s0","nth":2},"delay":4}"#,
      #"{"event":"idle","after":{"event":"popup.updated","nth":5}}"#,
    ]
    let scenario = try session(
      "{\"poptrace\":1}\n\(popup)\n" + updates.joined() + lines.joined(separator: "\n"))
    #expect(
      Played(scenario, ShowAtOnce()).story.filter { !$0.contains("#7") } == [
        "202 scroll.ended", "203 back.pressed", "403 back.pressed", "603 back.pressed", "801 scroll.began",
        "803 back.pressed", "804 edit.ended", "1000 idle", "1003 back.pressed", "1004 edit.began",
      ])
  }

  @Test func aLineThatFollowsEveryEventFollowsThemFromItsNumberOn() throws {
    let scrolls = (1...4).map { "{\"t\":\($0 * 100),\"event\":\"scroll.began\"}\n" }.joined()
    let line = #"{"event":"idle","after":{"event":"scroll.began"},"delay":5}"#
    for (nth, expected) in [(1, [105, 205, 305, 405]), (3, [305, 405]), (5, [])] as [(Int, [Int64])] {
      for every in [false, true] {
        var scenario = try session("{\"poptrace\":1}\n" + scrolls + line)
        scenario.anchors[4]?.nth = nth
        scenario.anchors[4]?.every = every
        let times = Played(scenario, ShowAtOnce()).all(.idle).map(\.time.rawValue)
        #expect(times == (every ? expected : Array(expected.prefix(1))), "\(nth) \(every)")
      }
    }
  }

  @Test func whatIsTakenInTheMiddleOfATurnIsWaitedForAfterIt() throws {
    var policy = OneSlot()
    policy.callsBack = true
    // The withdrawal is taken within the turn of the callback; the update waits for it, and the idling for the update.
    let scenario = try session(
      """
      {"poptrace":1}
      \(popup)
      {"event":"popup.withdrawn","popup":7,"after":{"event":"callback","name":"shown","popup":7}}
      {"event":"popup.updated","popup":7,"state":"x","after":{"event":"popup.withdrawn","popup":7},"delay":30}
      {"event":"idle","after":{"event":"popup.updated","popup":7},"delay":30}
      """)
    let run = Played(scenario, policy)
    #expect(
      run.story(.popupWithdrawn, .popupUpdated, .idle) == [
        "100 popup.withdrawn #7", "130 popup.updated #7", "160 idle",
      ])
    let causes = run.recording.log.events.filter { [.popupUpdated, .idle].contains($0.kind) }.map { Int($0.cause) }
    #expect(causes.map { run.recording.log.events[$0].kind } == [.popupWithdrawn, .popupUpdated])
    expectIdentity(record(scenario, policy), policy)
  }

  @Test func aTapOnAPopupThatIsUpAgainCountsItsVisibleTimeFromThePresentationItWaitsFor() throws {
    // Shown from 100 to 300 and from 1,000 on: the tap comes 150 ms after it came for the second time.
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":50,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"offer"}
      {"t":300,"event":"page.will-disappear","page":1}
      {"t":1000,"event":"page.did-appear","page":1}
      {"event":"popup.tapped","popup":7,"action":"x","after":{"event":"popup.shown","popup":7,"nth":2},"delay":150}
      {"event":"popup.view-lost","popup":7,"after":{"event":"popup.shown","popup":7},"delay":400}
      {"t":1100,"event":"app.background"}
      {"t":1500,"event":"app.foreground"}
      """)
    var leaves = OneSlot()
    leaves.hidesOnLeaving = true
    #expect(
      Played(scenario, leaves).story(.popupTapped, .popupViewLost) == [
        "1550 popup.tapped #7", "1600 popup.view-lost #7",
      ])
    expectIdentity(record(scenario, leaves), leaves)
  }

  @Test func aScenarioIsOverAfterSoManyTimersThatChangeNothing() throws {
    /// How many timers fire, and when the run ends.
    func run(_ more: String, _ policy: Polls) throws -> (fired: Int, endless: Int, end: Int64) {
      let run = Played(try session("{\"poptrace\":1}\n\(popup)\n\(more)"), policy)
      return (run.all(.timerFired).count, run.count(.endless), run.end.rawValue)
    }
    #expect(try run("", Polls()) == (256, 1, 25_700))
    // A line that is still to come, and a timer that does something, begin it anew.
    #expect(try run("{\"t\":30000,\"event\":\"idle\"}\n", Polls()) == (298 + 256, 1, 55_500))
    var acts = Polls()
    acts.actsAt = 200
    #expect(try run("", acts) == (457, 1, 45_800))
    acts.stopsAt = 300
    #expect(try run("", acts) == (300, 0, 30_100))
  }

  @Test func aScenarioThatIsRunAfterAnotherIsOverAsLate() throws {
    let scenario = try session("{\"poptrace\":1}\n\(popup)\n")
    var replayer = Replayer(policy: Polls())
    for turns in [3, 200, 256, 257] {
      replayer.begin(scenario, options: ReplayOptions())
      for _ in 0..<turns { _ = replayer.nextTurn() }
      replayer.begin(scenario, options: ReplayOptions())
      while replayer.nextTurn() {}
      #expect(replayer.end == Ticks(25_700) && replayer.notes.map(\.kind) == [.endless], "after \(turns) turns")
    }
  }
}

/// Sets a timer of no popup, locks input and cancels it again.
private struct BackgroundTimer: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    let timer = turn.setTimer(at: turn.now + Ticks(500), for: .none, .other)
    turn.decide(.inputLocked, .none)
    turn.cancelTimer(timer, for: .none)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Sets a timer every hundred ticks, and calls back with one of them.
private struct Polls: SchedulingPolicy {
  var actsAt = -1
  var stopsAt = Int.max
  private var fired = 0

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted || stimulus.kind == .timerFired else { return }
    if stimulus.kind == .timerFired { fired += 1 }
    if fired == actsAt, stimulus.kind == .timerFired { turn.callBack(turn.catalog.names.intern("now"), PopupID(0)) }
    if fired < stopsAt { _ = turn.setTimer(at: turn.now + Ticks(100), for: .none, .poll) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { fired = 0 }
}

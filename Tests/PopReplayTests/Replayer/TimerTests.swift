import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// Timers are generated; their lateness is the recording's (TimeAndTurns, *Equal times*, CausalReplay, *Timers*).
struct TimerTests {
  private var policy: OneSlot {
    var policy = OneSlot()
    policy.setsTimers = true
    return policy
  }

  @Test func aTimerFiresWithItsRecordedLateness() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
      {"t":9000,"event":"idle"}
      """)
    var late = record(scenario, policy)
    #expect(late.log.events.first { $0.kind == .timerFired }?.time == Ticks(1100))
    for place in late.log.events.indices where late.log.events[place].time == Ticks(1100) {
      late.log.events[place].time = Ticks(1107)
    }
    expectIdentity(late, policy)
    var slow = policy
    slow.pause = 500
    #expect(Played(late, slow).story(.timerFired).last == "1607 timer.fired")
  }

  @Test(arguments: [1500, 2000])
  func aTimerDueInTheBackgroundThatNeverFiredStaysBehindWhatCancelledIt(back: Int64) throws {
    var recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
        {"t":1000,"event":"app.background"}
        {"t":2000,"event":"popup.dismissed","popup":7,"by":"code"}
        {"t":3000,"event":"app.foreground"}
        {"t":9000,"event":"idle"}
        """), policy)
    // The app is back before the dismissal, and the timer, due meanwhile, is so late that it never fires.
    var events = recording.log.events
    var foreground = events.remove(at: events.firstIndex { $0.kind == .appForeground }!)
    foreground.time = Ticks(back)
    let place = events.firstIndex { $0.kind == .appBackground }! + 1
    events.insert(foreground, at: place)
    for index in events.indices {
      if index > place, events[index].sequence < foreground.sequence, events[index].cause >= place {
        events[index].cause += 1
      }
    }
    for index in events.indices { events[index].sequence = Int32(index) }
    recording.log.events = events
    expectIdentity(recording, policy)
  }

  @Test func timersAreToldApartByPopupPurposeAndOrdinal() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
      {"t":100,"event":"popup.submitted","popup":8,"name":"b","autoDismiss":1000}
      {"t":9000,"event":"idle"}
      """)
    var late = record(scenario, policy)
    // Only the second one's timer is late, by 5.
    let second = late.log.events.lastIndex { $0.kind == .timerFired }!
    for place in second..<late.log.events.count where late.log.events[place].time == Ticks(2100) {
      late.log.events[place].time = Ticks(2105)
    }
    expectIdentity(late, policy)
    var slow = policy
    slow.pause = 50
    #expect(
      Played(late, slow).story(.timerFired) == [
        "150 timer.fired", "1150 timer.fired", "1200 timer.fired", "2205 timer.fired",
      ])
  }

  @Test func whatIsDueInTheBackgroundFiresRightAfterTheForegroundInOrderOfDueTime() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":100,"event":"popup.submitted","popup":2,"name":"b"}
      {"t":200,"event":"app.background"}
      {"t":5000,"event":"app.foreground"}
      {"t":5000,"event":"idle"}
      """)
    let run = Played(scenario, TimerPerPopup())
    #expect(
      run.story.suffix(4) == [
        "5000 app.foreground", "5000 timer.fired", "5000 timer.fired", "5000 idle",
      ])
    // The second one is due first.
    #expect(run.all(.timerFired).map(\.timer) == [TimerID(1), TimerID(0)])
    expectIdentity(record(scenario, TimerPerPopup()), TimerPerPopup())
  }

  @Test func aTimerThatWasHeldBackAndLateIsSoAgain() throws {
    var recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":200,"event":"app.background"}
        {"t":5000,"event":"app.foreground"}
        {"t":9000,"event":"idle"}
        """), TimerPerPopup())
    let fired = recording.log.events.firstIndex { $0.kind == .timerFired }!
    recording.log.events[fired].time = Ticks(5004)
    expectIdentity(recording, TimerPerPopup())
  }

  @Test func aTimerThatTheCandidateAloneHasInTheBackgroundFiresOnTimeBehindIt() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
      {"t":1200,"event":"app.background"}
      {"t":3000,"event":"app.foreground"}
      {"t":9000,"event":"idle"}
      """)
    var late = record(scenario, policy)
    for place in late.log.events.indices where late.log.events[place].time == Ticks(1100) {
      late.log.events[place].time = Ticks(1107)
    }
    expectIdentity(late, policy)
    var slow = policy
    slow.pause = 500
    // Due at 1600, and 7 ms late before the app is back: that has passed by then.
    #expect(Played(late, slow).story(.timerFired) == ["600 timer.fired", "3000 timer.fired"])
  }

  @Test func aTimerThatNeverFiredInTheRecordingWaitsForTheForeground() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
        {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":500}
        {"t":800,"event":"app.background"}
        {"t":3000,"event":"app.foreground"}
        {"t":9000,"event":"idle"}
        """), policy)
    #expect(recording.log.events.contains { $0.kind == .timerCancelled })
    expectIdentity(recording, policy)
    var slow = policy
    slow.pause = 500
    let run = Played(recording, slow)
    // Shown at 600 and due at 1,600, in the background.
    #expect(
      run.story(.timerFired, .popupHidden) == ["600 timer.fired", "3000 timer.fired", "3000 popup.hidden #7"])
    #expect(run.all(.timerFired).map(\.cause) == [-1, -1], "nothing recorded says that it would have one")
  }

  @Test func inAScenarioTimersThatWaitedComeBeforeTheLinesBehindTheForeground() throws {
    for isFirst in [true, false] {
      let foreground = #"{"t":3000,"event":"app.foreground"}"#
      let lines = [
        #"{"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}"#,
        #"{"t":1000,"event":"app.background"}"#,
      ]
      let scenario = try session(
        (["{\"poptrace\":1}"] + (isFirst ? [foreground] + lines : lines + [foreground])
          + [#"{"t":3000,"event":"idle"}"#]).joined(separator: "\n"))
      #expect(
        Played(scenario, policy).story(.appForeground, .timerFired, .idle) == [
          "3000 app.foreground", "3000 timer.fired", "3000 idle",
        ])
    }
  }

  @Test func aTimerThatIsDueInTheInstantOfTheForegroundWaitedForNothing() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"timer.set","timer":0,"at":1000,"popup":1,"purpose":"other","cause":0}
      {"t":200,"event":"app.background"}
      {"t":1000,"event":"app.foreground"}
      {"t":1000,"event":"timer.fired","timer":0}
      {"t":1000,"event":"idle"}
      """)
    expectIdentity(recording, TimerPerPopup())
  }

  @Test func aTimerThatFiredInTheBackgroundDoesSoAgain() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"timer.set","timer":0,"at":1000,"popup":1,"purpose":"other","cause":0}
      {"t":200,"event":"app.background"}
      {"t":1001,"event":"timer.fired","timer":0}
      {"t":5000,"event":"app.foreground"}
      """)
    expectIdentity(recording, TimerPerPopup())
  }

  @Test func aTimerThatHadNotFiredByTheEndDoesNotFireInIdentity() throws {
    var recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":1003}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"timer.set","timer":0,"at":1000,"popup":1,"purpose":"other","cause":0}
      {"t":1002,"event":"idle"}
      """)
    expectIdentity(recording, TimerPerPopup())
    recording.header.ended = nil
    expectIdentity(recording, TimerPerPopup())
  }

  @Test func cancelledTimersDoNotFire() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a","autoDismiss":1000}
      {"t":500,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":9000,"event":"idle"}
      """)
    let run = Played(scenario, policy)
    #expect(run.all(.timerCancelled).count == 1)
    #expect(run.all(.timerFired).isEmpty)
  }

  @Test func atOneTimeTheRecordedOrderDecides() throws {
    // Recorded: the timer first, then the stimulus of the same time; live it would come last.
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"timer.set","timer":0,"at":1000,"popup":1,"purpose":"other","cause":0}
      {"t":1000,"event":"timer.fired","timer":0}
      {"t":1000,"event":"idle"}
      """)
    expectIdentity(recording, TimerPerPopup())
    let live = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":1000,"event":"idle"}
      """)
    #expect(Played(live, TimerPerPopup()).story.suffix(2) == ["1000 idle", "1000 timer.fired"])
  }

  @Test func aReactionToATimerFollowsTheCandidatesTimer() throws {
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":9000}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":0,"event":"timer.set","timer":0,"at":1000,"popup":1,"purpose":"other","cause":0}
      {"t":1003,"event":"timer.fired","timer":0,"cause":1}
      {"t":1010,"event":"idle","cause":2}
      """)
    expectIdentity(recording, TimerPerPopup())
    var slower = TimerPerPopup()
    slower.length = 2000
    #expect(Played(recording, slower).story.suffix(2) == ["2003 timer.fired", "2010 idle"])
  }
}

/// Sets a timer for every popup: a long one for the first, shorter ones for the others.
private struct TimerPerPopup: SchedulingPolicy {
  var length: Int64 = 1000

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    let length = stimulus.popup.index == 0 ? length : 300
    _ = turn.setTimer(at: turn.now + Ticks(length), for: stimulus.popup, .other)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

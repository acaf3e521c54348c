import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

/// What a recording does not answer is answered at once, never, and in between (CausalReplay, *Continuations*).
struct ContinuationTests {
  private func options(_ continuation: Continuation) -> ReplayOptions {
    var options = ReplayOptions()
    options.continuations = [continuation]
    return options
  }

  /// The second popup is never shown in the recording, and the first for 500 ms.
  private func recording() throws -> Session {
    record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":600,"event":"popup.withdrawn","popup":1}
        {"t":20000,"event":"idle"}
        """), OneSlot())
  }

  @Test func atOnceIsTheKnownBoundAndOneTick() throws {
    // Shown for 500 ms and withdrawn; a policy that does not hear of that keeps it up.
    let run = Played(try recording(), Deaf(), options(.atOnce))
    #expect(run.story(.popupDismissed) == ["601 popup.dismissed #1"])
  }

  @Test func whoAnswersPressesAButtonOfThePopupThatWasShown() throws {
    let run = Played(try recording(), Deaf(), options(.atOnce))
    let answer = try #require(run.all(.popupDismissed).first)
    #expect(answer.act == .button && answer.popup == PopupID(0))
    #expect(run.recording.log.events[Int(answer.cause)].kind == .popupShown)
  }

  @Test func neverIsNotBeforeTheEnd() throws {
    let run = Played(try recording(), Deaf(), options(.never))
    #expect(run.story(.popupDismissed).isEmpty)
  }

  @Test func drawsLieBeyondTheBound() throws {
    let recording = try recording()
    var times: Set<Int64> = []
    for draw in Continuation.draws {
      let run = Played(recording, Deaf(), options(draw))
      let dismissal = run.all(.popupDismissed).first?.time
      if let dismissal {
        // Up since 100, for at least 500 ms, then an entry of the table.
        #expect(dismissal.rawValue - 600 >= 150)
        times.insert(dismissal.rawValue)
      }
    }
    #expect(times.count >= 6, "\(times)")
  }

  @Test func theAssumedLengthMovesTheMedianRunOnly() throws {
    let recording = try recording()
    for continuation in [Continuation.median, .atOnce, .never, .drawn(3)] {
      var given = options(continuation)
      given.assumedDwell = Ticks(7_777)
      let with = Played(recording, Deaf(), given)
      let without = Played(recording, Deaf(), options(continuation))
      #expect((with.story != without.story) == (continuation == .median), "\(continuation)")
    }
  }

  @Test func contentNeverAskedForComesFailsOrNeverDoes() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a","content":"async"}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":40000,"event":"idle"}
        """), OneSlot())
    var asking = OneSlot()
    asking.requestsContent = true
    #expect(Played(recording, asking, options(.atOnce)).story(.contentLoaded) == ["101 content.loaded #1"])
    #expect(Played(recording, asking, options(.never)).story(.contentLoaded, .contentFailed).isEmpty)
    var failures = 0
    for number in 0..<40 {
      var other = recording
      other.header.session = "s\(number)"
      for draw in Continuation.draws {
        failures += Played(other, asking, options(draw)).all(.contentFailed).count
      }
    }
    // Of eight draws one is of the last stratum, and of its two entries one is that it fails.
    #expect((8...32).contains(failures), "\(failures)")
  }

  @Test func atOnceHeedsLocks() throws {
    let text = """
      {"poptrace":1,"session":"s"}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a","showMs":400}
      {"t":150,"event":"popup.withdrawn","popup":1}
      {"t":20000,"event":"idle"}
      """
    var locking = OneSlot()
    locking.locksInput = true
    let recording = record(try session(text), locking)
    var deaf = Deaf()
    deaf.slot.locksInput = true
    // Input is locked until the entry animation has ended.
    #expect(Played(recording, deaf, options(.atOnce)).story(.popupDismissed) == ["500 popup.dismissed #1"])
  }

  @Test func visibleTimeStandsStillInTheBackground() throws {
    let recording = record(
      try session(
        """
        {"poptrace":1,"session":"s"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
        {"t":600,"event":"popup.withdrawn","popup":1}
        {"t":600,"event":"app.background"}
        {"t":5000,"event":"app.foreground"}
        {"t":20000,"event":"idle"}
        """), OneSlot())
    #expect(Played(recording, Deaf(), options(.atOnce)).story(.popupDismissed) == ["5001 popup.dismissed #1"])
  }

  @Test func aRunSaysWhetherThereWasAnythingToAnswer() throws {
    var replayer = Replayer(policy: Deaf())
    replayer.begin(try recording(), options: ReplayOptions())
    while replayer.nextTurn() {}
    #expect(replayer.hasUnknownAnswer)
    #expect(replayer.assumption?.reason == .longerThanSeen)
    var same = Replayer(policy: OneSlot())
    same.begin(try recording(), options: ReplayOptions())
    while same.nextTurn() {}
    #expect(!same.hasUnknownAnswer)
    #expect(same.assumption == nil)
  }
}

/// One slot that does not hear when the app takes a popup away.
private struct Deaf: SchedulingPolicy {
  var slot = OneSlot()

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    if stimulus.kind != .popupWithdrawn { slot.take(stimulus, &turn) }
  }

  mutating func settle(_ turn: inout Turn) { slot.settle(&turn) }

  mutating func reset() { slot.reset() }
}

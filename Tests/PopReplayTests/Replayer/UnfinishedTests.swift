import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// A session that was killed ends with its last event: what is due by then happens, what comes later is beyond the end (TimeAndTurns, *The
/// end of a session*, CausalReplay, *Identity*).
struct UnfinishedTests {
  private func late(_ pause: Int64) -> OneSlot {
    var policy = OneSlot()
    policy.pause = pause
    return policy
  }

  /// Killed in the tick 700; the first popup was answered at 600.
  private func killed() throws -> Session {
    var recording = record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":1,"name":"a","hideMs":50}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":500}
        {"t":650,"event":"popup.submitted","popup":2,"name":"b"}
        {"t":700,"event":"idle"}
        """), OneSlot())
    recording.header.ended = nil
    recording.log.events.removeAll { $0.time > Ticks(700) }
    #expect(recording.end == Ticks(700))
    return recording
  }

  @Test func theRecordingIsAPrefixOfItsReplay() throws {
    let recording = try killed()
    expectIdentity(recording, OneSlot())
    for count in 0..<recording.events.count {
      var cut = recording
      cut.log.events.removeSubrange(count...)
      expectIdentity(cut, OneSlot(), "\(count) events")
    }
    var other = recording
    other.log.events[other.log.events.count - 1].kind = .scrollBegan
    var replayer = Replayer(policy: late(1))
    guard case .mismatch = replayer.identity(of: other) else {
      Issue.record("another policy's recording is no prefix")
      return
    }
  }

  @Test(arguments: [99, 100, 101] as [Int64])
  func whatIsDueAtTheEndStillHappensAndNothingAfter(pause: Int64) throws {
    let run = Played(try killed(), late(pause))
    #expect(run.end == Ticks(700))
    #expect(run.recording.log.events.allSatisfy { $0.time <= Ticks(700) })
    // Answered half a second after it came.
    let isReached = 100 + pause + 500 <= 700
    #expect(run.story(.popupDismissed) == (isReached ? ["\(600 + pause) popup.dismissed #1"] : []))
    #expect(run.count(.beyondEnd) == run.coverage.beyondEnd)
    // The exit animation of a popup answered in time, or else the answer itself; no animation begins without it.
    #expect(run.coverage.beyondEnd == 1)
    #expect(run.coverage.unreached == (isReached ? 0 : 1))
    #expect(run.story(.idle) == ["700 idle"])
  }

  @Test func whereEndedIsGivenTheRunGoesOnUntilThen() throws {
    var recording = try killed()
    recording.header.ended = Ticks(5000)
    let run = Played(recording, late(101))
    #expect(run.end == Ticks(5000))
    #expect(run.story(.popupDismissed) == ["701 popup.dismissed #1"])
    #expect(run.coverage.beyondEnd == 0)
  }
}

import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// What comes first of several things due at one tick (TimeAndTurns, *Equal times*).
struct EqualTimesTests {
  private func shuffled(_ lines: [String]) -> [[String]] {
    [lines, lines.reversed(), [lines[1], lines[2], lines[0]]]
  }

  @Test func generatedAnimationsGoByThePopupsNumberWhateverTheOrderOfLines() throws {
    let submissions = [30, 4, 111].map {
      "{\"t\":100,\"event\":\"popup.submitted\",\"popup\":\($0),\"name\":\"p\($0)\",\"showMs\":50}"
    }
    for lines in shuffled(submissions) {
      let scenario = try session("{\"poptrace\":1}\n" + lines.joined(separator: "\n"))
      #expect(
        Played(scenario, ShowAtOnce()).story(.animationFinished) == [
          "150 animation.finished #4", "150 animation.finished #30", "150 animation.finished #111",
        ])
    }
  }

  @Test func generatedTimersGoByThePopupsNumberAndThenByTheirOwn() throws {
    let submissions = [30, 4, 111].map {
      "{\"t\":100,\"event\":\"popup.submitted\",\"popup\":\($0),\"name\":\"p\($0)\"}"
    }
    for lines in shuffled(submissions) {
      let run = Played(
        try session("{\"poptrace\":1}\n" + lines.joined(separator: "\n")), TwoTimers())
      let popups = run.all(.timerFired).map { fired in
        let set = run.all(.timerSet).first { $0.timer == fired.timer }
        return run.recording.catalog.number(of: set?.popup ?? .none)
      }
      #expect(popups == [4, 4, 30, 30, 111, 111])
      let timers = run.all(.timerFired).map(\.timer.index)
      for place in stride(from: 0, to: 6, by: 2) { #expect(timers[place] < timers[place + 1]) }
    }
  }

  @Test func assumedAnswersGoByThePopupsNumberToo() throws {
    let submissions = [30, 4, 111].map {
      "{\"t\":100,\"event\":\"popup.submitted\",\"popup\":\($0),\"name\":\"p\($0)\"}"
    }
    var options = ReplayOptions()
    options.assumedDwell = Ticks(700)
    for lines in shuffled(submissions) {
      let scenario = try session("{\"poptrace\":1}\n" + lines.joined(separator: "\n"))
      #expect(
        Played(scenario, ShowAtOnce(), options).story(.popupDismissed) == [
          "800 popup.dismissed #4", "800 popup.dismissed #30", "800 popup.dismissed #111",
        ])
    }
  }

  @Test func whatHasALineComesBeforeWhatIsGenerated() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a","showMs":50}
      {"t":150,"event":"idle"}
      """)
    #expect(
      Played(scenario, ShowAtOnce()).story(.idle, .animationFinished) == ["150 idle", "150 animation.finished #1"])
  }

  @Test func aTimerComesWhereItsRecordedFiringWas() throws {
    // Recorded between two stimuli of the same tick.
    let recording = try session(
      """
      {"poptrace":1,"policy":"x","ended":900}
      {"t":100,"event":"popup.submitted","popup":1,"name":"a"}
      {"t":100,"event":"timer.set","timer":0,"at":500,"popup":1,"purpose":"other","cause":0}
      {"t":500,"event":"scroll.began"}
      {"t":500,"event":"timer.fired","timer":0}
      {"t":500,"event":"scroll.ended"}
      """)
    expectIdentity(recording, OneTimer())
  }
}

/// Sets two timers for every popup, the later-numbered popups' first where they are submitted first.
private struct TwoTimers: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    for _ in 0..<2 { _ = turn.setTimer(at: Ticks(500), for: stimulus.popup, .other) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Sets one timer for every popup.
private struct OneTimer: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    _ = turn.setTimer(at: Ticks(500), for: stimulus.popup, .other)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

import PopReplay
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// How long animations last that the recording does not have (CausalReplay, *Animations*).
struct AnimationTests {
  @Test func anotherEntryLastsAsLongAsTheFirstOneRecorded() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a","showMs":300,"hideMs":150}
      {"t":1000,"event":"scroll.began"}
      {"t":2000,"event":"scroll.began"}
      {"t":3000,"event":"idle"}
      """)
    var recording = record(scenario, ShownAgainOnScrolling(times: 2))
    for (planned, seen) in [(300, 270), (1150, 1120), (1300, 1400)] as [(Int64, Int64)] {
      for place in recording.log.events.indices where recording.log.events[place].time == Ticks(planned) {
        recording.log.events[place].time = Ticks(seen)
      }
    }
    recording.log.events.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
    expectIdentity(recording, ShownAgainOnScrolling(times: 2))
    let run = Played(recording, ShownAgainOnScrolling(times: 3))
    #expect(
      run.story(.animationFinished) == [
        "270 animation.finished #1", "1120 animation.finished #1", "1400 animation.finished #1",
        "2120 animation.finished #1", "2270 animation.finished #1",
      ])
  }

  @Test func aPopupThatIsHiddenAgainWhileItLeavesHasOneExit() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"popup.submitted","popup":1,"name":"a","hideMs":300}
      {"t":500,"event":"scroll.began"}
      {"t":600,"event":"scroll.began"}
      {"t":3000,"event":"idle"}
      """)
    let run = Played(scenario, HiddenOnScrolling())
    #expect(run.all(.popupHidden).count == 2)
    #expect(run.story(.animationFinished) == ["800 animation.finished #1"])
  }
}

/// Hides the first popup and shows it again whenever the user scrolls, until it was shown so often.
private struct ShownAgainOnScrolling: SchedulingPolicy {
  let times: Int32
  private var generation: Int32 = 0

  init(times: Int32) { self.times = times }

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted || stimulus.kind == .scrollBegan, generation < times else { return }
    if generation > 0 { turn.hide(PopupID(0), .preempted, generation: generation) }
    generation += 1
    turn.show(PopupID(0), on: .none, generation: generation)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { generation = 0 }
}

/// Hides the first popup whenever the user scrolls, be it up or not.
private struct HiddenOnScrolling: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    if stimulus.kind == .popupSubmitted { turn.show(stimulus.popup, on: .none, generation: 1) }
    if stimulus.kind == .scrollBegan { turn.hide(PopupID(0), .dismissed, generation: 1) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

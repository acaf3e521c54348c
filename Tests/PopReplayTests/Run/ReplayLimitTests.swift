import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

/// A session that asks for more than a limit allows is refused, with the limit and the option that raises it (ResourceLimits).
struct ReplayLimitTests {
  private func options(_ change: (inout ResourceLimits) -> Void) -> ReplayOptions {
    var options = ReplayOptions()
    change(&options.limits)
    return options
  }

  private func expect(
    _ run: Played, exceeds name: ResourceLimits.Name, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.failure?.code == .tooLarge, sourceLocation: sourceLocation)
    let message = run.failure?.message ?? ""
    #expect(message.contains("--limit \(name.rawValue)=NUMBER"), "\(message)", sourceLocation: sourceLocation)
    #expect(run.standstill == nil, sourceLocation: sourceLocation)
    #expect(run.all(.fault).isEmpty, sourceLocation: sourceLocation)
  }

  private let selfFeeding = """
    {"poptrace":1}
    {"t":0,"event":"back.pressed"}
    {"event":"back.pressed","after":{"event":"back.pressed","every":true},"delay":10}
    """

  @Test func anchorsThatFeedThemselves() throws {
    let scenario = try session(selfFeeding)
    let few = options {
      $0.turnsAtLeast = 100
      $0.turnsPerEvent = 8
    }
    let run = Played(scenario, Refusing(), few)
    expect(run, exceeds: .turnsPerEvent)
    #expect(run.turns == 100 + 8 * 2)
    let more = options {
      $0.turnsAtLeast = 1000
      $0.turnsPerEvent = 8
    }
    #expect(Played(scenario, Refusing(), more).turns == 1000 + 8 * 2)
  }

  @Test func anchorsThatFeedThemselvesUnderTheLimitsThatHold() throws {
    let run = Played(try session(selfFeeding), Refusing())
    expect(run, exceeds: .turnsPerEvent)
    #expect(run.turns == 100_128)
  }

  @Test func anchorsThatHaveHadTheirEventCostNothing() throws {
    // A hundred lines that wait for the first scroll, and a hundred scrolls.
    var text = "{\"poptrace\":1}\n"
    for index in 0..<100 { text += "{\"t\":\(index),\"event\":\"scroll.began\"}\n" }
    for _ in 0..<100 { text += "{\"event\":\"idle\",\"after\":{\"event\":\"scroll.began\"},\"delay\":1}\n" }
    var replayer = Replayer(policy: Refusing())
    replayer.begin(try session(text), options: ReplayOptions())
    while replayer.nextTurn() {}
    #expect(replayer.failure == nil && replayer.environment.run.budget.steps == 100)
  }

  @Test func eventsWithinOneTurn() throws {
    // Every callback is answered by an update, which is called back a thousand times.
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a"}
      {"event":"popup.updated","popup":7,"state":"x","after":{"event":"callback","every":true}}
      """)
    let few = options {
      $0.eventsPerSession = 20_000
      $0.turnsAtOneInstant = 1_000_000
    }
    let run = Played(scenario, Talkative(calls: 1000), few)
    expect(run, exceeds: .eventsPerSession)
    #expect(run.recording.log.events.count < 22_000)
  }

  @Test func livePopups() throws {
    var text = "{\"poptrace\":1}\n"
    for number in 0..<20 {
      text += "{\"t\":\(number),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"a\"}\n"
    }
    let scenario = try session(text)
    expect(Played(scenario, OneSlot(), options { $0.livePopups = 10 }), exceeds: .livePopups)
    #expect(Played(scenario, OneSlot(), options { $0.livePopups = 20 }).failure == nil)
  }

  @Test func popupsThatHaveEndedAreNotLive() throws {
    var text = "{\"poptrace\":1}\n"
    for number in 0..<20 {
      text += "{\"t\":\(10 * number),\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"a\"}\n"
      text += "{\"t\":\(10 * number + 5),\"event\":\"popup.withdrawn\",\"popup\":\(number)}\n"
    }
    #expect(Played(try session(text), OneSlot(), options { $0.livePopups = 1 }).failure == nil)
  }

  @Test func schedulersScenesAndDepth() throws {
    var text = "{\"poptrace\":1}\n"
    for number in 0..<6 {
      text += "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":\(number),\"name\":\"a\",\"scheduler\":\(number)}\n"
    }
    let schedulers = try session(text)
    expect(Played(schedulers, OneSlot(), options { $0.schedulersPerSession = 5 }), exceeds: .schedulersPerSession)
    #expect(Played(schedulers, OneSlot(), options { $0.schedulersPerSession = 6 }).failure == nil)
    let scenes = try session(text.replacing("scheduler\":", with: "scene\":"))
    expect(Played(scenes, OneSlot(), options { $0.scenesPerSession = 5 }), exceeds: .scenesPerSession)
    #expect(Played(scenes, OneSlot(), options { $0.scenesPerSession = 6 }).failure == nil)
    text = "{\"poptrace\":1}\n{\"t\":0,\"event\":\"page.will-appear\",\"page\":1,\"class\":\"P\"}\n"
    for number in 2...6 {
      text +=
        "{\"t\":0,\"event\":\"page.will-appear\",\"page\":\(number),\"class\":\"P\",\"container\":\(number - 1)}\n"
    }
    let nested = try session(text)
    expect(Played(nested, OneSlot(), options { $0.containerDepth = 5 }), exceeds: .containerDepth)
    #expect(Played(nested, OneSlot(), options { $0.containerDepth = 6 }).failure == nil)
  }

  @Test func identityIsNotKnownThen() throws {
    let recording = record(
      try session("{\"poptrace\":1}\n{\"t\":1,\"event\":\"popup.submitted\",\"popup\":1,\"name\":\"a\"}"), OneSlot())
    var limits = ResourceLimits()
    limits.livePopups = 0
    var replayer = Replayer(policy: OneSlot())
    guard case .overLimit(let error) = replayer.identity(of: recording, limits: limits) else {
      Issue.record("judged")
      return
    }
    #expect(error.message.contains("--limit live-popups=NUMBER"))
  }
}

import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("Recordings of published schedulers")
struct IdentityTests {
  @Test("give themselves back, by playback and by causes", arguments: PublishedSchedulers.all.map(\.name))
  func identity(_ name: String) throws {
    let scheduler = try #require(PublishedSchedulers.named(name))
    check(scheduler.makePolicy(), name)
  }

  private func check(_ policy: some SchedulingPolicy, _ name: String) {
    var replayer = Replayer(policy: policy)
    for number in 0..<25 {
      let script = ScriptMaker.script(seed: 9, session: number, flavour: .field)
      expectIdentity(LiveWorld(policy: policy, name: name).run(script), &replayer, "\(name), seed 9, session \(number)")
    }
  }

  @Test(
    "give themselves back in the scenarios of their defects, where callbacks act in the middle",
    arguments: PublishedSchedulers.all.map(\.name))
  func identityOfScenarios(_ name: String) throws {
    let scheduler = try #require(PublishedSchedulers.named(name))
    for row in try DefectRow.all() where row.scheduler == name {
      check(scheduler.makePolicy(), try row.session(), "\(name), \(row.scenario)")
    }
  }

  private func check(_ policy: some SchedulingPolicy, _ scenario: Session, _ words: String) {
    var replayer = Replayer(policy: policy)
    replayer.begin(scenario, options: ReplayOptions())
    var recording = Session(header: scenario.header)
    while replayer.nextTurn() {}
    recording.log = replayer.log
    recording.catalog = replayer.catalog
    recording.header.ended = replayer.end
    expectIdentity(recording, &replayer, words)
  }

  private func expectIdentity(_ session: Session, _ replayer: inout Replayer<some SchedulingPolicy>, _ words: String) {
    for timing in ReplayOptions.Timing.allCases {
      guard case .ok = replayer.identity(of: session, timing: timing) else {
        Issue.record("\(words), \(timing)")
        continue
      }
    }
  }
}

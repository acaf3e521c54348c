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
      let session = LiveWorld(policy: policy, name: name).run(script)
      for timing in ReplayOptions.Timing.allCases {
        guard case .ok = replayer.identity(of: session, timing: timing) else {
          Issue.record("\(name), seed 9, session \(number), \(timing)")
          continue
        }
      }
    }
  }
}

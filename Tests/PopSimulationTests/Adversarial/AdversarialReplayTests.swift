import PopAudit
import PopReplay
import PopTrace
import PopupScheduling
import Testing
import Trials

@testable import PopSimulation

/// What replays make of adversarial recordings.
@Suite("Recordings of adversarial sessions")
struct AdversarialReplayTests {
  private let seed: UInt64 = 2_027

  private func script(_ number: Int) -> WorldScript {
    ScriptMaker.script(seed: seed, session: number, flavour: .adversarial)
  }

  @Test("come back event for event under every version, played back and by causes", arguments: 0..<7)
  func identity(version: Int) {
    let policy = StandardPolicy(PolicyConfiguration.versions[version].configuration)
    var replayer = Replayer(policy: policy)
    for number in 0..<trials(few: 30) {
      let recording = LiveWorld(policy: policy).run(script(number))
      for timing in ReplayOptions.Timing.allCases {
        let identity = replayer.identity(of: recording, timing: timing)
        #expect(identity == .ok, "v\(version), seed \(seed), session \(number), \(timing): \(identity)")
      }
    }
  }

  @Test("are audited to the end, and no version makes an impossible sequence of them", arguments: 0..<7)
  func audit(version: Int) {
    let policy = StandardPolicy(PolicyConfiguration.versions[version].configuration)
    var run = AdversarialRun(policy)
    for number in 0..<trials(few: 30) {
      let gap = run.findings(in: script(number)).first { !$0.rule.isOfPolicy }
      #expect(gap == nil, "v\(version), seed \(seed), session \(number): \(gap?.because ?? "")")
    }
  }

  @Test("never make a replay give an impossible sequence", arguments: [(5, 6), (0, 6), (6, 0), (4, 2)])
  func replayIsPossible(recorded: Int, candidate: Int) {
    let recorder = LiveWorld(policy: StandardPolicy(PolicyConfiguration.versions[recorded].configuration))
    var replayer = Replayer(policy: StandardPolicy(PolicyConfiguration.versions[candidate].configuration))
    var auditor = Auditor()
    for number in 0..<trials(few: 30) {
      let recording = recorder.run(script(number))
      replayer.begin(recording, options: ReplayOptions())
      auditor.begin(catalog: replayer.catalog, tick: recording.header.tick)
      while replayer.nextTurn() {
        auditor.learn(replayer.catalog)
        auditor.take(replayer.log.events[replayer.turn])
      }
      auditor.end(at: replayer.end, isFinished: recording.isFinished)
      let gap = auditor.findings.first { !$0.rule.isOfPolicy }
      #expect(gap == nil, "v\(recorded) to v\(candidate), seed \(seed), session \(number): \(gap?.because ?? "")")
    }
  }
}

import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing
import Trials

/// Every version gives simulated field sessions back, event for event, played back and by causes (CausalReplay, *Identity*; CausalReplay,
/// *Identity*).
struct StandardPolicyIdentityTests {
  private static let versions: [PolicyConfiguration] = [.v0, .v1, .v2, .v3, .v4, .v5, .v6]

  @Test(arguments: 0..<7) func simulatedSessionsComeBack(version: Int) {
    let policy = StandardPolicy(Self.versions[version])
    let seed: UInt64 = 20_261_121
    for flavour in WorldFlavour.allCases {
      for number in 0..<trials(few: 15) {
        let script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
        let recording = LiveWorld(policy: policy).run(script)
        expectIdentity(recording, policy, "v\(version), seed \(seed), \(flavour) session \(number)")
      }
    }
  }

  /// Cut anywhere, between the decisions of one turn as well, a recording is a prefix of its replay.
  @Test(arguments: 0..<7) func sessionsCutAnywhereComeBack(version: Int) {
    let policy = StandardPolicy(Self.versions[version])
    let seed: UInt64 = 7
    for number in 0..<trials(few: 10) {
      let script = ScriptMaker.script(seed: seed, session: number, flavour: .field)
      let whole = LiveWorld(policy: policy).run(script)
      var random = SeededRandom(seed: seed, part: UInt64(number))
      for _ in 0..<5 where !whole.log.events.isEmpty {
        var cut = whole
        cut.header.ended = nil
        let count = random.whole(0...whole.log.events.count - 1)
        cut.log.events.removeSubrange(count...)
        expectIdentity(cut, policy, "v\(version), seed \(seed), session \(number) cut after \(count)")
      }
    }
  }
}

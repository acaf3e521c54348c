import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

/// Simulated field sessions come back event for event, whatever the policy (CausalReplay, *Identity*).
struct SimulatedIdentityTests {
  private func check<Policy: SchedulingPolicy>(_ policy: Policy, sessions: Int, seed: UInt64) {
    var events = 0
    for flavour in WorldFlavour.allCases {
      for number in 0..<sessions {
        let script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
        let recording = LiveWorld(policy: policy).run(script)
        events += recording.log.events.count
        expectIdentity(recording, policy, "seed \(seed), \(flavour) session \(number)")
      }
    }
    #expect(events > sessions * 100)
  }

  @Test func showAtOnce() { check(ShowAtOnce(), sessions: 40, seed: 1) }

  @Test func oneSlot() { check(OneSlot(), sessions: 40, seed: 2) }

  @Test func oneSlotWithEverything() {
    var policy = OneSlot()
    policy.hidesOnLeaving = true
    policy.requestsContent = true
    policy.locksInput = true
    policy.setsTimers = true
    policy.callsBack = true
    check(policy, sessions: 40, seed: 3)
    policy.pause = 400
    policy.isLastInFirstOut = true
    check(policy, sessions: 40, seed: 4)
  }
}

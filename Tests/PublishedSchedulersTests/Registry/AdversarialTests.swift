import PopAudit
import PopSimulation
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing
import Trials

@Suite("Published schedulers in adversarial sessions")
struct AdversarialTests {
  @Test("live to the end, whatever comes, and are audited to the end", arguments: PublishedSchedulers.all.map(\.name))
  func endures(_ name: String) throws {
    let scheduler = try #require(PublishedSchedulers.named(name))
    check(scheduler.makePolicy(), name)
  }

  private func check(_ policy: some SchedulingPolicy, _ name: String) {
    var auditor = Auditor()
    let seed: UInt64 = 2_028
    for number in 0..<trials(few: 30) {
      let script = ScriptMaker.script(seed: seed, session: number, flavour: .adversarial)
      let session = LiveWorld(policy: policy, name: name).run(script)
      #expect(session.events.count < 200_000, "\(name), seed \(seed), session \(number)")
      auditor.begin(catalog: session.catalog, tick: session.header.tick)
      auditor.take(session.events[...])
      auditor.end(at: session.end, isFinished: session.isFinished)
    }
  }
}

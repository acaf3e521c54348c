import PopAudit
import PopSimulation
import PopupScheduling
import PublishedSchedulers
import Testing

@testable import PopTrace

/// What a recorder judges while it records, beside what the audit says afterwards of the same sessions.
@Suite("The on-line rules") struct OnlineWatchTests {
  private struct Tally {
    var overlaps = 0
    var wrongPages = 0
    var stuck = 0
    /// Sessions in which the audit found somebody stuck.
    var auditedStuck = 0
  }

  @Test(
    "find what the audit finds: overlaps and wrong pages all, stuck popups where that is beyond doubt",
    arguments: [UInt64(3), 17])
  func agreement(seed: UInt64) throws {
    var tally = Tally()
    for version in ["v0", "v1", "v2", "v3", "v4", "v5", "v6"] {
      let configuration = try #require(PolicyConfiguration.version(named: version))
      check(StandardPolicy(configuration), version, seed, &tally)
    }
    for scheduler in PublishedSchedulers.all { check(scheduler.makePolicy(), scheduler.name, seed, &tally) }
    // Sessions in which nothing is wrong would prove nothing.
    #expect(tally.overlaps > 50 && tally.wrongPages > 50 && tally.stuck > 20)
    #expect(tally.stuck * 4 > tally.auditedStuck)
  }

  private func check(_ policy: some SchedulingPolicy, _ name: String, _ seed: UInt64, _ tally: inout Tally) {
    for flavour in [WorldFlavour.field, .adversarial] {
      for number in 0..<8 {
        let session = LiveWorld(policy: policy).run(
          ScriptMaker.script(seed: seed, session: number, flavour: flavour))
        let note = Comment("\(name), seed \(seed), \(flavour) session \(number)")
        let heard = watched(session)
        let found = findings(in: session)
        for (reason, time) in heard {
          let rules = Self.rules(of: reason)
          #expect(found.contains { rules.contains($0.rule) && $0.time <= time }, "\(reason) at \(time): \(note)")
        }
        let hasOverlap = found.contains { $0.rule == .overlap }
        #expect(heard.contains { $0.0 == .overlap } == hasOverlap, note)
        let isAltered = session.events.contains { $0.kind == .popupChanged }
        let hasWrongPage = found.contains { $0.rule == .wrongPage }
        if !isAltered { #expect(heard.contains { $0.0 == .wrongPage } == hasWrongPage, note) }
        if hasOverlap { tally.overlaps += 1 }
        if hasWrongPage { tally.wrongPages += 1 }
        if heard.contains(where: { $0.0 == .stuckQueue }) { tally.stuck += 1 }
        if found.contains(where: { Self.rules(of: .stuckQueue).contains($0.rule) }) { tally.auditedStuck += 1 }
      }
    }
  }

  private static func rules(of reason: SnapshotReason) -> Set<Rule> {
    switch reason {
    case .asked: []
    case .overlap: [.overlap]
    case .wrongPage: [.wrongPage]
    case .stuckQueue: [.stuckQueue, .lostKeepalive]
    }
  }

  /// What the watch says, each rule by itself, so that none is heard in place of another; with when it says it.
  private func watched(_ session: Session) -> [(SnapshotReason, Ticks)] {
    var heard: [(SnapshotReason, Ticks)] = []
    for reason in SnapshotReason.rules {
      var watch = OnlineWatch([reason], tick: session.header.tick)
      for event in session.events {
        if let reason = watch.take(event, session.catalog) { heard.append((reason, event.time)) }
      }
      if let reason = watch.endTurn(session.catalog) { heard.append((reason, session.end)) }
    }
    return heard
  }

  private func findings(in session: Session) -> [Finding] {
    var auditor = Auditor()
    auditor.read(session)
    return auditor.findings
  }
}

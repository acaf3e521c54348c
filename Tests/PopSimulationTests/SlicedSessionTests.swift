import PopAudit
import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing

/// What begins at a quiet moment, with what still counts from before, is as good a recording as the whole (CausalReplay, *Three sorts of
/// stimuli*; CausalReplay, *Identity*, CausalReplay, *Timers*).
struct SlicedSessionTests {
  /// What a finding says that does not hang on how events are counted.
  private struct Said: Hashable {
    var rule: Rule
    var popup: Int64
    var other: Int64
    var page: Int64
    var time: Ticks
  }

  private func findings(in session: Session) -> [Finding] {
    var auditor = Auditor()
    auditor.read(session)
    return auditor.findings
  }

  /// The findings whose witnesses all stand behind a sequence number.
  private func said(_ findings: [Finding], in session: Session, from first: Int32) -> [Said] {
    findings.filter { $0.witness.allSatisfy { $0 >= first } }.map {
      Said(
        rule: $0.rule, popup: session.catalog.number(of: $0.popup), other: session.catalog.number(of: $0.other),
        page: session.catalog.number(of: $0.page), time: $0.time)
    }
  }

  private struct Tally {
    var sessions = 0
    var slices = 0
    var prefixes = 0
    var events = 0
    var left = 0
    var findings = 0
  }

  @discardableResult
  private func check(
    _ configuration: PolicyConfiguration, _ version: String, seed: UInt64, sessions: Int,
    flavours: [WorldFlavour] = WorldFlavour.allCases
  ) -> Tally {
    let policy = StandardPolicy(configuration)
    var replayer = Replayer(policy: policy)
    var random = SeededRandom(seed: seed, part: 99)
    var tally = Tally()
    for flavour in flavours {
      for number in 0..<sessions {
        let whole = LiveWorld(policy: policy).run(ScriptMaker.script(seed: seed, session: number, flavour: flavour))
        guard whole.events.count > 1 else { continue }
        tally.sessions += 1
        let moments = QuietMoments(of: whole)
        let found = findings(in: whole)
        for _ in 0..<3 {
          let index = moments.last(notAfter: random.whole(1...whole.events.count - 1))
          guard index > 0 else { continue }
          let slice = whole.beginning(at: index)
          let note = Comment("\(version), seed \(seed), \(flavour) session \(number), from \(index)")
          for timing in ReplayOptions.Timing.allCases {
            let identity = replayer.identity(of: slice, timing: timing)
            #expect(identity == .ok, "\(timing): \(note)")
            guard identity == .ok else { return tally }
          }
          let prefix = slice.header.prefixEvents
          #expect(prefix <= index && slice.events.count == whole.events.count - index + prefix, note)
          let before = said(found, in: whole, from: whole.events[index].sequence)
          let after = said(findings(in: slice), in: slice, from: Int32(prefix))
          #expect(before == after, note)
          guard before == after else { return tally }
          tally.slices += 1
          tally.prefixes += prefix
          tally.events += whole.events.count
          tally.left += slice.events.count
          tally.findings += after.count
        }
      }
    }
    return tally
  }

  @Test(
    "a slice gives itself back, by the clock and by its causes, and is judged like the whole",
    arguments: ["v2", "v3", "v4", "v5", "v6"])
  func slices(version: String) throws {
    let configuration = try #require(PolicyConfiguration.version(named: version))
    let tally = check(configuration, version, seed: 71, sessions: 12)
    #expect(tally.slices > 40)
  }
}

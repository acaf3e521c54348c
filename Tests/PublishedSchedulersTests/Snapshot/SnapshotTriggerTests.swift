import PopAudit
import PopSimulation
import PopSystem
import PopupScheduling
import PublishedSchedulers
import Testing

@testable import PopTrace

/// What the audit says of sessions under way, beside what it says of them when they are over.
@Suite("The audit as a trigger of snapshots") struct SnapshotTriggerTests {
  private static let rules: Set<Rule> = [.overlap, .wrongPage, .stuckQueue, .lostKeepalive]

  @Test("says what the audit says, as soon as the turn is over in which it can be known", arguments: [UInt64(3), 17])
  func agreement(seed: UInt64) throws {
    var tally: [String: Int] = [:]
    for version in ["v0", "v1", "v2", "v3", "v4", "v5", "v6"] {
      let configuration = try #require(PolicyConfiguration.version(named: version))
      check(StandardPolicy(configuration), version, seed, &tally)
    }
    for scheduler in PublishedSchedulers.all { check(scheduler.makePolicy(), scheduler.name, seed, &tally) }
    // Sessions in which nothing is wrong would prove nothing.
    for rule in Self.rules { #expect(tally[rule.id, default: 0] > 0, "\(rule)") }
  }

  private func check(_ policy: some SchedulingPolicy, _ name: String, _ seed: UInt64, _ tally: inout [String: Int]) {
    let trigger = SnapshotTrigger.audit()
    for flavour in [WorldFlavour.field, .adversarial] {
      for number in 0..<4 {
        let session = LiveWorld(policy: policy).run(
          ScriptMaker.script(seed: seed, session: number, flavour: flavour))
        let note = Comment("\(name), seed \(seed), \(flavour) session \(number)")
        let found = findings(in: session)
        let turns = session.log.events.indices.filter { index in
          session.log.events[index].kind.isStimulus && !session.log.events[index].flags.contains(.reentrant)
        }
        // Cut off behind a turn, and whole: nothing is said that is not found, and nothing is kept back for long.
        for end in [turns[turns.count / 3], turns[turns.count * 2 / 3], session.log.events.count] {
          var part = session
          part.log.events.removeLast(session.log.events.count - end)
          let said = Set(trigger.causes(part))
          let last = part.log.events.last?.time ?? .zero
          #expect(said.isSubset(of: found), note)
          #expect(found.filter { $0.time < last }.isSubset(of: said), note)
        }
        for cause in Set(found.map(\.reason)) { tally[cause, default: 0] += 1 }
      }
    }
  }

  private func findings(in session: Session) -> Set<SnapshotTrigger.Cause> {
    var auditor = Auditor()
    auditor.read(session)
    let findings = auditor.findings.filter { Self.rules.contains($0.rule) }
    return Set(
      findings.map { finding in
        let popup = finding.popup.isNone ? -1 : session.catalog.popupNumbers[finding.popup.index]
        return SnapshotTrigger.Cause(finding.rule.id, at: finding.time, popup: popup)
      })
  }

  @Test("has a name that tells which rules it is for")
  func name() {
    #expect(SnapshotTrigger.audit() == .audit(Self.rules) && SnapshotTrigger.audit([.leak]) != .audit())
    #expect(SnapshotTrigger.audit([.wrongPage, .leak]).name == "audit: leak wrong-page")
  }
}

/// Turns of a stretch, one after another.
@Suite("The turns a trigger may look at") struct WholeTurnTests {
  private func stretch(_ events: [Event]) throws -> SnapshotStretch {
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    let head = try options.head(of: header)
    let memory = try JournalMemory.anonymous(head)
    var writer = JournalWriter(memory)
    for event in events { _ = writer.append(event, at: event.time, in: Catalog()) }
    let halves = JournalHalves(memory)
    var records = try halves.records(in: halves.filledBytes)
    var stretch = SnapshotStretch(header: head.session, SnapshotOptions())
    stretch.take(&records)
    _ = consume writer
    return stretch
  }

  @Test("are those before the last one, unless that is known to be over")
  func turns() throws {
    var reentrant = Event(.idle, time: Ticks(2))
    reentrant.flags.insert(.reentrant)
    let stretch = try stretch([Event(.idle, time: Ticks(1)), Event(.idle, time: Ticks(2)), reentrant])
    #expect(stretch.wholeTurns(before: 0)?.events.count == 1)
    #expect(stretch.wholeTurns(before: 1)?.events.count == 1)
    #expect(stretch.wholeTurns(before: 3)?.events.count == 3)
    #expect(try self.stretch([Event(.idle)]).wholeTurns(before: 0) == nil)
    #expect(try self.stretch([Event(.idle)]).wholeTurns(before: 1)?.events.count == 1)
  }
}
